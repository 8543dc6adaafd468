import type { Index, Posting } from './engine.ts'
import { findUnspaced } from './fold.ts'
import { decodeTerms, weightOf, type TermBlock } from './format.ts'
import { decodeNumbers } from './numbers.ts'

/** Postings by term of one block. */
export function readTerms(block: TermBlock): Map<string, Posting> {
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
export function readPages(pageSizes: string): number[] {
  return decodeNumbers(pageSizes).flatMap((count, page) => Array.from({ length: count }, () => page))
}

/** The index of a small site, all of it loaded. */
export function readWhole(block: TermBlock, size: number, pageOf: readonly number[]): Index {
  const postings = readTerms(block)
  return {
    size,
    terms: [...postings.keys()].filter(isSpaced),
    has: term => postings.has(term),
    posting: term => postings.get(term),
    pageOf: section => pageOf[section] ?? 0,
  }
}

/** False for terms of scripts written without spaces, and for whole titles. */
export function isSpaced(term: string): boolean {
  return !term.startsWith('=') && findUnspaced(term) === undefined
}
