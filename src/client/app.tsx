import type { ChangedPage, BootData, LocaleView, PageView } from '../schema/view.ts'
import { announce, clearFailure, findRegion, showFailure } from './announce.ts'
import { revealControls, whenIdle } from './document.ts'
import { createTrustedTypes } from './dom.ts'
import { createEntryHistory } from './history.ts'
import { hydrate, loadLayout, readDocument } from './hydrate.tsx'
import { createLocaleData, requestedPath } from './locale-data.ts'
import { createChunkLoader, createPageLoader } from './pages.ts'
import { createPrefetcher, PREFETCH, watchIntent } from './prefetch.ts'
import { createRouter, followLinks, loadDocument, reloadDocument, type Router } from './router.ts'
import { markHeadingLinks, watchHeadings } from './scroll.ts'
import { localizeLinks, updateHead } from './update-document.ts'

export interface App {
  navigate(href: string): void
  tellCopied(isCopied: boolean): void
  tellFailure(): void
}

/** Hydrates the document and starts the router. `boot` is kept up to date; `at` is the path that is shown next where it isn't the open one. */
export async function startApp(boot: BootData, at: string, view: Promise<LocaleView>): Promise<App> {
  const { base, theme } = boot
  const { container, first } = await readDocument(boot, view)
  const trust = createTrustedTypes()
  const locales = createLocaleData(base, [[boot.view, view]])
  const chunks = createChunkLoader(trust.scriptUrl)
  const entries = createEntryHistory()
  const parts = { base, theme, locales, chunks, layout: loadLayout }
  if (boot.page.path) chunks.add({ page: boot.page, html: first.html })
  const show = await hydrate(container, first, () => reloadDocument(location.href))

  const open = () => router.current().page
  const prefetcher = createPrefetcher({ ...parts, known: () => router.current().locale.locales })
  const router: Router = createRouter(
    {
      ...parts,
      loadPage: createPageLoader(parts),
      trustHtml: trust.html,
      entries,
      load: loadDocument,
      show: next => {
        updateHead(next.page, next.locale)
        show(next)
        localizeLinks(next.page, next.locale, locales)
        revealControls()
      },
      confirmed: (kind, { page, view: address }) => {
        clearFailure()
        if (kind === 'page') {
          Object.assign(boot, { page, view: address })
          announce(page.documentTitle)
          prefetcher.observeLinks(PREFETCH.nextBytes)
        }
        dispatchNavigated(kind, page)
      },
    },
    first,
    at,
  )
  watchHeadings(
    () => open().headers,
    () => dispatchNavigated('hash', open()),
  )
  followLinks(router, base, entries)
  /** The development server hands over the open page as it is now. What was loaded of other pages is forgotten. */
  document.addEventListener('docsgen:changed', event => {
    event.preventDefault()
    const { chunk, view: address, locale } = (event as CustomEvent<ChangedPage>).detail
    const { page, html } = chunk
    chunks.clear()
    chunks.add(chunk)
    Object.assign(boot, { page, view: address })
    for (const { code } of locale.locales) if (locales.peek(code)) void locales.index(code, undefined, true)
    void loadLayout(page.layout).then(layout => {
      router.refresh({ page, locale, view: address, layout, html: trust.html(html) })
      dispatchNavigated('hash', page)
    })
  })
  watchIntent(prefetcher)
  findRegion()
  markHeadingLinks()
  void locales.index(first.locale.code, at).then(
    () => prefetcher.observeLinks(PREFETCH.firstBytes),
    () => undefined,
  )
  if (first.locale.strings.suggestLanguage)
    whenIdle(() => {
      void import('./suggest-language.ts').then(bar => bar.suggestLanguage(open, first.locale, locales))
    })
  if (requestedPath(new URL(location.href), base) !== at) await router.navigate(location.href, 'pop')
  const strings = () => router.current().locale.strings
  return {
    navigate: href => void router.navigate(href),
    tellCopied: isCopied => announce(isCopied ? strings().copied : strings().copyFailed),
    tellFailure: () => showFailure(strings().loadFailed, strings(), () => location.reload()),
  }
}

/** Tells templates, search and offline reading; also when scrolling changed the hash. */
function dispatchNavigated(kind: 'page' | 'hash', page: PageView): void {
  markHeadingLinks()
  document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { page, kind } }))
}
