import { foldEncoded } from './fold-path.ts'

/** Removes the endings that do not tell pages apart, for a comparison without the page table. */
function bareStem(pathname: string): string {
  return (foldEncoded(pathname) ?? pathname).replace(/\/+/g, '/').replace(/(\/index)?(\.html)?\/?$/, '')
}

/**
 * True when two addresses can only mean the same page: they differ in slashes, `.html`, `index.html` or letter case. A
 * host that merges slashes (nginx) sends the page, whatever the resolver says of such an address (B28).
 */
export function isSameAddress(a: string, b: string): boolean {
  return bareStem(a) === bareStem(b)
}

/** True for a path whose last segment has an extension other than `.html`: a file, never a page. */
export function isFilePath(pathname: string): boolean {
  return /\.(?!html\/?$)[a-z0-9]+$/i.test(pathname)
}
