/** Catalan: endings of number, gender and of verbs go. */
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'a al als amb ara aquest aquesta aquests com de del dels des el els en entre era és han hi i ja l la ' +
  'les li ho o on per però perquè pot que quan qui se sense ser seu seva si sobre són també té tot un ' +
  'una uns us va'
const ENDINGS =
  'acions ació aments ament ments ment itzar itzen itza ava aven aria arien aran arà ant ants ent ents ' +
  'int ades ada ats at ides ida its it uda udes uts ut ares ar er ir re en in es os as em im s a e i o'

export const language: Language = {
  stem: endingStemmer(ENDINGS, 3),
  stopWords: stopWords(STOP_WORDS),
  accents: true,
}
