/** Greek: the Snowball stemmer, on words without accents. */
import { stemmer } from '@orama/stemmers/greek'
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'αν από αυτά αυτή αυτό αυτός για δεν είναι ένα ένας έναν έχει η θα και με μετά μια μη να ο οι όταν ότι πολύ που πρέπει ' +
  'προς πως σας σε σου στα στη στην στις στο στον στους τα τη την της τι τις το τον του τους των ως'

/** Marks of Greek letters are left out as often as written; ς is σ at the end of a word. */
function normalise(word: string): string {
  const plain = normaliseWord(word)
    .normalize('NFD')
    .replace(/(?<=[α-ω])[\u0300-\u036f]+/g, '')
  return plain.normalize('NFC').replaceAll('ς', 'σ')
}

export const language: Language = {
  normalise,
  stem: stemmer,
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: false,
}
