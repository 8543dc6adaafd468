/** Romanian: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/romanian'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'a ai al ale am ar are au ca care ce cu cum când că de din doar este eu fi fie în la le lui mai nu o ' +
  'pe pentru prin sa sau se si și sunt te tu un una unei unui va'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
