/** Hebrew: words that are written on to the next one, and endings, go. Vowel points are not read. */
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { cut, longestSuffix, words } from './suffix.ts'

const STOP_WORDS =
  'את של על עם אל זה זו זאת הוא היא הם הן אני אתה אנחנו לא כן גם רק או אם כי אך אבל יש אין כל כמו כדי עד אחרי לפני בין ' +
  'מה מי איך כאשר אשר ניתן אפשר יותר מאוד היה להיות'

const FINAL: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }
/** “And”, “the”, “in”, “to”; others begin too many words. */
const PREFIXES = 'והבל'
const ENDINGS = words('ויות יותיו יימ יות ימ ות ית יה ה ת י ו נו')

/** Without points; letters have one form, wherever they stand. */
function normalise(word: string): string {
  const plain = normaliseWord(word).replace(/[\u0591-\u05c7]/g, '')
  return plain.replace(/[ךםןףץ]/g, letter => FINAL[letter] ?? letter)
}

function stem(word: string): string {
  let base = word
  for (let count = 0; count < 2 && base.length > 3 && PREFIXES.includes(base.charAt(0)); count++)
    base = base.slice(1)
  return cut(base, longestSuffix(base, ENDINGS, 2).length)
}

export const language: Language = {
  normalise,
  stem,
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: false,
}
