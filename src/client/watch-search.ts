import type { BootData } from '../schema/view.ts'

/** Opens the search by `[data-search-open]` and by Ctrl K or ⌘ K, where the page has such a button. */
export function watchSearch(boot: BootData): void {
  const open = (event: Event) => {
    event.preventDefault()
    void import('./search/open.ts').then(
      search => search.openSearch(boot),
      (error: unknown) => console.error('[docsgen] search did not load', error),
    )
  }
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('[data-search-open]')) open(event)
  })
  document.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.altKey || event.shiftKey || event.isComposing) return
    if (document.querySelector('[data-search-open]')) open(event)
  })
}
