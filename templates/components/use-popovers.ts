import { useEffect, useLayoutEffect } from 'react'

/** Event that the router dispatches on the document after every navigation, changes of the hash included. */
const NAVIGATED = 'docsgen:navigated'

/** False in browsers without popovers, where styles show the lists on focus and the sidebar in the page. */
export function canShowPopovers(): boolean {
  return typeof HTMLElement.prototype.showPopover === 'function'
}

/** Popovers of the page that are open now. */
function openPopovers(): HTMLElement[] {
  return canShowPopovers() ? [...document.querySelectorAll<HTMLElement>('.layout :popover-open')] : []
}

/** Closes every open popover of the page; the browser returns the focus if it was inside one. */
function closePopovers(): void {
  for (const popover of openPopovers()) popover.hidePopover()
}

/** Tells the button of a popover whether it is open. */
function announceState(popover: Element, isOpen: boolean): void {
  const button = document.querySelector(`button[aria-controls="${CSS.escape(popover.id)}"]`)
  button?.setAttribute('aria-expanded', String(isOpen))
}

function followToggle(event: Event): void {
  const popover = event.target
  if (popover instanceof Element && popover.id !== '') {
    announceState(popover, (event as ToggleEvent).newState === 'open')
  }
}

/** A disclosure closes when the focus goes elsewhere. */
function followFocus(event: FocusEvent): void {
  const { target, relatedTarget } = event
  if (!(target instanceof Element) || !(relatedTarget instanceof Element)) return
  const disclosure = target.closest('.disclosure')
  if (!disclosure || disclosure.contains(relatedTarget)) return
  for (const popover of openPopovers()) if (disclosure.contains(popover)) popover.hidePopover()
}

/**
 * Keeps `aria-expanded` true to the popovers and closes them after every navigation.
 * `path` is the open page's; a new one closes them before the router moves the focus into the new page.
 */
export function usePopovers(path: string): void {
  useLayoutEffect(() => closePopovers, [path])
  useEffect(() => {
    for (const popover of openPopovers()) announceState(popover, true)
    document.addEventListener('beforetoggle', followToggle, true)
    document.addEventListener('focusout', followFocus)
    document.addEventListener(NAVIGATED, closePopovers)
    return () => {
      document.removeEventListener('beforetoggle', followToggle, true)
      document.removeEventListener('focusout', followFocus)
      document.removeEventListener(NAVIGATED, closePopovers)
    }
  }, [])
}
