import { safeDecode } from '../shared/addresses.ts'
import type { Header } from '../schema/page.ts'

/** Position of the window in CSS pixels. */
export interface Position {
  x: number
  y: number
}

/** What decides where a page opens: the saved position, else the hash, else the top. */
export interface ScrollTarget {
  saved?: Position | undefined
  /** With `#`, as it stands in the address, or empty. */
  hash: string
}

/**
 * The id that a hash names. A malformed encoding is taken literally, `#` and text fragments name nothing.
 */
export function idOfHash(hash: string): string {
  return safeDecode(hash.replace(/^#/, '').replace(/:~:.*/s, ''))
}

/** The element that a hash leads to; looked up by id, never by selector. */
export function elementOfHash(hash: string): HTMLElement | null {
  const id = idOfHash(hash)
  return id === '' ? null : document.getElementById(id)
}

/**
 * Scrolls the window without animation.
 * @returns the element that the hash leads to, when the hash decided
 */
export function scrollToTarget({ saved, hash }: ScrollTarget): HTMLElement | undefined {
  if (saved) {
    scrollTo({ left: saved.x, top: saved.y, behavior: 'instant' })
    return undefined
  }
  const element = elementOfHash(hash)
  if (element) {
    element.scrollIntoView({ behavior: 'instant', block: 'start' })
    return element
  }
  scrollTo({ left: 0, top: 0, behavior: 'instant' })
  return undefined
}

export function currentPosition(): Position {
  return { x: scrollX, y: scrollY }
}

/** Moves focus without scrolling; elements that cannot have focus get it for this time only. */
export function moveFocus(element: HTMLElement | null): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1')
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/** Marks the links of the outline and the sidebar that lead to the open hash; permalinks of the content stay plain. */
export function markHeadingLinks(): void {
  const id = idOfHash(location.hash)
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (link.closest('[data-content]')) continue
    const isCurrent = id !== '' && idOfHash(link.getAttribute('href') ?? '') === id
    if (isCurrent) link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
}

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
