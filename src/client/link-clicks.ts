import { isFilePath, stripBase } from '../shared/addresses.ts'

/** Dispatched on the document for a click of which nobody else hears: the browser leaves the page by it. */
export const LEAVES = 'docsgen:leaves'

/** Dispatched on the document when React begins to hydrate: from then on it serves every click on a button itself. */
export const HYDRATES = 'docsgen:hydrates'

/** The link that a click follows in this tab: no modifier keys, other buttons, `target`, `download`. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return undefined
  return link.target && link.target !== '_self' ? undefined : link
}

/** The link that a click follows inside the site; undefined when it belongs to the browser, as do files unless `isPage` knows them. */
export function followedLink(
  event: MouseEvent,
  base: string,
  isPage?: (path: string) => boolean,
): HTMLAnchorElement | undefined {
  const link = clickedLink(event)
  return link && leadsToPage(link, base, isPage) ? link : undefined
}

/** True when a click that is not followed here has the browser leave the page: an earlier navigation is given up. */
export function leavesPage(event: MouseEvent): boolean {
  const link = clickedLink(event)
  return link !== undefined && /^https?:$/.test(link.protocol) && !isHashLink(link)
}

/** True when the address of a link lies inside the site and can be that of a page. */
export function leadsToPage(
  link: HTMLAnchorElement,
  base: string,
  isPage: (path: string) => boolean = () => false,
): boolean {
  if (link.origin !== location.origin || !/^https?:$/.test(link.protocol)) return false
  const path = stripBase(link.pathname, base)
  return path !== undefined && (isPage(path) || !isFilePath(path))
}

/** True when a link only changes the hash of the open address; `#` alone leads to the top. */
export function isHashLink(link: HTMLAnchorElement): boolean {
  return link.href.includes('#') && link.pathname === location.pathname && link.search === location.search
}
