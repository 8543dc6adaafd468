import path from 'node:path'
import type { LoadedSite } from './load.ts'
import type { Theme } from '../bundle/theme.ts'
import { themeId } from '../bundle/browser.ts'
import { createHostFiles, MERGED_FILES } from '../render/host-files.ts'
import { isWildcard } from '../render/host-redirects.ts'
import { createLocaleIndex } from '../render/locale-files.ts'
import { createLocaleViews } from '../render/locale-views.ts'
import { createSitemap } from '../render/sitemap.ts'
import type { Staging } from '../render/staging.ts'
import { renderRedirect } from '../render/redirect.ts'
import { duplicateFile, makePluginFiles } from './plugin-output.ts'
import { type RenderedPages, renderPages } from './render.ts'
import { renderFindings, type RenderFailure } from './failed-render.ts'
import { structuredData } from './structured-data.ts'
import { renderOne, renderSetup } from './render-one.ts'
import { withLicenses } from './site-licenses.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import { islandPart } from '../schema/site-components.ts'
import type { Session } from '../cache/workers/session.ts'
import { assetAddress } from '../shared/addresses/asset-address.ts'
import { documentPath } from '../shared/addresses/document-path.ts'
import { localAddress } from '../shared/addresses/base.ts'
import { safeDecode } from '../shared/addresses/safe-decode.ts'
import type { Site } from '../schema/site.ts'
import { formerAddresses } from '../site/former-addresses.ts'

/** Files that do not depend on single pages: the theme's scripts and styles, public files, images of pages. */
export async function emitStaticFiles(loaded: LoadedSite, staging: Staging): Promise<Finding[]> {
  const { site, theme, publicFiles } = loaded
  const merged = new Set(MERGED_FILES)
  const used = new Set(site.pages.flatMap(page => page.parts ?? []))
  const unused = Object.entries(theme.entries.parts).filter(([name]) => !used.has(name))
  const left = await withoutIslands(theme, used, new Set(unused.map(([, address]) => address.slice(1))))
  for (const file of theme.files) if (!left.has(file.path)) await staging.write(withLicenses(file, loaded))
  for (const name of publicFiles.filter(file => !merged.has(file))) {
    await staging.write({ path: name, content: { copy: path.join(site.root, site.config.publicDir, name) } })
  }
  const changed: Finding[] = []
  for (const [source, target] of Object.entries(site.assets)) {
    const content = { copy: path.join(site.root, source) }
    const { hash } = await staging.write({ path: safeDecode(target).slice(1), content, immutable: true })
    // Pages have the name by now, and browsers keep what they get by that name for ever.
    if (assetAddress(source, hash) !== target) changed.push(changedFile(source))
  }
  return changed
}

function changedFile(file: string): Finding {
  const message = `\`${file}\` changed while the site was built.`
  return { rule: 'files/unreadable', severity: 'error', message, hint: 'Build again.' }
}

/** What is left out, with the scripts of islands that no page has. */
async function withoutIslands(
  { files, components }: Theme,
  used: ReadonlySet<string>,
  left: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const islands = Object.keys(components?.islands ?? {}).filter(name => !used.has(islandPart(name)))
  if (islands.length === 0) return left
  return (await import('../bundle/unused-islands.ts')).unusedScripts(files, islands, left)
}

/** Documents and chunks of all pages; without `staging` they are only rendered, for other machines. */
export async function emitPages(
  session: Session,
  loaded: LoadedSite,
  staging: Staging | undefined,
): Promise<RenderedPages> {
  const { site, theme, contents } = loaded
  const data = await structuredData(site)
  const jobs = Object.values(site.locales).map(locale => {
    const pages = [...site.pages, ...site.fallbacks].filter(({ view }) => view.locale === locale.path)
    return { pages, setup: renderSetup(loaded, locale), contents, ...(data ? { structuredData: data } : {}) }
  })
  return renderPages(session, theme, jobs, staging)
}

