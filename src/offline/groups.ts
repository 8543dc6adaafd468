import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredValue } from '../cache/segment.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFacts } from '../schema/output.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'
import { localeOfAddress, documentPath } from '../shared/addresses.ts'

/** A page of a locale: the two files that deliver it. */
export interface PageFiles {
  /** Encoded path without base. */
  path: string
  document: string
  chunk: string
  /** Both as they stand in a pack. */
  entry: StoredValue
}

/** What the build wrote: path → size and hash of the content. */
export type Written = ReadonlyMap<string, OutputFacts>

export interface LocaleFiles {
  locale: LocaleView
  pages: PageFiles[]
  /** The locale's tables, search index, not-found document, and the chunks of fallbacks. */
  data: string[]
  /** Documents of fallbacks: offline, their content comes with that of the originals. */
  documents: string[]
  /** Codes of the languages that the content of fallbacks is in. */
  needs: string[]
  /** `pages` and `data` of a large language by when they are needed. */
  parts?: LocaleParts
}

/** Every file that can be read offline besides the core. */
export interface FileGroups {
  locales: LocaleFiles[]
  /** Images, fonts and public files. */
  shared: string[]
  findings: Finding[]
}

export interface GroupInput {
  locales: readonly LocaleView[]
  /** Absolute folder that holds the whole output. */
  folder: string
  written: Written
  /** Output path of a document → the page as it stands in a pack. */
  entries: ReadonlyMap<string, StoredValue>
  /** Files of the core. */
  core: readonly string[]
  maxFileSize: number
}

/** Types that are stored, and what joined them since. */
const STORED = /\.(?:js|css|html|png|jpe?g|gif|svg|webp|avif|ico|woff2?|eot|ttf|otf|webmanifest)$/

/**
 * Scripts, styles, and files that every document's head names: stored before the worker is installed. Sorted by code unit.
 * To be asked for when the static files are written and no page is.
 */
export function coreFiles({ head }: SiteConfig, written: Written, maxFileSize: number): string[] {
  const inHead = headFiles(head)
  return [...written]
    .filter(([name, { size }]) => isThemeFile(name) || (inHead.has(name) && size <= maxFileSize))
    .map(([name]) => name)
    .filter(name => STORED.test(name))
    .toSorted()
}

/** Sorts the written files into groups; each group is sorted by code unit. */
export async function groupFiles(input: GroupInput): Promise<FileGroups> {
  const { written, maxFileSize } = input
  const locales = await Promise.all(input.locales.map(locale => localeFiles(locale, input)))
  const taken = new Set([
    ...input.core,
    ...locales.flatMap(({ pages, data, documents }) => [...pages.flatMap(filesOf), ...data, ...documents]),
  ])
  const findings: Finding[] = []
  const shared: string[] = []
  for (const [name, { size }] of [...written].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (taken.has(name) || !STORED.test(name)) continue
    if (size > maxFileSize) findings.push(tooLarge(name, size, maxFileSize))
    else if (await isReadable(name, input.folder)) shared.push(name)
  }
  return { locales, shared, findings }
}

async function localeFiles(
  locale: LocaleView,
  { folder, written, entries }: GroupInput,
): Promise<LocaleFiles> {
  const file = `assets/locales/${locale.code}.json`
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8')) as LocaleIndex
  const index = await read(file)
  const sections = await Promise.all((index.sections ?? []).map(([, name]) => read(`assets/locales/${name}`)))
  const listed = [index, ...sections].flatMap(list => Object.entries(list.pages))
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
  const fallbacks = listed.filter(([, entry]) => entry.length > 3)
  const chunks = fallbacks.flatMap(([, [chunk]]) => (chunk ? `assets/js/${chunk}` : []))
  const documents = fallbacks.map(([page]) => documentPath(page))
  const needs = new Set(fallbacks.map(([, [, , , original = '/']]) => codeOf(original, locale)))
  const notFound = `${locale.path.slice(1)}404.html`
  const data = [...own, notFound, ...chunks].filter(name => written.has(name)).toSorted()
  const files = { locale, pages, data, documents, needs: [...needs].toSorted() }
  return index.sections ? { ...files, parts: divideLocale({ locale, index, sections, pages, data }) } : files
}

