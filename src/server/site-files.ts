import { documentPath, safeDecode, stripBase, resolvePath, type AddressTable } from '../shared/addresses.ts'

/** What a server has, by address: the only things that are ever served. */
export interface SiteFiles<File> {
  base: string
  /** Decoded path inside the site (`/api/index.html`) → file. */
  files: ReadonlyMap<string, File>
  table: AddressTable
}

/** What a request is answered with. */
export type Resolution<File> =
  | { kind: 'file'; name: string; file: File; status: 200 | 404 }
  | { kind: 'redirect'; location: string }
  | { kind: 'none' }

/** True for a file of the output (POSIX path) that hosts show: neither their own rules nor hidden ones, but `.well-known`. */
export function isServed(name: string): boolean {
  return !/(?:^|\/)\.(?!well-known\/)|^_(?:redirects|headers)$/.test(name)
}

/** Resolves an address: a file, a redirect to the address of a page, or the not-found page of the language. */
export function resolveRequest<File>(
  { base, files, table }: SiteFiles<File>,
  encoded: string,
  query: string,
): Resolution<File> {
  const inside = stripBase(encoded, base)
  if (inside === undefined) return { kind: 'none' }
  const decoded = safeDecode(inside)
  const page = resolvePath(table, inside)
  const isPage = page !== undefined && safeDecode(page.path) === decoded
  const name = isPage || decoded.endsWith('/') ? `/${documentPath(inside)}` : decoded
  const file = files.get(name)
  const isOther =
    decoded.endsWith('/index.html') || (!isPage && page && `/${documentPath(page.path)}` === name)
  if (file !== undefined && encoded.startsWith(base) && !isOther)
    return { kind: 'file', name, file, status: 200 }
  if (page)
    return {
      kind: 'redirect',
      location: page.external ?? base + page.path.slice(1) + (page.search || query) + page.hash,
    }
  // A missing script or image is an error of its own, not a page for people.
  if (decoded.startsWith('/assets/')) return { kind: 'none' }
  for (const missing of [`/${decoded.split('/')[1]}/404.html`, '/404.html']) {
    const document = files.get(missing)
    if (document) return { kind: 'file', name: missing, file: document, status: 404 }
  }
  return { kind: 'none' }
}
