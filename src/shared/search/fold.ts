/** Scripts written without spaces: their runs are cut into overlapping pairs of characters. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf' +
  '\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}'
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'u')

/** Letters that do not come apart into a base and a mark. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/** One character after folding, and where it stands in the source. */
export interface FoldedCharacter {
  character: string
  start: number
  end: number
}

/** The first stretch of characters without spaces in `text`, or undefined. */
export function findUnspaced(text: string): { index: number; text: string } | undefined {
  const match = UNSPACED_RUN.exec(text)
  return match ? { index: match.index, text: match[0] } : undefined
}

/** Most words of most languages, and all of code: nothing but letter case to be made one. */
const ASCII = /^[\w$]+$/

/** Compatibility forms, letter case, ё and ligatures made one; accents stay (stemmers need them). */
export function normaliseWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u0451\u00e6\u0153]/g, letter => (letter === 'ё' ? 'е' : (LIGATURES[letter] ?? letter)))
}

/** Removes the marks of Latin letters, and of those only: й keeps its breve, が its voice. */
export function foldAccents(word: string): string {
  return word.replace(/[\u00df-\u024f\u1e00-\u1eff]/g, letter => {
    return LIGATURES[letter] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  })
}

/**
 * Folds a stretch of characters without spaces: half-width forms become full-width, voiced marks join their letter,
 * a long-vowel mark at the end of a katakana word is dropped (`ブラウザー` = `ブラウザ`).
 */
export function foldUnspaced(run: string, offset: number): FoldedCharacter[] {
  const folded: FoldedCharacter[] = []
  for (const match of run.matchAll(/.[\u3099\u309a\uff9e\uff9f]*/gsu)) {
    const start = offset + match.index
    const end = start + match[0].length
    for (const character of match[0].normalize('NFKC').toLowerCase()) folded.push({ character, start, end })
  }
  return folded.filter((entry, index) => {
    const after = folded[index + 1]?.character ?? ''
    const isTrailing = entry.character === 'ー' && index > 0 && !/[\u30a0-\u30ff]/.test(after)
    return !isTrailing
  })
}
