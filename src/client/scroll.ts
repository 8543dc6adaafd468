import { safeDecode } from '../shared/addresses.ts'
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
