import type { Header } from '../schema/page.ts'
import { safeDecode } from '../shared/addresses.ts'

export interface Position {
  x: number
  y: number
}

/** The saved position counts first, then the hash, then the top. */
export interface ScrollTarget {
  saved?: Position | undefined
  hash: string
}

/** A malformed encoding is taken literally, `#` and text fragments name nothing. */
export function idOfHash(hash: string) {
  return safeDecode(hash.replace(/^#/, '').replace(/:~:.*/s, ''))
}

export function elementOfHash(hash: string) {
  const id = idOfHash(hash)
  return id === '' ? null : document.getElementById(id)
}

/** A scroll by program is under way, or ended at `settledAt`: its events are not the reader's. */
let isSettling = false
let settledAt: number | undefined

export function scrollToTarget({ saved, hash }: ScrollTarget) {
  const element = saved ? null : elementOfHash(hash)
  if (element) element.scrollIntoView({ behavior: 'instant', block: 'start' })
  else scrollTo({ left: saved?.x ?? 0, top: saved?.y ?? 0, behavior: 'instant' })
  isSettling = true
  // Reading the position now would lay out the new page before it is painted.
  requestAnimationFrame(() => {
    isSettling = false
    settledAt = scrollY
  })
  return element ?? undefined
}

/** Elements that can't have focus get it for this time only. */
export function moveFocus(element: HTMLElement | null) {
  if (!element) return
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1')
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/** Marks links to the open hash in outline and sidebar; permalinks of the content stay plain. */
export function markHeadingLinks() {
  const id = idOfHash(location.hash)
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (link.closest('[data-content]')) continue
    if (id !== '' && idOfHash(link.getAttribute('href') ?? '') === id)
      link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
}

/** At most one update in this time, in milliseconds. */
const SCROLL_INTERVAL = 300
/** Dead band on both sides of a heading, in CSS pixels. */
const TOLERANCE = 10

export function findActive(tops: readonly number[], y: number) {
  if (y === 0) return tops.length > 0 ? 0 : -1
  return tops.findIndex((top, i) => {
    const next = tops[i + 1]
    return y >= top + TOLERANCE && (next === undefined || y < next - TOLERANCE)
  })
}

export function watchHeadings(headers: () => readonly Header[], replaced: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isByProgram = () => isSettling || scrollY === settledAt
  const update = () => {
    timer = undefined
    const hash = isByProgram() ? undefined : activeHash(headers())
    if (hash === undefined || idOfHash(hash) === idOfHash(location.hash)) return
    history.replaceState(history.state, '', location.pathname + location.search + hash)
    replaced()
  }
  const onScroll = () => {
    if (isByProgram()) return
    settledAt = undefined
    timer ??= setTimeout(update, SCROLL_INTERVAL)
  }
  addEventListener('scroll', onScroll, { passive: true })
}

function activeHash(headers: readonly Header[]) {
  const candidates = headers
    .map(({ slug }) => document.getElementById(slug))
    .filter(element => element !== null)
    .filter(element => element.getClientRects().length > 0)
  const active = findActive(candidates.map(topOf), scrollY)
  const element = candidates[active]
  if (!element) return undefined
  const chosen = candidates.indexOf(elementOfHash(location.hash) ?? element)
  const isAtBottom = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  return isAtBottom && chosen > active ? undefined : `#${encodeURI(element.id)}`
}

function topOf(element: HTMLElement) {
  const margin = parseFloat(getComputedStyle(element).scrollMarginTop) || 0
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return element.getBoundingClientRect().top + scrollY - margin - padding
}
