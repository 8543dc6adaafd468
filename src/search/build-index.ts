import { encodeTerms, type TermBlock, type WholeManifest } from '../shared/search/format.ts'
import { encodeNumbers } from '../shared/search/numbers.ts'
import type { PageCounts } from './count-terms.ts'
import { sectionTitle, type SearchPage, type SearchSection } from './search-pages.ts'
import { NOWHERE, weighTerms, type PostingList, type Postings } from './weigh-terms.ts'

/** A page whose terms are counted. */
export interface CountedPage extends SearchPage {
  counts: PageCounts
}

/** A section with the page it is on, as the index numbers it. */
export interface IndexedSection {
  page: SearchPage
  section: SearchSection
  /** True for the section that carries the page's own title. */
  first: boolean
}

/** An index before it is cut into files. */
export interface SearchIndex {
  pages: readonly SearchPage[]
  sections: IndexedSection[]
  /** Sorted by code unit. */
  terms: string[]
  postings: Postings
}

/** Weighs the terms of a locale's pages and numbers its sections, page after page. */
export function buildIndex(pages: readonly CountedPage[]): SearchIndex {
  const used = pages.filter(page => page.sections.length > 0)
  const sections = used.flatMap(page =>
    page.sections.map((section, index) => ({ page, section, first: index === 0 && standsForPage(page) })),
  )
  const postings = weighTerms(used.map(({ counts }) => counts))
  return { pages: used, sections, terms: [...postings.keys()].toSorted(), postings }
}

function standsForPage(page: SearchPage): boolean {
  const title = page.sections[0]?.title
  return title === '' || title === page.title
}

/** The index of a small site, but for where its analyser is. */
export function wholeManifest(index: SearchIndex): WholeManifest {
  const { pages, sections, terms, postings } = index
  return {
    version: 1,
    pages: pages.map(({ path, title }) => [path, title]),
    pageSizes: encodeNumbers(pages.map(page => page.sections.length)),
    heads: sections.map(headOf),
    whole: {
      ...termBlock(terms.map(term => ({ term, ...(postings.get(term) ?? NOWHERE) }))),
      texts: sections.map(({ section }) => section.text),
    },
  }
}

/** Id and title of a section. */
export function headOf({ page, section, first }: IndexedSection): [id: string, title: string] {
  return [first ? '' : section.id, sectionTitle(page, section)]
}

/** Sections of a term; `count` where there are more than these. */
export interface Stretch extends PostingList {
  term: string
  count?: number
}

/** Columns of some terms, in their order. */
export function termBlock(stretches: readonly Stretch[]): TermBlock {
  const difference = (numbers: readonly number[]): number[] =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0))
  return {
    terms: encodeTerms(stretches.map(({ term }) => term)),
    counts: encodeNumbers(stretches.map(({ levels, count = levels.length }) => count)),
    sections: stretches.map(({ sections }) => encodeNumbers(difference(sections))).join(''),
    levels: stretches.map(({ levels }) => encodeNumbers(levels)).join(''),
  }
}
