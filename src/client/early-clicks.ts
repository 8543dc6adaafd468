import { CONTROLS } from './watch-controls.ts'
import { followedLink, isHashLink, LEAVES, leavesPage } from './router/link-clicks.ts'

/** How long a click on a link may wait for the app before the browser follows it, in milliseconds. */
export const PATIENCE = 2000

/** Dispatched on the document when React begins to take over: from then on it serves every press of a button itself. */
export const HYDRATES = 'docsgen:hydrates'

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