/** Per locale: its views and the index of its pages; `found`: names of chunks by page, of search manifests by locale. */
export async function emitLocales(
  loaded: LoadedSite,
  staging: Staging,
  found: { chunks: ReadonlyMap<string, string>; search: ReadonlyMap<string, string> },
): Promise<void> {
  const { site } = loaded
  const theme = themeId(loaded.theme.files)
  const sizeOf = (chunk: string) => staging.written.get(`assets/js/${chunk}`)?.size ?? 0
  const searchOf = (locale: string) => found.search.get(locale)
  for (const locale of Object.values(site.locales)) {
    const views = createLocaleViews(locale)
    for (const file of views.files) await staging.write(file)
    const files = { views, theme, chunks: found.chunks, sizeOf, searchOf }
    for (const file of createLocaleIndex(locale, site, files)) await staging.write(file)
  }
}

/** What each language shows instead of a page that is not there. */
export async function emitNotFound(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<Finding[]> {
  const failures: RenderFailure[] = []
  for (const locale of Object.values(loaded.site.locales)) {
    const made = await renderOne(session, loaded, { notFound: locale })
    if ('lost' in made) failures.push(made)
    else await staging.write({ path: `${locale.path.slice(1)}404.html`, content: made.document })
  }
  return renderFindings(session, loaded.theme, failures)
}

/** What hosts and search engines read: redirects, headers, sitemap, robots (H-*); `versions`: old ones, which hosts must know too. */
export async function emitHostFiles(
  loaded: LoadedSite,
  staging: Staging,
  versions: readonly Site[] = [],
): Promise<void> {
  const { site, hostFiles } = loaded
  await writeMissing(staging, [...createHostFiles(site, hostFiles, versions), ...createSitemap(site)])
  await emitRedirects(loaded, staging)
}

/** Documents of redirects. */
export function emitRedirects(loaded: LoadedSite, staging: Staging): Promise<void> {
  return writeMissing(staging, redirectDocuments(loaded))
}

/** Writes files where nothing stands yet. */
export async function writeMissing(staging: Staging, files: readonly OutputFile[]): Promise<void> {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/** What programs read of the site, where it wants that (specification 20). */
export async function emitForMachines(session: Session, loaded: LoadedSite, staging: Staging): Promise<void> {
  const { machines } = loaded.site.config
  if (machines.openSearch || machines.manifest) {
    const { createMachineFiles } = await import('../render/machine-files.ts')
    // A file of the site's own with the name is the one that it wants.
    for (const file of createMachineFiles(loaded.site))
      if (!staging.written.has(file.path)) await staging.write(file)
  }
  if (!machines.markdown) return
  const { emitTwins } = await import('./twins.ts')
  await emitTwins(session, loaded, staging)
}

/** What plugins add to the output; `made` are the names of those files. */
export async function emitPluginFiles(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<{ made: ReadonlyMap<string, string>; findings: Finding[] }> {
  const { files, findings } = await makePluginFiles(session, loaded)
  const made = new Map<string, string>()
  for (const { plugin, ...file } of files) {
    if (staging.written.has(file.path)) findings.push(duplicateFile(plugin, file.path))
    else {
      await staging.write(file)
      made.set(file.path, plugin)
    }
  }
  return { made, findings }
}

/**
 * A document for each redirect that a plain file server could not answer otherwise. None beside that of `/x` for `/x/`: some
 * servers would send readers of the one to the other for ever.
 */
function redirectDocuments({ site }: LoadedSite): OutputFile[] {
  return [...site.redirects.filter(({ from }) => !isWildcard(from)), ...formerAddresses(site)]
    .filter(({ from, to }) => from !== `${to}/` && documentPath(from) !== documentPath(to))
    .map(({ from, to }) => ({
      path: documentPath(from),
      content: renderRedirect(localAddress(site.config.base, to), site.config),
    }))
}
