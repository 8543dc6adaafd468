/** Serves the addresses of a built site: functions of the build make each file when it's requested. */
import path from 'node:path'
import { themeId } from '../../bundle/browser.ts'
import { packagedScript } from '../../bundle/scripts.ts'
import { renderFindings } from '../../cache/threads/failures.ts'
import type { Session } from '../../cache/threads/session.ts'
import type { LoadedSite } from '../../load.ts'
import { WORKER_FILE } from '../../offline/plan.ts'
import { createHostFiles } from '../../render/host-files.ts'
import { createLocaleIndex, createLocaleViews } from '../../render/locale-files.ts'
import {
  createLlms,
  createMachineFiles,
  createMarkdownCopies,
  createSitemap,
} from '../../render/machine-files.ts'
import { emitSearchIndexes, ownChunk, ownDocuments, renderOne, type Single } from '../../render/pages.ts'
import { dashboardDocuments } from '../../render/documents.ts'
import { duplicateFile, makePluginFiles } from '../../render/site.ts'
import { listVersions, type Version } from '../../schema/config.ts'
import type { Finding } from '../../schema/finding.ts'
import type { OutputFile, Page, Site } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { createAddressTable, documentPath, safeDecode } from '../../shared/addresses.ts'
import { DASHBOARD_FILE } from '../../site/assets.ts'
import { hasMarkdown, llmsName, markdownFile } from '../../site/head.ts'
import { linkVersions, mergePolicies } from '../../site/versions.ts'
import { loadVersion, type VersionOptions } from '../../versions.ts'
import { isServed, type SiteFiles } from '../http.ts'

export type DevFile =
  /** `folder`: where the file was found; both are absolute. */
  | { type: 'disk'; folder: string; file: string }
  /** Made when it's requested; a `document` gets the script of the development server. */
  | { type: 'made'; document: boolean; make(): MadeContent | Promise<MadeContent> }

type MadeContent = string | Uint8Array | { findings: Finding[] }

export interface DevFiles extends SiteFiles<DevFile> {
  files: Map<string, DevFile>
  /** The files that all pages of a language share, named by their hash. */
  views: Map<string, DevFile>
  pages: ReadonlyMap<string, Page>
}

export function createDevFiles(session: Session, loaded: LoadedSite): DevFiles {
  const { site, theme, publicFiles, contents } = loaded
  const { config, root } = site
  const files = new Map<string, DevFile>()
  const disk = (name: string, file: string, folder = path.dirname(file)) =>
    files.set(`/${name}`, { type: 'disk', folder, file })
  const made = (name: string, make: () => MadeContent | Promise<MadeContent>, document = false) =>
    files.set(`/${name}`, { type: 'made', document, make })
  const add = (file: OutputFile) => made(file.path, () => contentOf(file))
  /** Files that are made together, unless the site has its own. */
  const addMissing = (names: readonly string[], makeAll: () => OutputFile[]) => {
    for (const name of names.filter(each => !files.has(`/${each}`)))
      made(name, () => contentOf(makeAll().find(file => file.path === name)))
  }
  const render = async (single: Single, part: 'document' | 'chunk'): Promise<MadeContent> => {
    const rendered = await renderOne(session, loaded, single)
    if (!('lost' in rendered)) return rendered[part]
    return { findings: await renderFindings(session.root, theme, [rendered]) }
  }

  const publicDir = path.join(root, config.publicDir)
  for (const name of publicFiles.filter(isServed)) disk(name, path.join(publicDir, name), publicDir)
  for (const [source, target] of Object.entries(site.assets))
    disk(safeDecode(target).slice(1), path.join(root, source))
  for (const file of theme.files)
    if (typeof file.content === 'object' && 'copy' in file.content) disk(file.path, file.content.copy)
    else add(file)
  const all = [...site.pages, ...site.fallbacks]
  for (const page of all) {
    made(documentPath(page.record.path), () => render(page, 'document'), true)
    made(`assets/js/${devChunkName(page)}`, () => render(page, 'chunk'))
  }
  if (config.machines.markdown) {
    for (const page of site.pages.filter(each => hasMarkdown(each, config)))
      made(markdownFile(page), () => createMarkdownCopies(site)(page, contents.readMarkdown(page.file)))
    // Without `llms-full.txt`, the text of all pages.
    const names = Object.values(site.locales).map(locale => llmsName(locale, 'llms'))
    addMissing(names, () => createLlms(site).map(({ list }) => list))
  }
  const makeDashboard = async () => {
    const { page, sheet } = await dashboardDocuments(loaded)
    add(sheet)
    return contentOf(page)
  }
  if (config.check.dashboard && !files.has(`/${DASHBOARD_FILE}`)) made(DASHBOARD_FILE, makeDashboard, true)
  for (const file of createMachineFiles(site)) if (!files.has(`/${file.path}`)) add(file)
  made(WORKER_FILE, () => packagedScript('worker-uninstall'))
  const createCrawlerFiles = () => [...createHostFiles(site, new Map()), ...createSitemap(site)]
  addMissing(['sitemap.xml', 'robots.txt'], createCrawlerFiles)
  const views = new Map<string, DevFile>()
  for (const locale of Object.values(site.locales)) {
    const localeViews = createLocaleViews(locale)
    for (const view of localeViews.files) {
      const address = `/${view.path}`
      add(view)
      views.set(address, files.get(address) as DevFile)
    }
    made(`assets/locales/${locale.code}.json`, () => {
      const own = all.filter(page => ownChunk(page, site.locales[page.locale] ?? locale) !== '')
      const [index, ...ranges] = createLocaleIndex(locale, site, {
        views: localeViews,
        theme: themeId(theme.files),
        chunks: new Map(own.map(page => [page.record.key, devChunkName(page)])),
        // Above any allowance: no page is rendered ahead because a link is in view.
        sizeOf: () => 1e9,
        searchOf: other => (locale.search.provider === 'none' ? undefined : searchName(site.locales[other])),
      })
      ranges.forEach(add)
      return contentOf(index)
    })
    made(searchName(locale), async () => {
      const only = { ...loaded, site: { ...site, locales: { [locale.path]: locale } } }
      const index = new Map<string, OutputFile>()
      const manifests = await emitSearchIndexes(session, only, file => index.set(file.path, file))
      index.forEach(add)
      return contentOf(index.get(manifests.get(locale.path) ?? ''))
    })
    for (const single of ownDocuments(locale)) made(single.file, () => render(single, 'document'), true)
  }
  const redirects = site.redirects.map(({ from, to }): [string, string] => [safeDecode(from), to])
  const pages = new Map(all.map(page => [page.record.path, page]))
  const results = Object.values(site.locales).flatMap(({ searchPage }) => searchPage ?? [])
  const table = createAddressTable([...pages.keys(), ...results], redirects)
  return { base: config.base, files, views, pages, table }
}

