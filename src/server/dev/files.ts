/**
 * What `docsgen dev` serves: the addresses of a built site, each made by the functions of the build when it is asked
 * for. Nothing is written to the output folder.
 */
import path from 'node:path'
import { renderFindings } from '../../cache/workers/failures.ts'
import { ownChunk, renderOne, type Single } from '../../render/pages.ts'
import { duplicateFile, makePluginFiles } from '../../render/static-files.ts'
import { indexPages } from '../../render/search-index.ts'
import { type JoinedSite, type LoadedSite, withViews } from '../../load.ts'
import { themeId } from '../../bundle/browser.ts'
import { packagedScript } from '../../bundle/scripts.ts'
import { WORKER_FILE } from '../../offline/create-offline-files.ts'
import { createHostFiles } from '../../render/host-files.ts'
import { createLocaleIndex, createLocaleViews } from '../../render/locale-files.ts'
import { createSitemap } from '../../render/sitemap.ts'
import type { Finding } from '../../schema/finding.ts'
import type { OutputFile } from '../../schema/output.ts'
import type { PlacedPage } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { isServed, type SiteFiles } from '../site-files.ts'
import type { Session } from '../../cache/workers/session.ts'
import { DASHBOARD_FILE } from '../../site/assets.ts'
import { machineNames } from '../../site/head.ts'
import { copyFile, hasCopy, llmsName } from '../../site/markdown-copies.ts'
import { createAddressTable } from '../../shared/address-table.ts'
import { documentPath, safeDecode } from '../../shared/addresses.ts'
import { createMachineFiles } from '../../render/machine-files.ts'
import { createCopyInputs, createLlms, renderMarkdownCopy } from '../../render/markdown-copies.ts'
import { dashboardDocuments } from '../../render/dashboard.ts'

/** Something that is served. */
export type DevFile =
  /** A file of the site, and the folder that it was found in; both are absolute. */
  | { type: 'disk'; folder: string; file: string }
  /** Text that is made when it is asked for; a `document` gets the script of the development server. */
  | { type: 'made'; document: boolean; make(): Promise<MadeContent> }

/** What is sent, or why there is nothing to send. */
type MadeContent = string | Uint8Array | { findings: Finding[] }

export interface DevFiles extends SiteFiles<DevFile> {
  files: Map<string, DevFile>
  /** Those of them that pages of a language share, named by their hash. */
  views: ReadonlyMap<string, DevFile>
  /** Encoded path without base → page. */
  pages: ReadonlyMap<string, PlacedPage>
  /** Host names of the configuration that may be asked for. */
  allowedHosts: readonly string[]
}

/** Larger than any allowance: pages are rendered on demand, not ahead because a link is in view. */
const CHUNK_SIZE = 1e9

/** Lists everything that the site has by address. `shown` is told which pages are asked for. */
export function createDevFiles(
  session: Session,
  loaded: JoinedSite,
  shown: (page: PlacedPage) => void = () => undefined,
): DevFiles {
  const { site, theme, publicFiles } = loaded
  const files = new Map<string, DevFile>()
  const disk = (name: string, folder: string, file: string) =>
    files.set(`/${name}`, { type: 'disk', folder, file: path.join(folder, file) })
  const publicDir = path.join(site.root, site.config.publicDir)
  const made = (name: string, make: () => Promise<MadeContent>, document = false) =>
    files.set(`/${name}`, { type: 'made', document, make })

  // Dot files are never served, and the rules for hosts are none of the reader's.
  for (const name of publicFiles.filter(isServed)) disk(name, publicDir, name)
  for (const [source, target] of Object.entries(site.assets))
    disk(safeDecode(target).slice(1), path.join(site.root, path.dirname(source)), path.basename(source))
  for (const file of theme.files) {
    const { content } = file
    if (typeof content === 'object' && 'copy' in content)
      disk(file.path, path.dirname(content.copy), path.basename(content.copy))
    else made(file.path, async () => contentOf(file))
  }
  const render = (page: PlacedPage, part: 'document' | 'chunk') => {
    shown(page)
    return renderPart(session, loaded, loaded.views.of(page), part)
  }
  const all = [...site.pages, ...site.fallbacks]
  for (const page of all) {
    made(documentPath(page.record.path), () => render(page, 'document'), true)
    made(`assets/js/${devChunkName(page)}`, () => render(page, 'chunk'))
  }
  if (site.config.machines.markdown) addMarkdownCopies(loaded, made)
  if (site.config.check.dashboard && !files.has(`/${DASHBOARD_FILE}`))
    made(DASHBOARD_FILE, () => renderBoard(loaded, made), true)
  for (const name of machineNames(site)) {
    if (!files.has(`/${name}`))
      made(name, async () => {
        return contentOf(createMachineFiles(withViews(loaded).site).find(file => file.path === name))
      })
  }
  const views = new Map<string, DevFile>()
  for (const locale of Object.values(site.locales)) addLocale({ session, loaded, files, views, made }, locale)
  for (const [address, view] of views) files.set(address, view)
  made(WORKER_FILE, () => packagedScript('worker-uninstall'))
  for (const name of ['sitemap.xml', 'robots.txt']) {
    if (!files.has(`/${name}`)) made(name, async () => contentOf(hostFile(withViews(loaded), name)))
  }
  const redirects = site.redirects.map(({ from, to }): [string, string] => [safeDecode(from), to])
  const pages = new Map(all.map(page => [page.record.path, page]))
  const { base, server } = site.config
  const table = createAddressTable(pages.keys(), redirects)
  return { base, files, views, pages, table, allowedHosts: server.allowedHosts }
}

