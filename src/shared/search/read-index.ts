import type { Index } from './engine.ts'
import { findUnspaced } from './fold.ts'
import { decodeTerms, weightOf, type TermBlock, type WholeManifest } from './format.ts'
import { decodeNumbers } from './numbers.ts'

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

/** False for terms of scripts written without spaces, and for whole titles. */
export function isSpaced(term: string): boolean {
  return !term.includes('=') && findUnspaced(term) === undefined
}

/** Reads the index of a small site. */
export function readIndex({ whole, heads }: WholeManifest): Index {
  const postings = readTerms(whole)
  return {
    size: heads.length,
    terms: [...postings.keys()].filter(isSpaced),
    has: term => postings.has(term),
    posting: term => postings.get(term),
  }
}
