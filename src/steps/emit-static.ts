import path from 'node:path'
import { type LoadedSite } from './load.ts'
import { type Theme } from '../bundle/theme.ts'
import { MERGED_FILES } from '../shared/host-file-names.ts'
import { type Staging } from '../render/staging.ts'
import { withLicenses } from './site-licenses.ts'
import { type Finding } from '../schema/finding.ts'
import { islandPart } from '../schema/site-components.ts'
import { assetAddress } from '../shared/addresses/asset-address.ts'
import { safeDecode } from '../shared/addresses/safe-decode.ts'

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
