/** German: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/german'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'aber als am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser ' +
  'dieses du durch ein eine einem einen einer eines er es für hat haben ich ihr im in ist kann mit nach ' +
  'nicht noch nur ob oder sehr sich sie sind so über um und uns unter vom von vor war was wenn werden ' +
  'wie wir wird zu zum zur'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
