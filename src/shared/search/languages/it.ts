/** Italian: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/italian'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'a ai al alla alle anche che chi ci come con cui da dal dalla degli dei del della delle di e ed è gli ' +
  'ha hanno i il in io la le lo loro ma mi ne nei nel nella non o per più quale quando questa questo se ' +
  'si sono su sua suo sul tra un una uno'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
