import path from 'node:path'
import { bundlePortable, classicScript } from '../bundle/portable.ts'
import { hashContent } from '../lib/hash.ts'
import type { Archive } from '../output/archive.ts'
import { portableFiles } from '../output/portable-files.ts'
import type { Staging } from '../output/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import { listVersions } from '../schema/versions.ts'
import type { Session } from '../threads/session.ts'
import type { LoadedSite } from './load.ts'

/** The files in the staging folder as they are where the site opens from any path and as files. */
async function describePortable(
  { root, cacheDir }: Pick<Session, 'root' | 'cacheDir'>,
  { site, theme, publicFiles, hostFiles }: LoadedSite,
  { folder, written }: Pick<Staging, 'folder' | 'written'>,
): Promise<AsyncGenerator<OutputFile>> {
  const code = await bundlePortable(root, cacheDir, theme)
  const files = [...written.keys()]
  const { base, url: origin } = site.config
  const old = listVersions(site.config).filter(({ source }) => source)
  const bases = old.map(version => base.slice(0, -1) + version.path)
  return portableFiles({
    base,
    published: origin === undefined ? undefined : { origin, bases },
    has: file => written.has(file),
    script: `assets/js/portable.${hashContent(code)}.js`,
    scheme: theme.entries.scheme.slice(1),
    folder,
    files,
    publicFiles,
    hostFiles,
    code,
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
  session: Session,
  loaded: LoadedSite,
  { staging, archive }: { staging: Staging; archive: Archive },
): Promise<void> {
  const isPortable = loaded.site.config.relative ?? false
  await archive.write(isPortable ? stagedFiles(staging) : await describePortable(session, loaded, staging))
}

/** Makes the staged site one that opens from any path. */
export async function makePortable(session: Session, loaded: LoadedSite, staging: Staging): Promise<void> {
  const gone = new Set(staging.written.keys())
  const written = new Map(staging.written)
  const files = await describePortable(session, loaded, { folder: staging.folder, written })
  for await (const file of files) {
    gone.delete(file.path)
    if (typeof file.content === 'object' && 'copy' in file.content) continue
    staging.remove(file.path)
    await staging.write(file)
  }
  for (const name of gone) staging.remove(name)
}
