/** For offline reading: the core that comes first, packs of each language, documents for missing pages. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Damage, readStored, type StoredValue, writeStored } from '../cache/store.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import type { WrittenFile } from '../render/files/staging.ts'
import { offlineSettings, retiredWorkers, type SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/site.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'
import { documentPath, fileAddress, localeOfAddress, safeDecode } from '../shared/addresses.ts'
import { escapeHtml } from '../shared/escape.ts'
import type { CoreEntry, OfflineManifest, Pack } from '../shared/offline.ts'
import { NO_ICON } from '../site/head.ts'
import { filesOf, integrityOf, PACK_FORMAT, type PackItem, type PackPlan, type PackedPage } from './packs.ts'

export const WORKER_FILE = 'service-worker.js'

/** Size of a pack in bytes: what the build and the service worker hold in memory at a time. */
const PACK_SIZE = 6_000_000
/** Largest script or style, in bytes: a larger one is a mistake of the build and stops it. */
const LARGEST = 5_000_000
/** Names with a hash, which need no revision: `assets/js/app.1a2b3c4d.js`. */
const HASHED_NAME = /^assets\/(?:js|css)\/.+\.[0-9a-zA-Z]{8,}\.\w+$/
/** Not stored: the service worker has the redirects in its page table. */
const REDIRECT = /<meta http-equiv="?refresh/i
const REDIRECT_SCRIPT = /^assets\/js\/redirect\.\w+\.js$/
const STORED = /\.(?:js|css|html|png|jpe?g|gif|svg|webp|avif|ico|woff2?|eot|ttf|otf|webmanifest)$/

type Written = ReadonlyMap<string, WrittenFile>

interface Core {
  files: string[]
  entries: CoreEntry[]
  findings: Finding[]
}

/** Loads workbox-build only if the list changed. Its warnings are errors here. */
export async function createCore(
  config: SiteConfig,
  { folder, written }: Pick<OfflineInput, 'folder' | 'written'>,
  { cacheDir, damage }: { cacheDir: string; damage?: Damage },
): Promise<Core> {
  const { base } = config
  const offline = offlineSettings(config)
  const files = offline ? coreFiles(config, written, offline.maxFileSize) : []
  if (files.length === 0) return { files, entries: [], findings: [] }
  const key = hashData([base, files.map(file => [file, written.get(file)?.hash ?? ''])])
  const stored = path.join(cacheDir, 'offline/core.json')
  const known = JSON.parse(readStored(stored, damage) ?? '{}') as { key?: string; entries?: CoreEntry[] }
  if (known.key === key && known.entries) return { files, entries: known.entries, findings: [] }

  const { default: workbox } = await import('workbox-build')
  const { manifestEntries, warnings = [] } = await workbox.getManifest({
    globDirectory: folder,
    // The names alone, as patterns.
    globPatterns: files.map(file => file.replace(/[\\*?[\]{}()!+@]/g, '\\$&')),
    // The default compares each file of the site.
    globIgnores: [],
    globFollow: false,
    dontCacheBustURLsMatching: HASHED_NAME,
    maximumFileSizeToCacheInBytes: LARGEST,
  })
  // workbox-build lists files in file system order.
  const sorted = manifestEntries.toSorted((a, b) => (a.url < b.url ? -1 : 1))
  const entries = sorted.map(({ url, revision }) => ({
    url: fileAddress(base, url),
    integrity: integrityOf(readFileSync(path.join(folder, url))),
    immutable: revision === null,
  }))
  const findings = warnings.map((message): Finding => {
    return { rule: 'offline/manifest', severity: 'error', message: message.trim() }
  })
  if (findings.length === 0) writeStored(stored, JSON.stringify({ key, entries }))
  return { files, entries, findings }
}

function coreFiles({ head }: SiteConfig, written: Written, maxFileSize: number) {
  const addresses = head.flatMap(({ attributes: { href, src } }) => [href, src])
  // Browsers also request icons that no document names.
  const inHead = new Set(['/favicon.ico', '/favicon.png', ...addresses])
  const isCore = ([name, { size }]: [string, WrittenFile]) =>
    /^assets\/(?:js|css)\//.test(name) || (inHead.has(`/${name}`) && size <= maxFileSize)
  const names = [...written].filter(isCore).map(([name]) => name)
  return names.filter(name => STORED.test(name)).toSorted()
}

interface OfflineInput {
  config: SiteConfig
  core: Core
  locales: readonly LocaleView[]
  folder: string
  written: Written
  /** Output path of a document → the page as packs contain it. */
  entries: ReadonlyMap<string, StoredValue>
  /** Path without base → headers of this file alone. */
  headers: ReadonlyMap<string, Record<string, string>>
  workerCode(entry: 'main' | 'uninstall' | 'retire'): Promise<string>
  /** Makes packs in the order of the plans, or takes those of the last build. */
  makePacks(plans: PackPlan[]): Promise<{ pack: Pack }[]>
}

