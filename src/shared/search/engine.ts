/**
 * Finds sections. A query is read as words that should all occur in a section; where that finds nothing, typing errors
 * are forgiven, then a section with at least 60 % of the words will do, and last one that has all but their endings.
 */
import type { Dictionary, Expansion } from './expand-term.ts'
import type { QueryPlan } from './plan-query.ts'

/** Sections that have a term, and how strongly each speaks of it. */
export interface Posting {
  sections: readonly number[]
  weights: readonly number[]
  /** How many there are, loaded or not. */
  count: number
}

/** A loaded index. */
export interface Index extends Dictionary {
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
}

/** Share of the words that must occur when not all do. */
export const RELAXED = 0.6
/** How much more a heading counts that says just what the query says. */
export const WHOLE_TITLE = 2

/** Carries out a plan on what is loaded of an index. */
export function search(plan: QueryPlan, index: Index): SearchResult {
  const { hits, terms } = findSections(plan, index)
  const titled = new Set(index.posting(plan.title ?? '')?.sections)
  const weighed = hits.map(hit =>
    titled.has(hit.section) ? { ...hit, score: hit.score * WHOLE_TITLE } : hit,
  )
  return { hits: weighed.toSorted((a, b) => b.score - a.score || a.section - b.section), terms }
}

function findSections(plan: QueryPlan, index: Index): SearchResult {
  const exact = collect(plan.strict, index, plan.strict.length)
  if (exact.hits.length > 0) return exact
  const forgiving = plan.forgiving()
  const likely = collect(forgiving, index, forgiving.length)
  if (likely.hits.length > 0) return likely
  const relaxed = collect(forgiving, index, Math.ceil(forgiving.length * RELAXED))
  if (relaxed.hits.length > 0 || plan.core.length === 0) return relaxed
  return collect(plan.core, index, plan.core.length)
}

/** Sections that answer at least `needed` of the words. */
function collect(words: readonly Expansion[][], index: Index, needed: number): SearchResult {
  const scores = new Float64Array(index.size)
  const matched = new Uint8Array(index.size)
  const terms = new Set<string>()
  for (const expansions of words) {
    const best = bestOf(expansions, index, terms)
    best.forEach((score, section) => {
      if (score === 0) return
      scores[section] = (scores[section] ?? 0) + score
      matched[section] = (matched[section] ?? 0) + 1
    })
  }
  const hits: Hit[] = []
  matched.forEach((count, section) => {
    if (count < needed || count === 0) return
    const coverage = count / words.length
    hits.push({ section, score: (scores[section] ?? 0) * coverage * coverage })
  })
  return { hits, terms }
}

/** How much a term counts: the less the more sections have it. */
export function factorOf({ quality }: Expansion, { count }: Posting, { size }: Index): number {
  return quality * Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

/** Best score of one word of the query by section, whichever of its forms it is found by; 0 where it is not. */
export function bestOf(
  expansions: readonly Expansion[],
  index: Index,
  terms: Set<string> = new Set(),
): Float64Array {
  const best = new Float64Array(index.size)
  for (const expansion of expansions) {
    const posting = index.posting(expansion.term)
    if (!posting) continue
    terms.add(expansion.term)
    const factor = factorOf(expansion, posting, index)
    posting.sections.forEach((section, position) => {
      const score = factor * (posting.weights[position] ?? 0)
      if (score > (best[section] ?? 0)) best[section] = score
    })
  }
  return best
}
