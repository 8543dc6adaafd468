import { safeDecode } from './safe-decode.ts'

/** Output path of a page's document: its decoded path, a trailing slash becomes `/index.html` (B15), nothing `.html`. */
export function documentPath(path: string): string {
  const decoded = safeDecode(path).slice(1)
  if (decoded === '' || decoded.endsWith('/')) return `${decoded}index.html`
  return /\.html?$/.test(decoded) ? decoded : `${decoded}.html`
}