/** A site without offline reading gets a service worker that removes an earlier one. */
export async function createOfflineFiles(input: OfflineInput) {
  const { config, core, written, workerCode } = input
  const { base } = config
  const offline = offlineSettings(config)
  const files: OutputFile[] = []
  for (const address of retiredWorkers(config))
    files.push({ path: safeDecode(address).slice(1), content: await workerCode('retire') })
  if (!offline) {
    files.push({ path: WORKER_FILE, content: await workerCode('uninstall') })
    return { files, findings: [] }
  }
  const locales = await Promise.all(input.locales.map(locale => localeFiles(locale, input)))
  const grouped = new Set([...core.files, ...locales.flatMap(({ files }) => files)])
  const { shared, findings } = await sharedFiles(input, grouped, offline.maxFileSize)
  const own = [...input.headers].map(([path, headers]) => [safeDecode(path).slice(1), headers] as const)
  const headers = Object.fromEntries(own)
  const pages = createOfflinePages(input)
  const packsOf = async (name: string, parts: PackContent[]) => {
    const plans = parts.flatMap(part => planPacks(name, part, written, base))
    return (await input.makePacks(plans)).map(({ pack }) => pack)
  }
  const [code, sharedPacks, ...packs] = await Promise.all([
    workerCode('main'),
    packsOf('shared', [{ items: shared, headers }]),
    ...locales.map(({ locale, parts }) => packsOf(locale.code, parts)),
  ])
  const documents = fileAddress(base, pages.path)
  const entry: CoreEntry = { url: documents, integrity: integrityOf(pages.content), immutable: true }
  const parts: Omit<OfflineManifest, 'version'> = {
    base,
    core: [...core.entries, entry],
    documents,
    locales: locales.map(({ locale, needs }, index) => ({
      code: locale.code,
      path: locale.path,
      lang: locale.lang,
      label: locale.label,
      index: fileAddress(base, `assets/locales/${locale.code}.json`),
      texts: { available: locale.strings.offlineText, list: locale.strings.offlinePages },
      needs: needs.length > 0 ? needs : undefined,
      packs: packs[index] ?? [],
    })),
    shared: sharedPacks,
    files: shared.filter(name => !name.startsWith('assets/')).map(name => fileAddress(base, name)),
  }
  const manifest: OfflineManifest = { version: hashData(parts), ...parts }
  // The manifest precedes the code, which is bundled only once.
  const content = `const DOCSGEN_MANIFEST=${JSON.stringify(manifest)};\n${code}`
  files.push(pages, { path: WORKER_FILE, content })
  return { files, findings: [...findings, ...core.findings] }
}

/** Content of packs, of a large language for each part (`Pack.part`), beginning with the files that all pages need. */
type PackContent = Pick<PackPlan, 'part' | 'items' | 'headers'>

async function localeFiles(locale: LocaleView, { folder, written, entries }: OfflineInput) {
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, 'assets/locales', name), 'utf8')) as LocaleIndex
  const index = await read(`${locale.code}.json`)
  const lists = await Promise.all((index.ranges ?? []).map(([, name]) => read(name)))
  const unsorted = [index, ...lists].flatMap(list => Object.entries(list.pages))
  const listed = unsorted.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const pages = listed.flatMap(([page, [chunk]]): PackedPage[] => {
    const document = documentPath(page)
    const entry = entries.get(document)
    return entry ? [{ document, chunk: `assets/js/${chunk}`, entry }] : []
  })
  const starts = ['locales', 'search'].map(part => `assets/${part}/${locale.code}.`)
  const own = [...written.keys()].filter(name => starts.some(start => name.startsWith(start)))
  const results = locale.searchPage === undefined ? [] : [documentPath(locale.searchPage)]
  const wanted = [...own, `${locale.path.slice(1)}404.html`, ...results, ...fallbackChunks(listed)]
  const data = wanted.filter(name => written.has(name)).toSorted()
  const fallbacks = listed.filter(([, entry]) => entry.length > 3)
  const paths = locale.locales.map(other => other.path)
  const needs = new Set(fallbacks.map(([, [, , , original = '/']]) => localeOfAddress(original, paths)))
  /** File → part; the common one if several ranges need it. */
  const partOf = new Map<string, string | undefined>()
  const parts = new Map<string | undefined, PackItem[]>([[undefined, []]])
  index.ranges?.forEach(([first, name], position) => {
    parts.set(first, [])
    const { pages: some = {}, views = {} } = lists[position] ?? {}
    const addresses = Object.values(views).map(address => address.slice(locale.base.length))
    for (const file of [`assets/locales/${name}`, ...addresses, ...fallbackChunks(Object.entries(some))])
      partOf.set(file, partOf.has(file) ? undefined : first)
    for (const page of Object.keys(some)) partOf.set(documentPath(page), first)
  })
  // Packed by the first digit of the hash, so that a changed file leaves most packs unchanged.
  for (const file of index.ranges ? data : [])
    if (file.startsWith('assets/search/')) partOf.set(file, `*${path.basename(file).split('.').at(-2)?.[0]}`)
  for (const item of [...data, ...pages]) {
    const part = partOf.get(typeof item === 'string' ? item : item.document)
    const items = parts.get(part)
    if (items) items.push(item)
    else parts.set(part, [item])
  }
  return {
    locale,
    needs: locale.locales.flatMap(other => (needs.has(other.path) ? other.code : [])).toSorted(),
    // The content of fallbacks comes with the originals.
    files: [...data, ...pages.flatMap(filesOf), ...fallbacks.map(([page]) => documentPath(page))],
    parts: [...parts].map(([part, items]) => ({ part, items })),
  }
}

