/** Turkish: the Snowball stemmer. I and İ are capitals of two letters. */
import { stemmer } from '@orama/stemmers/turkish'
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'ama bir biri bu çok da daha de değil diye en gibi hem her için ile ise kadar ki mı mi mu mü nasıl ne neden o olan ' +
  'olarak sonra şey şu ve veya ya yani'

const normalise = (word: string): string => normaliseWord(word.replaceAll('I', 'ı').replaceAll('İ', 'i'))

export const language: Language = {
  normalise,
  stem: stemmer,
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: true,
}
