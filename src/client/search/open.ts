import sheet from 'docsgen:sheet/search'
import type { BootData, FallbackTable, LocaleIndex, LocaleView } from '../../schema/view.ts'
import type { SearchManifest } from '../../search/format.ts'
import { createSearcher, excerpt, findWords, highlight, MAX_GROUPS } from '../../search/searcher.ts'
import { createAnalyser, createLanguage } from '../../search/terms.ts'
import { adoptSheet, within } from '../document.ts'
import { fetchJson, loadStemmer } from '../fetch-json.ts'
import { createLocaleData, type LocaleData, remember } from '../pages.ts'
import { openDialog } from './dialog.ts'
import type { Provider, SearchHost } from './conversation.ts'
import { createRecent, type FindWords, markWords, readTrails } from './places.ts'
import { showPage } from './results-page.ts'

export type Search = ReturnType<typeof createSearch>

export function createSearch(boot: BootData) {
  adoptSheet(sheet)
  const locales = createLocaleData(boot.base)
  const recent = createRecent(boot.base)
  const providers = new Map<string, Promise<Provider>>()
  /** What was chosen and isn't open yet. */
  let chosen: { address: string; findWords: FindWords | undefined } | undefined

  document.addEventListener('docsgen:navigated', event => {
    const { kind } = (event as CustomEvent<{ kind: 'page' | 'hash' }>).detail
    const isOpen = chosen?.address === location.pathname
    if (kind === 'page' || isOpen) markWords(isOpen ? chosen?.findWords : undefined)
    if (isOpen) chosen = undefined
  })
  const provide = (locale: LocaleView, data: LocaleData, announce: () => void): (() => Promise<Provider>) => {
    const load = (): Promise<Provider> => loadIndex(locale, data)
    return chooseProvider(locale, () => remember(providers, locale.base + locale.code, load), announce)
  }
  const describe = async (): Promise<SearchHost> => {
    const locale = await locales.view(boot.view)
    return {
      locale,
      recent,
      provide: announce => provide(locale, locales, announce),
      async provideVersion(index, announce) {
        const other = await fetchJson<LocaleView>((await fetchJson<LocaleIndex>(index)).view)
        return provide(other, createLocaleData(other.base), announce)()
      },
      chosen(query, link, group) {
        recent.add(query.trim())
        chosen = { address: link.pathname, findWords: group?.findWords }
      },
    }
  }
  return {
    /** Opens the dialog in the language of the open page, with a query already asked. Open already, it stays as it is. */
    async open(query = ''): Promise<void> {
      const host = await describe()
      if (document.querySelector('.search-dialog[open]') || host.locale.search.provider === 'none') return
      openDialog(host, query)
    },
    /** Shows what the address asks for on the results page, which is open. */
    show: async (): Promise<void> => showPage(await describe(), boot.page),
  }
}

function chooseProvider(
  locale: LocaleView,
  local: () => Promise<Provider>,
  announce: () => void,
): () => Promise<Provider> {
  const { search, lang } = locale
  if (search.provider !== 'docsearch') {
    // A head start, while the reader types; a failure is shown when it matters.
    local().catch(() => undefined)
    return local
  }
  // A site without a hosted index never loads its client.
  const both = within(import('./docsearch.ts')).then(({ createDocSearch }) => {
    const options = { ...search, lang, trailOf: readTrails(locale) }
    return withFallback(createDocSearch(options), local, announce)
  }, local)
  return () => both
}

/** Pages of another language that the reader's one shows in place of its own: what is found is theirs. */
interface Fallbacks {
  pathOf(path: string): string | undefined
  mark: string
  lang: string
}

