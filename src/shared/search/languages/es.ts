/** Spanish: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/spanish'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'a al algo como con cual cuando de del desde donde el ella en entre era es esa ese eso esta este esto ' +
  'ha han hasta hay la las le les lo los mas me mi muy no nos o otra otro para pero por que se ser si ' +
  'sin sobre son su sus también tiene todo tu un una uno y ya yo'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
