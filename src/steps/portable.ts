import path from 'node:path'
import { bundlePortable, classicScript } from '../bundle/portable.ts'
import { hashContent } from '../lib/hash.ts'
import type { Archive } from '../render/archive.ts'
import { portableFiles } from '../render/portable-files.ts'
import type { Staging } from '../render/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Session } from '../cache/workers/session.ts'
import type { LoadedSite } from './load.ts'
import type { LoadedVersion } from './load-versions.ts'

/** The current version and old ones, all of them written. */
export interface WrittenSite {
  session: Session
  loaded: LoadedSite
  versions: readonly LoadedVersion[]
}

/** The files in the staging folder as they are where the site opens from any path and as files. */
async function describePortable(
  { session, loaded, versions }: WrittenSite,
  { folder, written }: Pick<Staging, 'folder' | 'written'>,
): Promise<AsyncGenerator<OutputFile>> {
  const scripts = new Map<string, string>()
  const ofTheme = new Map<string, string>()
  const describe = async (below: string, { theme, publicFiles }: LoadedSite, cacheDir: string) => {
    // Most versions have the theme of the current one.
    const key = JSON.stringify(theme.added)
    const code = ofTheme.get(key) ?? (await bundlePortable(session.root, cacheDir, theme))
    ofTheme.set(key, code)
    const script = `assets/js/portable.${hashContent(code)}.js`
    scripts.set(script, code)
    return { below, script, scheme: theme.entries.scheme.slice(1), publicFiles }
  }
  const current = await describe('', loaded, session.cacheDir)
  const old: (typeof current)[] = []
  for (const each of versions)
    old.push(await describe(each.version.path.slice(1), each.loaded, each.session.cacheDir))
  return portableFiles({
    base: loaded.site.config.base,
    has: file => written.has(file),
    folder,
    files: [...written.keys()],
    versions: [...old, current],
    hostFiles: loaded.hostFiles,
    scripts,
    classicScript,
  })
}

/** The same files where the site is one of these already. */
async function* stagedFiles({
  folder,
  written,
}: Pick<Staging, 'folder' | 'written'>): AsyncGenerator<OutputFile> {
  for (const name of [...written.keys()].toSorted())
    yield { path: name, content: { copy: path.join(folder, name) } }
}

/** Puts the staged site into an archive that opens from any path, whatever its base. */
export async function emitArchive(
  site: WrittenSite,
  { staging, archive }: { staging: Staging; archive: Archive },
): Promise<void> {
  const isPortable = site.loaded.site.config.relative ?? false
  await archive.write(isPortable ? stagedFiles(staging) : await describePortable(site, staging))
}

/** Makes the staged site one that opens from any path. */
export async function makePortable(site: WrittenSite, staging: Staging): Promise<void> {
  const gone = new Set(staging.written.keys())
  const written = new Map(staging.written)
  const files = await describePortable(site, { folder: staging.folder, written })
  for await (const file of files) {
    gone.delete(file.path)
    if (typeof file.content === 'object' && 'copy' in file.content) continue
    staging.remove(file.path)
    await staging.write(file)
  }
  for (const name of gone) staging.remove(name)
}
