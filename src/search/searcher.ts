/** Answers queries with what is shown of the best sections: in browsers, and where `docsgen check` asks. */
import { type Analyse, isSpaced } from './analyse.ts'
import { readPages, readTerms, type WholeManifest } from './format.ts'
import type { Language } from './language.ts'
import { type Dictionary, planQuery } from './query.ts'
import { type Hit, search, type SearchResult } from './rank.ts'

/** What is shown of a section. */
export interface Place {
  /** Of its page, encoded, without base. */
  path: string
  /** Of its page. */
  title: string
  /** Empty for the page itself. */
  id: string
  heading: string
  text: string
}

export interface Answer extends Pick<SearchResult, 'terms' | 'missing'> {
  /** Best sections, those of one page together, pages in the order of their best section. */
  pages: Place[][]
}

/** Answers a query; rejects when a file of the index can't be loaded. */
export type Searcher = (query: string, signal?: AbortSignal) => Promise<Answer>

export interface SearchContext {
  language: Language
  analyse: Analyse
  /** Fetches a file that the manifest names. */
  load<T>(file: string): Promise<T>
  /** False for paths of pages that are not shown. */
  isShown?: (path: string) => boolean
}

export const MAX_GROUPS = 8
export const MAX_OPTIONS = 5

/** The searcher over the index of a small site. */
export function searchWhole(
  manifest: WholeManifest,
  { analyse, language, isShown }: SearchContext,
): Searcher {
  const postings = readTerms(manifest.whole)
  const terms = [...postings.keys()].filter(isSpaced)
  const pageOf = readPages(manifest.pageSizes)
  const index = { size: manifest.heads.length, posting: (term: string) => postings.get(term) }
  const dictionary: Dictionary = {
    has: term => postings.has(term),
    startingWith: text => startingWith(terms, text),
    resembling: () => terms,
  }
  const placeOf = (section: number): Place | undefined => {
    const [path = '/', title = ''] = manifest.pages[pageOf[section] ?? 0] ?? []
    const [id = '', heading = ''] = manifest.heads[section] ?? []
    const isHidden = isShown?.(path) === false
    return isHidden ? undefined : { path, title, id, heading, text: manifest.whole.texts[section] ?? '' }
  }
  return async query => {
    const { hits, ...found } = search(planQuery(query, dictionary, analyse, language), index)
    return { pages: groupHits(hits, placeOf), ...found }
  }
}

/** Best hits whose place is known, by page. */
export function groupHits(hits: readonly Hit[], placeOf: (section: number) => Place | undefined): Place[][] {
  const groups = new Map<string, Place[]>()
  for (const { section } of hits) {
    const place = placeOf(section)
    if (!place) continue
    const group = groups.get(place.path)
    if (!group && groups.size < MAX_GROUPS) groups.set(place.path, [place])
    else if (group && group.length < MAX_OPTIONS) group.push(place)
  }
  return [...groups.values()]
}

/** Those of sorted terms that begin with a text. */
export function startingWith(terms: readonly string[], text: string): string[] {
  const found: string[] = []
  for (let at = lowerBound(terms, text); terms[at]?.startsWith(text); at++) found.push(terms[at]!)
  return found
}

/** Index of the first of the sorted `terms` that is not before `text`. */
export function lowerBound(terms: readonly string[], text: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (terms[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}
