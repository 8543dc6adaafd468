import { encodeTerms, type SearchManifest, type TermBlock } from '../shared/search/format.ts'
import { encodeNumbers } from '../shared/search/numbers.ts'
import type { PageCounts } from './count-terms.ts'
import { sectionTitle, type SearchPage, type SearchSection } from './search-pages.ts'
import { weighTerms, type Postings } from './weigh-terms.ts'

/** A page whose terms are counted. */
export interface CountedPage extends SearchPage {
  counts: PageCounts
}

/** A section with the page it is on, as the index numbers it. */
interface IndexedSection {
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
  return { pages: used, sections, terms: [...postings.keys()].toSorted(byCodeUnit), postings }
}

function standsForPage(page: SearchPage): boolean {
  const title = page.sections[0]?.title
  return title === '' || title === page.title
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What every manifest begins with. */
export function manifestHead({ pages, sections }: SearchIndex): SearchManifest {
  return {
    version: 1,
    pages: pages.map(({ path, title }) => [path, title]),
    pageSizes: encodeNumbers(pages.map(page => page.sections.length)),
    heads: sections.map(indexed => [
      indexed.first ? '' : indexed.section.id,
      sectionTitle(indexed.page, indexed.section),
    ]),
  }
}

/** Columns of some of the terms, in their order. */
export function termBlock({ postings }: SearchIndex, terms: readonly string[]): TermBlock {
  const lists = terms.map(term => postings.get(term) ?? { sections: [], levels: [] })
  const difference = (numbers: readonly number[]): number[] =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0))
  return {
    terms: encodeTerms(terms),
    counts: encodeNumbers(lists.map(({ levels }) => levels.length)),
    sections: lists.map(({ sections }) => encodeNumbers(difference(sections))).join(''),
    levels: lists.map(({ levels }) => encodeNumbers(levels)).join(''),
  }
}
