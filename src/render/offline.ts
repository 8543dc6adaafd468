import { packagedScript } from '../bundle/scripts.ts'
import type { StoredValue } from '../cache/store.ts'
import { type Core, createCore } from '../offline/precache.ts'
import { createOfflineFiles } from '../offline/create-offline-files.ts'
import type { CreatedPack, PackPlan } from '../offline/packs.ts'
import type { Staging } from './files/staging.ts'
import type { Finding } from '../schema/finding.ts'
import { factsOf, type OutputFacts } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import type { Session } from '../cache/workers/session.ts'

/** The part of it that does not depend on pages: made while they are. `written` are the other files. */
export function describeCore(
  { cacheDir, damage }: Session,
  { config }: Site,
  { folder, written }: Pick<Staging, 'folder' | 'written'>,
): Promise<Core> {
  return createCore({ config, folder, written, cacheDir, damage })
}

interface OfflineSource {
  staging: Staging
  core: Core
  /** Output path of a document → the page as it stands in a pack. */
  entries: ReadonlyMap<string, StoredValue>
}

/** The worker, the packs and the offline documents: last, because they list everything that was written before. */
export async function emitOffline(
  session: Session,
  site: Site,
  { staging, core, entries }: OfflineSource,
): Promise<Finding[]> {
  const { config, locales } = site
  const { files, findings } = await createOfflineFiles({
    config,
    locales: Object.values(locales),
    stagingFolder: staging.folder,
    written: staging.written,
    entries,
    core,
    workerCode: entry => packagedScript(`worker-${entry}`),
    makePacks: plans => makePacks(plans, { session, staging, base: config.base }),
  })
  for (const file of files) await staging.write(file)
  return findings
}

/** What is kept of a pack: enough to take it over. */
type PackTrace = Pick<CreatedPack, 'pack' | 'file'> & { written: OutputFacts }

interface PackTarget {
  session: Session
  staging: Staging
  base: string
}

/** Brings packs into the staging folder: those of the previous output that are as they should be, the rest by threads. */
async function makePacks(plans: readonly PackPlan[], target: PackTarget): Promise<PackTrace[]> {
  const { session, staging, base } = target
  const reused = plans.map(({ key }) => reusePack(packKey(key), target))
  const missing = plans.filter((_plan, index) => !reused[index])
  const { folder, outDir } = staging
  const folders = { folder, outDir }
  const previous = new Map([...staging.previous].filter(([name]) => name.startsWith('offline/')))
  const fresh = (await session.map('pack', { base, folders, previous }, missing)).values()
  return plans.map(({ name, key }, index) => {
    const present = reused[index]
    if (present) return present
    const made = fresh.next().value
    if (!made) throw new Error(`A pack of ${name} was not made.`)
    const { pack, file, written, damaged } = made
    staging.note(file, written)
    for (const entry of damaged) session.rendered.forget(entry)
    const trace: PackTrace = { pack, file, written: factsOf(written) }
    session.rendered.set(packKey(key), Buffer.from(JSON.stringify(trace)))
    return trace
  })
}

function reusePack(key: string, { session, staging }: PackTarget): PackTrace | undefined {
  const stored = session.rendered.get(key)
  const known = stored && (JSON.parse(stored.toString()) as PackTrace)
  return known && staging.reuse(known.file, known.written) ? known : undefined
}

function packKey(key: string): string {
  return `pack.${key}`
}