interface Listing {
  session: Session
  loaded: JoinedSite
  files: Map<string, DevFile>
  views: Map<string, DevFile>
  made(name: string, make: () => Promise<MadeContent>, document?: boolean): void
}

/** Views, index of pages, search and not-found page of a locale. */
function addLocale({ session, loaded, files, views: all, made }: Listing, locale: LocaleView): void {
  const { site } = loaded
  const views = createLocaleViews(locale)
  const search = searchName(locale)
  for (const view of views.files)
    all.set(`/${view.path}`, { type: 'made', document: false, make: async () => contentOf(view) })
  made(`assets/locales/${locale.code}.json`, async () => {
    const { site } = withViews(loaded)
    const [index, ...sections] = createLocaleIndex(locale, site, {
      views,
      theme: themeId(loaded.theme.files),
      chunks: new Map(
        [...site.pages, ...site.fallbacks]
          .filter(page => ownChunk(page, site.locales[page.locale] ?? locale) !== '')
          .map(page => [page.record.key, devChunkName(page)]),
      ),
      sizeOf: () => CHUNK_SIZE,
      searchOf: path => (locale.search.provider === 'none' ? undefined : searchName(site.locales[path])),
    })
    for (const file of sections) made(file.path, async () => contentOf(file))
    return contentOf(index)
  })
  made(search, async () => {
    const only = { ...loaded, site: { ...site, locales: { [locale.path]: locale } } }
    const index = new Map<string, OutputFile>()
    const manifests = await indexPages(session, only, file => index.set(file.path, file))
    for (const file of index.values()) {
      files.set(`/${file.path}`, { type: 'made', document: false, make: async () => contentOf(file) })
    }
    return contentOf(index.get(manifests.get(locale.path) ?? ''))
  })
  const notFound = () => renderPart(session, loaded, { notFound: locale }, 'document')
  made(`${locale.path.slice(1)}404.html`, notFound, true)
}

/** Markdown copies and `llms.txt`; the text of all pages at once is for the site as it is published. */
function addMarkdownCopies(loaded: JoinedSite, made: Listing['made']): void {
  const { site, contents, views } = loaded
  for (const page of site.pages.filter(each => hasCopy(each, site.config))) {
    made(copyFile(page), async () => {
      return renderMarkdownCopy(contents.readMarkdown(page.file), createCopyInputs(site)(views.of(page)))
    })
  }
  for (const locale of Object.values(site.locales)) {
    const name = llmsName(locale, 'llms')
    made(name, async () => {
      return contentOf(createLlms(withViews(loaded).site).find(({ list }) => list.path === name)?.list)
    })
  }
}

/** The state of all translations; its style sheet is there as soon as it is. */
async function renderBoard(loaded: JoinedSite, made: Listing['made']): Promise<MadeContent> {
  const { page, sheet } = await dashboardDocuments(withViews(loaded))
  made(sheet.path, async () => contentOf(sheet))
  return contentOf(page)
}

async function renderPart(
  session: Session,
  loaded: JoinedSite,
  single: Single,
  part: 'document' | 'chunk',
): Promise<MadeContent> {
  const made = await renderOne(session, loaded, single)
  return 'lost' in made ? { findings: await renderFindings(session.root, loaded.theme, [made]) } : made[part]
}

/** Adds the files that plugins make, which takes a while; what is wrong with them is returned. */
export async function addPluginFiles(
  session: Session,
  loaded: JoinedSite,
  { files }: Pick<DevFiles, 'files'>,
): Promise<Finding[]> {
  const { files: made, findings } = await makePluginFiles(session, loaded)
  const doubled = made.filter(file => files.has(`/${file.path}`))
  for (const file of made.filter(each => !doubled.includes(each)))
    files.set(`/${file.path}`, { type: 'made', document: false, make: async () => contentOf(file) })
  return [...findings, ...doubled.map(({ plugin, path: name }) => duplicateFile(plugin, name))]
}

function searchName(locale: Pick<LocaleView, 'code'> | undefined): string {
  return `assets/search/${locale?.code ?? ''}.dev.json`
}

/** The same name for every state of a page: it is asked for again after each change. */
function devChunkName({ record }: PlacedPage): string {
  return `${record.key}.dev.js`
}

function hostFile({ site }: LoadedSite, name: string): OutputFile | undefined {
  return [...createHostFiles(site, new Map()), ...createSitemap(site)].find(file => file.path === name)
}

function contentOf(file: OutputFile | undefined): string | Uint8Array {
  const content = file?.content ?? ''
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  throw new Error('A file made in memory has its content in memory.')
}
