import path from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import type { LoadedSite } from '../load/load.ts'
import type { Theme } from '../bundle/theme.ts'
import { MERGED_FILES } from '../shared/public-files.ts'
import type { Staging } from './files/staging.ts'
import type { Finding } from '../schema/finding.ts'
import { islandPart } from '../schema/site-components.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { LICENSES } from '../bundle/licenses.ts'
import type { OutputFile } from '../schema/output.ts'
import { languageLicenses, languageRow } from '../search/build/languages.ts'
import { duplicateFile } from './plugin-files.ts'

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
  theme: Theme,
  used: ReadonlySet<string>,
  left: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const islands = Object.keys(theme.components?.islands ?? {}).filter(name => !used.has(islandPart(name)))
  if (islands.length === 0) return left
  return (await import('../bundle/browser.ts')).unusedScripts(theme, islands, left)
}

type Carried = Pick<LoadedSite, 'site' | 'theme'>

/**
 * A file of the theme; the one with its licences also has those of what only some sites carry: style sheets of plugins
 * (`math.css.LEGAL.txt` beside `math.css`) and the stemmers of search.
 */
export function withLicenses(file: OutputFile, { site, theme }: Carried): OutputFile {
  if (file.path !== LICENSES || typeof file.content !== 'string') return file
  const styles = (theme.added ?? []).flatMap(added => added.styles.map(style => `${style}.LEGAL.txt`))
  const isSearched = Object.values(site.locales).some(
    ({ search, lang }) => search.provider !== 'none' && languageRow(lang).stemmer !== undefined,
  )
  const found = [...styles.filter(name => existsSync(name)), ...(isSearched ? [languageLicenses] : [])]
  return { ...file, content: [file.content, ...found.map(name => readFileSync(name, 'utf8'))].join('\n') }
}

/**
 * A file of the public folder, or of a plugin, is never dropped silently.
 * @param written.made file → plugin that made it
 */
export function replacedFiles(
  { site, publicFiles }: LoadedSite,
  { made, staging: { replaced } }: { made: ReadonlyMap<string, string>; staging: Staging },
): Finding[] {
  const ofPlugins = [...made].filter(([file]) => replaced.has(file))
  const ofSite = publicFiles.filter(name => replaced.has(name))
  return [
    ...ofPlugins.map(([file, plugin]) => duplicateFile(plugin, file)),
    ...ofSite.map((name): Finding => ({
      rule: 'routes/reserved',
      severity: 'error',
      place: { file: path.posix.join(site.config.publicDir, name), line: 1, column: 1 },
      message: `The address \`/${name}\` belongs to a file that the build writes itself.`,
      hint: 'Rename or remove the public file.',
    })),
  ]
}
