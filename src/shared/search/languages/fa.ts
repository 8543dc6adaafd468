/** Persian: endings of plural, comparison and possession go; letters of Arabic keyboards become Persian ones. */
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'آن از است اما اگر ام این با بر برای بود به تا تر ترین ها های هایی هم همه هر که کرد کردن کند کنید می نمی نه نیز و را در ' +
  'دارد دو روی شد شده شود شما یا یک خود چه چون باید باشد پس پیش'

const LETTERS: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ۀ: 'ه',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
}

/** Without vowel signs, hamza above and stretched lines. */
function normalise(word: string): string {
  const plain = normaliseWord(word).replace(/[\u064b-\u0655\u0670\u0640]/g, '')
  return plain.replace(/[يىكةۀأإآ]/g, letter => LETTERS[letter] ?? letter)
}

export const language: Language = {
  normalise,
  stem: endingStemmer('هایشان هایمان هایش هایی های ها ترین تری تر شان مان انی ان ات یم ند ید ای ی م ش', 3),
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: false,
}
