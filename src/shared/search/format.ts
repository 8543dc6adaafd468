/** The files of a search index: what the build writes and the browser reads. Plain JSON, short names for the wire. */
import { decodeNumbers, encodeNumbers } from './numbers.ts'

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
export interface SearchManifest {
  version: 1
  /** Address of the module of the language, relative to the manifest, unless the theme has it (`load-language.ts`). */
  analyser?: string
  /** Encoded path without base, title. */
  pages: [path: string, title: string][]
  /** How many sections each page has. */
  pageSizes: string
  /** Id and title of each section in the order of their numbers; an empty id stands for the page itself. */
  heads: [id: string, title: string][]
  /** A small site: terms and the prose of each section are here. */
  whole?: TermBlock & { texts: string[] }
  /** A large site: what to load for which term and section. */
  parts?: SearchParts
}

export interface SearchParts {
  /** All terms of scripts with spaces, front-coded as `TermBlock.terms`: for prefixes and typing errors. */
  terms: string
  /** First term and address (relative to the manifest) of each `TermBlock`, sorted. */
  termFiles: [first: string, file: string][]
  /** First section and address of each list of texts. */
  textFiles: [first: number, file: string][]
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
