/** Swedish: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/swedish'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'alla att av blev bli de dem den denna detta det du där efter eller en er ett för från ha han har hon ' +
  'hur i icke in inte jag kan man med men mot ned ni nu när och också om oss på sig ska som så till ' +
  'under ut var vad vi vid vill är över'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
