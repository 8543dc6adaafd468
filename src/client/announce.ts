import type { Strings } from '../schema/strings.ts'
import { button, element } from './dom.ts'

const REGION = 'docsgen-announcer'
/** A region whose text is not read yet when it appears: screen readers need a moment, in milliseconds. */
const DELAY = 50

/** Tells screen reader users something once. An equal text is announced again. */
export function announce(text: string): void {
  const region = findRegion()
  region.textContent = ''
  setTimeout(() => (region.textContent = text), DELAY)
}

/** Creates the region ahead of its first use; it must exist before its text changes. */
export function findRegion(): HTMLElement {
  const existing = document.getElementById(REGION)
  if (existing) return existing
  const region = element('div', { id: REGION, 'aria-live': 'polite', 'aria-atomic': 'true' })
  // Hidden from view through CSSOM, which a strict content security policy allows, so that it holds under every theme.
  Object.assign(region.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  })
  document.body.append(region)
  return region
}

let failure: HTMLElement | undefined

/** Shows at the end of the body that a page could not be loaded, with a button that tries again, and announces it. */
export function showFailure(text: string, { retry: retryText }: Strings, retry: () => void): void {
  clearFailure()
  const id = 'docsgen-load-status'
  // A landmark, so that it is found; the text itself is said by the live region.
  failure = element(
    'div',
    { class: 'load-status', role: 'region', 'aria-labelledby': id },
    element('p', { id }, text),
    button('', retryText, retry),
  )
  document.body.append(failure)
  announce(text)
}

export function clearFailure(): void {
  failure?.remove()
  failure = undefined
}
