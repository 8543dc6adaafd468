import { announce, findRegion } from './announce.ts'
import { watchHeadings } from './active-heading.ts'
import { createFullNavigation } from './full-navigation.ts'
import { hydrate } from './hydrate.tsx'
import { loadLayout } from './layouts.ts'
import { createChunkLoader } from './load-chunk.ts'
import { createPageLoader } from './load-page.ts'
import { createLoadStatus } from './load-status.ts'
import { createLocaleData } from './locale-data.ts'
import { markHeadingLinks } from './mark-headings.ts'
import { createPrefetcher, PREFETCH, watchIntent } from './prefetch.ts'
import { createProgress } from './progress.ts'
import { revealControls } from './reveal-controls.ts'
import { createEntryHistory } from './router/history.ts'
import { followedLink } from './router/link-clicks.ts'
import { createRouter, type Router } from './router/router.ts'
import { requestedPath } from './router/target.ts'
import { createTrustedTypes } from './trusted-types.ts'
import { updateHead } from './update-head.ts'
import type { Strings } from '../schema/strings.ts'
import type { BootData, LocaleView, PageView } from '../schema/view.ts'
import type { ShownPage } from './router/load-view.ts'

/** What the boot script needs of the app. */
export interface App {
  navigate(href: string): void
  /** Interface texts in the language of the open page. */
  strings(): Strings
}

/**
 * Hydrates the document and starts the router.
 * @param boot kept up to date: after each page change it describes the open page
 * @param at path without base that the document stands for; where it is not the open one, that one is shown next
 * @param view the view that `boot` names, on its way
 */
export async function startApp(boot: BootData, at: string, view: Promise<LocaleView>): Promise<App> {
  const { base } = boot
  const trust = createTrustedTypes()
  const locales = createLocaleData(base, [[boot.view, view]])
  const chunks = createChunkLoader(trust.scriptUrl)
  const fullNavigation = createFullNavigation()
  const container = document.getElementById('app')
  const content = container?.querySelector('[data-content]')
  if (!container || !content) throw new Error('The document has no content to take over.')

  const [locale, layout] = await Promise.all([view, loadLayout(boot.page.layout)])
  const html = content.innerHTML
  const first: ShownPage = { page: boot.page, locale, view: boot.view, layout, html }
  if (boot.page.path) chunks.add({ page: boot.page, html })
  const show = await hydrate(container, first, () => fullNavigation.go(location.href))

  const prefetcher = createPrefetcher({ base, locales, chunks, known: () => router.current().locale.locales })
  const headings = watchHeadings(
    () => router.current().page.headers,
    () => dispatchNavigated('hash', router.current().page),
  )
  const status = createLoadStatus()
  const entries = createEntryHistory()
  const router: Router = createRouter(
    {
      base,
      locales,
      pages: createPageLoader({ base, chunks, locales }),
      layout: loadLayout,
      trustHtml: trust.html,
      entries,
      progress: createProgress(),
      fullNavigation,
      status,
      settle: headings.settle,
      show: next => {
        updateHead(next.page, next.locale)
        show(next)
        revealControls()
      },
      confirmed: (kind, { page, view }) => {
        status.clear()
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

  document.addEventListener('click', event => {
    const link = followedLink(event, base, router.isPage)
    if (!link) return
    event.preventDefault()
    void router.navigate(link.href)
  })
  entries.onMove(() => void router.navigate(location.href, 'pop'))
  watchIntent(prefetcher)
  findRegion()
  markHeadingLinks()
  void locales.index(locale.code).then(
    () => prefetcher.lookAround(PREFETCH.firstBytes),
    () => undefined,
  )
  if (requestedPath(new URL(location.href), base) !== at) {
    await router.navigate(location.href, 'pop')
  }
  return {
    navigate: href => void router.navigate(href),
    strings: () => router.current().locale.strings,
  }
}

/** Tells templates, search and offline reading; also when scrolling changed the hash (B172, B208). */
function dispatchNavigated(kind: 'page' | 'hash', page: PageView): void {
  markHeadingLinks()
  document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { page, kind } }))
}
