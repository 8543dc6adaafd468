import { openSearch, press } from './controls.ts'
import { within } from './within.ts'
import type { BootData } from '../schema/view.ts'

/** Search, offline reading, colour scheme: they need no app. */
export const CONTROLS = '[data-search-open],[data-offline-open],[data-scheme-value]'

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
