import sheet from 'docsgen:sheet/search'
import type { BootData, LocaleIndex, LocaleView } from '../../schema/view.ts'
import type { SearchManifest } from '../../search/format.ts'
import { createSearcher, excerpt, findWords, highlight } from '../../search/searcher.ts'
import { createAnalyser, createLanguage } from '../../search/terms.ts'
import { withBase } from '../../shared/addresses.ts'
import { adoptSheet, within } from '../document.ts'
import { fetchJson, loadStemmer } from '../fetch-json.ts'
import { remember } from '../pages.ts'
import { createConversation, type Provider, type SearchHost } from './conversation.ts'
import { openDialog } from './dialog.ts'
import type { Fallbacks } from './originals.ts'
import { createRecent, type FindWords, markWords, readTrails } from './places.ts'

export type Search = ReturnType<typeof createSearch>

type LoadFile = <T>(address: string) => Promise<T>

export function createSearch(boot: BootData) {
  adoptSheet(sheet)
  const recent = createRecent(boot.base)
  const files = new Map<string, Promise<unknown>>()
  const load: LoadFile = address =>
    remember(files as Map<string, Promise<never>>, address, () => fetchJson(address))
  const providers = new Map<string, Promise<Provider>>()
  let chosen: { address: string; findWords: FindWords | undefined } | undefined

  document.addEventListener('docsgen:navigated', ({ detail: { kind } }) => {
    const isOpen = chosen?.address === location.pathname
    if (kind === 'page' || isOpen) markWords(isOpen ? chosen?.findWords : undefined)
    if (isOpen) chosen = undefined
  })
  const provide = (locale: LocaleView, announce: () => void) => {
    const { base, code, search, lang } = locale
    const local = () => remember(providers, base + code, () => loadIndex(locale, load))
    if (search.provider !== 'docsearch') {
      // A head start; a failure is shown when it matters.
      local().catch(() => {})
      return local
    }
    const both = within(import('./docsearch.ts')).then(({ createDocSearch, withFallback }) => {
      const options = { ...search, lang, trailOf: readTrails(locale) }
      return withFallback(createDocSearch(options), local, announce)
    }, local)
    return () => both
  }
  const describe = async (): Promise<SearchHost> => {
    const locale = await load<LocaleView>(boot.view)
    return {
      locale,
      recent,
      provide: announce => provide(locale, announce),
      provideVersion: async (index, announce) =>
        provide(await load<LocaleView>((await load<LocaleIndex>(index)).view), announce)(),
      chosen(query, link, group) {
        recent.add(query.trim())
        chosen = { address: link.pathname, findWords: group?.findWords }
      },
    }
  }
  return {
    async open(query = '') {
      const host = await describe()
      if (document.querySelector('.search-dialog[open]') || host.locale.search.provider === 'none') return
      openDialog(host, query)
    },
    async show() {
      const [{ showPage }, host] = await Promise.all([within(import('./results-page.ts')), describe()])
      showPage(host, boot.page, createConversation)
    },
  }
}

/** Loads the language's index and those of languages whose pages it shows for those it lacks. */
async function loadIndex(locale: LocaleView, load: LoadFile) {
  const { base, code } = locale
  const data = await load<LocaleIndex>(withBase(base, `/assets/locales/${code}.json`))
  if (data.search === undefined) throw new Error('This site has no search index.')
  const place = { base, trailOf: readTrails(locale) }
  const open = (url: string, fallbacks?: Fallbacks) => loadLocal(url, load, place, fallbacks)
  const own = await open(data.search)
  if (!data.originals) return own
  const { withOriginals } = await within(import('./originals.ts'))
  return withOriginals(own, { locale, data, load }, open)
}

async function loadLocal(
  url: string,
  load: LoadFile,
  { base, trailOf }: { base: string; trailOf(address: string): string[] },
  fallbacks?: Fallbacks,
): Promise<Provider> {
  const manifest = await load<SearchManifest>(url)
  const { stemmer } = manifest
  const addressOf = (file: string) => new URL(file, new URL(url, location.href)).href
  const stem = stemmer === undefined ? undefined : await within(loadStemmer(addressOf(stemmer)))
  const language = createLanguage(manifest.language, stem)
  const analyse = createAnalyser(language)
  const searcher = await createSearcher(manifest, {
    language,
    analyse,
    load: file => load(addressOf(file)),
    isShown: fallbacks && (path => fallbacks.pathOf(path) !== undefined),
  })
  return async (query, signal, most) => {
    const { pages, terms, missing } = await searcher(query, signal, most)
    const groups = pages.map(places => {
      const { path = '/', title = '' } = places[0] ?? {}
      const address = withBase(base, fallbacks?.pathOf(path) ?? path)
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
        untranslated: fallbacks,
      }
    })
    return { groups, missing }
  }
}
