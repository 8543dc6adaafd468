import { tryDecode } from './try-decode.ts'

/**
 * The path and query of a raw request target, or undefined for anything but a plain, well-formed path (D-TRAV, D-NUL,
 * D-ENC): absolute forms, backslashes, `//`, dot segments, control characters and malformed encodings.
 */
export function readRequestTarget(target: string): { path: string; query: string } | undefined {
  if (target.length > 8192 || !target.startsWith('/') || target.includes('#')) return undefined
  const [encoded = '', ...query] = target.split('?')
  const path = tryDecode(encoded)
  if (path === undefined || !isPlain(path)) return undefined
  return { path: encoded, query: query.length > 0 ? `?${query.join('?')}` : '' }
}

function isPlain(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]|\/\//.test(path)) return false
  return path.split('/').every(segment => !/^\.{1,2}(?:;.*)?$/.test(segment))
}
