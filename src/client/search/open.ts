import sheet from 'docsgen:sheet/search'
import type { BootData, FallbackTable, LocaleIndex, LocaleView } from '../../schema/view.ts'
import type { SearchManifest } from '../../search/format.ts'
import { createSearcher, excerpt, highlight, MAX_GROUPS } from '../../search/searcher.ts'
import { createAnalyser, createLanguage } from '../../search/terms.ts'
import { adoptSheet, within } from '../document.ts'
import { fetchJson, loadStemmer } from '../fetch-json.ts'
import { createLocaleData, type LocaleData, remember } from '../pages.ts'
import { openDialog, type Provider, type SearchDialog } from './dialog.ts'

export type Search = ReturnType<typeof createSearch>

export function createSearch(boot: BootData) {
  adoptSheet(sheet)
  const locales = createLocaleData(boot.base)
  const providers = new Map<string, Promise<Provider>>()
  return {
    /** Opens the dialog in the language of the open page, with a query already asked. Open already, it stays as it is. */
    async open(query = ''): Promise<void> {
      const locale = await locales.view(boot.view)
      if (document.querySelector('.search-dialog[open]') || locale.search.provider === 'none') return
      converse(locale, query, () => remember(providers, locale.code, () => loadIndex(locale, locales)))
    },
  }
}

/** How long an answer may take before a loading message is shown, in milliseconds. */
const LOADING_DELAY = 250

function converse(locale: LocaleView, first: string, local: () => Promise<Provider>): void {
  const { strings } = locale
  const closed = new AbortController()
  const provider = chooseProvider(locale, local, () => dialog.showNote(strings.searchFallback))
  let current = new AbortController()
  const ask = async (query: string): Promise<void> => {
    current.abort()
    const { signal } = (current = new AbortController())
    if (query.trim() === '') return dialog.showResults({ groups: [], missing: [] }, query)
    const timer = setTimeout(() => {
      if (!signal.aborted) dialog.showMessage(strings.searchLoading)
    }, LOADING_DELAY)
    try {
      const results = await (await provider())(query, signal)
      if (!signal.aborted) dialog.showResults(results, query)
    } catch (error) {
      if (signal.aborted) return
      console.error('[docsgen] search failed', error)
      const retry = (): void => void ask(query)
      dialog.showMessage(strings.searchFailed, retry)
      addEventListener('online', retry, { once: true, signal: closed.signal })
    } finally {
      clearTimeout(timer)
    }
  }
  const dialog: SearchDialog = openDialog(locale, first, {
    changed: query => void ask(query),
    closed: () => {
      closed.abort()
      current.abort()
    },
  })
  void ask(first)
}

function chooseProvider(
  { search, lang }: LocaleView,
  local: () => Promise<Provider>,
  announce: () => void,
): () => Promise<Provider> {
  if (search.provider !== 'docsearch') {
    // A head start, while the reader types; a failure is shown when it matters.
    local().catch(() => undefined)
    return local
  }
  // A site without a hosted index never loads its client.
  const both = within(import('./docsearch.ts')).then(
    ({ createDocSearch }) => withFallback(createDocSearch({ ...search, lang }), local, announce),
    local,
  )
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
  const { data } = await locales.index(locale.code)
  if (data.search === undefined) throw new Error('This site has no search index.')
  const own = await loadLocal(data.search, base)
  if (!data.originals) return own
  const rules = data.fallbacks === undefined ? undefined : await locales.file<FallbackTable>(data.fallbacks)
  const others = data.originals.map(async ({ locale: from, lang, code }) => {
    const pathOf = shownPaths(data, rules?.[from], { from, to: locale.path })
    const { search } = (await locales.index(code)).data
    return search === undefined
      ? []
      : [await loadLocal(search, base, { pathOf, lang, mark: strings.fallbackMark })]
  })
  const all = [own, ...(await Promise.all(others)).flat()]
  return async (query, signal) => {
    const found = await Promise.all(all.map(provider => provider(query, signal)))
    return {
      groups: found.flatMap(({ groups }) => groups).slice(0, MAX_GROUPS * 2),
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

async function loadLocal(url: string, base: string, fallbacks?: Fallbacks): Promise<Provider> {
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
  return async (query, signal) => {
    const { pages, terms, missing } = await searcher(query, signal)
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
        options,
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
  return async (query, signal) => {
    if (!navigator.onLine) giveUp()
    if (isHosted) {
      try {
        return await hosted(query, signal)
      } catch (error) {
        signal.throwIfAborted()
        console.warn('[docsgen] the search service failed; the index of the site is used', error)
        giveUp()
      }
    }
    return (await local())(query, signal)
  }
}
