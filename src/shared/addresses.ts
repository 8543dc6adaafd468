export function tryDecode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Leaves malformed input as it is. */
export function safeDecode(text: string) {
  return text.includes('%') ? (tryDecode(text) ?? text) : text
}

/** For a decoded path: `#`, `?` and spaces in file names stay part of it. */
export function encodePath(path: string) {
  return encodeURIComponent(path).replace(/%(?:2F|40|3A|24|2C|2B|3D|26|3B)/g, decodeURIComponent)
}

/** Folds a decoded path: pages can't differ only in letter case or Unicode composition. */
export function foldPath(path: string) {
  return path.normalize('NFC').toLowerCase()
}

function foldEncoded(path: string) {
  const decoded = tryDecode(path)
  return decoded && foldPath(decoded)
}

/** `/docs/` and `/zh/api/` give `/docs/zh/api/`. */
export function withBase(base: string, path: string) {
  return base.slice(0, -1) + path
}

/** Adds the base to paths (`/logo.svg`), not to other addresses. */
export function localAddress(base: string, address: string) {
  return /^\/(?!\/)/.test(address) ? withBase(base, address) : address
}

/** Removes the base, in any letter case; undefined for a path outside the base. */
export function stripBase(pathname: string, base: string) {
  const isInside = `${pathname}/`.toLowerCase().startsWith(base.toLowerCase())
  return isInside ? pathname.slice(base.length - 1) || '/' : undefined
}

/** Extension of pages. `src/README.md` lists the texts that name it. */
export const MARKDOWN_FILE = /\.md$/i

/** Decoded address of a source file: the folder for `README.md` and `index.md`, else `.html` for `.md`. */
export function pageAddress(file: string) {
  return file
    .replace(/\/{2,}/g, '/')
    .replace(MARKDOWN_FILE, '.html')
    .replace(/(^|\/)(?:readme|index)\.html$/i, '$1')
}

/** `/guide/start.html`, `/guide/start/`, `/guide/start`. */
export const ADDRESS_FORMS = ['html', 'directory', 'clean'] as const
export type AddressForm = (typeof ADDRESS_FORMS)[number]

const ENDINGS: Record<AddressForm, string> = { html: '.html', directory: '/', clean: '' }

/** `address`: from `pageAddress`; a folder's is the same in all forms. */
export function inForm(address: string, form: AddressForm) {
  return address.replace(/\.html$/, ENDINGS[form])
}

/** Output path of a page's document, decoded. */
export function documentPath(path: string) {
  const decoded = safeDecode(path).slice(1)
  if (decoded === '' || decoded.endsWith('/')) return `${decoded}index.html`
  return /\.html?$/.test(decoded) ? decoded : `${decoded}.html`
}

export function fileAddress(base: string, file: string) {
  return base + encodeURIComponent(file).replaceAll('%2F', '/')
}

/** Address of a picture or another file: encoded, without base, with its hash. */
export function assetAddress(file: string, hash: string) {
  const name = file.slice(file.lastIndexOf('/') + 1).normalize('NFC')
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const kind = /^\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(extension) ? 'img' : 'media'
  return `/assets/${kind}/${encodePath(stem)}.${hash.slice(0, 8)}${extension.toLowerCase()}`
}

/** Schemes that links may have; all others are refused, above all `javascript:`. */
export const SAFE_SCHEMES: readonly string[] = ['https', 'http', 'mailto', 'tel', 'ftp']

/** Scheme as browsers read it, ignoring white space and control characters: lower case, without colon; `//` for another host. */
function schemeOf(address: string) {
  // oxlint-disable-next-line no-control-regex
  const bare = address.replace(/[\u0000-\u0020\u007f-\u009f\ufffd]/g, '')
  if (/^[\\/]{2}/.test(bare)) return '//'
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
}

export function isOutside(address: string) {
  return schemeOf(address) !== undefined
}

export function isSafeAddress(address: string) {
  const scheme = schemeOf(address)
  return scheme === undefined || SAFE_SCHEMES.includes(scheme)
}

