/** Norwegian: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/norwegian'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'alle at av ble bli da de den denne der det dette du eller en er et etter for fra før ha han har hun ' +
  'hva hvis hvor hvordan i ikke inn jeg kan man med men mot ned noe nå når og også om opp oss på seg ' +
  'skal som så til ut var ved vi vil være'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
