import { createAnalyser, type Analyse } from '../../shared/search/analyse.ts'
import { search, type Hit } from '../../shared/search/engine.ts'
import { excerpt, highlight } from '../../shared/search/excerpt.ts'
import type { SearchManifest, TermBlock } from '../../shared/search/format.ts'
import { neededTerms, planQuery } from '../../shared/search/plan-query.ts'
import { readIndex } from '../../shared/search/read-index.ts'
import { fetchJson } from '../fetch-json.ts'
import { within } from '../within.ts'
import { loadLanguage } from './load-language.ts'
import { MAX_GROUPS, MAX_OPTIONS, type Provider, type ResultGroup } from './results.ts'
import { createTexts, type Texts } from './texts.ts'

export interface LocalOptions {
  /** Address of the manifest. */
  url: string
  lang: string
  /** Base path of the site, put before the addresses of pages. */
  base: string
  /** Pages of another language that the reader's one shows in place of its own. */
  stand?: StandIns
}

/** Which pages are found, and where they stand. */
export interface StandIns {
  /** Path of a page without base → path in the reader's language. */
  paths: ReadonlyMap<string, string>
  /** Says that they are not translated. */
  mark: string
  lang: string
}

/** Files that one round of a query may ask for. */
const MAX_REQUESTS = 3

/** Loads the index of a locale; the provider then answers without the network where the site is small. */
export async function loadLocal({ url, lang, base, stand }: LocalOptions): Promise<Provider> {
  const manifest = await fetchJson<SearchManifest>(url)
  const addressOf = (file: string): string => new URL(file, new URL(url, location.href)).href
  const { analyser } = manifest
  const language = await within(loadLanguage(lang, analyser === undefined ? undefined : addressOf(analyser)))
  return createLocal(manifest, {
    base,
    stand,
    analyse: createAnalyser(language),
    load: file => fetchJson(addressOf(file)),
  })
}

export interface LocalParts {
  base: string
  stand?: StandIns | undefined
  analyse: Analyse
  /** Fetches a file that the manifest names. */
  load<T>(file: string): Promise<T>
}

/** The provider over a loaded manifest. */
export function createLocal(manifest: SearchManifest, { base, analyse, load, stand }: LocalParts): Provider {
  const index = readIndex(manifest)
  const texts = createTexts(manifest, load)
  const look = remember(analyse)
  return {
    async search(query, signal, show) {
      const plan = planQuery(query, index, analyse)
      for (;;) {
        const missing = index.missing(neededTerms(plan)).slice(0, MAX_REQUESTS)
        if (missing.length > 0) {
          await Promise.all(missing.map(async file => index.add(file, await load<TermBlock>(file))))
        }
        if (signal.aborted) return
        const { hits, terms } = search(plan, index)
        const chosen = chooseHits(stand ? hits.filter(({ page }) => standsAt(manifest, page, stand)) : hits)
        const display = () =>
          show(chosen.map(group => toGroup(group, { manifest, texts, terms, base, look, stand })))
        display()
        if (missing.length > 0) continue
        const isMore = await texts.load(
          chosen.flat().map(hit => hit.section),
          MAX_REQUESTS,
        )
        if (isMore && !signal.aborted) display()
        return
      }
    },
  }
}

/** Best hits, those of one page together, pages in the order of their best section. */
function chooseHits(hits: readonly Hit[]): Hit[][] {
  const groups = new Map<number, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.page)
    if (!group && groups.size < MAX_GROUPS) groups.set(hit.page, [hit])
    else if (group && group.length < MAX_OPTIONS) group.push(hit)
  }
  return [...groups.values()]
}

interface GroupContext {
  manifest: SearchManifest
  texts: Texts
  terms: ReadonlySet<string>
  base: string
  look: Analyse
  stand: StandIns | undefined
}

/** Where a page of another language stands in that of the reader. */
function standsAt(manifest: SearchManifest, page: number, { paths }: StandIns): string | undefined {
  return paths.get(manifest.pages[page]?.[0] ?? '')
}

function toGroup(
  hits: readonly Hit[],
  { manifest, texts, terms, base, look, stand }: GroupContext,
): ResultGroup {
  const page = hits[0]?.page ?? 0
  const [path = '/', title = ''] = manifest.pages[page] ?? []
  const address = base.slice(0, -1) + ((stand && standsAt(manifest, page, stand)) ?? path)
  const options = hits.map(({ section }) => {
    const [id = '', heading = ''] = manifest.heads[section] ?? []
    return {
      href: id === '' ? address : `${address}#${encodeURIComponent(id)}`,
      title: highlight(heading, terms, look),
      excerpt: excerpt(texts.get(section), terms, look),
    }
  })
  if (!stand) return { title, options }
  const { mark, lang } = stand
  return { title, options, untranslated: { mark, lang } }
}

/** Every keystroke looks at the same few texts again. */
function remember(analyse: Analyse): Analyse {
  const known = new Map<string, ReturnType<Analyse>>()
  return text => {
    const tokens = known.get(text) ?? analyse(text)
    if (known.size > 500) known.clear()
    known.set(text, tokens)
    return tokens
  }
}
