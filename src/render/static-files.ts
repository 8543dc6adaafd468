import path from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import { LICENSES, unusedScripts } from '../bundle/browser.ts'
import type { Session } from '../cache/workers/session.ts'
import { type JoinedSite, type LoadedSite, describeSite } from '../load.ts'
import { callHooks } from '../cache/workers/plugin-hooks.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import { islandPart } from '../schema/plugin.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { MERGED_FILES } from '../site/assets.ts'
import { languageLicenses, languageRow } from '../search/build/languages.ts'
import type { Staging } from './files/staging.ts'

/** Writes files that do not depend on single pages: the theme's scripts and styles, public files, images of pages. */
export async function emitStaticFiles(loaded: LoadedSite, staging: Staging): Promise<Finding[]> {
  const { site, theme, publicFiles } = loaded
  const used = new Set(site.pages.flatMap(page => page.parts ?? []))
  const unused = Object.entries(theme.entries.parts).flatMap(([name, address]) =>
    used.has(name) ? [] : [address.slice(1)],
  )
  const islands = Object.keys(theme.components?.islands ?? {}).filter(name => !used.has(islandPart(name)))
  const left = islands.length === 0 ? new Set(unused) : await unusedScripts(theme, islands, new Set(unused))
  for (const file of theme.files) if (!left.has(file.path)) await staging.write(withLicenses(file, loaded))
  for (const name of publicFiles.filter(file => !MERGED_FILES.includes(file))) {
    await staging.write({ path: name, content: { copy: path.join(site.root, site.config.publicDir, name) } })
  }
  const changed: Finding[] = []
  for (const [source, target] of Object.entries(site.assets)) {
    const content = { copy: path.join(site.root, source) }
    const { hash } = await staging.write({ path: safeDecode(target).slice(1), content, immutable: true })
    // Pages have the name by now, and browsers keep what they get by that name for ever.
    if (assetAddress(source, hash) === target) continue
    const message = `\`${source}\` changed while the site was built.`
    changed.push({ rule: 'files/unreadable', severity: 'error', message, hint: 'Build again.' })
  }
  return changed
}

/** A file of the theme; the one with its licences also gets those of plugins' style sheets and of search languages. */
export function withLicenses(
  file: OutputFile,
  { site, theme }: Pick<LoadedSite, 'site' | 'theme'>,
): OutputFile {
  if (file.path !== LICENSES || typeof file.content !== 'string') return file
  const styles = (theme.added ?? []).flatMap(added => added.styles.map(style => `${style}.LEGAL.txt`))
  const isSearched = Object.values(site.locales).some(
    ({ search, lang }) => search.provider !== 'none' && languageRow(lang).stemmer !== undefined,
  )
  const found = [...styles.filter(name => existsSync(name)), ...(isSearched ? [languageLicenses] : [])]
  return { ...file, content: [file.content, ...found.map(name => readFileSync(name, 'utf8'))].join('\n') }
}

/** Writes the files that plugins add to the output; `made` maps each to its plugin. */
export async function emitPluginFiles(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<{ made: ReadonlyMap<string, string>; findings: Finding[] }> {
  const { files, findings } = await makePluginFiles(session, loaded)
  const made = new Map<string, string>()
  for (const { plugin, ...file } of files)
    if (staging.written.has(file.path)) findings.push(duplicateFile(plugin, file.path))
    else {
      await staging.write(file)
      made.set(file.path, plugin)
    }
  return { made, findings }
}

/** Further files of the output that plugins make, with the plugin of each. */
export async function makePluginFiles(
  session: Session,
  loaded: JoinedSite,
): Promise<{ files: (OutputFile & { plugin: string })[]; findings: Finding[] }> {
  const asked = loaded.plugins.filter(({ definition }) => definition.files).map(plugin => ({ plugin }))
  if (asked.length === 0) return { files: [], findings: [] }
  const answers = await callHooks(session, 'files', asked, describeSite(loaded))
  return {
    files: answers.flatMap(({ plugin, value = [] }) => value.map(file => ({ ...file, plugin }))),
    findings: answers.flatMap(({ findings }) => findings),
  }
}

/** A file of a plugin never replaces another, nor the other way round. */
export function duplicateFile(plugin: string, file: string): Finding {
  const message = `The plugin \`${plugin}\` makes \`/${file}\`, which the site has already.`
  const hint = 'Have the plugin make the file under another path.'
  return { rule: 'plugins/duplicate-file', severity: 'error', message, hint }
}

/** A document that the build makes, named `what`, at the address of a page or a public file. */
export function reservedFile(file: string, what: string): Finding {
  const message = `The address \`/${file}\` belongs to ${what}.`
  const hint = 'Rename the page or the public file.'
  return { rule: 'routes/reserved', severity: 'error', message, hint }
}

/** Reports files of the public folder and of plugins (`made`: file → plugin) that were overwritten. */
export function replacedFiles(
  { site, publicFiles }: LoadedSite,
  { made, staging: { replaced } }: { made: ReadonlyMap<string, string>; staging: Staging },
): Finding[] {
  const ofPlugins = [...made].filter(([file]) => replaced.has(file))
  return [
    ...ofPlugins.map(([file, plugin]) => duplicateFile(plugin, file)),
    ...publicFiles.flatMap((name): Finding[] => {
      if (!replaced.has(name)) return []
      const place = { file: path.posix.join(site.config.publicDir, name), line: 1, column: 1 }
      const hint = 'Rename or remove the public file.'
      return [{ ...reservedFile(name, 'a file that the build writes itself'), place, hint }]
    }),
  ]
}
