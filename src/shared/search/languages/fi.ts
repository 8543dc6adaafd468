/** Finnish: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/finnish'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'ei että he hän ja jos joka jotka kanssa koska kuin kun me mikä minä mitä mukaan mutta myös ne niin ' +
  'nyt oli olla on ovat se sekä sen sinä tai te tämä tätä vaan vai voi'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