/** Takes a while; returns problems. */
export async function addPluginFiles(session: Session, loaded: LoadedSite, { files }: DevFiles) {
  const { files: made, findings } = await makePluginFiles(session, loaded)
  const problems = [...findings]
  for (const file of made)
    if (files.has(`/${file.path}`)) problems.push(duplicateFile(file.plugin, file.path))
    else files.set(`/${file.path}`, { type: 'made', document: false, make: () => contentOf(file) })
  return problems
}

function searchName(locale: Pick<LocaleView, 'code'> | undefined) {
  return `assets/search/${locale?.code ?? ''}.dev.json`
}

/** Stays the same after a change: browsers request it again. */
function devChunkName({ record }: Page) {
  return `${record.key}.dev.js`
}

function contentOf(file: OutputFile | undefined): string | Uint8Array {
  const content = file?.content ?? ''
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  throw new Error('A file made in memory has its content in memory.')
}

type Served = { loaded: LoadedSite; files: DevFiles } | { findings: Finding[] }

/** Each is loaded when it's requested, and again after each load of the current version. */
export function serveVersions(session: Session, options: VersionOptions) {
  /** By id. A site stays, for the links of the others, while it's loaded again. */
  const known = new Map<string, { served?: Promise<Served>; site?: Site }>()
  let current: LoadedSite
  let versions: Version[] = []
  const link = () => {
    const all = [current.site, ...versions.flatMap(({ id }) => known.get(id)?.site ?? [])]
    linkVersions(all, versions)
    mergePolicies(all)
  }
  const load = async (version: Version): Promise<Served> => {
    const read = await loadVersion(session, { current, version, options })
    if (!('loaded' in read)) return { findings: read.findings }
    const { loaded } = read
    known.set(version.id, { ...known.get(version.id), site: loaded.site })
    // Names of shared files depend on the other versions.
    link()
    const files = createDevFiles(read.session, loaded)
    // Those of the current version are for all.
    for (const name of ['/sitemap.xml', '/robots.txt']) files.files.delete(name)
    const findings = await addPluginFiles(read.session, loaded, files)
    return findings.length > 0 ? { findings } : { loaded, files }
  }
  const forgetAll = () => known.forEach(entry => delete entry.served)
  return {
    forgetAll,
    /** Called with each load of the current version. */
    use(loaded: LoadedSite): void {
      versions = listVersions(loaded.site.config)
      forgetAll()
      if (versions.length === 0) return
      current = loaded
      link()
    },
    /** `address` has the base. Undefined for the current version. */
    async open(address: string): Promise<Served | undefined> {
      const isWithin = (folder: string) =>
        `${address}/`.startsWith(current.site.config.base.slice(0, -1) + folder)
      const version = versions.find(({ source, path: own }) => source && isWithin(own))
      if (!version) return undefined
      const { id } = version
      const served = known.get(id)?.served ?? load(version)
      known.set(id, { ...known.get(id), served })
      let isLoaded = false
      try {
        const result = await served
        isLoaded = 'loaded' in result
        return result
      } finally {
        // The problem may be fixed by the next request.
        if (!isLoaded) delete known.get(id)?.served
      }
    },
  }
}
