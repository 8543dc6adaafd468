import path from 'node:path'
import type { LoadedSite } from './load.ts'
import { createHostFiles, MERGED_FILES } from '../output/host-files.ts'
import { createLocaleFile, createLocaleIndex } from '../output/locale-files.ts'
import { createSitemap } from '../output/sitemap.ts'
import type { Staging } from '../output/staging.ts'
import { type DocumentEntries, renderDocument } from '../render/document.ts'
import { renderRedirect } from '../render/redirect.ts'
import { type RenderedPages, renderPages } from './render.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import type { SearchFiles } from '../search/create-search-files.ts'
import type { Session } from '../threads/session.ts'
import { documentPath } from '../addresses/document-path.ts'
import { localAddress, withBase } from '../addresses/base.ts'
import { fileAddress } from '../addresses/file-address.ts'
import { createNotFoundView } from '../shared/not-found-view.ts'
import { metaPolicy, policyText } from '../shared/policy.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** Files that do not depend on single pages: the theme's scripts and styles, public files, images of pages. */
export async function emitStaticFiles(loaded: LoadedSite, staging: Staging): Promise<void> {
  const { site, theme, publicFiles } = loaded
  const merged = new Set(MERGED_FILES)
  for (const file of theme.files) await staging.write(file)
  for (const name of publicFiles.filter(file => !merged.has(file))) {
    await staging.write({ path: name, content: { copy: path.join(site.root, site.config.publicDir, name) } })
  }
  for (const [source, target] of Object.entries(site.assets)) {
    const content = { copy: path.join(site.root, source) }
    await staging.write({ path: safeDecode(target).slice(1), content, immutable: true })
  }
}

/** Documents and chunks of all pages. */
export async function emitPages(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<RenderedPages> {
  const { site, theme, contents } = loaded
  const jobs = Object.values(site.locales).map(locale => {
    const entries = documentEntries(loaded, locale)
    const setup = { themeModule: theme.serverModule, locale, entries, head: site.config.head }
    const pages = site.pages.filter(({ view }) => view.locale === locale.path)
    return { pages, setup, themeHash: theme.hash, contents }
  })
  return renderPages(session, jobs, staging)
}

/** Per locale: its view and the index of its pages. */
export async function emitLocales(
  loaded: LoadedSite,
  staging: Staging,
  found: { chunks: ReadonlyMap<string, string>; search: ReadonlyMap<string, SearchFiles> },
): Promise<void> {
  const { site } = loaded
  const sizeOf = (chunk: string) => staging.written.get(`assets/js/${chunk}`)?.size ?? 0
  for (const locale of Object.values(site.locales)) {
    const file = createLocaleFile(locale)
    await staging.write(file)
    const search = found.search.get(locale.path)
    for (const searchFile of search?.files ?? []) await staging.write(searchFile)
    const files = { view: file.path, chunks: found.chunks, sizeOf, search: search?.manifest }
    await staging.write(createLocaleIndex(locale, site, files))
  }
}

/** What each language shows instead of a page that is not there. */
export async function emitNotFound(loaded: LoadedSite, staging: Staging): Promise<void> {
  const { site, themeModule } = loaded
  for (const locale of Object.values(site.locales)) {
    const page = createNotFoundView(locale)
    const app = themeModule.renderApp(page, locale, '')
    const entries = documentEntries(loaded, locale)
    const document = renderDocument({ page, locale, app, entries, head: site.config.head })
    await staging.write({ path: `${locale.path.slice(1)}404.html`, content: document })
  }
}

/** What hosts and search engines read: redirects, headers, sitemap, robots (H-*). */
export async function emitHostFiles(loaded: LoadedSite, staging: Staging): Promise<void> {
  const { site, hostFiles } = loaded
  for (const file of [
    ...createHostFiles(site, hostFiles),
    ...createSitemap(site),
    ...redirectDocuments(loaded),
  ]) {
    if (!staging.written.has(file.path)) await staging.write(file)
  }
}

/** A document for each redirect that a plain file server could not answer otherwise. */
function redirectDocuments({ site }: LoadedSite): OutputFile[] {
  return site.redirects.map(({ from, to }) => {
    const decoded = documentPath(from)
    const file = /\.html?$/.test(decoded) ? decoded : `${decoded}.html`
    return { path: file, content: renderRedirect(localAddress(site.config.base, to), site.config) }
  })
}

/** The addresses that every document of a locale names. */
export function documentEntries({ theme, site }: LoadedSite, locale: LocaleView): DocumentEntries {
  const { base, security } = site.config
  const policy = security.meta && site.policy ? { policy: policyText(metaPolicy(site.policy)) } : {}
  return {
    boot: withBase(base, theme.entries.boot),
    scheme: withBase(base, theme.entries.scheme),
    style: withBase(base, theme.entries.style),
    view: fileAddress(base, createLocaleFile(locale).path),
    ...policy,
  }
}
