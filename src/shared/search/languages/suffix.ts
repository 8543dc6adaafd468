/** The longest of `suffixes` that `word` ends with, or an empty string. A suffix may not start before `from`. */
export function longestSuffix(word: string, suffixes: readonly string[], from = 0): string {
  let best = ''
  for (const suffix of suffixes) {
    if (suffix.length <= best.length || word.length - suffix.length < from) continue
    if (word.endsWith(suffix)) best = suffix
  }
  return best
}

/** `word` without its last `count` characters. */
export function cut(word: string, count: number): string {
  return word.slice(0, word.length - count)
}

/** Start of the region after the first consonant that follows a vowel, searching from `from` (R1 and R2 of Snowball). */
export function regionAfter(word: string, vowels: string, from: number): number {
  for (let index = from + 1; index < word.length; index++) {
    if (!vowels.includes(word.charAt(index)) && vowels.includes(word.charAt(index - 1))) return index + 1
  }
  return word.length
}

/** The words of a space-separated list. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/)
}

/** A light stemmer, for languages without one of Snowball: the longest ending goes that leaves `least` letters. */
export function endingStemmer(endings: string, least: number): (word: string) => string {
  const all = words(endings)
  return word => cut(word, longestSuffix(word, all, least).length)
}
