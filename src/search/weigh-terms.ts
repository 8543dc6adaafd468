import { levelOf } from '../shared/search/format.ts'
import type { Counts, PageCounts, SectionCounts } from './count-terms.ts'

/** How much a field counts, and how far its length matters (0 not at all, 1 in full proportion). */
const FIELDS = [
  { name: 'page', weight: 6, lengthMatters: 0.3 },
  { name: 'heading', weight: 4, lengthMatters: 0.3 },
  { name: 'ancestors', weight: 2, lengthMatters: 0.3 },
  { name: 'prose', weight: 1, lengthMatters: 0.6 },
  { name: 'code', weight: 1.5, lengthMatters: 0.6 },
] as const
/** How soon further occurrences stop counting (k1 of BM25). */
const SATURATION = 1.2

type Field = (typeof FIELDS)[number]

/** Sections that a term is in, by their numbers, ascending, and the level of each: columns, because there are millions. */
export interface PostingList {
  sections: number[]
  levels: number[]
}

/** Of a term that is in none. */
export const NOWHERE: PostingList = { sections: [], levels: [] }

/** By term. */
export type Postings = Map<string, PostingList>

/** Weighs every term in every section of pages: BM25 within a field, fields added by their weight. */
export function weighTerms(pages: readonly PageCounts[]): Postings {
  const sections = pages.flatMap(({ page, sections: own }) => own.map(section => ({ ...section, page })))
  const averages = new Map(FIELDS.map(field => [field, averageLength(sections, field)]))
  const postings: Postings = new Map()
  sections.forEach((section, number) => {
    const weights: Weights = new Map()
    for (const field of FIELDS)
      addField(weights, section[field.name], { field, average: averages.get(field) ?? 1 })
    if (section.title !== undefined) weights.set(section.title, 1)
    for (const [term, weight] of weights) {
      const { sections: numbers, levels } = listOf(postings, term)
      numbers.push(number)
      levels.push(levelOf(weight))
    }
  })
  return postings
}

function listOf(postings: Postings, term: string): PostingList {
  const known = postings.get(term)
  if (known) return known
  const list: PostingList = { sections: [], levels: [] }
  postings.set(term, list)
  return list
}

type Weights = Map<string, number>

/** A section with the counts of its page. */
type Counted = SectionCounts & { page: Counts }

function lengthOf({ amounts }: Counts): number {
  return amounts.reduce((length, amount) => length + amount, 0)
}

function averageLength(sections: readonly Counted[], { name }: Field): number {
  const lengths = sections.map(section => lengthOf(section[name])).filter(length => length > 0)
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1)
}

function addField(
  weights: Weights,
  counts: Counts,
  { field, average }: { field: Field; average: number },
): void {
  const { weight, lengthMatters } = field
  const norm = SATURATION * (1 - lengthMatters + (lengthMatters * lengthOf(counts)) / Math.max(average, 1))
  counts.terms.forEach((term, position) => {
    const amount = counts.amounts[position] ?? 0
    const part = (weight * amount * (SATURATION + 1)) / (amount + norm)
    weights.set(term, (weights.get(term) ?? 0) + part)
  })
}
