import { isFilePath, localizeAddress, resolvePath, stripBase, withBase } from '../shared/addresses.ts'
import type { PageAppProps } from '../shared/page-app.tsx'
import {
  createNotFoundView,
  createSearchView,
  headTags,
  OWN_HEAD_TAG,
  searchContent,
} from '../shared/views.ts'
import {
  element,
  LoadError,
  readStoredList,
  REQUEST_TIMEOUT,
  RETRY_TIMEOUT,
  revealControls,
  within,
  targetOf,
  writeStored,
} from './document.ts'
import {
  type LoadedIndex,
  type LoadPage,
  loadParts,
  localeCodeOf,
  type PageParts,
  requestedPath,
  viewAddress,
} from './pages.ts'
import { moveFocus, type Position, type ScrollTarget, scrollToTarget } from './scroll.ts'
import { endProgress, showFailure, startProgress } from './status.ts'

/** For a click that leaves the page and that no other listener receives. */
export const LEAVES = 'docsgen:leaves'

/** Dispatched before hydration: from then on, React serves clicks on buttons itself. */
export const HYDRATES = 'docsgen:hydrates'

/** In this tab: no modifier keys, other buttons, `target`, `download`. */
export function clickedLink(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = targetOf(event, 'a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return undefined
  return link.target && link.target !== '_self' ? undefined : link
}

/** Extensions of files. For others, the router asks the server. */
const COMMON_FILE =
  /\.(?:pdf|zip|[gx]z|tgz|exe|dmg|png|jpe?g|gif|svg|webp|mp[34]|csv|json|ya?ml|xml|txt|md|[cm]?[jt]s|css)$/i

const isWebLink = ({ protocol }: HTMLAnchorElement) => /^https?:$/.test(protocol)

/** Undefined where the table that has the path isn't loaded. */
type IsPage = (path: string) => boolean | undefined

/** Only the table knows whether `/rel/2.0` is a page; without it, an address that doesn't end like a file counts as one. */
export function leadsToPage(link: HTMLAnchorElement, base: string, isPage?: IsPage) {
  if (link.origin !== location.origin || !isWebLink(link)) return false
  const path = stripBase(link.pathname, base)
  if (path === undefined) return false
  return !isFilePath(path) || (isPage?.(path) ?? !COMMON_FILE.test(path))
}

export function followedLink(event: MouseEvent, base: string, isPage?: IsPage) {
  const link = clickedLink(event)
  return link && leadsToPage(link, base, isPage) ? link : undefined
}

/** `#` alone leads to the top. */
export function isHashLink(link: HTMLAnchorElement) {
  return link.href.includes('#') && link.pathname === location.pathname && link.search === location.search
}

/** True for a click that leaves without being followed here: an earlier navigation is given up. */
export function leavesPage(event: MouseEvent) {
  const link = clickedLink(event)
  return link !== undefined && isWebLink(link) && !isHashLink(link)
}

export const POSITIONS = 'docsgen-scroll'
const MAX_POSITIONS = 100

const createEntry = (index: number) => {
  return { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 8), index }
}

type Entry = ReturnType<typeof createEntry>

export const openEntry = () => (history.state as { docsgen?: Entry } | null)?.docsgen

type EntryHistory = ReturnType<typeof createEntryHistory>

/** While the page is hidden, the browser restores positions, so that a reload does. */
export function createEntryHistory() {
  const positions = new Map(readStoredList<[string, Position]>(POSITIONS))
  const write = (entry: Entry, href: string) => {
    history.replaceState({ ...history.state, docsgen: entry }, '', href)
    return entry
  }
  let current = openEntry() ?? write(createEntry(0), location.href)
  let silentMoves = 0

  const savePosition = () => {
    positions.delete(current.id)
    positions.set(current.id, { x: scrollX, y: scrollY })
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    savePosition()
    writeStored('session', POSITIONS, JSON.stringify([...positions].slice(-MAX_POSITIONS)))
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))

  return {
    savedPosition: () => positions.get(openEntry()?.id ?? ''),
    push(href: string) {
      savePosition()
      current = createEntry(current.index + 1)
      history.pushState({ docsgen: current }, '', href)
    },
    replace: (href: string) => write(current, href),
    arrive() {
      current = openEntry() ?? write(createEntry(current.index + 1), location.href)
    },
    /** Returns to the entry that is shown, without a navigation. */
    goBack() {
      const steps = current.index - (openEntry() ?? current).index
      if (steps === 0) return
      silentMoves++
      history.go(steps)
    },
    onMove: (callback: () => void) =>
      addEventListener('popstate', () => {
        if (silentMoves > 0) return void silentMoves--
        savePosition()
        callback()
      }),
  }
}

type NavigationKind = 'push' | 'pop'

export interface ShownPage extends PageAppProps {
  view: string
}

