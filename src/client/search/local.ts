import { createAnalyser, type Analyse } from '../../shared/search/analyse.ts'
import { search } from '../../shared/search/engine.ts'
import type { SearchManifest, WholeManifest } from '../../shared/search/format.ts'
import { planQuery } from '../../shared/search/plan-query.ts'
import { readIndex, readPages } from '../../shared/search/read-index.ts'
import { fetchJson } from '../fetch-json.ts'
import { within } from '../document.ts'
import { groupHits, type Place, type ShowContext, type ShownElsewhere, toGroups } from './found.ts'
import { loadLanguage } from './load-language.ts'
import type { Provider } from './results.ts'

export interface LocalOptions {
  /** Address of the manifest. */
  url: string
  lang: string
  /** Base path of the site, put before the addresses of pages. */
  base: string
  /** Pages of another language that the reader's one shows in place of its own. */
  stand?: ShownElsewhere
}

/** Loads the index of a locale; the provider then answers without the network where the site is small. */
export async function loadLocal({ url, lang, base, stand }: LocalOptions): Promise<Provider> {
  const manifest = await fetchJson<SearchManifest>(url)
  const addressOf = (file: string): string => new URL(file, new URL(url, location.href)).href
  const { analyser } = manifest
  const language = await within(loadLanguage(lang, analyser === undefined ? undefined : addressOf(analyser)))
  const context = { base, stand, analyse: remember(createAnalyser(language)) }
  if ('whole' in manifest) return createLocal(manifest, context)
  const { createLarge } = await within(import('./large.ts'))
  return createLarge(manifest.parts, { ...context, load: file => fetchJson(addressOf(file)) })
}

/** The provider over the index of a small site. */
export function createLocal(manifest: WholeManifest, context: ShowContext): Provider {
  const { analyse, stand } = context
  const index = readIndex(manifest)
  const pageOf = readPages(manifest.pageSizes)
  const placeOf = (section: number): Place | undefined => {
    const [path = '/', title = ''] = manifest.pages[pageOf[section] ?? 0] ?? []
    if (stand && stand.paths.get(path) === undefined) return undefined
    const [id = '', heading = ''] = manifest.heads[section] ?? []
    return { path, title, id, heading, text: manifest.whole.texts[section] ?? '' }
  }
  return {
    async search(query, _signal, show) {
      const { hits, terms } = search(planQuery(query, index, analyse), index)
      show(toGroups(groupHits(hits, placeOf), terms, context))
    },
  }
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
