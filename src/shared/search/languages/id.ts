/** Indonesian: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/indonesian'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'ada adalah agar akan anda atau bagi bahwa bisa dalam dan dapat dari dengan di ini itu jika juga ' +
  'karena ke kepada oleh pada saya sebagai sudah telah tidak untuk yang'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: false }
