import { search, type Hit } from '../../shared/search/engine.ts'
import { numberKey, type PageTable, type SearchParts } from '../../shared/search/format.ts'
import type { SectionBlock } from '../../shared/search/format.ts'
import type { Expansion } from '../../shared/search/expand-term.ts'
import { planQuery, type QueryPlan } from '../../shared/search/plan-query.ts'
import { readPages } from '../../shared/search/read-index.ts'
import { completeBest, loadMore } from './complete.ts'
import { createFiles, type Files, type Load } from './files.ts'
import { groupHits, type Place, type ShowContext, type ShownElsewhere, toGroups } from './found.ts'
import { createLargeIndex, type LargeIndex } from './large-index.ts'
import { MAX_GROUPS, type Provider } from './results.ts'

/** Hits among which pages to show are looked for. */
const MAX_HITS = 200

/** The provider over the index of a large site: every query loads the few files that it needs. */
export function createLarge(parts: SearchParts, context: ShowContext & { load: Load }): Provider {
  const files = createFiles(parts.code, context.load)
  const index = createLargeIndex(parts, files)
  const places = createPlaces(parts, files)
  return {
    async search(query, signal, show) {
      const plan = await loadPlan(query, index, context)
      if (signal.aborted) return
      await completeBest(wordsOf(plan), plan.title, index)
      if (signal.aborted) return
      const { hits, terms } = search(plan, index)
      let wanted = hits
      if (context.stand) {
        const isShown = await loadShown(context.stand.paths, parts, files)
        wanted = hits.filter(isShown)
        if (wanted.length < MAX_GROUPS) {
          await loadMore(terms, index)
          wanted = search(plan, index).hits.filter(isShown)
        }
      }
      await places.load(wanted)
      if (!signal.aborted) show(toGroups(groupHits(wanted, places.get), terms, context))
    },
  }
}

/** Reads a query when its words are there, and where one is not found, what resembles it. */
async function loadPlan(query: string, index: LargeIndex, { analyse }: ShowContext): Promise<QueryPlan> {
  const { words, title } = planQuery(query, index, analyse)
  await index.loadWords(words, title)
  const plan = planQuery(query, index, analyse)
  const unknown = words.filter((_, position) => plan.strict[position]?.length === 0)
  if (unknown.length === 0) return plan
  await index.loadWords(unknown.flatMap(({ parts }) => parts))
  await Promise.all(unknown.filter(({ spaced }) => spaced).map(index.loadLikenesses))
  const forgiving = planQuery(query, index, analyse)
  await index.loadTerms(forgiving.forgiving().flatMap(expansions => expansions.map(({ term }) => term)))
  return forgiving
}

function wordsOf({ strict, forgiving }: QueryPlan): Expansion[][] {
  return strict.every(expansions => expansions.length > 0) ? strict : forgiving()
}

/** Tells hits in pages that a language shows of this one. */
async function loadShown(
  shown: ShownElsewhere['paths'],
  { pages }: SearchParts,
  { read }: Files,
): Promise<(hit: Hit) => boolean> {
  const { paths, sizes } = await read<PageTable>(pages)
  const pageOf = readPages(sizes)
  return ({ section }) => shown.get(paths[pageOf[section] ?? 0] ?? '') !== undefined
}

/** What is shown of sections, as far as it is loaded. */
interface Places {
  get(section: number): Place | undefined
  /** Loads the best of some sections: as many files as there are pages to show. */
  load(hits: readonly Hit[]): Promise<void>
}

function createPlaces({ sections }: SearchParts, { find, read }: Files): Places {
  const known = new Map<number, Place>()
  const add = ({ first, pages, sizes, heads, texts }: SectionBlock): void => {
    readPages(sizes).forEach((page, at) => {
      const [path = '/', title = ''] = pages[page] ?? []
      const [id = '', heading = ''] = heads[at] ?? []
      known.set(first + at, { path, title, id, heading, text: texts[at] ?? '' })
    })
  }
  return {
    get: section => known.get(section),
    async load(hits) {
      const pages = new Set<string>()
      for (let at = 0; at < Math.min(hits.length, MAX_HITS) && pages.size < MAX_GROUPS;) {
        const files = new Set<string>()
        for (; at < hits.length && pages.size + files.size < MAX_GROUPS; at++) {
          const section = hits[at]?.section ?? 0
          const place = known.get(section)
          if (place) pages.add(place.path)
          else for (const file of await find(sections, numberKey(section))) files.add(file)
        }
        for (const block of await Promise.all([...files].map(file => read<SectionBlock>(file)))) add(block)
        for (const { section } of hits.slice(0, at)) pages.add(known.get(section)?.path ?? '')
      }
    },
  }
}
