/** Finds sections: words weigh by their rarity, none is required, and a section counts by the share of the query that it has. */
import type { Posting } from './format.ts'
import type { Plan, QueryWord } from './query.ts'

export interface Index {
  size: number
  posting(term: string): Posting | undefined
}

export interface Hit {
  section: number
  score: number
}

export interface SearchResult {
  hits: Hit[]
  terms: Set<string>
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

export function search({ words, borders, title }: Plan, index: Index): SearchResult {
  const meaningful = words.filter(({ share }) => share === 1)
  const missing = meaningful.filter(({ ways }) => ways.length === 0).map(({ text }) => text)
  const terms = new Set(words.flatMap(({ ways }) => ways.flatMap(way => way.terms)))
  const certain = meaningful.map(({ ways }) => Math.max(0, ...ways.map(({ certainty = 1 }) => certainty)))
  if (sum(certain) < certain.length * KNOWN) return { hits: [], terms, missing }

  const scored = words.map(word => scoresOf(word, index))
  const bordering = borders.map(term =>
    scoresOf({ ways: [{ terms: [term], quality: BORDER }], share: 1 }, index),
  )
  const titled = new Set(index.posting(title ?? '')?.sections)
  // How much each word is of the query.
  const weights = words.map(({ ways: [first], share }) =>
    first ? share * Math.max(...first.terms.map(term => rarity(term, index))) : share,
  )
  const all = sum(weights)
  const hits: Hit[] = []
  for (let section = 0; section < index.size; section++) {
    let [value, covered] = [0, 0]
    let isWhole = true
    for (const [at, scores] of scored.entries()) {
      const score = scores[section]!
      if (score > 0) covered += weights[at]!
      else isWhole = false
      value += score
    }
    if (value === 0) continue
    for (const scores of bordering) {
      value += scores[section]!
      isWhole &&= scores[section]! > 0
    }
    const factor = (titled.has(section) ? WHOLE_TITLE : 1) * (isWhole ? TOGETHER : 1)
    hits.push({ section, score: value * (covered / all) ** COVERAGE * factor })
  }
  return { hits: hits.toSorted((a, b) => b.score - a.score || a.section - b.section), terms, missing }
}

/** Best score of one word of the query by section, whichever way it is found; 0 where it is not. */
function scoresOf({ ways, share }: Pick<QueryWord, 'ways' | 'share'>, index: Index): Float64Array {
  const best = new Float64Array(index.size)
  for (const { terms, quality } of ways) {
    let scores = new Map<number, number>()
    terms.forEach((term, at) => {
      const factor = (share * quality * rarity(term, index)) / Math.sqrt(terms.length)
      const posting = index.posting(term)
      const before = scores
      scores = new Map()
      posting?.sections.forEach((section, position) => {
        const score = (before.get(section) ?? 0) + factor * posting.weights[position]!
        if (terms.length === 1) best[section] = Math.max(best[section]!, score)
        else if (at === 0 || before.has(section)) scores.set(section, score)
      })
    })
    for (const [section, score] of scores) best[section] = Math.max(best[section]!, score)
  }
  return best
}

function rarity(term: string, { posting, size }: Index): number {
  const count = posting(term)?.count ?? 0
  return Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
