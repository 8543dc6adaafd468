import path from 'node:path/posix'
import { hashData, hashContent } from '../lib/hash.ts'
import type { StoredValue } from '../cache/segment.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry, OfflineLocale, OfflineManifest, Pack, PackList } from '../schema/offline.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { fileAddress } from '../shared/addresses.ts'
import { type Core, integrityOf } from './precache.ts'
import { type MakePacks, type PackPlan, planPacks } from './packs.ts'
import { type FileGroups, groupFiles, type LocaleFiles, type Written, type LocaleParts } from './groups.ts'
import { escapeHtml } from '../shared/escape.ts'
import { NO_ICON } from '../shared/public-files.ts'

export interface OfflineInput {
  config: SiteConfig
  locales: readonly LocaleView[]
  /** Absolute folder that holds every other file of the site. */
  stagingFolder: string
  /** What the build wrote into it; files kept from earlier builds are not among them. */
  written: Written
  /** Output path of a document → the page as it stands in a pack. */
  entries: ReadonlyMap<string, StoredValue>
  core: Core
  /** Code of the worker that serves offline, or of the one that removes what an earlier build left. */
  workerCode(entry: 'main' | 'uninstall'): Promise<string>
  makePacks: MakePacks
}

/** Name of the worker, at the base of the site and without hash. */
export const WORKER_FILE = 'service-worker.js'

/**
 * Makes what offline reading needs besides the packs of each language, which `makePacks` writes: the
 * worker and the documents shown offline. A site without offline reading gets a worker that removes an earlier one.
 */
export async function createOfflineFiles(
  input: OfflineInput,
): Promise<{ files: OutputFile[]; findings: Finding[] }> {
  const { config, stagingFolder: folder, written, workerCode } = input
  if (config.offline === false || config.offline === 'uninstall') {
    const content = await workerCode('uninstall')
    return { files: [{ path: WORKER_FILE, content }], findings: [] }
  }
  const { locales, entries, core } = input
  const groups = await groupFiles({
    locales,
    folder,
    written,
    entries,
    core: core.files,
    maxFileSize: config.offline.maxFileSize,
  })
  const { base } = config
  const pages = createOfflinePages(locales, config, written)
  const [packs, code] = await Promise.all([makeAllPacks(groups, input), workerCode('main')])
  const manifest = createManifest({ base, groups, packs, pages, core: core.entries })
  const worker: OutputFile = { path: WORKER_FILE, content: workerScript(manifest, code) }
  return { files: [pages, worker], findings: [...groups.findings, ...core.findings] }
}

interface ManifestParts {
  base: string
  groups: FileGroups
  packs: AllPacks
  /** File with the offline documents. */
  pages: { path: string; content: string }
  core: readonly CoreEntry[]
}

function createManifest({ base, groups, packs, pages, core }: ManifestParts): OfflineManifest {
  const documents: CoreEntry = {
    url: fileAddress(base, pages.path),
    integrity: integrityOf(pages.content),
    immutable: true,
  }
  const parts: Omit<OfflineManifest, 'version'> = {
    base,
    core: [...core, documents],
    documents: documents.url,
    locales: groups.locales.map((files, index) => {
      return { ...describeLocale(files, base), ...(packs.locales[index] ?? { packs: [] }) }
    }),
    shared: packs.shared,
    files: groups.shared.filter(name => !name.startsWith('assets/')).map(name => fileAddress(base, name)),
  }
  return { version: hashData(parts), ...parts }
}

function describeLocale(
  { locale, pages, needs }: LocaleFiles,
  base: string,
): Omit<OfflineLocale, keyof LocalePacks> {
  return {
    code: locale.code,
    path: locale.path,
    lang: locale.lang,
    label: locale.label,
    index: fileAddress(base, `assets/locales/${locale.code}.json`),
    texts: { available: locale.strings.offlineText, list: locale.strings.offlinePages },
    pages: pages.length,
    ...(needs.length > 0 ? { needs } : {}),
  }
}

/** The manifest stands in front of the code, so that the code is bundled once and not for every build. */
function workerScript(manifest: OfflineManifest, code: string): string {
  return `const DOCSGEN_MANIFEST=${JSON.stringify(manifest)};\n${code}`
}

/** What the manifest says of the packs of a language. */
export type LocalePacks = Pick<OfflineLocale, 'packs' | 'list'>

export interface AllPacks {
  locales: LocalePacks[]
  shared: Pack[]
}

interface PackSource {
  config: { base: string }
  written: Written
  makePacks: MakePacks
}

/** Packs of a language by what they are for. */
interface Division<Each> {
  /** What the manifest lists; of a large language they are made last, because the list of the others is in them. */
  listed: Each[]
  sections: [first: string, some: Each[]][]
  rest: Each[]
}

