import { encodePath, safeDecode, foldEncoded, foldPath, isWebAddress } from './addresses.ts'

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
  redirected: boolean
  /** Absolute address that a redirect leads to instead of a page. */
  external?: string
}

/** Creates the table from encoded paths and redirects (decoded → encoded), all without base. */
export function createAddressTable(
  pages: Iterable<string>,
  redirects: Iterable<readonly [from: string, to: string]> = [],
): AddressTable {
  const table: AddressTable = { pages: new Set(), folded: new Map(), redirects: new Map(), wildcards: [] }
  addAddresses(table, pages, redirects)
  return table
}

function addAddresses(
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
 * Finds the page that an address means: exact, then redirected, then with or without
 * trailing slash, `.html` or `index.html`, in any letter case and any percent-encoding.
 * @param pathname path without base, query and hash, encoded or not
 * @returns undefined for an unknown path, for doubled slashes and for malformed encoding
 */
export function resolvePath(table: AddressTable, pathname: string): ResolvedPath | undefined {
  if (table.pages.has(pathname)) return pageAt(pathname)
  const path = foldEncoded(pathname)
  if (path === undefined || path.includes('//') || !path.startsWith('/')) return undefined
  for (const form of [path, ...alternativeForms(path)]) {
    const page = table.folded.get(form)
    const found = page === undefined ? followRedirect(table, table.redirects.get(form)) : pageAt(page)
    if (found) return found
  }
  return followRedirect(table, wildcardTarget(table, path, pathname))
}

function pageAt(path: string): ResolvedPath {
  return { path, search: '', hash: '', redirected: false }
}

/** Other ways to write a path, the likeliest first: with and without slash, `.html` and `index.html`. */
export function alternativeForms(path: string): string[] {
  const bare = path.replace(/\/$/, '')
  const stem = bare.replace(/\.html$/, '')
  const forms = [`${stem}.html`, `${stem}/`, bare, stem]
  if (stem.endsWith('/index')) forms.unshift(stem.slice(0, -'index'.length))
  return forms
}

/** Where redirects lead from an address, as far as the table has them, whether or not there is a page. */
function redirectTarget(table: AddressTable, pathname: string): string | undefined {
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

export interface ListSection {
  pages: Record<string, unknown>
  redirects: Record<string, string>
}

/**
 * The pages and redirects of a language. Above a size they are cut into sections, each a stretch of the addresses in the
 * order of their keys, so that who looks for one address loads one section and not the list.
 */
export interface SectionedList extends ListSection {
  /** First key and file of each section, in order; absent where the list is whole. */
  sections?: readonly (readonly [first: string, file: string])[]
}

/** A list as far as it is loaded, ready for look-ups. */
export interface LoadedList<List extends SectionedList = SectionedList> {
  data: List
  table: AddressTable
  loaded: Set<string>
}

export function createLoadedList<List extends SectionedList>(data: List): LoadedList<List> {
  const table = createAddressTable(Object.keys(data.pages), Object.entries(data.redirects))
  return { data, table, loaded: new Set() }
}

const ENDINGS = ['/', '.html', '/index']

/** The same for all forms that an address may be written in (`alternativeForms`). */
export function sectionKey(path: string): string {
  let key = foldEncoded(path) ?? path
  for (let ending; (ending = ENDINGS.find(each => key.endsWith(each))) !== undefined;)
    key = key.slice(0, -ending.length)
  return key
}

/** File of the section that an address is in; undefined where the list is whole. */
export function sectionOf({ sections }: SectionedList, path: string): string | undefined {
  const firsts = sections?.map(([first]) => first) ?? []
  return sections?.[findSection(firsts, sectionKey(path))]?.[1]
}

/** Position of the section that a key is in, by the first keys of all. */
export function findSection(firsts: readonly string[], key: string): number {
  return Math.max(
    0,
    firsts.findLastIndex(first => first <= key),
  )
}

/** Loads what the list lacks to look up an address: its section, and that of the page which a redirect leads to. */
export async function loadSections(
  list: LoadedList,
  path: string,
  load: (file: string) => Promise<ListSection>,
): Promise<void> {
  for (let files = missingSections(list, path); files.length > 0; files = missingSections(list, path))
    await Promise.all(files.map(async file => addSection(list, file, await load(file))))
}

export function missingSections({ data, table, loaded }: LoadedList, path: string): string[] {
  if (!data.sections) return []
  const [target = path] = redirectTarget(table, path)?.split(/[?#]/) ?? []
  const files = new Set([path, target].map(each => sectionOf(data, each) ?? ''))
  return [...files].filter(file => !loaded.has(file))
}

function addSection({ data, table, loaded }: LoadedList, file: string, section: ListSection): void {
  // What else a section has is merged, too, name by name.
  const parts = data as unknown as Record<string, object>
  for (const [name, entries] of Object.entries(section)) Object.assign((parts[name] ??= {}), entries)
  addAddresses(table, Object.keys(section.pages), Object.entries(section.redirects))
  loaded.add(file)
}