/** Code of the language that a path without base belongs to. */
function codeOf(path: string, { locales }: LocaleView): string {
  const found = localeOfAddress(
    path,
    locales.map(locale => locale.path),
  )
  return locales.find(locale => locale.path === found)?.code ?? ''
}

function filesOf(page: PageFiles): string[] {
  return [page.document, page.chunk]
}

function isThemeFile(name: string): boolean {
  return /^assets\/(?:js|css)\//.test(name)
}

/** Files of the site that configured head tags name, and the icon that browsers ask for by themselves. */
function headFiles(head: SiteConfig['head']): Set<string> {
  const addresses = head.flatMap(({ attributes }) => [attributes['href'], attributes['src']])
  const local = addresses.filter(address => typeof address === 'string' && /^\/(?!\/)/.test(address))
  return new Set(['favicon.ico', 'favicon.png', ...local.map(address => String(address).slice(1))])
}

/** Documents that only point elsewhere are left out: the worker follows redirects by the page table. */
async function isReadable(name: string, folder: string): Promise<boolean> {
  if (!name.endsWith('.html')) return true
  return !/<meta http-equiv="?refresh/i.test(await readFile(path.join(folder, name), 'utf8'))
}

function tooLarge(name: string, size: number, limit: number): Finding {
  return {
    rule: 'offline/too-large',
    severity: 'warning',
    message: `${name} has ${size} bytes and is not saved for offline reading (limit ${limit}).`,
    hint: 'Make the file smaller or raise `offline.maxFileSize`.',
  }
}

/** The files of a large language by when readers need them: a section at a time, as its lists are cut. */
export interface LocaleParts {
  /** For every page. */
  common: string[]
  sections: LocalePart[]
  /** For no page: the search index. */
  rest: string[]
}

interface LocalePart {
  /** First key of its addresses. */
  first: string
  /** Its list, views that no other section has, and chunks of pages that are shown in place of missing ones. */
  data: string[]
  pages: PageFiles[]
}

interface Undivided {
  locale: LocaleView
  index: LocaleIndex
  /** What the files of `index.sections` hold. */
  sections: readonly Listed[]
  pages: readonly PageFiles[]
  data: readonly string[]
}

type Listed = Pick<LocaleIndex, 'pages' | 'views'>

/** Divides the files of a language whose lists are cut; each part has them in the order in which they came. */
function divideLocale({ locale, index, sections, pages, data }: Undivided): LocaleParts {
  const listed = (index.sections ?? []).map(([first, name], position) => {
    const list = sections[position] ?? { pages: {} }
    return { first, list, files: sectionFiles(name, list, locale) }
  })
  const uses = new Map<string, number>()
  for (const file of listed.flatMap(({ files }) => files)) uses.set(file, (uses.get(file) ?? 0) + 1)
  const isInOne = (file: string) => uses.get(file) === 1
  const others = data.filter(file => !isInOne(file))
  const isSearch = (file: string) => file.startsWith('assets/search/')
  return {
    common: others.filter(file => !isSearch(file)),
    sections: listed.map(({ first, list, files }) => {
      const own = new Set(files.filter(isInOne))
      return {
        first,
        data: data.filter(file => own.has(file)),
        pages: pages.filter(({ path }) => Object.hasOwn(list.pages, path)),
      }
    }),
    rest: others.filter(isSearch),
  }
}

/** Output paths of what a section has besides pages. */
function sectionFiles(name: string, { pages, views = {} }: Listed, { base }: LocaleView): string[] {
  return [
    `assets/locales/${name}`,
    ...Object.values(views).map(address => address.slice(base.length)),
    ...Object.values(pages).flatMap(entry => (entry.length > 3 && entry[0] ? `assets/js/${entry[0]}` : [])),
  ]
}
