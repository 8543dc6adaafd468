import { safeDecode } from './safe-decode.ts'

/** Output path of a page's document: its decoded path, a trailing slash becomes `/index.html` (B15). */
export function documentPath(path: string): string {
  const decoded = safeDecode(path).slice(1)
  return decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded
}
