import type { Index, Posting } from './engine.ts'
import { lowerBound } from './expand-term.ts'
import { findUnspaced } from './fold.ts'
import { decodeTerms, weightOf, type SearchManifest, type TermBlock } from './format.ts'
import { decodeNumbers } from './numbers.ts'

/** Postings by term of one block. */
function readTerms(block: TermBlock): Map<string, Posting> {
  const terms = decodeTerms(block.terms)
  const counts = decodeNumbers(block.counts)
  const differences = decodeNumbers(block.sections)
  const levels = decodeNumbers(block.levels)
  const postings = new Map<string, Posting>()
  let position = 0
  terms.forEach((term, index) => {
    const end = position + (counts[index] ?? 0)
    let section = 0
    const sections = differences.slice(position, end).map(difference => (section += difference))
    postings.set(term, { sections, weights: levels.slice(position, end).map(weightOf) })
    position = end
  })
  return postings
}

/** Page of every section, from the number of sections of every page. */
function readPages(pageSizes: string): number[] {
  return decodeNumbers(pageSizes).flatMap((count, page) => Array.from({ length: count }, () => page))
}

/** False for terms of scripts written without spaces, and for whole titles. */
export function isSpaced(term: string): boolean {
  return !term.includes('=') && findUnspaced(term) === undefined
}

/** An index of which some files may still be missing. */
export interface LoadedIndex extends Index {
  /** Files that hold the terms and are not loaded, in the order of the terms; addresses relative to the manifest. */
  missing(terms: Iterable<string>): string[]
  /** Adds a loaded file of terms. */
  add(file: string, block: TermBlock): void
}

/** Reads a manifest. A small site's index is complete with it. */
export function readIndex(manifest: SearchManifest): LoadedIndex {
  const { whole, parts } = manifest
  const pageOf = readPages(manifest.pageSizes)
  const postings = whole ? readTerms(whole) : new Map<string, Posting>()
  const terms = parts ? decodeTerms(parts.terms) : [...postings.keys()].filter(isSpaced)
  const known = new Set(terms)
  const files = parts?.termFiles ?? []
  const firsts = files.map(([first]) => first)
  const loaded = new Set<string>()
  const fileOf = (term: string): string | undefined => {
    const position = lowerBound(firsts, term)
    return files[firsts[position] === term ? position : position - 1]?.[1]
  }
  return {
    size: pageOf.length,
    terms,
    has: term => known.has(term) || postings.has(term) || (parts !== undefined && !isSpaced(term)),
    posting: term => postings.get(term),
    pageOf: section => pageOf[section] ?? 0,
    missing(wanted) {
      const needed = Array.from(wanted, fileOf).filter(file => file !== undefined && !loaded.has(file))
      return [...new Set(needed)] as string[]
    },
    add(file, block) {
      loaded.add(file)
      for (const [term, posting] of readTerms(block)) postings.set(term, posting)
    },
  }
}