/** The index of a language, and after it, marked, those of other languages whose pages it shows for those it lacks. */
async function loadIndex(locale: LocaleView, locales: LocaleData): Promise<Provider> {
  const { base, strings } = locale
  const place = { base, trailOf: readTrails(locale) }
  const { data } = await locales.index(locale.code)
  if (data.search === undefined) throw new Error('This site has no search index.')
  const own = await loadLocal(data.search, place)
  if (!data.originals) return own
  const rules = data.fallbacks === undefined ? undefined : await locales.file<FallbackTable>(data.fallbacks)
  const others = data.originals.map(async ({ locale: from, lang, code }) => {
    const pathOf = shownPaths(data, rules?.[from], { from, to: locale.path })
    const { search } = (await locales.index(code)).data
    return search === undefined
      ? []
      : [await loadLocal(search, place, { pathOf, lang, mark: strings.fallbackMark })]
  })
  const all = [own, ...(await Promise.all(others)).flat()]
  return async (query, signal, most = MAX_GROUPS) => {
    const found = await Promise.all(all.map(provider => provider(query, signal, most)))
    return {
      groups: found.flatMap(({ groups }) => groups).slice(0, most * 2),
      missing: found[0]!.missing.filter(word => found.every(({ missing }) => missing.includes(word))),
    }
  }
}

/** Pages of another language as the table of the reader's lists them, or at the same path inside the language. */
function shownPaths(
  { pages, fallbacks }: LocaleIndex,
  rule: FallbackTable[string] = { only: [] },
  { from, to }: { from: string; to: string },
): Fallbacks['pathOf'] {
  if (fallbacks === undefined) {
    const listed = new Map(Object.entries(pages).map(([path, [, , , original]]) => [original, path]))
    return path => listed.get(path)
  }
  const named = new Set('only' in rule ? rule.only : rule.but)
  return path => (named.has(path) === 'only' in rule ? to + path.slice(from.length) : undefined)
}

async function loadLocal(
  url: string,
  { base, trailOf }: { base: string; trailOf(address: string): string[] },
  fallbacks?: Fallbacks,
): Promise<Provider> {
  const manifest = await fetchJson<SearchManifest>(url)
  const addressOf = (file: string): string => new URL(file, new URL(url, location.href)).href
  const { stemmer } = manifest
  const language = createLanguage(
    manifest.language,
    stemmer === undefined ? undefined : await within(loadStemmer(addressOf(stemmer))),
  )
  const analyse = createAnalyser(language)
  const searcher = createSearcher(manifest, {
    language,
    analyse,
    load: file => fetchJson(addressOf(file)),
    ...(fallbacks && { isShown: path => fallbacks.pathOf(path) !== undefined }),
  })
  return async (query, signal, most) => {
    const { pages, terms, missing } = await searcher(query, signal, most)
    const groups = pages.map(places => {
      const { path = '/', title = '' } = places[0] ?? {}
      const address = base.slice(0, -1) + (fallbacks?.pathOf(path) ?? path)
      const options = places.map(({ id, heading, text }) => ({
        href: id === '' ? address : `${address}#${encodeURIComponent(id)}`,
        title: highlight(heading, terms, analyse),
        excerpt: excerpt(text, terms, analyse),
      }))
      return {
        title,
        trail: trailOf(address),
        options,
        findWords: (text: string) => findWords(text, terms, analyse),
        ...(fallbacks && { untranslated: { mark: fallbacks.mark, lang: fallbacks.lang } }),
      }
    })
    return { groups, missing }
  }
}

/** Asks the hosted service until it fails or there is no network, then only the index of the site; `announce` tells the reader, once. */
export function withFallback(
  hosted: Provider,
  local: () => Promise<Provider>,
  announce: () => void,
): Provider {
  let isHosted = true
  const giveUp = (): void => {
    if (isHosted) announce()
    isHosted = false
  }
  return async (...asked) => {
    const [, signal] = asked
    if (!navigator.onLine) giveUp()
    if (isHosted) {
      try {
        return await hosted(...asked)
      } catch (error) {
        signal.throwIfAborted()
        console.warn('[docsgen] the search service failed; the index of the site is used', error)
        giveUp()
      }
    }
    return (await local())(...asked)
  }
}