export interface RouterParts extends PageParts {
  loadPage: LoadPage
  layout(name: string): Promise<ShownPage['layout']>
  trustHtml(html: string): ShownPage['html']
  entries: EntryHistory
  load(href: string): void
  /** When it returns, the page is in the document. */
  show(shown: ShownPage): void
  confirmed(kind: 'page' | 'hash', shown: ShownPage): void
}

export type Router = ReturnType<typeof createRouter>

interface Navigation {
  url: URL
  kind: NavigationKind
}

const NAVIGATION_TIMEOUT = REQUEST_TIMEOUT + RETRY_TIMEOUT

export function followLinks(router: Router, base: string, entries: EntryHistory) {
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

/** `at`: path without base that the document was requested at. */
export function createRouter(parts: RouterParts, first: ShownPage, at: string) {
  const { base, entries, locales } = parts
  let shown = first
  /** Path without base of the shown page, or the requested one for a not-found page. */
  let openPath = at
  /** The last navigation, unless it was given up. */
  let current: Navigation | undefined

  let endCurrent = () => {}

  /** Never rejects. A newer call ends a running one, which then never renders. */
  async function navigate(href: string, kind: NavigationKind = 'push'): Promise<void> {
    endCurrent()
    const navigation = (current = { url: new URL(href, location.href), kind })
    const ended = new Promise<void>(resolve => (endCurrent = resolve))
    try {
      await within(Promise.race([findAndShow(navigation), ended]), NAVIGATION_TIMEOUT)
    } catch (error) {
      if (navigation !== current) return
      leave()
      recover(navigation, error)
    }
    if (navigation === current) endProgress()
  }

  function leave() {
    endCurrent()
    current = undefined
    endProgress()
  }

  async function findAndShow(navigation: Navigation) {
    const { url, kind } = navigation
    const requested = requestedPath(url, base)
    if (requested === openPath) return showPlace(navigation, plainTarget(url, requested))
    const code = localeCodeOf(shown.locale.locales, requested)
    const known = locales.peek(code, requested)
    if (!known) startProgress()
    const index = known ?? (await locales.index(code, requested))
    if (navigation !== current) return
    const target = findTarget(url, base, index)
    if (target.path === openPath) return showPlace(navigation, target)
    // Pages of another build need its scripts. Where the browser has moved already, `recover` loads them only once.
    const isOther = index.data.theme !== parts.theme
    if (isOther && kind === 'pop') throw new Error('The site has a new version.')
    const next = isOther ? undefined : await loadTarget(target, kind, code, index)
    if (navigation !== current) return
    if (next) await showPage(navigation, target, next)
    else parts.load(target.href)
  }

  /** Undefined for an address that only the server knows. */
  async function loadTarget(target: Target, kind: NavigationKind, code: string, { data }: LoadedIndex) {
    const { path, href, isExternal } = target
    if (path === undefined || path === data.searchPage) {
      startProgress()
      // Only a link can lead to something new: the server has answered the open address.
      const isUnknown = path === undefined
      if (isUnknown && (isExternal || (kind === 'push' && (await isServed(href))))) return undefined
      const locale = await locales.view(data.view)
      const page = isUnknown ? createNotFoundView(locale) : createSearchView(locale)
      const html = isUnknown ? '' : parts.trustHtml(searchContent(locale))
      return { page, locale, view: data.view, layout: await parts.layout(page.layout), html }
    }
    const known = parts.chunks.get(path)
    if (!known) startProgress()
    const loading = known ?? parts.loadPage(path, code)
    // With several views, the page has the number of its own.
    const view = data.views ? viewAddress(data, (await loading).page) : data.view
    const [{ page, html }, locale] = await Promise.all([loading, locales.view(view)])
    const [layout] = await Promise.all([parts.layout(page.layout), loadParts(page)])
    return { page, locale, view, layout, html: parts.trustHtml(html) }
  }

  function showPlace({ url, kind }: Navigation, { hash, href }: Target) {
    if (kind !== 'pop' && href === location.href) {
      // A click on the open hash, or on `#` at the top, still leads there.
      if (hash || url.href.endsWith('#')) scrollAndFocus({ hash })
      return
    }
    scrollAndFocus({ saved: moveEntry(kind, href), hash })
    parts.confirmed('hash', shown)
  }

  async function showPage({ url, kind }: Navigation, target: Target, next: ShownPage) {
    const saved = moveEntry(kind, target.href)
    const { locale } = shown.page
    openPath = target.path ?? requestedPath(url, base)
    render(next)
    // Observers see the new page before scroll and focus make the browser lay it out.
    await Promise.resolve()
    if (!scrollAndFocus({ saved, hash: target.hash })) {
      moveFocus(document.querySelector('main h1') ?? document.querySelector('main'))
      // The heading may have another id in the other language.
      if (!saved && target.hash && locale !== next.page.locale)
        entries.replace(target.href.replace(/#.*/s, ''))
    }
    parts.confirmed('page', next)
  }

  function render(next: ShownPage) {
    shown = next
    updateHead(next)
    parts.show(next)
    localizeLinks(next, locales)
    revealControls()
  }

  function moveEntry(kind: NavigationKind, href: string) {
    if (kind === 'push') {
      entries.push(href)
      return undefined
    }
    const saved = entries.savedPosition()
    entries.arrive()
    if (href !== location.href) entries.replace(href)
    return saved
  }

  /** Offline, the open page stays with a message; otherwise the browser loads the document, once. */
  function recover({ url: { href }, kind }: Navigation, error: unknown) {
    console.warn("[docsgen] a page didn't load", error instanceof Error ? (error.cause ?? error) : error)
    const isUnreachable = error instanceof LoadError ? error.unreachable : !navigator.onLine
    if (!isUnreachable && reloadDocument(href, parts.load)) return
    if (kind === 'pop') entries.goBack()
    const { strings } = shown.locale
    showFailure(isUnreachable ? strings.loadOffline : strings.loadFailed, strings, () => void navigate(href))
  }

  return {
    navigate,
    leave,
    current: () => shown,
    refresh: render,
    isPage(path: string) {
      const index = locales.peek(localeCodeOf(shown.locale.locales, path), path)
      return index && findTarget(new URL(path, location.origin), '/', index).path !== undefined
    },
  }
}

function updateHead({ page, locale }: ShownPage) {
  document.title = page.documentTitle
  const root = document.documentElement
  // Setting them again would make the browser style the whole document again.
  if (root.lang !== page.lang) root.lang = page.lang
  if (root.dir !== locale.dir) root.dir = locale.dir
  for (const old of document.head.querySelectorAll(`[${OWN_HEAD_TAG}]`)) old.remove()
  for (const { tag, attributes } of headTags(page))
    document.head.append(element(tag, { ...attributes, [OWN_HEAD_TAG]: '' }))
}

/** Links in content of another language lead to the open page's language, as in its document. */
function localizeLinks({ page: { fallback }, locale }: ShownPage, locales: RouterParts['locales']) {
  if (!fallback) return
  const { base, path, code } = locale
  for (const link of document.querySelectorAll('[data-content] a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const own = localizeAddress(href, { base, from: fallback.locale, to: path, has: () => true })
    const wanted = stripBase(own.replace(/[?#].*/s, ''), base)
    if (own === href || wanted === undefined) continue
    const apply = ({ data }: LoadedIndex) => {
      if (Object.hasOwn(data.pages, wanted)) link.setAttribute('href', own)
    }
    void locales.index(code, wanted).then(apply, () => {})
  }
}

interface Target {
  href: string
  /** Encoded, without base; undefined if unknown or outside the site. */
  path: string | undefined
  isExternal: boolean
  hash: string
}

/** Query and hash are kept. */
export function findTarget(url: URL, base: string, { table }: LoadedIndex): Target {
  const found = resolvePath(table, requestedPath(url, base))
  if (!found) return plainTarget(url, undefined)
  if (found.external) return { ...plainTarget(url, undefined), href: found.external, isExternal: true }
  const target = new URL(url)
  target.pathname = withBase(base, found.path)
  if (found.search) target.search = found.search
  if (found.hash) target.hash = found.hash
  return plainTarget(target, found.path)
}

function plainTarget({ href, hash }: URL, path: string | undefined) {
  return { href: href.replace(/#$/, ''), path, isExternal: false, hash }
}

/** True for an answer that is late, too. */
async function isServed(href: string) {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
  const response = await fetch(href, { method: 'HEAD', signal }).catch(() => undefined)
  return response?.ok ?? signal.aborted
}

function scrollAndFocus(target: ScrollTarget) {
  const element = scrollToTarget(target)
  if (element) moveFocus(element)
  return element
}

/** An address is loaded whole at most once in this time, in milliseconds. */
export const RELOAD_INTERVAL = 10_000
const RELOADS = 'docsgen-full-navigation'

/** False if tried a moment ago, so that a document that fails at once can't loop. */
export function reloadDocument(href: string, load = loadDocument) {
  const now = Date.now()
  const known = readStoredList<[href: string, time: number]>(RELOADS)
  const recent = known.filter(([, time]) => now - time < RELOAD_INTERVAL)
  if (recent.some(([address]) => address === href)) return false
  writeStored('session', RELOADS, JSON.stringify([...recent, [href, now]]))
  load(href)
  return true
}

export function loadDocument(href: string) {
  if (href.split('#')[0] === location.href.split('#')[0]) location.reload()
  else location.assign(href)
}
