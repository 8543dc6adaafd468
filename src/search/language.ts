/** What search knows of a language: a row of the table in `build/languages.ts`, which the index brings along, and its stemmer. */

/** Data of a language; lists are separated by spaces. */
export interface LanguageRow {
  /** Primary subtag, for lower case and for the borders of words in scripts without spaces. */
  code: string
  /** Words that say nothing; they are indexed in headings and code only. */
  stops: string
  /** Words that say little in a question: “add”, “change”, “use”. */
  soft: string
  /** Pairs of letters: one that is written in several ways, and the one it counts as. */
  letters?: string
  /** Characters that are often left out, as ranges of a regular expression. */
  marks?: string
  /** For languages without a stemmer: beginnings and endings that are cut off while `least` letters remain (one more of a single letter in front), so many times. */
  prefixes?: string
  endings?: string
  least?: number
  rounds?: number
  /** Other spellings, of a language whose stems don't depend on accents: `ise/ize`, the end of a long word and what replaces it. */
  spellings?: string
  /** Groups of words that mean the same: `delete/remove, url/address/link`. */
  synonyms?: string
}

export interface Language {
  code: string
  /** Lower case, one form of each letter; accents stay. */
  normalise(word: string): string
  stem(word: string): string
  stops: ReadonlySet<string>
  soft: ReadonlySet<string>
  /** Stem of a word → words that mean the same, each as the stems of its parts. */
  synonyms: ReadonlyMap<string, string[][]>
}

/** Letters that don't come apart into a base and a mark. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }
const ASCII = /^[\w$]+$/
/** Soft hyphen and characters without width. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Shortest word that has another spelling. */
const MIN_SPELLED = 6

const words = (list = ''): string[] => list.split(/\s+/).filter(Boolean)

/** Removes the marks of Latin letters, and of those only: й keeps its breve, が its voice. */
export function foldAccents(word: string): string {
  return word.replace(/[\u00df-\u024f\u1e00-\u1eff]/g, letter => {
    return LIGATURES[letter] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  })
}

export function createLanguage(row: LanguageRow, stemmer = lightStemmer(row)): Language {
  const letters = new Map(words(`ёе ${row.letters ?? ''}`).map(([from = '', to = '']) => [from, to]))
  const marks = row.marks === undefined ? undefined : new RegExp(`[${row.marks}]`, 'g')
  const isLocal = row.code === 'tr'
  const normalise = (word: string): string => {
    if (ASCII.test(word) && !isLocal) return word.toLowerCase()
    const plain = word.replace(INVISIBLE, '').normalize('NFKC').toLocaleLowerCase(row.code).normalize('NFC')
    const bare = marks ? plain.replace(marks, '') : plain
    return bare.replace(/[^\0-\u007f]/gu, letter => letters.get(letter) ?? letter)
  }
  const spellings = words(row.spellings).map(pair => pair.split('/'))
  const respell = (word: string): string => {
    const [end, by = ''] =
      (word.length >= MIN_SPELLED && spellings.find(([each]) => word.endsWith(each!))) || []
    return end === undefined ? word : word.slice(0, -end.length) + by
  }
  const stem = (word: string): string =>
    row.spellings === undefined ? foldAccents(stemmer(word)) : stemmer(respell(foldAccents(word)))
  const fold = (word: string): string => foldAccents(normalise(word))
  const stems = (text: string): string[] => words(text).map(word => stem(normalise(word)))
  const synonyms = new Map<string, string[][]>()
  for (const group of (row.synonyms ?? '').split(',')) {
    const entries = group.split('/').map(stems)
    for (const entry of entries) {
      const others = entries.filter(other => other !== entry)
      if (entry.length === 1) synonyms.set(entry[0]!, [...(synonyms.get(entry[0]!) ?? []), ...others])
    }
  }
  const soft = words(row.soft)
  return {
    code: row.code,
    normalise,
    stem,
    stops: new Set(words(row.stops).map(fold)),
    soft: new Set([...soft.map(fold), ...stems(row.soft)]),
    synonyms,
  }
}

/** A stemmer that cuts off the beginnings and endings of a row, the longest first. */
function lightStemmer({ prefixes, endings, least = 3, rounds = 1 }: LanguageRow): (word: string) => string {
  const byLength = (list?: string) => words(list).toSorted((a, b) => b.length - a.length)
  const [starts, ends] = [byLength(prefixes), byLength(endings)]
  return word => {
    let stem = word
    for (let round = 0; round < rounds; round++) {
      const start = starts.find(
        each => stem.startsWith(each) && stem.length - each.length >= least + Number(each.length === 1),
      )
      stem = stem.slice(start?.length ?? 0)
    }
    for (let round = 0; round < rounds; round++) {
      const end = ends.find(each => stem.endsWith(each) && stem.length - each.length >= least)
      stem = stem.slice(0, stem.length - (end?.length ?? 0))
    }
    return stem
  }
}
