import { moveFocus, scrollToTarget, type Position } from '../scroll.ts'
import { requestedPath, type Target } from './target.ts'
import type { ShownPage } from './load-view.ts'
import type { NavigationOutcome } from './outcome.ts'
import type { RouterContext, Turn } from './turn.ts'

/** Shows another place of the open page: no loading, no change of the head. */
export function confirmPlace(context: RouterContext, turn: Turn, target: Target): NavigationOutcome {
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
export async function confirmPage(
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
