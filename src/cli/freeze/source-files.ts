import { existsSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../../lib/files.ts'
import type { SiteConfig } from '../../schema/config.ts'
import type { LoadedSite } from '../../steps/load.ts'

/** Drawings of the site's own. */
const ICONS = path.posix.join('templates', 'icons')

/** Files, relative to the root, that parts of a site were made from. */
export interface Made {
  config: string[]
  plugins: string[]
  /** Pages that plugins make. */
  pages: string[]
}

/**
 * Files that a site is made from, relative to its root, sorted: all but its templates, which old versions share with the
 * current one. `outside`: those that do not lie in its folder.
 */
export async function sourceFiles(
  { site, publicFiles }: Pick<LoadedSite, 'site' | 'publicFiles'>,
  made: Made,
): Promise<{ files: string[]; outside: string[] }> {
  const { root, config, pages, drafts, assets } = site
  const own = [...pages, ...drafts].flatMap(({ file, includes }) => [file, ...includes])
  const named = [
    ...[...made.config, ...made.plugins, ...made.pages].filter(file => !/(?:^|\/)node_modules\//.test(file)),
    ...own,
    ...Object.keys(assets),
    ...publicFiles.map(file => `${config.publicDir}/${file}`),
    ...fontFiles(config),
    ...(await listFiles(path.join(root, ICONS))).map(file => path.posix.join(ICONS, file)),
    ...(await contentFiles(root, config)),
  ].map(file => path.posix.normalize(file))
  // Pages that plugins make have no file.
  const all = [...new Set(named)].filter(file => existsSync(path.join(root, file))).toSorted()
  const isOutside = (file: string) => /^\.\.(?:\/|$)/.test(file) || path.isAbsolute(file)
  return { files: all.filter(file => !isOutside(file)), outside: all.filter(isOutside) }
}

/** What lies in the folder of the content: also parts, data and drawings that no page names today. */
async function contentFiles(
  root: string,
  { contentDir, outDir, versions }: Pick<SiteConfig, 'contentDir' | 'outDir' | 'versions'>,
): Promise<string[]> {
  const folders = [outDir, 'versions', ...versions.flatMap(({ from }) => from ?? [])]
  const left = folders.map(folder => `${path.posix.normalize(folder).replace(/\/$/, '')}/`)
  const files = await listFiles(path.join(root, contentDir), { skipHidden: true })
  return files
    .map(file => path.posix.join(contentDir, file))
    .filter(file => !/(?:^|\/)node_modules\//.test(file) && !left.some(folder => file.startsWith(folder)))
}

function fontFiles({ theme: { fonts = {} } }: SiteConfig): string[] {
  return [fonts.text, fonts.code].flatMap(font =>
    typeof font === 'object' ? font.files.map(file => (typeof file === 'string' ? file : file.file)) : [],
  )
}
