import { encodeTerms, HEAD, numberKey, restKey, type SearchParts } from '../shared/search/format.ts'
import type { PageTable, SectionBlock } from '../shared/search/format.ts'
import { encodeNumbers } from '../shared/search/numbers.ts'
import { isSpaced } from '../shared/search/read-index.ts'
import { headOf, type IndexedSection, type SearchIndex, type Stretch } from './build-index.ts'
import { termBlock } from './build-index.ts'
import { cutEvenly, type Leaf, type NamedFiles, plantTree } from './file-tree.ts'
import { NOWHERE, type PostingList } from './weigh-terms.ts'

/** Bytes of the files of an index, not compressed: small enough that a query costs no more on a larger site. */
export interface PartLimits {
  terms: number
  titles: number
  sections: number
  dictionary: number
}

/** Cuts the index of a large site into files; what names them does not grow with the site. */
export function cutIndex(
  index: SearchIndex,
  named: NamedFiles,
  limits: PartLimits,
): Omit<SearchParts, 'code'> {
  const { terms, postings, pages, sections } = index
  const listOf = (term: string): PostingList => postings.get(term) ?? NOWHERE
  const words = terms.filter(term => !term.includes('='))
  const lists = words.map(term => cutList(term, listOf(term)))
  const titles = terms.filter(term => term.includes('=')).map(term => ({ term, ...listOf(term) }))
  const rest = lists.flatMap(({ rest: some }) => (some ? cutRest(some, limits.terms) : []))
  const spaced = words.filter(isSpaced)
  const reversed = spaced.map(term => term.split('').toReversed().join('')).toSorted()
  const pageTable: PageTable = {
    paths: pages.map(({ path }) => path),
    sizes: encodeNumbers(pages.map(page => page.sections.length)),
  }
  const termLeaves = (some: Stretch[], limit: number) =>
    cutEvenly(some, sizeOfStretch, limit).map(block => leafOf(block, ({ term }) => term))
  const dictionary = (some: string[]): Leaf[] =>
    cutEvenly(some, term => term.length, limits.dictionary).map(block => ({
      key: block[0] ?? '',
      content: JSON.stringify(encodeTerms(block)),
    }))
  return {
    size: sections.length,
    terms: plantTree(
      termLeaves(
        lists.map(({ head }) => head),
        limits.terms,
      ),
      named,
    ),
    rest: plantTree(
      cutEvenly(rest, sizeOfStretch, limits.terms).map(block => leafOf(joinStretches(block), keyOfRest)),
      named,
    ),
    titles: plantTree(termLeaves(titles, limits.titles), named),
    sections: plantTree(cutSections(sections, limits.sections), named),
    dictionary: plantTree(dictionary(spaced), named),
    endings: plantTree(dictionary(reversed), named),
    pages: named.add(JSON.stringify(pageTable)),
  }
}

/** The sections that speak most of a term, and the others; both in the order of their numbers. */
function cutList(term: string, { sections, levels }: PostingList): { head: Stretch; rest?: Stretch } {
  const count = sections.length
  if (count <= HEAD) return { head: { term, sections, levels } }
  const levelAt = (at: number): number => levels[at] ?? 0
  const order = sections.map((_, at) => at).toSorted((a, b) => levelAt(b) - levelAt(a) || a - b)
  const stretch = (some: number[]): Stretch => {
    const at = some.toSorted((a, b) => a - b)
    return { term, sections: at.map(each => sections[each] ?? 0), levels: at.map(levelAt) }
  }
  return { head: { ...stretch(order.slice(0, HEAD)), count }, rest: stretch(order.slice(HEAD)) }
}

/** A list in stretches of which several fit into a file. */
function cutRest({ term, sections, levels }: Stretch, limit: number): Stretch[] {
  const length = Math.ceil(limit / 4)
  return Array.from({ length: Math.ceil(sections.length / length) }, (_, at) => ({
    term,
    sections: sections.slice(at * length, (at + 1) * length),
    levels: levels.slice(at * length, (at + 1) * length),
  }))
}

/** Stretches of which each term has one. */
function joinStretches(block: readonly Stretch[]): Stretch[] {
  const byTerm = new Map<string, Stretch>()
  for (const stretch of block) {
    const { sections, levels } = byTerm.get(stretch.term) ?? NOWHERE
    byTerm.set(stretch.term, {
      term: stretch.term,
      sections: [...sections, ...stretch.sections],
      levels: [...levels, ...stretch.levels],
    })
  }
  return [...byTerm.values()]
}

/** About the bytes that a stretch has in a block. */
function sizeOfStretch({ term, sections }: Stretch): number {
  return term.length + sections.length * 2
}

function leafOf(block: readonly Stretch[], keyOf: (stretch: Stretch) => string): Leaf {
  const [first] = block
  return { key: first ? keyOf(first) : '', content: JSON.stringify(termBlock(block)) }
}

function keyOfRest({ term, sections: [first = 0] }: Stretch): string {
  return restKey(term, first)
}

function cutSections(sections: readonly IndexedSection[], limit: number): Leaf[] {
  const size = ({ section }: IndexedSection): number =>
    Buffer.byteLength(section.text) + section.title.length + section.id.length
  let first = 0
  return cutEvenly(sections, size, limit).map(block => {
    const pages = [...new Set(block.map(({ page }) => page))]
    const content: SectionBlock = {
      first,
      pages: pages.map(({ path, title }) => [path, title]),
      sizes: encodeNumbers(pages.map(page => block.filter(section => section.page === page).length)),
      heads: block.map(headOf),
      texts: block.map(({ section }) => section.text),
    }
    const key = numberKey(first)
    first += block.length
    return { key, content: JSON.stringify(content) }
  })
}
