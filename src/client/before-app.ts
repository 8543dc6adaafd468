import type { BootData } from '../schema/view.ts'
import { withBase, isSameAddress } from '../shared/addresses.ts'
import { chooseScheme, delay, element, readStoredList, targetOf, within } from './document.ts'
import { followedLink, HYDRATES, isHashLink, LEAVES, leavesPage, openEntry, POSITIONS } from './router.ts'
import type { Search } from './search/open.ts'

/** True if the document is that of its address, which is then corrected. */
export function correctAddress({ base, page }: BootData) {
  const own = withBase(base, page.path)
  if (page.notFound || !isSameAddress(location.pathname, own)) return false
  if (location.pathname !== own)
    history.replaceState(history.state, '', own + location.search + location.hash)
  return true
}

/** How long clicks on links wait for the app, in milliseconds. */
export const CLICK_TIMEOUT = 2000

const CONTROLS = '[data-search-open],[data-offline-open],[data-scheme-value]'

/** Holds clicks. Returns a function that gives them to the app, or without one to the browser. */
export function holdClicks(base: string) {
  let link: string | undefined
  const buttons: HTMLElement[] = []
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPatient = true
  let isHydrating = false

  const followNatively = () => {
    isPatient = false
    if (link) location.assign(link)
    link = undefined
  }
  const forget = () => (link = undefined)
  const hold = (event: MouseEvent) => {
    const followed = followedLink(event, base)
    if (followed) {
      // A menu or drawer doesn't stay in front of the heading that its link leads to.
      if (isHashLink(followed)) return followed.closest<HTMLElement>('[popover]')?.hidePopover?.()
      if (!isPatient) return
      event.preventDefault()
      link = followed.href
      timer ??= setTimeout(followNatively, CLICK_TIMEOUT)
      return
    }
    if (leavesPage(event)) forget()
    if (isHydrating || event.defaultPrevented) return
    const button = targetOf(event, 'button')
    // The browser or the boot script serves these immediately.
    const isServed = button?.matches(`[popovertarget],[commandfor],.content *,${CONTROLS}`)
    if (button?.closest('#docsgen-app') && !isServed) buttons.push(button)
  }
  document.addEventListener('click', hold, { signal })
  document.addEventListener(LEAVES, forget, { signal })
  document.addEventListener(HYDRATES, () => (isHydrating = true), { signal })

  return (app: { navigate(href: string): void } | undefined) => {
    listening.abort()
    clearTimeout(timer)
    if (!app) return followNatively()
    for (const button of buttons) if (button.isConnected) button.click()
    if (link) app.navigate(link)
  }
}

/** Readers who change the language keep heading and query, also in a new tab. */
export function keepPlace() {
  const keep = (event: Event) => {
    const link = targetOf(event, '#docsgen-languages a, .notice a[hreflang]')
    if (link) Object.assign(link, { search: location.search, hash: location.hash })
  }
  for (const type of ['click', 'auxclick']) document.addEventListener(type, keep, { capture: true })
}

let search: Promise<Search> | undefined

async function useSearch(boot: BootData, use: 'open' | 'show', query?: string) {
  search ??= import('./search/open.ts').then(({ createSearch }) => createSearch(boot))
  try {
    await (await search)[use](query)
  } catch (error) {
    search = undefined
    throw error
  }
}

async function press({ dataset }: HTMLElement, boot: BootData) {
  if (dataset['schemeValue']) return chooseScheme(dataset['schemeValue'])
  if (dataset['searchOpen'] !== undefined) return useSearch(boot, 'open')
  const { openPanel } = await import('./offline/open-panel.ts')
  return openPanel(boot)
}

/** Search also opens by Ctrl K or ⌘ K, and immediately with `?q=…`. */
export function watchControls(boot: BootData, failed: () => void) {
  const run = (event: Event | undefined, used: Promise<void>) => {
    event?.preventDefault()
    within(used).catch((error: unknown) => {
      console.error("[docsgen] a control didn't load", error)
      failed()
    })
  }
  const hasSearch = () => document.querySelector('[data-search-open]')
  document.addEventListener('click', event => {
    const control = targetOf(event, CONTROLS)
    // The browser closes a list by a click in it.
    if (control) run(control.hasAttribute('popovertarget') ? undefined : event, press(control, boot))
  })
  document.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.altKey || event.shiftKey || event.isComposing || !hasSearch()) return
    run(event, useSearch(boot, 'open'))
  })
  const showResults = () => {
    if (!document.querySelector('[data-search-page]')) return false
    run(undefined, useSearch(boot, 'show'))
    return true
  }
  const query = new URLSearchParams(location.search).get('q')
  if (!showResults() && query && hasSearch()) useSearch(boot, 'open', query).catch(console.error)
  document.addEventListener('docsgen:navigated', showResults)
}

/** How long a button shows the outcome, in milliseconds. */
const SHOWN = 2000

export function watchCopyButtons(tell: (isCopied: boolean) => void) {
  document.addEventListener('click', event => {
    const button = targetOf(event, '.copy-code')
    const code = button ? findCode(button) : undefined
    if (!button || code === undefined) return
    void copy(code).then(isCopied => {
      button.dataset['copied'] = String(isCopied)
      setTimeout(() => delete button.dataset['copied'], SHOWN)
      tell(isCopied)
    })
  })
}

function findCode(button: HTMLElement) {
  let block = button.parentElement
  while (block && !block.querySelector('pre') && !block.matches('.content')) block = block.parentElement
  const code = block?.querySelector('pre code') ?? block?.querySelector('pre')
  if (!code) return undefined
  const copied = code.cloneNode(true) as Element
  for (const line of copied.querySelectorAll('.removed')) line.remove()
  return copied.textContent
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** For pages without the clipboard interface: plain http, denied permission. */
function copySelection(text: string) {
  const focused = document.activeElement
  const field = element('textarea', {}, text)
  Object.assign(field.style, { position: 'fixed', opacity: '0' })
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}

/** For a document loaded again at a history entry of the router. */
export function restoreScroll() {
  if (history.scrollRestoration !== 'manual') return
  const positions = readStoredList<[id: string, position: { y: number }]>(POSITIONS)
  const saved = positions.find(([id]) => id === openEntry()?.id)
  if (saved) scrollTo({ top: saved[1].y, behavior: 'instant' })
}

/** Between load and first request of the service worker, in milliseconds. */
const QUIET = 2000

export async function startOffline(boot: BootData, firstInteraction: Promise<void>) {
  if (document.readyState !== 'complete')
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  await Promise.race([firstInteraction, delay(QUIET)])
  try {
    const { registerOffline } = await import('./offline/register.ts')
    await registerOffline(boot)
  } catch (error) {
    console.error("[docsgen] offline reading isn't available", error)
  }
}
