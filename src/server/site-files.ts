import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  stripBase,
  type AddressForm,
  inForm,
  documentPath,
  safeDecode,
  tryDecode,
  isWebAddress,
  encodePath,
} from '../shared/addresses.ts'
import { listFiles } from '../lib/files.ts'
import { createAddressTable, resolvePath, type AddressTable } from '../shared/address-table.ts'

/** What a server has, by address: the only things that are ever served. */
export interface SiteFiles<File> {
  base: string
  /** Decoded path inside the site (`/api/index.html`) → what stands there. */
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

/** Lists a built site whose addresses have a form: absolute files. Links are not followed. */
export async function readSiteFiles(
  outDir: string,
  base: string,
  form: AddressForm = 'html',
): Promise<SiteFiles<string>> {
  const served = (await listFiles(outDir)).filter(isServed)
  const files = new Map(served.map(name => [`/${name}`, path.join(outDir, name)]))
  const pages = served
    .filter(name => name.endsWith('.html') && !/(?:^|\/)404\.html$/.test(name))
    .map(name => encodePath('/' + name.replace(/(^|\/)index\.html$/, '$1')))
  const redirects = await readRedirects(path.join(outDir, '_redirects'), base)
  const moved = new Set(redirects.map(([from]) => from))
  const own = pages.filter(page => !moved.has(safeDecode(page)))
  const addresses = form === 'clean' ? own.map(page => inForm(page, form)) : own
  return { base, files, table: createAddressTable(addresses, redirects) }
}

async function readRedirects(file: string, base: string): Promise<[string, string][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line): [string, string][] => {
    const [from, to] = line.trim().split(/\s+/)
    if (!from?.startsWith('/') || !to) return []
    const path = tryDecode(stripBase(from, base) ?? '')
    const target = isWebAddress(to) ? to : stripBase(to, base)
    return path && target ? [[path, target]] : []
  })
}

/** Finds what an address means: a file, a redirect to the address of a page, or the not-found page of the language. */
export function resolveRequest<File>(
  site: SiteFiles<File>,
  encoded: string,
  query: string,
): Resolution<File> {
  const inside = stripBase(encoded, site.base)
  if (inside === undefined) return { kind: 'none' }
  const decoded = safeDecode(inside)
  const page = resolvePath(site.table, inside)
  const isPage = page !== undefined && safeDecode(page.path) === decoded
  const name = isPage || decoded.endsWith('/') ? `/${documentPath(inside)}` : decoded
  const file = site.files.get(name)
  const isOther =
    decoded.endsWith('/index.html') || (!isPage && page && `/${documentPath(page.path)}` === name)
  if (file !== undefined && encoded.startsWith(site.base) && !isOther)
    return { kind: 'file', name, file, status: 200 }
  if (page?.external) return { kind: 'redirect', location: page.external }
  if (page) {
    return { kind: 'redirect', location: site.base + page.path.slice(1) + (page.search || query) + page.hash }
  }
  return notFound(site, decoded)
}

function notFound<File>(site: SiteFiles<File>, decoded: string): Resolution<File> {
  // A missing script or image is an error of its own, not a page for people (H-404-1).
  if (decoded.startsWith('/assets/')) return { kind: 'none' }
  const first = decoded.split('/')[1] ?? ''
  const name = [`/${first}/404.html`, '/404.html'].find(candidate => site.files.has(candidate))
  const file = name && site.files.get(name)
  return name && file ? { kind: 'file', name, file, status: 404 } : { kind: 'none' }
}