/** Makes the packs of all languages: of large ones those of each section, their list, and a pack that has it. */
async function makeAllPacks(groups: FileGroups, source: PackSource): Promise<AllPacks> {
  const { config, written, makePacks } = source
  const context = { written, base: config.base }
  const plans = groups.locales.map(files => planLocale(files, context))
  const shared = planPacks('shared', groups.shared, context)
  const made = await makePacks([...plans.flatMap(plansOf), ...shared])
  const packs = made.map(({ pack }) => pack).values()
  const next = (some: readonly unknown[]) => some.flatMap(() => packs.next().value ?? [])
  const divided = plans.map(({ listed, sections, rest }): Division<Pack> => ({
    listed: next(listed),
    sections: sections.map(([first, some]) => [first, next(some)]),
    rest: next(rest),
  }))
  const sharedPacks = next(shared)
  const locales = groups.locales.map(async (files, index): Promise<LocalePacks> => {
    const { listed, sections, rest } = divided[index] as Division<Pack>
    return files.parts ? addList(files, files.parts, { sections, rest }, source) : { packs: listed }
  })
  return { locales: await Promise.all(locales), shared: sharedPacks }
}

function planLocale(
  { locale: { code }, data, pages, parts }: LocaleFiles,
  context: { written: Written; base: string },
): Division<PackPlan> {
  if (!parts) return { listed: planPacks(code, [...data, ...pages], context), sections: [], rest: [] }
  return {
    listed: [],
    sections: parts.sections.map(section => [
      section.first,
      planPacks(code, [...section.data, ...section.pages], context),
    ]),
    rest: groupByHash(parts.rest).flatMap(files => planPacks(code, files, context)),
  }
}

/** In the order in which their packs are made. */
function plansOf({ listed, sections, rest }: Division<PackPlan>): PackPlan[] {
  return [...listed, ...sections.flatMap(([, some]) => some), ...rest]
}

/** Files with hashed names in sixteen groups: one that changes leaves the others where they are. */
function groupByHash(files: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const digit = path.basename(file).split('.').at(-2)?.[0] ?? ''
    const group = groups.get(digit)
    if (group) group.push(file)
    else groups.set(digit, [file])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

async function addList(
  { locale: { code } }: LocaleFiles,
  { common }: LocaleParts,
  list: PackList,
  { config: { base }, written, makePacks }: PackSource,
): Promise<Required<LocalePacks>> {
  const url = fileAddress(base, `offline/${code}.json`)
  const plans = planPacks(code, [{ url, text: JSON.stringify(list) }, ...common], { written, base })
  const packs = (await makePacks(plans)).map(({ pack }) => pack)
  const all = [...list.sections.flatMap(([, some]) => some), ...list.rest]
  return { packs, list: { url, bytes: all.reduce((sum, pack) => sum + pack.bytes, 0) } }
}

/** Where the worker puts the list of stored pages; with nothing stored, what is between the marks stays. */
const LIST_START = '<!--offline-list-->'
const LIST_END = '<!--/offline-list-->'

/** Documents by locale code, in one file: what the worker answers with when a page is not stored and the server gone. */
function createOfflinePages(
  locales: readonly LocaleView[],
  config: SiteConfig,
  written: Written,
): { path: string; content: string; immutable: true } {
  const head = headTags(config, written).join('\n')
  const documents = locales.map(locale => [locale.code, offlineDocument(locale, head)])
  const content = JSON.stringify(Object.fromEntries(documents))
  return { path: `offline/documents.${hashContent(content)}.json`, content, immutable: true }
}

/** Needs no script: the worker fills in the list. */
function offlineDocument(locale: LocaleView, head: string): string {
  const { strings } = locale
  const title = locale.title ? `${strings.offlineTitle} | ${locale.title}` : strings.offlineTitle
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale.lang)}" dir="${locale.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
${head}
</head>
<body class="offline-page">
<main id="main">
<h1>${escapeHtml(strings.offlineTitle)}</h1>
<p class="offline-page-ways">
<a class="action" href="">${escapeHtml(strings.retry)}</a>
<a href="${escapeHtml(locale.home)}">${escapeHtml(strings.notFoundHome)}</a>
</p>
${LIST_START}<p>${escapeHtml(strings.loadOffline)}</p>${LIST_END}
</main>
</body>
</html>
`
}

/** The site's colors and styles, from files that the core holds too. */
function headTags(config: SiteConfig, written: Written): string[] {
  const names = [...written.keys()].toSorted()
  const address = (name: string) => escapeHtml(fileAddress(config.base, name))
  const scheme = names.filter(name => /^assets\/js\/scheme\.\w+\.js$/.test(name))
  const style = names.filter(name => /^assets\/css\/style\.\w+\.css$/.test(name))
  return [
    ...scheme.map(name => `<script src="${address(name)}"></script>`),
    ...style.map(name => `<link rel="stylesheet" href="${address(name)}">`),
    ...configuredLinks(config),
  ]
}

function configuredLinks({ head, base }: SiteConfig): string[] {
  return head.flatMap(({ tag, attributes }) => {
    const { rel, href } = attributes
    if (tag !== 'link' || typeof href !== 'string') return []
    if (rel !== 'stylesheet' && rel !== 'icon') return []
    if (href === NO_ICON) return [`<link rel="icon" href="${href}">`]
    return /^\/(?!\/)/.test(href) ? [`<link rel="${rel}" href="${escapeHtml(base + href.slice(1))}">`] : []
  })
}
