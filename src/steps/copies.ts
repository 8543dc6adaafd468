/** A site in further forms. Most sites have none of them: nothing of it is loaded for those. */
import path from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Archive } from '../render/archive.ts'
import type { Staging } from '../render/staging.ts'
import type { Finding } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'
import type { WrittenSite } from './portable.ts'

interface Copying {
  staging: Staging
  clock: Clock
}

/** The archive that is asked for; nothing of it is loaded for builds without. */
export async function openArchive(
  { root }: Session,
  { zip }: { zip?: string | true | undefined },
  outDir: string,
): Promise<{ finding: Finding } | { file: string; archive: Archive } | undefined> {
  if (zip === undefined) return undefined
  const { archiveFinding, createArchive } = await import('../render/archive.ts')
  const file = zip === true ? `${outDir}.zip` : path.resolve(root, zip)
  const finding = archiveFinding(file, outDir)
  return finding ? { finding } : { file, archive: createArchive(file) }
}

/** The site, with all its versions, in further forms: one that opens from any path, an archive. Most sites have none of them. */
export async function emitCopies(
  site: WrittenSite,
  { staging, archive, clock }: Copying & { archive: Archive | undefined },
): Promise<void> {
  if (site.loaded.site.config.relative) {
    const { makePortable } = await import('./portable.ts')
    await makePortable(site, staging)
    clock.lap('portable')
  }
  if (archive) {
    const { emitArchive } = await import('./portable.ts')
    await emitArchive(site, { staging, archive })
    clock.lap('archive')
  }
}

/** Compressed twins of all files that are staged. */
export async function compressAll(session: Session, { staging, clock }: Copying): Promise<void> {
  const { compressFiles } = await import('./compress.ts')
  await compressFiles(session, staging)
  clock.lap('compress')
}
