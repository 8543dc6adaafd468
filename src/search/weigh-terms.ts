import { type Cut, runsOf, titleTerm, type Token } from '../shared/search/analyse.ts'
import { levelOf } from '../shared/search/format.ts'
import type { SearchPage, SearchSection } from './search-pages.ts'

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
/** Half of what the whole identifier counts. */
const PART = 0.5
/** Words of programming languages themselves, which say nothing about a sample. */
const KEYWORDS = new Set(
  (
    'as async await break case catch class const continue default do else export extends false finally for from ' +
    'function if import in instanceof interface let new null of return static super switch this throw true try ' +
    'type typeof undefined var void while with yield'
  ).split(' '),
)

/** A section with the page it is on, as the index numbers it. */
export interface IndexedSection {
  page: SearchPage
  section: SearchSection
  /** True for the section that carries the page's own title. */
  first: boolean
}

/** Sections that a term is in, by their numbers, ascending, and the level of each: columns, because there are millions. */
export interface PostingList {
  sections: number[]
  levels: number[]
}

/** By term. */
export type Postings = Map<string, PostingList>

/** The terms of a field and how often each is in it, in columns as well: every section has five of them. */
interface Counts {
  terms: string[]
  amounts: number[]
}

/** Weighs every term in every section: BM25 within a field, fields added by their weight. */
export function weighTerms(sections: readonly IndexedSection[], cut: Cut): Postings {
  const counted = sections.map(section => countFields(section, cut))
  const averages = FIELDS.map((_field, index) => averageLength(counted, index))
  const postings: Postings = new Map()
  counted.forEach((fields, section) => {
    const weights: Weights = new Map()
    fields.forEach((counts, index) => addField(weights, counts, { index, average: averages[index] ?? 1 }))
    const title = titleTerm(runsOf(titleOf(sections[section])).flatMap(cut))
    if (title !== undefined) weights.set(title, 1)
    for (const [term, weight] of weights) {
      const { sections: numbers, levels } = listOf(postings, term)
      numbers.push(section)
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

function countFields({ page, section }: IndexedSection, cut: Cut): Counts[] {
  const ancestors = section.ancestors.filter(title => title !== page.title)
  return [
    count([page.title, ...page.tags], cut, 'title'),
    count([titleOf({ page, section })], cut, 'title'),
    count(ancestors, cut, 'title'),
    count([section.text], cut, 'prose'),
    count(section.code, cut, 'code'),
  ]
}

/** Title of a section; of the page for text before its first heading. */
export function titleOf(indexed: Pick<IndexedSection, 'page' | 'section'> | undefined): string {
  return indexed?.section.title || indexed?.page.title || ''
}

type FieldKind = 'title' | 'prose' | 'code'

function count(texts: readonly string[], cut: Cut, kind: FieldKind): Counts {
  const runs: Weights = new Map()
  for (const text of texts) for (const run of runsOf(text)) runs.set(run, (runs.get(run) ?? 0) + 1)
  const counts: Weights = new Map()
  const add = (term: string, amount: number): void => void counts.set(term, (counts.get(term) ?? 0) + amount)
  for (const [run, times] of runs) {
    for (const token of cut(run)) {
      if (!isCounted(token, kind)) continue
      const amount = token.kind === 'part' ? times * PART : times
      add(token.term, amount)
      if (token.word !== token.term) add(token.word, amount)
    }
  }
  return { terms: [...counts.keys()], amounts: [...counts.values()] }
}

function isCounted({ stop, word }: Token, kind: FieldKind): boolean {
  if (kind === 'title') return true
  return !stop && (kind === 'prose' || !(KEYWORDS.has(word) || /^\d*$/.test(word)))
}

function lengthOf({ amounts }: Counts): number {
  return amounts.reduce((length, amount) => length + amount, 0)
}

const NOTHING: Counts = { terms: [], amounts: [] }

function averageLength(counted: readonly Counts[][], field: number): number {
  const lengths = counted.map(fields => lengthOf(fields[field] ?? NOTHING)).filter(length => length > 0)
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1)
}

function addField(
  weights: Weights,
  counts: Counts,
  { index, average }: { index: number; average: number },
): void {
  const { weight, lengthMatters } = FIELDS[index] ?? FIELDS[3]
  const norm = SATURATION * (1 - lengthMatters + (lengthMatters * lengthOf(counts)) / Math.max(average, 1))
  counts.terms.forEach((term, position) => {
    const amount = counts.amounts[position] ?? 0
    const part = (weight * amount * (SATURATION + 1)) / (amount + norm)
    weights.set(term, (weights.get(term) ?? 0) + part)
  })
}
