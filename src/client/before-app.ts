import { withBase, isSameAddress } from '../shared/addresses.ts'
import type { BootData } from '../schema/view.ts'
import { followedLink, HYDRATES, isHashLink, LEAVES, leavesPage } from './link-clicks.ts'
import { openSearch, press } from './controls.ts'
import { within } from './document.ts'

/** True when the document is the page that its address means. Its address is then corrected. */
export function settleAddress({ base, page }: BootData): boolean {
  const own = withBase(base, page.path)
  if (page.notFound || !isSameAddress(location.pathname, own)) return false
  if (location.pathname !== own) {
    history.replaceState(history.state, '', own + location.search + location.hash)
  }
  return true
}

/** How long a click on a link may wait for the app before the browser follows it, in milliseconds. */
export const PATIENCE = 2000

/** What the held clicks are given back to. */
export interface ClickReceiver {
  navigate(href: string): void
}

/**
 * Holds the reader's clicks until the app is in, so that none is lost and none counts twice. Clicks on a hash stay with
 * the browser; so do all links once one has waited in vain.
 * @returns gives the clicks to the app, or to the browser when there is no app
 */
export function holdClicks(base: string): (app: ClickReceiver | undefined) => void {
  const held: { link?: string | undefined; buttons: HTMLElement[] } = { buttons: [] }
  const listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPatient = true
  let isHydrating = false

  const followNatively = () => {
    isPatient = false
    if (held.link) location.assign(held.link)
    held.link = undefined
  }
  const forget = () => (held.link = undefined)
  const hold = (event: MouseEvent) => {
    const link = followedLink(event, base)
    if (link && isHashLink(link)) return closeAround(link)
    if (link) {
      if (!isPatient) return
      event.preventDefault()
      held.link = link.href
      timer ??= setTimeout(followNatively, PATIENCE)
      return
    }
    if (leavesPage(event)) forget()
    if (isHydrating || event.defaultPrevented) return
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button && isReplayable(button)) held.buttons.push(button)
  }
  document.addEventListener('click', hold, { signal: listening.signal })
  document.addEventListener(LEAVES, forget, { signal: listening.signal })
  document.addEventListener(HYDRATES, () => (isHydrating = true), { signal: listening.signal })

  return app => {
    listening.abort()
    clearTimeout(timer)
    if (!app) return followNatively()
    for (const button of held.buttons) if (button.isConnected) button.click()
    if (held.link) app.navigate(held.link)
  }
}

/** A menu or drawer does not stay before the heading that one of its links leads to. */
function closeAround(link: HTMLElement): void {
  const popover = link.closest<HTMLElement>('[popover]')
  if (popover && 'hidePopover' in popover) popover.hidePopover()
}

/** Buttons of the app, but for those that the browser or the boot script served at once. */
function isReplayable(button: HTMLButtonElement): boolean {
  const served = `[popovertarget], [commandfor], ${CONTROLS}, .content *`
  return button.closest('#docsgen-app') !== null && !button.matches(served)
}

/** Search, offline reading, colour scheme: they need no app. */
const CONTROLS = '[data-search-open],[data-offline-open],[data-scheme-value]'

/**
 * Serves the controls from the first moment on; search also by Ctrl K or ⌘ K, and at once where the address asks a query
 * (`?q=…`).
 * @param failed called when what a control needs did not load, or not in time
 */
export function watchControls(boot: BootData, failed: () => void): void {
  const run = (used: Promise<void>) =>
    within(used).catch((error: unknown) => {
      console.error('[docsgen] a control did not load', error)
      failed()
    })
  const hasSearch = () => document.querySelector('[data-search-open]')
  document.addEventListener('click', event => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(CONTROLS)
    if (!control) return
    event.preventDefault()
    void run(press(control, boot))
  })
  document.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.altKey || event.shiftKey || event.isComposing || !hasSearch()) return
    event.preventDefault()
    void run(openSearch(boot))
  })
  const query = new URLSearchParams(location.search).get('q')
  // Nobody pressed anything: where this fails, nothing is done about it.
  if (query && hasSearch()) void openSearch(boot, query).catch(console.error)
}

/** How long a button shows that it has copied, in milliseconds. */
const SHOWN = 2000

/**
 * Copy buttons work by delegation, so they need no app and survive every page change.
 * @param tell says to screen reader users whether the code was copied
 */
export function watchCopyButtons(tell: (isCopied: boolean) => void): void {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.copy-code') : null
    if (button) void copyCode(button, tell)
  })
}

async function copyCode(button: HTMLElement, tell: (isCopied: boolean) => void): Promise<void> {
  const code = findCode(button)
  if (code === undefined) return
  const isCopied = await writeClipboard(code)
  button.dataset['copied'] = String(isCopied)
  setTimeout(() => delete button.dataset['copied'], SHOWN)
  tell(isCopied)
}

/** The code that stands beside the button, or beside one of its ancestors. */
function findCode(button: HTMLElement): string | undefined {
  for (let element = button.parentElement; element; element = element.parentElement) {
    const code = element.querySelector('pre code') ?? element.querySelector('pre')
    if (code) return textOf(code)
    if (element.classList.contains('content')) return undefined
  }
  return undefined
}

/** Lines that are shown as removed are not copied. */
function textOf(code: Element): string {
  const copy = code.cloneNode(true) as Element
  for (const line of copy.querySelectorAll('.removed')) line.remove()
  return copy.textContent ?? ''
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** For pages without the clipboard interface: plain http, denied permission. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}

/**
 * Goes back to where the reader was when the router, not the browser, was in charge of this history entry and the
 * document is loaded anew.
 */
export function restoreScroll(): void {
  if (history.scrollRestoration !== 'manual') return
  try {
    const state = history.state as { docsgen?: { id?: string } } | null
    const positions = JSON.parse(sessionStorage.getItem('docsgen-scroll') ?? '[]') as [
      string,
      { y: number },
    ][]
    const saved = positions.find(([id]) => id === state?.docsgen?.id)
    if (saved) scrollTo({ top: saved[1].y, behavior: 'instant' })
  } catch {
    // Storage is denied: the page opens at its top.
  }
}

/** Quiet time after the page has loaded, in milliseconds, before the worker may use the network. */
const QUIET = 2000

/** Registers the service worker: after load and a moment of quiet, or after load and the reader's first sign. */
export function startOffline(boot: BootData, firstSign: Promise<void>): void {
  const isLoaded = new Promise<void>(resolve => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
  void isLoaded
    .then(() => Promise.race([firstSign, new Promise(resolve => setTimeout(resolve, QUIET))]))
    .then(() => import('./offline/register.ts'))
    .then(offline => offline.registerOffline(boot))
    .catch((error: unknown) => console.error('[docsgen] offline reading is not available', error))
}
