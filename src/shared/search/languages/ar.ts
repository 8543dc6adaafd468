/**
 * Arabic: articles, conjunctions and endings go, on words without vowel signs. Lighter than the stemmer of Snowball, which
 * takes letters of the root for prefixes.
 */
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { cut, longestSuffix, words } from './suffix.ts'

const STOP_WORDS =
  'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين أن إن أو ثم لا ما لم لن قد كل كما هو هي هم كان كانت يكون تكون عند ' +
  'عندما إذا حتى بعد قبل بين أي غير كيف لقد و يمكن به بها فيه فيها له لها'

const PREFIXES = words('وبال وال بال كال فال ولل لل ال')
const ENDINGS = words('ها ان ات ون ين يه ته هم كم نا ه ي')
const LETTERS: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
}

/** Without vowel signs and stretched lines; letters that are written in several ways become one. */
function normalise(word: string): string {
  const bare = normaliseWord(word).replace(/[\u064b-\u0652\u0670\u0640]/g, '')
  // The letter that an accusative ending stands on is no part of the word.
  const plain = word.includes('\u064b') ? bare.replace(/ا$/, '') : bare
  return plain.replace(/[أإآٱىةؤئ]/g, letter => LETTERS[letter] ?? letter)
}

function stem(word: string): string {
  const prefix = PREFIXES.find(start => word.startsWith(start) && word.length - start.length >= 2)
  const base = prefix === undefined ? withoutLetter(word, 'و', 3) : word.slice(prefix.length)
  // “In”, “for”, “as” and “so” are one letter before the word.
  const bare = ['ب', 'ل', 'ك', 'ف'].reduce((rest, letter) => withoutLetter(rest, letter, 4), base)
  const once = cut(bare, longestSuffix(bare, ENDINGS, 2).length)
  return cut(once, longestSuffix(once, ENDINGS, 3).length)
}

function withoutLetter(word: string, letter: string, least: number): string {
  return word.startsWith(letter) && word.length > least ? word.slice(1) : word
}

export const language: Language = {
  normalise,
  stem,
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: false,
}
