import { encodePath } from './encode-path.ts'
import { safeDecode } from './safe-decode.ts'
import { foldEncoded, foldPath } from './fold-path.ts'
import { isWebAddress } from './scheme.ts'

/** Addresses of a site or of one locale, ready for tolerant look-ups. */
export interface AddressTable {
  /** Encoded paths as they are emitted. */
  pages: Set<string>
  /** Folded decoded path → encoded path. */
  folded: Map<string, string>
  /** Folded decoded path → encoded target; may end in a query or a hash. */
  redirects: Map<string, string>
  /** Redirects whose source ends in `*`, longest first: what stands there replaces `:splat` in the target. */
  wildcards: { prefix: string; to: string }[]
}

/** Where an address leads: a page, and what a redirect adds to it, or an address outside the site. */
export interface ResolvedPath {
  /** Encoded path of the page without base; empty when `external` is set. */
  path: string
  /** With `?`, or empty: query that a redirect's target carries. */
  search: string
  /** With `#`, or empty: hash that a redirect's target carries. */
  hash: string
  /** True when the path was reached through the redirect table. */
  redirected: boolean
  /** Absolute address that a redirect leads to instead of a page. */
  external?: string
}

/**
 * Creates the table.
 * @param pages encoded paths without base
 * @param redirects decoded path without base → encoded path without base
 */
export function createAddressTable(
  pages: Iterable<string>,
  redirects: Iterable<readonly [from: string, to: string]> = [],
): AddressTable {
  const table: AddressTable = { pages: new Set(), folded: new Map(), redirects: new Map(), wildcards: [] }
  addAddresses(table, pages, redirects)
  return table
}

/** Adds to a table: what a section of a large one holds (`sections.ts`). */
export function addAddresses(
  table: AddressTable,
  pages: Iterable<string>,
  redirects: Iterable<readonly [from: string, to: string]>,
): void {
  for (const path of pages) {
    table.pages.add(path)
    table.folded.set(foldEncoded(path) ?? path, path)
  }
  for (const [from, to] of redirects) {
    if (from.endsWith('*')) table.wildcards.push({ prefix: foldPath(from.slice(0, -1)), to })
    else table.redirects.set(foldPath(from), to)
  }
  table.wildcards.sort((a, b) => b.prefix.length - a.prefix.length)
}

/**
 * Finds the page that an address means (specification 5, B16–B31): exact, then redirected, then with or without
 * trailing slash, `.html` or `index.html`, in any letter case and any percent-encoding.
 * @param pathname path without base, query and hash, encoded or not
 * @returns undefined for an unknown path, for doubled slashes (B28) and for malformed encoding (B29)
 */
export function resolvePath(table: AddressTable, pathname: string): ResolvedPath | undefined {
  if (table.pages.has(pathname)) return pageAt(pathname)
  const path = foldEncoded(pathname)
  if (path === undefined || path.includes('//') || !path.startsWith('/')) return undefined
  const page = table.folded.get(path)
  if (page !== undefined) return pageAt(page)
  return (
    followRedirect(table, table.redirects.get(path)) ??
    findNearby(table, path) ??
    followRedirect(table, wildcardTarget(table, path, pathname))
  )
}

function pageAt(path: string): ResolvedPath {
  return { path, search: '', hash: '', redirected: false }
}

function findNearby(table: AddressTable, path: string): ResolvedPath | undefined {
  for (const form of alternativeForms(path)) {
    const page = table.folded.get(form)
    if (page !== undefined) return pageAt(page)
    const target = followRedirect(table, table.redirects.get(form))
    if (target) return target
  }
  return undefined
}

/** Other ways to write a path, the likeliest first (B20–B23): with and without slash, `.html` and `index.html`. */
export function alternativeForms(path: string): string[] {
  const bare = path.replace(/\/$/, '')
  const stem = bare.replace(/\.html$/, '')
  const forms = [`${stem}.html`, `${stem}/`, bare, stem]
  if (stem.endsWith('/index')) forms.unshift(stem.slice(0, -'index'.length))
  return forms
}

/** Where redirects lead from an address, as far as the table has them, whether or not there is a page. */
export function redirectTarget(table: AddressTable, pathname: string): string | undefined {
  const path = foldEncoded(pathname)
  if (path === undefined) return undefined
  const forms = [path, ...alternativeForms(path)]
  return forms.map(form => table.redirects.get(form)).find(Boolean) ?? wildcardTarget(table, path, pathname)
}

/** What stands for `*` is handed on in the reader's letter case. */
function wildcardTarget(table: AddressTable, path: string, pathname: string): string | undefined {
  const found = table.wildcards.find(({ prefix }) => path.startsWith(prefix))
  if (!found) return undefined
  const splat = encodePath(safeDecode(pathname).normalize('NFC').slice(found.prefix.length))
  return found.to.replaceAll(':splat', () => splat)
}

/** A redirect's target is a page, or an address that means one; it is never followed twice. */
function followRedirect(table: AddressTable, target: string | undefined): ResolvedPath | undefined {
  if (target && isWebAddress(target)) {
    return { ...pageAt(''), redirected: true, external: target }
  }
  const [, pathname, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target ?? '') ?? []
  if (!pathname) return undefined
  const path = foldEncoded(pathname)
  if (path === undefined) return undefined
  const forms = [path, ...alternativeForms(path)]
  const page = forms.map(form => table.folded.get(form)).find(Boolean)
  return page === undefined ? undefined : { path: page, search, hash, redirected: true }
}
