/** Dutch: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/dutch'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'aan als bij dan dat de deze die dit door een en er geen had heb hebben heeft het hij hoe hun ik in ' +
  'is ja je kan kun maar me met naar niet nog nu of om omdat ook op over te tot u uit van veel voor was ' +
  'wat we wel werd wie wordt ze zich zij zijn zo zou'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
