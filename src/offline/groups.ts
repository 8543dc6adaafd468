import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredValue } from '../cache/store.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFacts } from '../render/files/staging.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'
import { localeOfAddress, documentPath } from '../shared/addresses.ts'

export interface PageFiles {
  path: string
  document: string
  chunk: string
  /** Both as they are in a pack. */
  entry: StoredValue
}

export type PackItem = PageFiles | string

/** Size and hash of the files that the build wrote, by output path. */
export type Written = ReadonlyMap<string, OutputFacts>

export interface LocaleFiles {
  locale: LocaleView
  pages: number
  needs: string[]
  /** What goes into packs; of a large language by what it is for (`Pack.part`), first what all pages need. */
  parts: { part?: string; items: PackItem[] }[]
  /** Output paths of all these, and of documents of fallbacks: offline, their content comes with that of the originals. */
  files: string[]
}

export interface FileGroups {
  locales: LocaleFiles[]
  shared: string[]
  findings: Finding[]
}

export interface GroupInput {
  locales: readonly LocaleView[]
  folder: string
  written: Written
  /** Output path of a document → the page as it is in a pack. */
  entries: ReadonlyMap<string, StoredValue>
  core: readonly string[]
  maxFileSize: number
}

const REDIRECT = /<meta http-equiv="?refresh/i
const STORED = /\.(?:js|css|html|png|jpe?g|gif|svg|webp|avif|ico|woff2?|eot|ttf|otf|webmanifest)$/

/** Scripts, styles, and files that every document's head names: stored before the worker is installed. Sorted by code unit. */
export function coreFiles({ head }: SiteConfig, written: Written, maxFileSize: number): string[] {
  const addresses = head.flatMap(({ attributes: { href, src } }) => [href, src])
  const local = addresses.filter(address => typeof address === 'string' && /^\/(?!\/)/.test(address))
  // Browsers ask for the icon without being told to.
  const inHead = new Set(['favicon.ico', 'favicon.png', ...local.map(address => String(address).slice(1))])
  return [...written]
    .filter(
      ([name, { size }]) => /^assets\/(?:js|css)\//.test(name) || (inHead.has(name) && size <= maxFileSize),
    )
    .map(([name]) => name)
    .filter(name => STORED.test(name))
    .toSorted()
}

export async function groupFiles(input: GroupInput): Promise<FileGroups> {
  const { written, maxFileSize, core, folder } = input
  const locales = await Promise.all(input.locales.map(locale => localeFiles(locale, input)))
  const grouped = new Set([...core, ...locales.flatMap(({ files }) => files)])
  const findings: Finding[] = []
  const shared: string[] = []
  for (const [name, { size }] of [...written].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (grouped.has(name) || !STORED.test(name)) continue
    if (size > maxFileSize)
      findings.push({
        rule: 'offline/too-large',
        severity: 'warning',
        message: `${name} has ${size} bytes and is not saved for offline reading (limit ${maxFileSize}).`,
        hint: 'Make the file smaller or raise `offline.maxFileSize`.',
      })
    // Documents that only point elsewhere are left out: the worker follows redirects by the page table.
    else if (!name.endsWith('.html') || !REDIRECT.test(await readFile(path.join(folder, name), 'utf8')))
      shared.push(name)
  }
  return { locales, shared, findings }
}

async function localeFiles(
  locale: LocaleView,
  { folder, written, entries }: GroupInput,
): Promise<LocaleFiles> {
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, 'assets/locales', name), 'utf8')) as LocaleIndex
  const index = await read(`${locale.code}.json`)
  const lists = await Promise.all((index.sections ?? []).map(([, name]) => read(name)))
  const listed = [index, ...lists].flatMap(list => Object.entries(list.pages))
  const pages = listed
    .flatMap(([page, [chunk]]): PageFiles[] => {
      const document = documentPath(page)
      const entry = entries.get(document)
      return entry ? [{ path: page, document, chunk: `assets/js/${chunk}`, entry }] : []
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const own = [...written.keys()].filter(name =>
    ['locales', 'search'].some(part => name.startsWith(`assets/${part}/${locale.code}.`)),
  )
  const data = [...own, `${locale.path.slice(1)}404.html`, ...fallbackChunks(listed)]
    .filter(name => written.has(name))
    .toSorted()
  const fallbacks = listed.filter(([, entry]) => entry.length > 3)
  const paths = locale.locales.map(other => other.path)
  const needs = new Set(fallbacks.map(([, [, , , original = '/']]) => localeOfAddress(original, paths)))
  const documents = fallbacks.map(([page]) => documentPath(page))
  const facts = {
    locale,
    pages: pages.length,
    needs: locale.locales.flatMap(other => (needs.has(other.path) ? other.code : [])).toSorted(),
    files: [...data, ...pages.flatMap(({ document, chunk }) => [document, chunk]), ...documents],
  }
  if (!index.sections) return { ...facts, parts: [{ items: [...data, ...pages] }] }

  /** File → part; of files that several sections need, the common one. */
  const partOf = new Map<string, string | undefined>()
  index.sections.forEach(([first, name], position) => {
    const { pages: some = {}, views = {} } = lists[position] ?? {}
    const addresses = Object.values(views).map(address => address.slice(locale.base.length))
    for (const file of [`assets/locales/${name}`, ...addresses, ...fallbackChunks(Object.entries(some))])
      partOf.set(file, partOf.has(file) ? undefined : first)
    for (const page of Object.keys(some)) partOf.set(documentPath(page), first)
  })
  for (const file of data) {
    // Names with hashes by their first digit, so that a file that changes leaves the other packs as they are.
    const digit = path.basename(file).split('.').at(-2)?.[0] ?? ''
    if (file.startsWith('assets/search/')) partOf.set(file, `*${digit}`)
  }
  const parts = new Map<string | undefined, PackItem[]>([[undefined, []]])
  for (const [first] of index.sections) parts.set(first, [])
  for (const item of [...data, ...pages]) {
    const part = partOf.get(typeof item === 'string' ? item : item.document)
    parts.set(part, [...(parts.get(part) ?? []), item])
  }
  return {
    ...facts,
    parts: [...parts].map(([part, items]) => ({ ...(part !== undefined && { part }), items })),
  }
}

function fallbackChunks(listed: readonly [string, LocaleIndex['pages'][string]][]): string[] {
  return listed.flatMap(([, entry]) => (entry.length > 3 && entry[0] ? `assets/js/${entry[0]}` : []))
}
