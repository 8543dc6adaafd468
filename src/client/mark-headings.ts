import { idOfHash } from './scroll.ts'

/** Marks the links of the outline and the sidebar that lead to the open hash; permalinks of the content stay plain. */
export function markHeadingLinks(): void {
  const id = idOfHash(location.hash)
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (link.closest('[data-content]')) continue
    const isCurrent = id !== '' && idOfHash(link.getAttribute('href') ?? '') === id
    if (isCurrent) link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
}
