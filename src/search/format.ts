/** The files of a search index, as JSON. */
import type { LanguageRow } from './terms.ts'

/** The file that `LocaleIndex.search` names. */
export interface SearchManifest {
  version: 2
  language: LanguageRow
  /** Address of the module, relative to the manifest. */
  stemmer?: string | undefined
  size: number
  whole?: { terms: TermBlock; sections: SectionBlock }
  /** Loaded on demand; nothing here grows with the site. */
  parts?: SearchParts
}

/** Terms in code unit order, in columns, which compress best. */
export interface TermBlock {
  /** `encodeTerms`, as the keys of a `FileTree`. */
  terms: string
  /** Sections of each term, of which `HEAD` at most are listed. */
  counts: string
  /** Section numbers of each term in turn, as differences. */
  sections: string
  /** Relevance of each section (`levelOf`). */
  levels: string
}

export interface PageTable {
  /** Encoded paths without base; titles where sections are shown. */
  pages: [path: string, title?: string][]
  /** Sections of each page. */
  sizes: string
}

export interface SectionBlock extends PageTable {
  first: number
  /** An empty id is the page itself. */
  heads: [id: string, title: string][]
  texts: string[]
}

export interface SearchParts {
  code: string
  terms: FileTree
  /** `SectionBlock`s by `numberKey` of the first section. */
  sections: FileTree
  /** Terms of scripts with spaces (`encodeTerms`), for typos. */
  dictionary: FileTree
  /** The same terms, spelled backwards. */
  endings: FileTree
  /** `PageTable`, for languages that show pages of this one. */
  pages: string
}

/** Files by the first key of each, sorted; `depth`: levels of such lists in between. */
export interface FileTree {
  depth: number
  keys: string
  files: string
}

/** The most relevant sections of a term. */
export const HEAD = 1024
/** Most results: pages, and sections of each, unless more are requested. */
export const MAX_GROUPS = 8
export const MAX_OPTIONS = 5
export const HASH = 8

export const numberKey = (number: number) => number.toString(36).padStart(6, '0')

/** Largest level, and letters that a term shares with the one before it. */
const MAX_DIGIT = 44

/** Sorted terms: length shared with the term before (one number), rest, line feed. */
export function encodeTerms(terms: readonly string[]) {
  let before = ''
  const lines = terms.map(term => {
    let shared = 0
    while (shared < MAX_DIGIT && shared < term.length && before[shared] === term[shared]) shared++
    before = term
    return encodeNumbers([shared]) + term.slice(shared)
  })
  return lines.join('\n')
}

export function decodeTerms(text: string) {
  let before = ''
  const lines = text === '' ? [] : text.split('\n')
  return lines.map(line => (before = before.slice(0, decodeNumbers(line.charAt(0))[0]) + line.slice(1)))
}

/** Three levels to a doubling, from 1/16 on: at most 12 % from the truth. */
export function levelOf(weight: number) {
  return Math.min(Math.max(Math.round(Math.log2(weight * 16) * 3), 0), MAX_DIGIT)
}

export const weightOf = (level: number) => 2 ** (level / 3) / 16

export interface Posting {
  sections: number[]
  weights: number[]
  /** Including sections that the index doesn't list. */
  count: number
}

export function readTerms(block: TermBlock): [term: string, Posting][] {
  const counts = decodeNumbers(block.counts)
  const differences = decodeNumbers(block.sections)
  const levels = decodeNumbers(block.levels)
  let start = 0
  return decodeTerms(block.terms).map((term, index) => {
    const count = counts[index] ?? 0
    const end = start + Math.min(count, HEAD)
    let section = 0
    const sections = differences.slice(start, end).map(difference => (section += difference))
    const weights = levels.slice(start, end).map(weightOf)
    start = end
    return [term, { sections, weights, count }]
  })
}

export interface Place {
  /** Encoded, without base. */
  path: string
  title: string
  id: string
  heading: string
  text: string
}

export const reverse = (text: string) => text.split('').toReversed().join('')

export function readPages({ pages, sizes }: PageTable) {
  return decodeNumbers(sizes).flatMap((count, page) => Array.from({ length: count }, () => pages[page]!))
}

// Numbers as text that JSON doesn't escape: below 57 one character, # to [; others begin with digits in base 34, ] to ~.
const LAST = { code: 0x23, base: 57 }
const DIGIT = { code: 0x5d, base: 34 }

export function encodeNumbers(numbers: Iterable<number>) {
  let text = ''
  for (const number of numbers) {
    let rest = number
    for (; rest >= LAST.base; rest = Math.floor(rest / DIGIT.base))
      text += String.fromCharCode(DIGIT.code + (rest % DIGIT.base))
    text += String.fromCharCode(LAST.code + rest)
  }
  return text
}

export function decodeNumbers(text: string) {
  const numbers: number[] = []
  let [value, unit] = [0, 1]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= DIGIT.code) {
      value += (code - DIGIT.code) * unit
      unit *= DIGIT.base
    } else {
      numbers.push(value + (code - LAST.code) * unit)
      value = 0
      unit = 1
    }
  }
  return numbers
}
