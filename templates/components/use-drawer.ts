import { useEffect } from 'react'
import { watchSwipes } from './swipe.ts'
import { canShowPopovers } from './use-popovers.ts'

/** Where the sidebar is a drawer: below 960 px, sooner with larger text. The same as in the styles. */
const NARROW = '(max-width: 59.99em)'
/** Width of the strip at the edge where a swipe opens the drawer, in CSS pixels. */
const EDGE = 80

/** Everything of the page but the drawer and what contains it. */
function outsideOf(drawer: Element, layout: Element): Element[] {
  const outside: Element[] = []
  for (let inner = drawer; inner !== layout && inner.parentElement; inner = inner.parentElement) {
    outside.push(...[...inner.parentElement.children].filter(element => element !== inner))
  }
  return outside
}

/** A modal dialog while it is open, a plain box otherwise; the rest of the page is inert meanwhile. */
function setOpen(drawer: HTMLElement, isOpen: boolean): void {
  const dialog = { role: 'dialog', 'aria-modal': 'true', 'aria-label': drawer.dataset['label'] ?? '' }
  for (const [name, value] of Object.entries(dialog)) {
    if (isOpen) drawer.setAttribute(name, value)
    else drawer.removeAttribute(name)
  }
  const layout = drawer.closest('.layout')
  if (!layout) return
  layout.classList.toggle('sidebar-open', isOpen)
  for (const element of outsideOf(drawer, layout)) element.toggleAttribute('inert', isOpen)
}

/** Keeps the Tab key inside the open drawer. As a column of the page it doesn't. */
function keepFocusInside(drawer: Element, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = [...drawer.querySelectorAll<HTMLElement>('a[href], button, summary')].filter(
    element => element.getClientRects().length > 0,
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** A link to a heading of the open page closes the drawer at once, so that the heading can take the focus. */
function followsHash(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link?.getAttribute('href')?.startsWith('#') ?? false
}

function watchDrawer(drawer: HTMLElement): () => void {
  const isOpen = () => drawer.matches(':popover-open')
  const close = () => isOpen() && drawer.hidePopover()
  const narrow = matchMedia(NARROW)
  const listening = new AbortController()
  const { signal } = listening
  drawer.addEventListener('beforetoggle', event => setOpen(drawer, event.newState === 'open'), { signal })
  drawer.addEventListener('toggle', () => isOpen() && drawer.querySelector('button')?.focus(), { signal })
  drawer.addEventListener('keydown', event => isOpen() && keepFocusInside(drawer, event), { signal })
  drawer.addEventListener('click', event => followsHash(event) && close(), { signal })
  narrow.addEventListener('change', close, { signal })
  const stopSwipes = watchSwipes((swipe, fromEdge) => {
    if (swipe === 'backward' || fromEdge > EDGE) close()
    else if (narrow.matches && !isOpen()) drawer.showPopover()
  })
  if (isOpen()) {
    // Opened before React was in: the rest of the page becomes inert under the reader's focus.
    setOpen(drawer, true)
    if (!drawer.contains(document.activeElement)) drawer.querySelector('button')?.focus()
  }
  return () => {
    close()
    listening.abort()
    stopSwipes()
  }
}

/** Focus trap, inert background and swipes of the drawer; opening and closing are the browser's. */
export function useDrawer(id: string): void {
  useEffect(() => {
    const drawer = document.getElementById(id)
    return drawer && canShowPopovers() ? watchDrawer(drawer) : undefined
  }, [id])
}