export function isWebAddress(address: string) {
  return /^https?:\/\//i.test(address)
}

/** True if both mean the same page, whatever pages there are. Nginx merges slashes. */
export function isSameAddress(a: string, b: string) {
  const stemOf = (path: string) =>
    (foldEncoded(path) ?? path).replace(/\/+/g, '/').replace(/(\/index)?(\.html)?\/?$/, '')
  return stemOf(a) === stemOf(b)
}

/** True for an extension other than `.html`: never a page. */
export function isFilePath(pathname: string) {
  return /\.(?!html\/?$)[a-z0-9]+$/i.test(pathname)
}

export function longestOf(paths: readonly string[], otherwise = '/') {
  return paths.reduce((best, path) => (path.length > best.length ? path : best), otherwise)
}

/** The longest locale path that a decoded path starts with, else `/`. */
export function localeOfPath(path: string, locales: readonly string[]) {
  return longestOf(locales.filter(locale => `${path}/`.startsWith(locale)))
}

/** For a requested address, in any letter case and percent-encoding. */
export function localeOfAddress(pathname: string, locales: readonly string[]) {
  const path = `${foldEncoded(pathname) ?? pathname.toLowerCase()}/`
  return longestOf(locales.filter(locale => path.startsWith(locale.toLowerCase())))
}

