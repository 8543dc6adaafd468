import { elementOfHash, idOfHash } from './scroll.ts'
import type { Header } from '../schema/page.ts'

/** At most one update in this time, in milliseconds, and one after scrolling has stopped. */
const SCROLL_INTERVAL = 300
/** Dead band on both sides of a heading, in CSS pixels. */
const TOLERANCE = 10

/**
 * The heading in view.
 * @param tops scroll positions at which each heading reaches the top, ascending
 * @returns its index, or -1 for none
 */
export function findActive(tops: readonly number[], y: number): number {
  if (y === 0) return tops.length > 0 ? 0 : -1
  return tops.findIndex((top, i) => {
    const next = tops[i + 1]
    return y >= top + TOLERANCE && (next === undefined || y < next - TOLERANCE)
  })
}

/** Writes the hash of the heading in view. */
export interface HeadingWatch {
  /** A scroll by program is over: its events are not the reader's. */
  settle(): void
}

/**
 * @param headers headings of the open page, levels 2 and 3
 * @param replaced called after the hash of the address has changed
 */
export function watchHeadings(headers: () => readonly Header[], replaced: () => void): HeadingWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSettling = false
  let settledAt: number | undefined

  const update = () => {
    timer = undefined
    const hash = activeHash(headers())
    if (hash === undefined || idOfHash(hash) === idOfHash(location.hash)) return
    replaceHash(hash)
    replaced()
  }
  addEventListener(
    'scroll',
    () => {
      if (isSettling || scrollY === settledAt) return
      settledAt = undefined
      timer ??= setTimeout(update, SCROLL_INTERVAL)
    },
    { passive: true },
  )
  return {
    settle: () => {
      clearTimeout(timer)
      timer = undefined
      isSettling = true
      // Reading the position now would lay out the new page before it is painted.
      requestAnimationFrame(() => {
        isSettling = false
        settledAt = scrollY
      })
    },
  }
}

/** Hash of the heading in view; undefined where none is, and where the last sections are too short. */
function activeHash(headers: readonly Header[]): string | undefined {
  const candidates = headers
    .map(({ slug }) => document.getElementById(slug))
    .filter(element => element !== null)
    .filter(element => element.getClientRects().length > 0)
  const active = findActive(candidates.map(topOf), scrollY)
  const element = candidates[active]
  if (!element) return undefined
  const chosen = candidates.indexOf(elementOfHash(location.hash) ?? element)
  if (isAtBottom() && chosen > active) return undefined
  return `#${encodeURI(element.id)}`
}

/** Where the window stands after a jump to the heading: its margin for the fixed header counts. */
function topOf(element: HTMLElement): number {
  const margin = parseFloat(getComputedStyle(element).scrollMarginTop) || 0
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return element.getBoundingClientRect().top + scrollY - margin - padding
}

function isAtBottom(): boolean {
  return innerHeight + scrollY >= document.documentElement.scrollHeight - 1
}

/** Keeps query, history entry and its state. */
function replaceHash(hash: string): void {
  history.replaceState(history.state, '', location.pathname + location.search + hash)
}
