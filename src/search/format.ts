/** The files of a search index: what the build writes and the browser reads. Plain JSON, short names for the wire. */
import type { LanguageRow } from './language.ts'

/** Terms in code unit order and where they occur, in columns because equal things beside each other pack best. */
export interface TermBlock {
  /** Sorted terms: length shared with the term before (one number), rest of the term, line feed. */
  terms: string
  /** How many sections each term is in. */
  counts: string
  /** Section numbers of each term in turn, as differences. */
  sections: string
  /** How strongly each of those sections speaks of the term (`levelOf`). */
  levels: string
}

/** The address that `LocaleIndex.search` names. */
export type SearchManifest = WholeManifest | CutManifest

interface ManifestHead {
  version: 2
  language: LanguageRow
  /** Address of the module with the stemmer, relative to the manifest. */
  stemmer?: string
}

/** A small site: everything in one file. */
export interface WholeManifest extends ManifestHead {
  /** Encoded path without base, title. */
  pages: [path: string, title: string][]
  /** How many sections each page has. */
  pageSizes: string
  /** Id and title of each section in the order of their numbers; an empty id stands for the page itself. */
  heads: [id: string, title: string][]
  /** Terms and the prose of each section. */
  whole: TermBlock & { texts: string[] }
}

/** A large site: where to find what; nothing here grows with the site. */
export interface CutManifest extends ManifestHead {
  parts: SearchParts
}

export interface SearchParts {
  /** What names of files begin with: `en`. */
  code: string
  /** Number of sections. */
  size: number
  /** Blocks of terms, with the `HEAD` sections at most that speak most of each; counts are of all. */
  terms: FileTree
  /** Blocks of further sections of terms, by `restKey`. */
  rest: FileTree
  /** Blocks of the terms of whole titles, which would stand between the others. */
  titles: FileTree
  /** `SectionBlock` by `numberKey` of the first section. */
  sections: FileTree
  /** Terms of scripts with spaces, front-coded as `TermBlock.terms`: for typing errors. */
  dictionary: FileTree
  /** The same, each written from its end. */
  endings: FileTree
  /** File with a `PageTable`: only languages that show pages of this one need it. */
  pages: string
}

/** Files by the first key that each has, sorted; `depth` says how many files with such lists lie between. */
export interface FileTree {
  depth: number
  /** Front-coded as `TermBlock.terms`. */
  keys: string
  /** The hash of each file's name. */
  files: string
}

/** Sections in the order of their numbers, with the pages they are on. */
export interface SectionBlock extends Pick<WholeManifest, 'pages' | 'heads'> {
  /** Number of the first section. */
  first: number
  /** How many of the sections each page has. */
  sizes: string
  texts: string[]
}

/** Paths of all pages. */
export interface PageTable {
  paths: string[]
  /** How many sections each has. */
  sizes: string
}

/** Sections of a term that are in its block: what has more is cut, because nobody looks at all of them. */
export const HEAD = 256

/** Letters of the hash in a file's name. */
export const HASH = 8

/** A number as a key. */
export function numberKey(number: number): string {
  return number.toString(36).padStart(6, '0')
}

/** The place of a section of a term: no term has a space. */
export function restKey(term: string, section: number): string {
  return `${term} ${numberKey(section)}`
}

/** Largest number that is one character. */
const MAX_DIGIT = 44

/** Front-codes sorted terms. */
export function encodeTerms(terms: readonly string[]): string {
  let before = ''
  return terms
    .map(term => {
      const shared = Math.min(sharedLength(before, term), MAX_DIGIT)
      before = term
      return encodeNumbers([shared]) + term.slice(shared)
    })
    .join('\n')
}

/** The terms of a text made by `encodeTerms`. */
export function decodeTerms(text: string): string[] {
  let before = ''
  if (text === '') return []
  return text
    .split('\n')
    .map(line => (before = before.slice(0, decodeNumbers(line.charAt(0))[0]) + line.slice(1)))
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** Five levels to a doubling, from 1/16 on: one character, and 7 % from the truth at most. */
export function levelOf(weight: number): number {
  return Math.min(Math.max(Math.round(Math.log2(weight * 16) * 5), 0), MAX_DIGIT)
}

/** The weight that a level stands for. */
export function weightOf(level: number): number {
  return 2 ** (level / 5) / 16
}

/** A posting to which more sections may be added. */
export interface OpenPosting {
  sections: number[]
  weights: number[]
  count: number
}

/** Postings by term of one block, which has at most so many sections of each. */
export function readTerms(block: TermBlock, most = Infinity): Map<string, OpenPosting> {
  const terms = decodeTerms(block.terms)
  const counts = decodeNumbers(block.counts)
  const differences = decodeNumbers(block.sections)
  const levels = decodeNumbers(block.levels)
  const postings = new Map<string, OpenPosting>()
  let position = 0
  terms.forEach((term, index) => {
    const count = counts[index] ?? 0
    const end = position + Math.min(count, most)
    let section = 0
    const sections = differences.slice(position, end).map(difference => (section += difference))
    postings.set(term, { sections, weights: levels.slice(position, end).map(weightOf), count })
    position = end
  })
  return postings
}

/** Number of every section's page, from the number of sections of every page. */
export function readPages(sizes: string): number[] {
  return decodeNumbers(sizes).flatMap((count, page) => Array.from({ length: count }, () => page))
}

/*
 * Numbers as text that JSON leaves alone and gzip packs well. A number below 45 is one character; a larger one is
 * written in base 45, lowest digit first, every digit but the last from the upper half of the alphabet.
 */
const FIRST = 0x23
const BASE = 45
const SKIPPED = 0x5c // the backslash, which JSON would double

/** Text of whole numbers from 0 on. */
export function encodeNumbers(numbers: Iterable<number>): string {
  let text = ''
  for (const number of numbers) {
    let rest = number
    while (rest >= BASE) {
      text += digit(BASE + (rest % BASE))
      rest = Math.floor(rest / BASE)
    }
    text += digit(rest)
  }
  return text
}

/** The numbers of a text made by `encodeNumbers`. */
export function decodeNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let unit = 1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const rank = code - FIRST - (code > SKIPPED ? 1 : 0)
    value += (rank % BASE) * unit
    if (rank >= BASE) unit *= BASE
    else {
      numbers.push(value)
      value = 0
      unit = 1
    }
  }
  return numbers
}

function digit(rank: number): string {
  const code = FIRST + rank
  return String.fromCharCode(code >= SKIPPED ? code + 1 : code)
}
