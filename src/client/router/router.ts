import { localeCode, type LoadedIndex } from '../locale-data.ts'
import { PATIENCE, RETRY_PATIENCE, within } from '../within.ts'
import { confirmPage, confirmPlace } from './confirm.ts'
import { isServed, loadNotFound, loadView, type ShownPage } from './load-view.ts'
import { recover } from './recover.ts'
import { findTarget, plainTarget, requestedPath, type Target } from './target.ts'
import type { NavigationOutcome } from './outcome.ts'
import type { NavigationKind, RouterContext, RouterParts, Turn } from './turn.ts'

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
