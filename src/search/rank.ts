/**
 * Finds sections: every word of a query weighs by its rarity, and none is required. A section counts by the words it has, times
 * a power of the share of the query that they are.
 */
import type { Plan, QueryWord, Way } from './query.ts'

/** Sections that have a term, and how strongly each speaks of it. */
export interface Posting {
  sections: readonly number[]
  weights: readonly number[]
  /** How many there are, loaded or not. */
  count: number
}

/** A loaded index. */
export interface Index {
  /** Number of sections. */
  size: number
  posting(term: string): Posting | undefined
}

/** A found section. */
export interface Hit {
  section: number
  score: number
}

export interface SearchResult {
  /** Best first. */
  hits: Hit[]
  /** Terms of the index that were looked for, for highlighting. */
  terms: Set<string>
  /** Words of the query that were not found, as typed. */
  missing: string[]
}

/** How soon a section falls behind that has less of the query. */
const COVERAGE = 2
/** Share of the meaningful words that must be known. */
const KNOWN = 0.5
/** How much more a heading counts that says just what the query says. */
const WHOLE_TITLE = 2
const BORDER = 0.25
/** How much more a section counts that has all of the query. */
const TOGETHER = 2

/** Sections that answer a plan, as far as they are loaded. */
export function search(plan: Plan, index: Index): SearchResult {
  const { words } = plan
  const meaningful = words.filter(({ share }) => share === 1)
  const missing = meaningful.filter(({ ways }) => ways.length === 0).map(({ text }) => text)
  const terms = new Set(words.flatMap(({ ways }) => ways.flatMap(way => way.terms)))
  const best = words.map(word => bestOf(word, index))
  const certain = meaningful.map(({ ways }) => Math.max(0, ...ways.map(({ certainty = 1 }) => certainty)))
  if (sum(certain) < certain.length * KNOWN) return { hits: [], terms, missing }
  const score = scorer(plan, index)
  const hits: Hit[] = []
  for (let section = 0; section < index.size; section++) {
    const value = score(
      section,
      best.map(scores => scores[section]!),
    )
    if (value > 0) hits.push({ section, score: value })
  }
  return { hits: hits.toSorted((a, b) => b.score - a.score || a.section - b.section), terms, missing }
}

/** Makes the score of a section from those of the words. */
export function scorer(plan: Plan, index: Index): (section: number, scores: readonly number[]) => number {
  const titled = new Set(index.posting(plan.title ?? '')?.sections)
  const borders = plan.borders.map(term =>
    bestOf({ ways: [{ terms: [term], quality: BORDER }], share: 1 }, index),
  )
  const weights = plan.words.map(word => weightOf(word, index))
  const all = sum(weights)
  return (section, scores) => {
    let [value, covered] = [0, 0]
    scores.forEach((score, at) => {
      if (score > 0) covered += weights[at]!
      value += score
    })
    if (value === 0) return 0
    let isWhole = scores.every(score => score > 0)
    for (const border of borders) {
      value += border[section]!
      isWhole &&= border[section]! > 0
    }
    const factor = (titled.has(section) ? WHOLE_TITLE : 1) * (isWhole ? TOGETHER : 1)
    return value * (covered / all) ** COVERAGE * factor
  }
}

/** How much a word is of the query. */
function weightOf({ ways, share }: Pick<QueryWord, 'ways' | 'share'>, index: Index): number {
  const [first] = ways
  return first ? share * Math.max(...first.terms.map(term => rarity(term, index))) : share
}

/** The less the more sections have a term. */
function rarity(term: string, { posting, size }: Index): number {
  const count = posting(term)?.count ?? 0
  return Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

/** Factor of the weights of each term of a way. */
export function factorOf({ terms, quality }: Way, term: string, index: Index): number {
  return (quality * rarity(term, index)) / Math.sqrt(terms.length)
}

/** Best score of one word of the query by section, whichever way it is found; 0 where it is not. */
export function bestOf({ ways, share }: Pick<QueryWord, 'ways' | 'share'>, index: Index): Float64Array {
  const best = new Float64Array(index.size)
  for (const way of ways) {
    let scores = new Map<number, number>()
    way.terms.forEach((term, at) => {
      const factor = factorOf(way, term, index) * share
      const posting = index.posting(term)
      const before = scores
      scores = new Map()
      posting?.sections.forEach((section, position) => {
        const score = (before.get(section) ?? 0) + factor * posting.weights[position]!
        if (way.terms.length === 1) best[section] = Math.max(best[section]!, score)
        else if (at === 0 || before.has(section)) scores.set(section, score)
      })
    })
    for (const [section, score] of scores) best[section] = Math.max(best[section]!, score)
  }
  return best
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
