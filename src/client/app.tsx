import { layouts } from 'docsgen:layouts'
import { layouts as own } from 'docsgen:own-layouts'
import { Component, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { BootData, LocaleView, PageView } from '../schema/view.ts'
import { PageApp } from '../shared/page-app.tsx'
import { createTrustedTypes, revealControls, whenIdle } from './document.ts'
import { createChunkLoader, createLocaleData, createPageLoader, requestedPath } from './pages.ts'
import { createPrefetcher, PREFETCH, watchIntent } from './prefetch.ts'
import {
  createEntryHistory,
  createRouter,
  followLinks,
  HYDRATES,
  loadDocument,
  reloadDocument,
  type Router,
  type ShownPage,
} from './router.ts'
import { markHeadingLinks, watchHeadings } from './scroll.ts'
import { announce, clearFailure, findRegion, showFailure } from './status.ts'

/** `boot` is kept up to date; `at` is the path to show. */
export async function startApp(boot: BootData, at: string, view: Promise<LocaleView>) {
  const { base, theme } = boot
  const { container, first } = await readDocument(boot, view)
  const policy = createTrustedTypes()
  const locales = createLocaleData(base, new Map([[boot.view, view]]))
  const chunks = createChunkLoader(url => policy.createScriptURL(url))
  const entries = createEntryHistory()
  const data = { base, theme, locales, chunks }
  const parts = { ...data, layout: loadLayout, loadPage: createPageLoader(data) }
  if (boot.page.path) chunks.add({ page: boot.page, html: first.html })
  const content = container.querySelector('[data-content]')
  const show = await hydrate(container, first, () => reloadDocument(location.href))
  // React renders everything again if a translation tool, for example, has changed the document.
  if (!content?.isConnected) {
    revealControls()
    dispatchNavigated('hash', boot.page)
  }

  const open = () => router.current().page
  const prefetcher = createPrefetcher({ ...parts, known: () => router.current().locale.locales })
  const router: Router = createRouter(
    {
      ...parts,
      trustHtml: html => policy.createHTML(html),
      entries,
      load: loadDocument,
      show,
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
  const tellHash = () => dispatchNavigated('hash', open())
  watchHeadings(() => open().headers, tellHash)
  followLinks(router, base, entries)
  // The development server hands over the open page.
  document.addEventListener('docsgen:changed', event => {
    event.preventDefault()
    const { chunk, view: address, locale } = event.detail
    const { page, html } = chunk
    chunks.clear()
    chunks.add(chunk)
    Object.assign(boot, { page, view: address })
    for (const { code } of locale.locales) if (locales.peek(code)) void locales.index(code, undefined, true)
    void loadLayout(page.layout).then(layout => {
      router.refresh({ page, locale, view: address, layout, html: policy.createHTML(html) })
      dispatchNavigated('hash', page)
    })
  })
  watchIntent(prefetcher.prefetch)
  findRegion()
  markHeadingLinks()
  const prefetchFirst = () => prefetcher.observeLinks(PREFETCH.firstBytes)
  void locales.index(first.locale.code, at).then(prefetchFirst, () => {})
  if (first.locale.strings.suggestLanguage)
    whenIdle(async () => (await import('./suggest-language.ts')).suggestLanguage(open, first.locale, locales))
  if (requestedPath(new URL(location.href), base) !== at) await router.navigate(location.href, 'pop')
  const strings = () => router.current().locale.strings
  return {
    navigate: (href: string) => void router.navigate(href),
    tellCopied: (isCopied: boolean) => announce(isCopied ? strings().copied : strings().copyFailed),
    tellFailure: () => showFailure(strings().loadFailed, strings(), () => location.reload()),
  }
}

export function dispatchNavigated(kind: 'page' | 'hash', page: PageView) {
  markHeadingLinks()
  document.dispatchEvent(new CustomEvent('docsgen:navigated', { detail: { page, kind } }))
}

async function loadLayout(name: string) {
  const load = Object.hasOwn(layouts, name) ? layouts[name] : undefined
  const layout = load ? (await load()).default : Object.hasOwn(own, name) ? own[name] : own['Layout']
  if (!layout) throw new Error(`The layout ${name} is missing.`)
  return layout
}

export async function readDocument(boot: BootData, view: Promise<LocaleView>) {
  const container = document.getElementById('docsgen-app')
  const content = container?.querySelector<HTMLElement & { asBuilt?: string }>('[data-content]')
  if (!container || !content) throw new Error('The document has no content to hydrate.')
  const [locale, layout] = await Promise.all([view, loadLayout(boot.page.layout)])
  const html = content.asBuilt ?? content.innerHTML
  return { container, first: { page: boot.page, locale, view: boot.view, layout, html } }
}

/** Resolves with a function that renders at once. `failed` is called when React can't show a page. */
export function hydrate(container: HTMLElement, first: ShownPage, failed: (error: unknown) => void) {
  return new Promise<(shown: ShownPage) => void>((resolve, reject) => {
    const show = (next: ShownPage) => {
      flushSync(() => root.render(tree(next)))
      // Scripts of the site may have removed the app, or a part of it.
      if (!container.isConnected || !container.querySelector('[data-content]')) failed('The app is gone.')
    }
    const fail = (error: unknown) => {
      failed(error)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const tree = ({ layout, page, locale, html }: ShownPage) => (
      <ErrorBoundary mounted={() => resolve(show)} failed={fail} html={html}>
        <PageApp layout={layout} page={page} locale={locale} html={html} />
      </ErrorBoundary>
    )
    document.dispatchEvent(new Event(HYDRATES))
    const root = hydrateRoot(container, tree(first))
  })
}

interface BoundaryProps extends Pick<ShownPage, 'html'> {
  mounted(): void
  failed(error: unknown): void
  children: ReactNode
}

class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidMount() {
    if (!this.state.hasFailed) this.props.mounted()
  }

  override componentDidCatch(error: unknown) {
    this.props.failed(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <div className="content" dangerouslySetInnerHTML={{ __html: this.props.html }} />
      </main>
    )
  }
}
