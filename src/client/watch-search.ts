import type { BootData } from '../schema/view.ts'
import type { Search } from './search/open.ts'

/**
 * Opens the search by `[data-search-open]` and by Ctrl K or ⌘ K, where the page has such a button, and at once where
 * the address asks a query (`?q=…`).
 */
export function watchSearch(boot: BootData): void {
  let search: Promise<Search> | undefined
  const open = (query?: string) => {
    search ??= import('./search/open.ts').then(({ createSearch }) => createSearch(boot))
    search
      .then(made => made.open(query))
      .catch((error: unknown) => {
        search = undefined
        console.error('[docsgen] search did not load', error)
      })
  }
  document.addEventListener('click', event => {
    if (!(event.target instanceof Element && event.target.closest('[data-search-open]'))) return
    event.preventDefault()
    open()
  })
  document.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.altKey || event.shiftKey || event.isComposing) return
    if (!document.querySelector('[data-search-open]')) return
    event.preventDefault()
    open()
  })
  const query = new URLSearchParams(location.search).get('q')
  if (query && document.querySelector('[data-search-open]')) open(query)
}
