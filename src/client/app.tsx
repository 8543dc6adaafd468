import { requestedPath, createLocaleData } from './locale-data.ts'
import { announce, findRegion, createLoadStatus } from './announce.ts'
import { watchHeadings, markHeadingLinks } from './scroll.ts'
import { hydrate, type Show, readDocument } from './hydrate.tsx'
import { localizeLinks, updateHead } from './update-document.ts'
import { whenIdle, createPrefetcher, PREFETCH, watchIntent, type Prefetcher } from './prefetch.ts'
import { revealControls } from './document.ts'
import { followedLink, LEAVES, leavesPage } from './link-clicks.ts'
import { createRouter, type Router, type ShownPage, type RouterParts } from './router.ts'
import type { BootData, LocaleView, PageView, ChangedPage } from '../schema/view.ts'
import { createFullNavigation } from './full-navigation.ts'
import { loadLayout } from './layouts.ts'
import { createChunkLoader, type ChunkLoader, createPageLoader } from './page-loader.ts'
import { createProgress } from './progress.ts'
import { createEntryHistory } from './history.ts'
import { createTrustedTypes } from './dom.ts'

/** What the boot script needs of the app. */
export interface App {
  navigate(href: string): void
  /** Says to screen reader users whether code was copied. */
  tellCopied(isCopied: boolean): void
  /** Tells the reader that something did not load, with a button that loads the page anew. */
  tellFailure(): void
}

/**
 * Hydrates the document and starts the router.
 * @param boot kept up to date: after each page change it describes the open page
 * @param at path without base that the document stands for; where it is not the open one, that one is shown next
 * @param view the view that `boot` names, on its way
 */
export async function startApp(boot: BootData, at: string, view: Promise<LocaleView>): Promise<App> {
  const { container, first } = await readDocument(boot, view)
  const tools = createTools(boot, view)
  const { base, theme, chunks, entries, fullNavigation, locales, status } = tools
  if (boot.page.path) chunks.add({ page: boot.page, html: first.html })
  const show = await hydrate(container, first, () => fullNavigation.go(location.href))

  const known = () => router.current().locale.locales
  const prefetcher = createPrefetcher({ base, theme, locales, chunks, layout: tools.layout, known })
  const router: Router = startRouter({ boot, tools, show, prefetcher, first, at })
  followLinks(router, base)
  entries.onMove(() => void router.navigate(location.href, 'pop'))
  watchChanges(boot, tools, shown => {
    router.refresh(shown)
    dispatchNavigated('hash', shown.page)
  })
  watchIntent(prefetcher)
  findRegion()
  markHeadingLinks()
  void locales.index(first.locale.code, at).then(
    () => prefetcher.lookAround(PREFETCH.firstBytes),
    () => undefined,
  )
  if (first.locale.strings.suggestLanguage)
    whenIdle(() => {
      const open = () => router.current().page
      void import('./suggest-language.ts').then(bar => bar.suggestLanguage(open, first.locale, locales))
    })
  if (requestedPath(new URL(location.href), base) !== at) await router.navigate(location.href, 'pop')
  const strings = () => router.current().locale.strings
  return {
    navigate: href => void router.navigate(href),
    tellCopied: isCopied => announce(isCopied ? strings().copied : strings().copyFailed),
    tellFailure: () =>
      status.tell({
        text: strings().loadFailed,
        retryText: strings().retry,
        retry: () => location.reload(),
      }),
  }
}

interface Start {
  boot: BootData
  tools: Tools
  show: Show
  prefetcher: Prefetcher
  first: ShownPage
  at: string
}

/** A router that keeps head, live region, boot data and everybody who listens in step with the open page. */
function startRouter({ boot, tools, show, prefetcher, first, at }: Start): Router {
  const open = () => router.current().page
  const headings = watchHeadings(
    () => open().headers,
    () => dispatchNavigated('hash', open()),
  )
  const router: Router = createRouter(
    {
      ...tools,
      settle: headings.settle,
      show: next => {
        updateHead(next.page, next.locale)
        show(next)
        localizeLinks(next.page, next.locale, tools.locales)
        revealControls()
      },
      confirmed: (kind, { page, view }) => {
        tools.status.clear()
        if (kind === 'page') {
          Object.assign(boot, { page, view })
          announce(page.documentTitle)
          prefetcher.lookAround(PREFETCH.nextBytes)
        }
        dispatchNavigated(kind, page)
      },
    },
    first,
    at,
  )
  return router
}

function followLinks(router: Router, base: string): void {
  document.addEventListener('click', event => {
    const link = followedLink(event, base, router.isPage)
    if (link) {
      event.preventDefault()
      void router.navigate(link.href)
    } else if (leavesPage(event)) router.leave()
  })
  document.addEventListener(LEAVES, router.leave)
}

/** Tells templates, search and offline reading; also when scrolling changed the hash. */
function dispatchNavigated(kind: 'page' | 'hash', page: PageView): void {
  markHeadingLinks()
  document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { page, kind } }))
}

/** What the router works with, but for rendering. */
export type Tools = Omit<RouterParts, 'settle' | 'show' | 'confirmed'> & { chunks: ChunkLoader }

/** @param view the view that `boot` names, on its way */
function createTools({ base, view: address, theme }: BootData, view: Promise<LocaleView>): Tools {
  const trust = createTrustedTypes()
  const locales = createLocaleData(base, [[address, view]])
  const chunks = createChunkLoader(trust.scriptUrl)
  return {
    base,
    theme,
    locales,
    chunks,
    pages: createPageLoader({ base, theme, chunks, locales }),
    layout: loadLayout,
    trustHtml: trust.html,
    entries: createEntryHistory(),
    progress: createProgress(),
    fullNavigation: createFullNavigation(),
    status: createLoadStatus(),
  }
}

/**
 * Takes over the open page as it is now, whenever the development server hands it over. What was loaded of other pages
 * is forgotten.
 */
function watchChanges(
  boot: BootData,
  { chunks, locales, layout, trustHtml }: Tools,
  show: (shown: ShownPage) => void,
): void {
  document.addEventListener('docsgen:changed', event => {
    event.preventDefault()
    const { chunk, view, locale } = (event as CustomEvent<ChangedPage>).detail
    chunks.clear()
    chunks.add(chunk)
    Object.assign(boot, { page: chunk.page, view })
    for (const { code } of locale.locales) if (locales.peek(code)) void locales.index(code, undefined, true)
    void layout(chunk.page.layout).then(open =>
      show({ page: chunk.page, locale, view, layout: open, html: trustHtml(chunk.html) }),
    )
  })
}
