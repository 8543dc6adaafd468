/** Bulgarian: articles and endings of number go; Snowball has no stemmer of it. */
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'а без беше би бъде в вас ви все да дали до докато ето за защото и из или им как като кога когато ' +
  'който която което които към ли може на не него нея ни но о от по при с са се си след със така тази ' +
  'това този те той трябва тук тя ще я'
const ENDINGS =
  'овете овце ищата ища овци ията ието иите ията ите ата ята ето ото ият ове еве ите ът ят та то те ия ' +
  'ии ие а я о е и у'

export const language: Language = {
  stem: endingStemmer(ENDINGS, 3),
  stopWords: stopWords(STOP_WORDS),
  accents: false,
}
