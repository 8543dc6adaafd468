import { followedLink, isHashLink } from './router/link-clicks.ts'

/** How long a click on a link may wait for the app before the browser follows it, in milliseconds. */
export const PATIENCE = 2000

/** What the held clicks are given back to. */
export interface ClickReceiver {
  navigate(href: string): void
}

/**
 * Holds the reader's clicks until the app is in, so that none is lost. Clicks on a hash stay with the browser.
 * @returns gives the clicks to the app, or to the browser when there is no app
 */
export function holdClicks(base: string): (app: ClickReceiver | undefined) => void {
  const buttons: HTMLElement[] = []
  let wanted: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const hold = (event: MouseEvent) => {
    const link = followedLink(event, base)
    if (link && !isHashLink(link)) {
      event.preventDefault()
      wanted = link.href
      timer ??= setTimeout(() => wanted && location.assign(wanted), PATIENCE)
      return
    }
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button && !event.defaultPrevented && isReplayable(button)) buttons.push(button)
  }
  document.addEventListener('click', hold)

  return app => {
    document.removeEventListener('click', hold)
    clearTimeout(timer)
    if (!app) {
      if (wanted) location.assign(wanted)
      return
    }
    for (const button of buttons) if (button.isConnected) button.click()
    if (wanted) app.navigate(wanted)
  }
}

/** Buttons that the browser or the boot script served at once are not pressed again. */
function isReplayable(button: HTMLButtonElement): boolean {
  return !button.matches('[popovertarget], [commandfor], [data-search-open], .copy-code, .content *')
}
