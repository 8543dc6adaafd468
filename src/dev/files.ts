/**
 * What `docsgen dev` serves: the addresses of a built site, each made by the functions of the build when it is asked
 * for. Nothing is written to the output folder.
 */
import path from 'node:path'
import { documentEntries } from '../steps/emit.ts'
import { indexPages } from '../steps/search.ts'
import type { LoadedSite } from '../steps/load.ts'
import { bundleWorker } from '../bundle/worker.ts'
import { WORKER_FILE } from '../offline/create-offline-files.ts'
import { createHostFiles } from '../output/host-files.ts'
import { createLocaleFile, createLocaleIndex } from '../output/locale-files.ts'
import { createSitemap } from '../output/sitemap.ts'
import { renderDocument } from '../render/document.ts'
import type { RenderedPage } from '../render/page.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import type { SiteFiles } from '../server/site-files.ts'
import type { Session } from '../threads/session.ts'
import { createNotFoundView } from '../shared/not-found-view.ts'
import { createAddressTable } from '../addresses/resolve-path.ts'
import { documentPath } from '../addresses/document-path.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** Something that is served. */
export type DevFile =
  /** A file of the site (absolute). */
  | { type: 'disk'; file: string }
  /** Text that is made when it is asked for; a `document` gets the script of the development server. */
  | { type: 'made'; document: boolean; make(): Promise<string | Uint8Array> }

export interface DevFiles extends SiteFiles<DevFile> {
  /** Encoded path without base → page. */
  pages: ReadonlyMap<string, Page>
  /** Host names of the configuration that may be asked for. */
  allowedHosts: readonly string[]
}

/** Larger than any allowance: pages are rendered on demand, not ahead because a link is in view. */
const CHUNK_SIZE = 1e9

/** Lists everything that the site has by address. `shown` is told which pages are asked for. */
export function createDevFiles(
  session: Session,
  loaded: LoadedSite,
  shown: (page: Page) => void = () => undefined,
): DevFiles {
  const { site, theme, publicFiles } = loaded
  const files = new Map<string, DevFile>()
  const disk = (name: string, file: string) =>
    files.set(`/${name}`, { type: 'disk', file: path.join(site.root, file) })
  const made = (name: string, make: () => Promise<string | Uint8Array>, document = false) =>
    files.set(`/${name}`, { type: 'made', document, make })

  // Dot files are never served (D-FS-1), and the rules for hosts are none of the reader's.
  for (const name of publicFiles.filter(file => !/(?:^|\/)(?:\.|_redirects$|_headers$)/.test(file)))
    disk(name, path.join(site.config.publicDir, name))
  for (const [source, target] of Object.entries(site.assets)) disk(safeDecode(target).slice(1), source)
  for (const file of theme.files) made(file.path, async () => contentOf(file))
  const render = (page: Page) => {
    shown(page)
    return renderOne(session, loaded, page)
  }
  for (const page of site.pages) {
    made(documentPath(page.record.path), async () => (await render(page)).document, true)
    made(`assets/js/${devChunkName(page)}`, async () => (await render(page)).chunk)
  }
  for (const locale of Object.values(site.locales)) addLocale({ session, loaded, files, made }, locale)
  made(WORKER_FILE, () => bundleWorker('uninstall', session.cacheDir))
  for (const name of ['sitemap.xml', 'robots.txt']) {
    if (!files.has(`/${name}`)) made(name, async () => contentOf(hostFile(loaded, name)))
  }
  const redirects = site.redirects.map(({ from, to }): [string, string] => [safeDecode(from), to])
  const pages = new Map(site.pages.map(page => [page.view.path, page]))
  const { base, server } = site.config
  const table = createAddressTable(pages.keys(), redirects)
  return { base, files, pages, table, allowedHosts: server.allowedHosts }
}

interface Listing {
  session: Session
  loaded: LoadedSite
  files: Map<string, DevFile>
  made(name: string, make: () => Promise<string | Uint8Array>, document?: boolean): void
}

/** View, index of pages, search and not-found page of a locale. */
function addLocale({ session, loaded, files, made }: Listing, locale: LocaleView): void {
  const { site, themeModule } = loaded
  const view = createLocaleFile(locale)
  const search = `assets/search/${locale.code}.dev.json`
  made(view.path, async () => contentOf(view))
  made(`assets/locales/${locale.code}.json`, async () =>
    contentOf(
      createLocaleIndex(locale, site, {
        view: view.path,
        chunks: new Map(site.pages.map(page => [page.view.key, devChunkName(page)])),
        sizeOf: () => CHUNK_SIZE,
        search: locale.search.provider === 'none' ? undefined : search,
      }),
    ),
  )
  made(search, async () => {
    const only = { ...loaded, site: { ...site, locales: { [locale.path]: locale } } }
    const index = (await indexPages(session, only)).get(locale.path)
    for (const file of index?.files ?? []) {
      files.set(`/${file.path}`, { type: 'made', document: false, make: async () => contentOf(file) })
    }
    return contentOf(index?.files.find(file => file.path === index.manifest))
  })
  made(
    `${locale.path.slice(1)}404.html`,
    async () => {
      const page = createNotFoundView(locale)
      const app = themeModule.renderApp(page, locale, '')
      const entries = documentEntries(loaded, locale)
      return renderDocument({ page, locale, app, entries, head: site.config.head })
    },
    true,
  )
}

/** Renders a page by the job that the build runs on all pages. */
async function renderOne(session: Session, loaded: LoadedSite, page: Page): Promise<RenderedPage> {
  const { site, theme, contents } = loaded
  const locale = site.locales[page.view.locale]
  if (!locale) throw new Error(`The page ${page.file} has no locale.`)
  const entries = documentEntries(loaded, locale)
  const setup = { themeModule: theme.serverModule, locale, entries, head: site.config.head }
  const input = { view: page.view, html: contents.readHtml(page.file), addresses: page.addresses }
  const [rendered] = await session.map('render', setup, [input])
  if (!rendered) throw new Error(`The page ${page.file} was not rendered.`)
  if ('lost' in rendered) throw new Error(rendered.reason)
  return rendered
}

/** The same name for every state of a page: it is asked for anew after each change. */
function devChunkName({ view }: Page): string {
  return `${view.key}.dev.js`
}

function hostFile({ site }: LoadedSite, name: string): OutputFile | undefined {
  return [...createHostFiles(site, new Map()), ...createSitemap(site)].find(file => file.path === name)
}

function contentOf(file: OutputFile | undefined): string | Uint8Array {
  const content = file?.content ?? ''
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  throw new Error('A file made in memory has its content in memory.')
}