function fallbackChunks(listed: readonly [string, LocaleIndex['pages'][string]][]) {
  return listed.flatMap(([, entry]) => (entry.length > 3 && entry[0] ? `assets/js/${entry[0]}` : []))
}

async function sharedFiles(input: OfflineInput, grouped: ReadonlySet<string>, maxFileSize: number) {
  const { folder, written } = input
  const findings: Finding[] = []
  const shared: string[] = []
  for (const [name, { size }] of [...written].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (grouped.has(name) || !STORED.test(name) || REDIRECT_SCRIPT.test(name)) continue
    if (size > maxFileSize) {
      const message = `\`${name}\` is too large for offline reading (${size} bytes; the limit is ${maxFileSize}).`
      const hint = 'Make the file smaller or raise `offline.maxFileSize`.'
      findings.push({ rule: 'offline/too-large', severity: 'warning', message, hint })
    } else if (!name.endsWith('.html') || !REDIRECT.test(await readFile(path.join(folder, name), 'utf8')))
      shared.push(name)
  }
  return { shared, findings }
}

/** Plans packs by the sizes alone, before anything is read. */
function planPacks(name: string, { part, items, headers }: PackContent, written: Written, base: string) {
  const groups: PackItem[][] = []
  let room = 0
  for (const item of items) {
    const size = filesOf(item).reduce((sum, file) => sum + (written.get(file)?.size ?? 0), 0)
    if (size > room || groups.length === 0) {
      groups.push([])
      room = PACK_SIZE
    }
    groups.at(-1)?.push(item)
    room -= size
  }
  return groups.map(some => {
    const files = some.flatMap(filesOf).map(file => [file, written.get(file)?.hash ?? ''])
    const key = hashData([PACK_FORMAT, base, part, files, headers])
    return { name, part, items: some, headers, key }
  })
}

/** Documents by language, with the styles of the site. */
function createOfflinePages({ locales, config: { base, head }, written }: OfflineInput) {
  const assets = (pattern: RegExp) => {
    const names = [...written.keys()].filter(name => pattern.test(name))
    return names.toSorted().map(name => escapeHtml(fileAddress(base, name)))
  }
  const configured = head.flatMap(({ tag, attributes: { rel, href } }) => {
    if (tag !== 'link' || typeof href !== 'string' || (rel !== 'stylesheet' && rel !== 'icon')) return []
    if (href === NO_ICON) return [`<link rel="icon" href="${href}">`]
    return /^\/(?!\/)/.test(href) ? [`<link rel="${rel}" href="${escapeHtml(base + href.slice(1))}">`] : []
  })
  const tags = [
    ...assets(/^assets\/js\/scheme\.\w+\.js$/).map(address => `<script src="${address}"></script>`),
    ...assets(/^assets\/css\/style\.\w+\.css$/).map(address => `<link rel="stylesheet" href="${address}">`),
    ...configured,
  ].join('\n')
  const documents = locales.map(locale => [locale.code, offlineDocument(locale, tags)])
  const content = JSON.stringify(Object.fromEntries(documents))
  return { path: `offline/documents.${hashContent(content)}.json`, content }
}

/** The service worker puts the list of stored pages between the marks. */
function offlineDocument({ strings, title, lang, dir, home }: LocaleView, head: string) {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml([strings.offlineTitle, title].filter(Boolean).join(' | '))}</title>
<meta name="robots" content="noindex">
${head}
</head>
<body class="offline-page">
<main id="main">
<h1>${escapeHtml(strings.offlineTitle)}</h1>
<p class="offline-page-ways">
<a class="action" href="">${escapeHtml(strings.retry)}</a>
<a href="${escapeHtml(home)}">${escapeHtml(strings.notFoundHome)}</a>
</p>
<!--offline-list--><p>${escapeHtml(strings.loadOffline)}</p><!--/offline-list-->
</main>
</body>
</html>
`
}
