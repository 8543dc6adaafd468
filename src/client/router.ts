import type { ComponentType } from 'react'
import type { PageView, LocaleView } from '../schema/view.ts'
import type { FullNavigation } from './full-navigation.ts'
import type { LoadStatus } from './announce.ts'
import type { Progress } from './progress.ts'
import type { EntryHistory } from './history.ts'
import { localeCode, type LoadedIndex, requestedPath, viewAddress, type LocaleData } from './locale-data.ts'
import { PATIENCE, RETRY_PATIENCE, within } from './document.ts'
import { resolvePath } from '../shared/address-table.ts'
import { withBase } from '../shared/addresses.ts'
import { createNotFoundView } from '../shared/views.ts'
import type { LayoutProps, TrustedHtml } from '../shared/page-app.tsx'
import { loadParts, type PageLoader, PageLoadError } from './page-loader.ts'
import { moveFocus, scrollToTarget, type Position } from './scroll.ts'
import { FetchError } from './fetch-json.ts'

/** How a navigation ended. Only `completed` and `redirected` change what the reader sees. */
export type NavigationOutcome =
  /** The page, or another place of it, is shown. */
  | { type: 'completed'; href: string; page: PageView }
  /** Shown under another address than the one that was asked for. */
  | { type: 'redirected'; href: string; from: string; page: PageView }
  /** The page could not be loaded; `left` when the browser now loads the whole document instead. */
  | { type: 'aborted'; href: string; error: unknown; left: boolean }
  /** A newer navigation took its place. */
  | { type: 'cancelled'; href: string }
  /** It leads to where the reader is. */
  | { type: 'duplicated'; href: string }

/** How an address came about: a new entry, a change of the open one, or a move of the browser to another. */
export type NavigationKind = 'push' | 'replace' | 'pop'

/** One navigation. */
export interface Turn {
  url: URL
  kind: NavigationKind
  /** False as soon as a newer navigation took its place, or it was given up. */
  isLive(): boolean
  /** Lets go of it: whatever still arrives for it is not shown. */
  giveUp(): void
}

export interface RouterParts extends ViewParts {
  base: string
  /** Identifies the scripts and styles that the document runs (`BootData`). */
  theme: string
  entries: EntryHistory
  progress: Progress
  fullNavigation: FullNavigation
  status: LoadStatus
  /** Renders at once: when it returns the page stands in the document. */
  show(shown: ShownPage): void
  /** A scroll by program is over. */
  settle(): void
  /** Called last, after each confirmed navigation. */
  confirmed(kind: 'page' | 'hash', shown: ShownPage): void
}

/** What the router knows of the document. */
export interface RouterContext {
  parts: RouterParts
  shown: ShownPage
  /** Path without base that the shown page stands for: its own, or the unknown one that was asked for. */
  at: string
}

export interface Router {
  /** Never rejects. A newer call takes the place of a running one, which then never renders. */
  navigate(href: string, kind?: NavigationKind): Promise<NavigationOutcome>
  /** Gives up what is under way: the browser goes elsewhere. */
  leave(): void
  /** The page that is shown. */
  current(): ShownPage
  /** Shows another state of the open page, in its place. */
  refresh(next: ShownPage): void
  /** True for the address of a page, as far as the tables are loaded. */
  isPage(path: string): boolean
}

/**
 * History-mode navigation over page chunks.
 * @param first what the document shows
 * @param at path without base that it stands for
 */
export function createRouter(parts: RouterParts, first: ShownPage, at: string): Router {
  const context: RouterContext = { parts, shown: first, at }
  let cancel: (() => void) | undefined

  const navigate: Router['navigate'] = (href, kind = 'push') => {
    cancel?.()
    const url = new URL(href, location.href)
    return new Promise(resolve => {
      let live = true
      cancel = () => {
        live = false
        resolve({ type: 'cancelled', href: url.href })
      }
      const turn: Turn = { url, kind, isLive: () => live, giveUp: () => (live = false) }
      void runTurn(context, turn, () => void navigate(href)).then(resolve)
    })
  }
  return {
    navigate,
    leave: () => {
      cancel?.()
      parts.progress.done()
    },
    current: () => context.shown,
    refresh: next => {
      context.shown = next
      parts.show(next)
    },
    isPage: path => {
      const index = parts.locales.peek(localeCode(context.shown.locale.locales, path), path)
      return index !== undefined && findTarget(new URL(path, location.origin), '/', index).path !== undefined
    },
  }
}

/** A reader waits no longer than this for a page change, whatever it is that hangs, in milliseconds. */
const LIMIT = PATIENCE + RETRY_PATIENCE

