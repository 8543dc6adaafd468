import type { ComponentType } from 'react'
import type { PageView, LocaleView } from '../schema/view.ts'
import { resolvePath, withBase } from '../shared/addresses.ts'
import { createNotFoundView } from '../shared/views.ts'
import type { LayoutProps, TrustedHtml } from '../shared/page-app.tsx'
import { showFailure } from './announce.ts'
import { REQUEST_TIMEOUT, RETRY_TIMEOUT, within } from './document.ts'
import { FetchError } from './fetch-json.ts'
import type { EntryHistory } from './history.ts'
import { followedLink, LEAVES, leavesPage } from './link-clicks.ts'
import { localeCode, type LoadedIndex, requestedPath, viewAddress, type LocaleData } from './locale-data.ts'
import { type ChunkLoader, loadParts, type LoadPage, PageLoadError } from './pages.ts'
import { endProgress, startProgress } from './progress.ts'
import { moveFocus, scrollToTarget, type ScrollTarget } from './scroll.ts'
import { readStoredList, writeStored } from './storage.ts'

/**
 * How a navigation ended: `redirected` shows another address than the one asked for, `aborted` did not load, or the browser now
 * loads the whole document, `cancelled` was replaced by a newer one, `duplicated` leads to where the reader is.
 */
export type Outcome = 'completed' | 'redirected' | 'aborted' | 'cancelled' | 'duplicated'

/** How an address came about: by a link, or by a move of the browser to another history entry. */
export type NavigationKind = 'push' | 'pop'

export interface ShownPage {
  page: PageView
  locale: LocaleView
  view: string
  layout: ComponentType<LayoutProps>
  html: string | TrustedHtml
}

export interface RouterParts {
  base: string
  theme: string
  locales: LocaleData
  chunks: ChunkLoader
  loadPage: LoadPage
  layout(name: string): Promise<ComponentType<LayoutProps>>
  trustHtml(html: string): string | TrustedHtml
  entries: EntryHistory
  load(href: string): void
  /** Renders at once: when it returns the page is in the document. */
  show(shown: ShownPage): void
  /** Called last, after each confirmed navigation. */
  confirmed(kind: 'page' | 'hash', shown: ShownPage): void
}

export type Router = ReturnType<typeof createRouter>

interface Turn {
  url: URL
  kind: NavigationKind
  /** False as soon as a newer navigation replaced it, or it was given up: whatever still arrives for it is not shown. */
  isLive: boolean
}

/** A page change takes no longer than this, whatever it is that hangs, in milliseconds. */
const LIMIT = REQUEST_TIMEOUT + RETRY_TIMEOUT

/** Serves clicks on links, and moves of the browser through the history. */
export function followLinks(router: Router, base: string, entries: EntryHistory): void {
  document.addEventListener('click', event => {
    const link = followedLink(event, base, router.isPage)
    if (link) {
      event.preventDefault()
      void router.navigate(link.href)
    } else if (leavesPage(event)) router.leave()
  })
  document.addEventListener(LEAVES, router.leave)
  entries.onMove(() => void router.navigate(location.href, 'pop'))
}