/** The same address, with base, in another locale; unchanged where that has no such page (`has`: encoded, without base). */
export function localizeAddress(
  address: string,
  { base, from, to, has }: { base: string; from: string; to: string; has(path: string): boolean },
) {
  const [pathname = ''] = /^[^?#]*/.exec(address) ?? []
  const start = withBase(base, from)
  if (!pathname.startsWith(start)) return address
  const path = to + pathname.slice(start.length)
  return has(path) ? withBase(base, path) + address.slice(pathname.length) : address
}

export interface AddressTable {
  /** Encoded paths. */
  pages: Set<string>
  /** Folded decoded path → encoded path. */
  folded: Map<string, string>
  /** Folded decoded path → encoded target; may end in a query or a hash. */
  redirects: Map<string, string>
  /** Redirects whose source ends in `*`, longest first. What `*` matches replaces `:splat` in the target. */
  wildcards: { prefix: string; to: string }[]
}

/** A page, with a redirect's query and hash, or an address outside the site. */
interface ResolvedPath {
  /** Encoded, without base; empty if `external` is set. */
  path: string
  search: string
  hash: string
  redirected: boolean
  external?: string
}

type Redirects = Iterable<readonly [from: string, to: string]>

/** `pages` are encoded, redirects decoded → encoded, all without base. */
export function createAddressTable(pages: Iterable<string>, redirects: Redirects = []): AddressTable {
  const table: AddressTable = { pages: new Set(), folded: new Map(), redirects: new Map(), wildcards: [] }
  addAddresses(table, pages, redirects)
  return table
}

function addAddresses(table: AddressTable, pages: Iterable<string>, redirects: Redirects) {
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

/** Finds the page of a path without base, in any form, letter case and encoding; undefined for doubled slashes and malformed encoding, too. */
export function resolvePath(table: AddressTable, pathname: string): ResolvedPath | undefined {
  if (table.pages.has(pathname)) return pageAt(pathname)
  const path = foldEncoded(pathname)
  if (path === undefined || path.includes('//') || !path.startsWith('/')) return undefined
  for (const form of addressForms(path)) {
    const page = table.folded.get(form)
    const found = page ? pageAt(page) : followRedirect(table, table.redirects.get(form))
    if (found) return found
  }
  return followRedirect(table, wildcardTarget(table, path, pathname))
}

function pageAt(path: string) {
  return { path, search: '', hash: '', redirected: false }
}

/** Ways to write a path: itself, then the likeliest. */
export function addressForms(path: string) {
  const bare = path.replace(/\/$/, '')
  const stem = bare.replace(/\.html$/, '')
  const folder = stem.endsWith('/index') ? [stem.slice(0, -'index'.length)] : []
  return [path, ...folder, `${stem}.html`, `${stem}/`, bare, stem]
}

/** Target of a redirect, even if the address also has a page. */
export function redirectTarget(table: AddressTable, pathname: string) {
  const path = foldEncoded(pathname)
  if (path === undefined) return undefined
  return firstOf(table.redirects, path) ?? wildcardTarget(table, path, pathname)
}

function firstOf(paths: ReadonlyMap<string, string>, path: string) {
  return addressForms(path)
    .map(form => paths.get(form))
    .find(Boolean)
}

/** What `*` matches keeps the reader's letter case. */
function wildcardTarget(table: AddressTable, path: string, pathname: string) {
  const found = table.wildcards.find(({ prefix }) => path.startsWith(prefix))
  if (!found) return undefined
  const splat = encodePath(safeDecode(pathname).normalize('NFC').slice(found.prefix.length))
  return found.to.replaceAll(':splat', () => splat)
}

/** The target may be any form of a page's address. It's never followed twice. */
function followRedirect(table: AddressTable, target: string | undefined) {
  if (target && isWebAddress(target)) return { ...pageAt(''), redirected: true, external: target }
  const [, pathname, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target ?? '') ?? []
  if (!pathname) return undefined
  const path = foldEncoded(pathname)
  const page = path && firstOf(table.folded, path)
  return page ? { path: page, search, hash, redirected: true } : undefined
}

export interface AddressRange {
  pages: Record<string, unknown>
  redirects: Record<string, string>
}

/** Pages and redirects of a language. A large list is cut into ranges of its keys, so that a lookup loads only one. */
interface RangedList extends AddressRange {
  /** In order; absent where the list is whole. */
  ranges?: readonly (readonly [first: string, file: string])[]
  searchPage?: string
}

export interface LoadedList<List extends RangedList = RangedList> {
  data: List
  table: AddressTable
  loaded: Set<string>
}

export function createLoadedList<List extends RangedList>(data: List): LoadedList<List> {
  const pages = [...Object.keys(data.pages), ...(data.searchPage === undefined ? [] : [data.searchPage])]
  const table = createAddressTable(pages, Object.entries(data.redirects))
  return { data, table, loaded: new Set() }
}

/** Ranges are sorted by it. Equal for all `addressForms`. */
export function rangeKey(path: string) {
  let key = foldEncoded(path) ?? path
  for (let longer = ''; key !== longer;) [longer, key] = [key, key.replace(/(?:\/|\.html|\/index)$/, '')]
  return key
}

/** File of the range that an address is in; undefined if the list is whole. */
export function rangeOf({ ranges }: RangedList, path: string) {
  const firsts = ranges?.map(([first]) => first) ?? []
  return ranges?.[findRange(firsts, rangeKey(path))]?.[1]
}

export function findRange(firsts: readonly string[], key: string) {
  const found = firsts.findLastIndex(first => first <= key)
  return Math.max(found, 0)
}

/** Loads the ranges of an address and of the page that a redirect leads to. */
export async function loadRanges(
  list: LoadedList,
  path: string,
  load: (file: string) => Promise<AddressRange>,
) {
  for (let files = missingRanges(list, path); files.length > 0; files = missingRanges(list, path))
    await Promise.all(files.map(async file => addRange(list, file, await load(file))))
}

export function missingRanges({ data, table, loaded }: LoadedList, path: string) {
  if (!data.ranges) return []
  const [target = path] = redirectTarget(table, path)?.split(/[?#]/) ?? []
  const files = new Set([path, target].map(each => rangeOf(data, each) ?? ''))
  return [...files].filter(file => !loaded.has(file))
}

function addRange({ data, table, loaded }: LoadedList, file: string, range: AddressRange) {
  const parts = data as unknown as Record<string, object>
  for (const [name, entries] of Object.entries(range)) Object.assign((parts[name] ??= {}), entries)
  addAddresses(table, Object.keys(range.pages), Object.entries(range.redirects))
  loaded.add(file)
}
