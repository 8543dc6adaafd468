import { editDistance } from './distance.ts'
import type { QueryTerm } from './parse-query.ts'

/** A term of the index that answers a term of the query; `quality` is 1 for the same term, less for a likeness. */
export interface Expansion {
  term: string
  quality: number
}

/** What expansion needs of an index. */
export interface Dictionary {
  /** Terms of scripts with spaces, sorted by code unit. */
  terms: readonly string[]
  has(term: string): boolean
}

const STEM = 0.85
const PREFIX = 0.7
const SHORTENED = 0.5
const ONE_EDIT = 0.5
const TWO_EDITS = 0.3
const MAX_PREFIXES = 40
const MAX_FUZZY = 12
const MIN_PREFIX = 2

/** Exact forms, then words that begin so: what a reader who types correctly means. */
export function expandExact(query: QueryTerm, dictionary: Dictionary): Expansion[] {
  const found = [
    { term: query.word, quality: 1 },
    { term: query.term, quality: query.term === query.word ? 0 : STEM },
  ].filter(({ term, quality }) => quality > 0 && dictionary.has(term))
  if (query.spaced && query.open) found.push(...expandPrefix(query, dictionary))
  return found
}

function expandPrefix({ word, term }: QueryTerm, { terms }: Dictionary): Expansion[] {
  const found: Expansion[] = []
  if (word.length < MIN_PREFIX) return found
  for (let index = lowerBound(terms, word); found.length < MAX_PREFIXES; index++) {
    const candidate = terms[index]
    if (!candidate?.startsWith(word)) break
    if (candidate === term || candidate === word) continue
    found.push({ term: candidate, quality: PREFIX * Math.sqrt(word.length / candidate.length) })
  }
  return found
}

/** Terms within one edit from five letters on, two from nine; and the stem of a word whose ending is half typed. */
export function expandFuzzy(query: QueryTerm, { terms }: Dictionary): Expansion[] {
  if (!query.spaced) return []
  const limit = query.word.length >= 9 ? 2 : query.word.length >= 5 ? 1 : 0
  if (limit === 0) return []
  const found: (Expansion & { distance: number })[] = []
  for (const term of terms) {
    const distance = likeness(query, term, limit)
    if (distance > limit) continue
    const quality = distance === 0 ? SHORTENED : distance === 1 ? ONE_EDIT : TWO_EDITS
    found.push({ term, quality, distance })
  }
  return found.toSorted((a, b) => a.distance - b.distance).slice(0, MAX_FUZZY)
}

/** Edits between a word of the query and a term; 0 for a term that the open word has all but the ending of. */
function likeness({ term: stem, word, open }: QueryTerm, term: string, limit: number): number {
  if (open && term.length >= 5 && word.length - term.length <= 3 && word.startsWith(term)) return 0
  const distance = editDistance(stem, term, limit)
  return distance <= limit || stem === word ? distance : editDistance(word, term, limit)
}

/** Index of the first of the sorted `terms` that is not before `text`. */
export function lowerBound(terms: readonly string[], text: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((terms[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