/** History-mode navigation over page chunks. `first` is what the document shows, `at` the path without base that it stands for. */
export function createRouter(parts: RouterParts, first: ShownPage, at: string) {
  const { base, entries, locales } = parts
  let shown = first
  /** Path without base that the shown page stands for: its own, or the unknown one that was asked for. */
  let openPath = at
  let cancel: (() => void) | undefined

  /** Never rejects. A newer call replaces a running one, which then never renders. */
  function navigate(href: string, kind: NavigationKind = 'push'): Promise<Outcome> {
    cancel?.()
    const turn: Turn = { url: new URL(href, location.href), kind, isLive: true }
    return new Promise(resolve => {
      cancel = () => {
        turn.isLive = false
        resolve('cancelled')
      }
      const failed = (error: unknown) => {
        if (!turn.isLive) return
        turn.isLive = false
        recover(turn, error)
        endProgress()
        resolve('aborted')
      }
      within(findAndShow(turn), LIMIT).then(outcome => {
        if (turn.isLive) endProgress()
        resolve(outcome)
      }, failed)
    })
  }

  async function findAndShow(turn: Turn): Promise<Outcome> {
    const { url, kind } = turn
    const requested = requestedPath(url, base)
    if (requested === openPath) return showPlace(turn, plainTarget(url, requested))
    const code = localeCode(shown.locale.locales, requested)
    const known = locales.peek(code, requested)
    if (!known) startProgress()
    const index = known ?? (await locales.index(code, requested))
    // A cancelled turn must not start a progress bar, which nobody would end.
    if (!turn.isLive) return 'cancelled'
    const target = findTarget(url, base, index)
    if (target.path === openPath) return showPlace(turn, target)
    // Pages of another build need its scripts and styles. Where the browser has moved already, it is loaded again only once.
    const isOther = index.data.theme !== parts.theme
    if (isOther && kind === 'pop') throw new Error('The site has a new version.')
    const next = isOther ? undefined : await loadTarget(target, { kind, code, index })
    if (!turn.isLive) return 'cancelled'
    if (next) return showPage(turn, target, next)
    parts.load(target.href)
    return 'aborted'
  }

  /** The page of a target; undefined for an address that the server knows and the tables do not. */
  async function loadTarget(
    { path, href, isExternal }: Target,
    { kind, code, index: { data } }: { kind: NavigationKind; code: string; index: LoadedIndex },
  ): Promise<ShownPage | undefined> {
    if (path === undefined) {
      startProgress()
      // Only a link can lead to something new: what the address bar shows has been answered already.
      if (isExternal || (kind === 'push' && (await isServed(href)))) return undefined
      const locale = await locales.view(data.view)
      const page = createNotFoundView(locale)
      return { page, locale, view: data.view, layout: await parts.layout(page.layout), html: '' }
    }
    const known = parts.chunks.get(path)
    if (!known) startProgress()
    const loading = known ?? parts.loadPage(path, code)
    // Only where there are many views, the page itself says which is its own.
    const view = data.views ? viewAddress(data, (await loading).page) : data.view
    const [{ page, html }, locale] = await Promise.all([loading, locales.view(view)])
    const [layout] = await Promise.all([parts.layout(page.layout), loadParts(page)])
    return { page, locale, view, layout, html: parts.trustHtml(html) }
  }

  function showPlace({ url, kind }: Turn, { hash, href, isRedirected }: Target): Outcome {
    if (kind !== 'pop' && href === location.href) {
      // A duplicate changes nothing, but a click on the open hash, or on `#` at the top, still leads there.
      if (hash || url.href.endsWith('#')) scrollAndFocus({ hash })
      return 'duplicated'
    }
    scrollAndFocus({ saved: moveEntry(kind, href), hash })
    parts.confirmed('hash', shown)
    return isRedirected ? 'redirected' : 'completed'
  }

  /** Shows another page: address, document, scroll position, focus, in this order. */
  async function showPage({ url, kind }: Turn, target: Target, next: ShownPage): Promise<Outcome> {
    const saved = moveEntry(kind, target.href)
    shown = next
    openPath = target.path ?? requestedPath(url, base)
    parts.show(next)
    // Whoever watches the document sees the new page before scroll and focus make the browser lay it out.
    await Promise.resolve()
    if (!scrollAndFocus({ saved, hash: target.hash }))
      moveFocus(document.querySelector('main h1') ?? document.querySelector('main'))
    parts.confirmed('page', next)
    return target.isRedirected ? 'redirected' : 'completed'
  }

  function moveEntry(kind: NavigationKind, href: string): ScrollTarget['saved'] {
    if (kind === 'push') {
      entries.push(href)
      return undefined
    }
    const saved = entries.savedPosition()
    entries.arrive()
    if (href !== location.href) entries.replace(href)
    return saved
  }

  /** A page did not load: offline, the open page stays with a message; otherwise the browser loads the document, once. */
  function recover({ url: { href }, kind }: Turn, error: unknown): void {
    console.warn('[docsgen] a page did not load', error instanceof Error ? (error.cause ?? error) : error)
    const isKnown = error instanceof FetchError || error instanceof PageLoadError
    const isUnreachable = isKnown ? error.unreachable : !navigator.onLine
    if (!isUnreachable && reloadDocument(href, parts.load)) return
    if (kind === 'pop') entries.goBack()
    const { strings } = shown.locale
    showFailure(isUnreachable ? strings.loadOffline : strings.loadFailed, strings, () => void navigate(href))
  }

  return {
    navigate,
    /** Gives up the navigation that is under way: the browser goes elsewhere. */
    leave(): void {
      cancel?.()
      endProgress()
    },
    current: () => shown,
    refresh(next: ShownPage): void {
      shown = next
      parts.show(next)
    },
    /** True for the address of a page, as far as the tables are loaded. */
    isPage(path: string): boolean {
      const index = locales.peek(localeCode(shown.locale.locales, path), path)
      return index !== undefined && findTarget(new URL(path, location.origin), '/', index).path !== undefined
    },
  }
}

