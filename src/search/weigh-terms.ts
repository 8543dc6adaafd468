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

/** Term → section number and level, section numbers ascending. */
export type Postings = Map<string, { section: number; level: number }[]>

type Counts = Map<string, number>

/** Weighs every term in every section: BM25 within a field, fields added by their weight. */
export function weighTerms(sections: readonly IndexedSection[], cut: Cut): Postings {
  const counted = sections.map(section => countFields(section, cut))
  const averages = FIELDS.map((_field, index) => averageLength(counted, index))
  const postings: Postings = new Map()
  counted.forEach((fields, section) => {
    const weights = new Map<string, number>()
    fields.forEach((counts, index) => addField(weights, counts, { index, average: averages[index] ?? 1 }))
    const title = titleTerm(runsOf(titleOf(sections[section])).flatMap(cut))
    if (title !== undefined) weights.set(title, 1)
    for (const [term, weight] of weights) {
      const list = postings.get(term)
      const posting = { section, level: levelOf(weight) }
      if (list) list.push(posting)
      else postings.set(term, [posting])
    }
  })
  return postings
}

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
  const runs: Counts = new Map()
  for (const text of texts) for (const run of runsOf(text)) runs.set(run, (runs.get(run) ?? 0) + 1)
  const counts: Counts = new Map()
  const add = (term: string, amount: number): void => void counts.set(term, (counts.get(term) ?? 0) + amount)
  for (const [run, times] of runs) {
    for (const token of cut(run)) {
      if (!isCounted(token, kind)) continue
      const amount = token.kind === 'part' ? times * PART : times
      add(token.term, amount)
      if (token.word !== token.term) add(token.word, amount)
    }
  }
  return counts
}

function isCounted({ stop, word }: Token, kind: FieldKind): boolean {
  if (kind === 'title') return true
  return !stop && (kind === 'prose' || !(KEYWORDS.has(word) || /^\d*$/.test(word)))
}

function lengthOf(counts: Counts): number {
  let length = 0
  for (const amount of counts.values()) length += amount
  return length
}

function averageLength(counted: readonly Counts[][], field: number): number {
  const lengths = counted.map(fields => lengthOf(fields[field] ?? new Map())).filter(length => length > 0)
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1)
}

function addField(
  weights: Counts,
  counts: Counts,
  { index, average }: { index: number; average: number },
): void {
  const { weight, lengthMatters } = FIELDS[index] ?? FIELDS[3]
  const norm = SATURATION * (1 - lengthMatters + (lengthMatters * lengthOf(counts)) / Math.max(average, 1))
  for (const [term, amount] of counts) {
    const part = (weight * amount * (SATURATION + 1)) / (amount + norm)
    weights.set(term, (weights.get(term) ?? 0) + part)
  }
}
