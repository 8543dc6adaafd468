/** Hungarian: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/hungarian'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'a az be csak de e egy el ez ha hogy is ki le meg mert mi mint már nem vagy van és volt azt ezt kell ' +
  'lesz lehet még minden ami amely'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