/** Runs one navigation to its end. The progress bar ends with the last one, however that ends. */
async function runTurn(context: RouterContext, turn: Turn, retry: () => void): Promise<NavigationOutcome> {
  let outcome: NavigationOutcome
  try {
    outcome = await within(findAndShow(context, turn), LIMIT)
    if (!turn.isLive()) return outcome
  } catch (error) {
    if (!turn.isLive()) return { type: 'cancelled', href: turn.url.href }
    turn.giveUp()
    outcome = recover(context, turn, { error, retry })
  }
  context.parts.progress.done()
  return outcome
}

async function findAndShow(context: RouterContext, turn: Turn): Promise<NavigationOutcome> {
  const { parts } = context
  const { url } = turn
  const requested = requestedPath(url, parts.base)
  if (requested === context.at) {
    return confirmPlace(context, turn, plainTarget(url, requested))
  }
  const code = localeCode(context.shown.locale.locales, requested)
  const index = await findIndex(context, code, requested)
  const target = findTarget(url, parts.base, index)
  if (turn.isLive() && target.path === context.at) return confirmPlace(context, turn, target)
  // Pages of another build need its scripts and styles. Where the browser has moved already, it is loaded again only once.
  const isOther = index.data.theme !== parts.theme
  if (isOther && turn.kind === 'pop') throw new Error('The site has a new version.')
  const next = isOther ? undefined : await loadTarget(context, target, { kind: turn.kind, code, index })
  if (!turn.isLive()) return { type: 'cancelled', href: url.href }
  if (next) return confirmPage(context, turn, { target, next })
  parts.fullNavigation.leave(target.href)
  return { type: 'aborted', href: url.href, error: undefined, left: true }
}

/** The page table of a locale; another locale's, and another section of a large one, is fetched when it is first needed. */
async function findIndex({ parts }: RouterContext, code: string, path: string): Promise<LoadedIndex> {
  const known = parts.locales.peek(code, path)
  if (known) return known
  parts.progress.start()
  return parts.locales.index(code, path)
}

/** What the target shows; undefined for an address that the server knows and the tables do not. */
async function loadTarget(
  { parts }: RouterContext,
  target: Target,
  { kind, code, index }: { kind: NavigationKind; code: string; index: LoadedIndex },
): Promise<ShownPage | undefined> {
  if (target.path !== undefined && parts.pages.peek(target.path)) {
    return loadView(parts, target.path, { code, data: index.data })
  }
  parts.progress.start()
  if (target.path !== undefined) return loadView(parts, target.path, { code, data: index.data })
  if (target.isExternal) return undefined
  // Only a link can lead to something new: what the address bar shows has been answered already.
  return kind === 'push' && (await isServed(target.href)) ? undefined : loadNotFound(parts, index)
}

/** Where a navigation leads. */
export interface Target {
  /** Absolute address to show: the page's own one, with query and hash. */
  href: string
  /** Encoded path of the page without base; undefined for an unknown one and for one outside the site. */
  path: string | undefined
  /** True when a redirect leads out of the site. */
  isExternal: boolean
  /** With `#`, or empty. */
  hash: string
  /** True when the address differs from the one that was asked for. */
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
    href: target.href.replace(/#$/, ''),
    path: found.path,
    isExternal: false,
    hash: target.hash,
    isRedirected: found.redirected || target.pathname !== url.pathname,
  }
}