export interface Target {
  /** Absolute address to show: the page's own one, with query and hash. */
  href: string
  /** Encoded path of the page without base; undefined for an unknown one and for one outside the site. */
  path: string | undefined
  isExternal: boolean
  hash: string
  isRedirected: boolean
}

/** Finds the page of an address and corrects the address; query and hash are kept. */
export function findTarget(url: URL, base: string, { table }: LoadedIndex): Target {
  const found = resolvePath(table, requestedPath(url, base))
  if (!found) return plainTarget(url, undefined)
  if (found.external) return { ...plainTarget(url, undefined), href: found.external, isExternal: true }
  const target = new URL(url)
  target.pathname = withBase(base, found.path)
  if (found.search) target.search = found.search
  if (found.hash) target.hash = found.hash
  return {
    ...plainTarget(target, found.path),
    isRedirected: found.redirected || target.pathname !== url.pathname,
  }
}

function plainTarget(url: URL, path: string | undefined): Target {
  return { href: url.href.replace(/#$/, ''), path, isExternal: false, hash: url.hash, isRedirected: false }
}

/** True when the server has something at an address that is no page. One that does not say so in time is left to the browser. */
async function isServed(href: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
  const response = await fetch(href, { method: 'HEAD', signal }).catch(() => undefined)
  return response?.ok ?? signal.aborted
}

function scrollAndFocus(target: ScrollTarget): HTMLElement | undefined {
  const element = scrollToTarget(target)
  if (element) moveFocus(element)
  return element
}

/** An address is loaded whole at most once in this time, in milliseconds. */
export const RELOAD_INTERVAL = 10_000
const RELOADS = 'docsgen-full-navigation'
/** Addresses and when they were loaded, where the session can't keep it. */
const reloads: [href: string, time: number][] = []

/** Has the browser load a page whole; false when it was tried a moment ago, so that a document that fails at once can't loop. */
export function reloadDocument(href: string, load: RouterParts['load'] = loadDocument): boolean {
  const now = Date.now()
  const known = [...reloads, ...readStoredList<[href: string, time: number]>(RELOADS)]
  const recent = known.filter(([, time]) => now - time < RELOAD_INTERVAL)
  if (recent.some(([address]) => address === href)) return false
  reloads.push([href, now])
  writeStored('session', RELOADS, JSON.stringify([...recent, [href, now]]))
  load(href)
  return true
}

/** Has the browser load a document. The open one with a hash would only scroll. */
export function loadDocument(href: string): void {
  if (href.split('#')[0] === location.href.split('#')[0]) location.reload()
  else location.assign(href)
}