/** An address that needs no correction. */
function plainTarget(url: URL, path: string | undefined): Target {
  return { href: url.href.replace(/#$/, ''), path, isExternal: false, hash: url.hash, isRedirected: false }
}

/** Everything that is needed to show a page. */
export interface ShownPage {
  page: PageView
  locale: LocaleView
  /** Address of the locale's view. */
  view: string
  layout: ComponentType<LayoutProps>
  html: string | TrustedHtml
}

export type LayoutLoader = (name: string) => Promise<ComponentType<LayoutProps>>

export interface ViewParts {
  locales: LocaleData
  pages: PageLoader
  layout: LayoutLoader
  trustHtml(html: string): string | TrustedHtml
}

/** Loads content, locale and layout of a page side by side. */
async function loadView(
  parts: ViewParts,
  path: string,
  index: { code: string; data: LoadedIndex['data'] },
): Promise<ShownPage> {
  const loading = Promise.resolve(parts.pages.peek(path) ?? parts.pages.load(path, index.code))
  // Only where there are many views, the page itself says which is its own.
  const { views } = index.data
  const view = views ? viewAddress(index.data, (await loading).page) : index.data.view
  const [chunk, locale] = await Promise.all([loading, parts.locales.view(view)])
  const [layout] = await Promise.all([parts.layout(chunk.page.layout), ...loadParts(chunk.page)])
  return { page: chunk.page, locale, view, layout, html: parts.trustHtml(chunk.html) }
}

/** The not-found page in the language of the address. */
async function loadNotFound(parts: ViewParts, { data }: LoadedIndex): Promise<ShownPage> {
  const locale = await parts.locales.view(data.view)
  const page = createNotFoundView(locale)
  return { page, locale, view: data.view, layout: await parts.layout(page.layout), html: '' }
}

/**
 * True when the server has something at an address that is no page: a file of the public folder, a newer page. One that
 * does not say so in time is left to the browser.
 */
async function isServed(href: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(href, { method: 'HEAD', signal }).catch(() => undefined)
  return response?.ok ?? signal.aborted
}

/** Shows another place of the open page: no loading, no change of the head. */
function confirmPlace(context: RouterContext, turn: Turn, target: Target): NavigationOutcome {
  const { parts, shown } = context
  if (turn.kind !== 'pop' && target.href === location.href) {
    // A duplicate changes nothing, but a click on the open hash, or on `#` at the top, still leads there.
    if (target.hash || turn.url.href.endsWith('#')) goTo(context, { hash: target.hash, saved: undefined })
    return { type: 'duplicated', href: target.href }
  }
  const saved = moveEntry(context, turn, target)
  goTo(context, { hash: target.hash, saved })
  parts.confirmed('hash', shown)
  return outcomeOf(context, turn, target)
}

/** Shows another page: address, document, scroll position, focus, in this order. */
async function confirmPage(
  context: RouterContext,
  turn: Turn,
  { target, next }: { target: Target; next: ShownPage },
): Promise<NavigationOutcome> {
  const { parts } = context
  const saved = moveEntry(context, turn, target)
  context.shown = next
  context.at = target.path ?? requestedPath(turn.url, parts.base)
  parts.show(next)
  // Those who watch the document see the new page before scroll and focus make the browser lay it out.
  await Promise.resolve()
  const element = goTo(context, { hash: target.hash, saved })
  if (!element) moveFocus(document.querySelector('main h1') ?? document.querySelector('main'))
  parts.confirmed('page', next)
  return outcomeOf(context, turn, target)
}

/** Scrolls, and moves focus to the element that the hash names. */
function goTo(
  { parts }: RouterContext,
  place: { hash: string; saved: Position | undefined },
): HTMLElement | undefined {
  const element = scrollToTarget(place)
  if (element) moveFocus(element)
  parts.settle()
  return element
}

/** Brings the history in line with the target; returns the position that was saved for the entry. */
function moveEntry({ parts: { entries } }: RouterContext, turn: Turn, target: Target): Position | undefined {
  if (turn.kind === 'push') entries.push(target.href)
  if (turn.kind === 'replace') entries.replace(target.href)
  if (turn.kind !== 'pop') return undefined
  const saved = entries.savedPosition()
  entries.arrive()
  if (target.href !== location.href) entries.replace(target.href)
  return saved
}

function outcomeOf({ shown }: RouterContext, turn: Turn, target: Target): NavigationOutcome {
  const { href } = target
  return target.isRedirected
    ? { type: 'redirected', href, from: turn.url.href, page: shown.page }
    : { type: 'completed', href, page: shown.page }
}

/**
 * Deals with a page that did not load: without a connection the open page stays, otherwise the browser loads
 * the whole document, once. The reader is told whenever the page stays.
 */
function recover(
  context: RouterContext,
  turn: Turn,
  { error, retry }: { error: unknown; retry(): void },
): NavigationOutcome {
  const { parts } = context
  const { href } = turn.url
  console.warn('[docsgen] a page did not load', error instanceof Error ? (error.cause ?? error) : error)
  const unreachable = isUnreachable(error)
  if (!unreachable && parts.fullNavigation.go(href)) return { type: 'aborted', href, error, left: true }

  const steps = turn.kind === 'pop' ? parts.entries.stepsBack() : 0
  if (steps !== 0) parts.entries.stepTo(steps)
  const { strings } = context.shown.locale
  parts.status.tell({
    text: unreachable ? strings.loadOffline : strings.loadFailed,
    retryText: strings.retry,
    retry,
  })
  return { type: 'aborted', href, error, left: false }
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof FetchError || error instanceof PageLoadError) return error.unreachable
  return !navigator.onLine
}
