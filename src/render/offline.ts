import { packagedScript } from '../bundle/scripts.ts'
import type { StoredValue } from '../cache/store.ts'
import { type Core, createOfflineFiles } from '../offline/plan.ts'
import type { CreatedPack, PackPlan } from '../offline/packs.ts'
import type { Staging } from './files/staging.ts'
import type { Finding } from '../schema/finding.ts'
import { factsOf, type OutputFacts } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import type { Session } from '../cache/workers/session.ts'

interface OfflineSource {
  staging: Staging
  core: Core
  entries: ReadonlyMap<string, StoredValue>
}

export async function emitOffline(
  session: Session,
  site: Site,
  { staging, core, entries }: OfflineSource,
): Promise<Finding[]> {
  const { config, locales } = site
  const { files, findings } = await createOfflineFiles({
    config,
    locales: Object.values(locales),
    folder: staging.folder,
    written: staging.written,
    entries,
    core,
    workerCode: entry => packagedScript(`worker-${entry}`),
    makePacks: plans => makePacks(plans, { session, staging, base: config.base }),
  })
  for (const file of files) await staging.write(file)
  return findings
}

/** What the cache has of a pack: enough to reuse it. */
type PackTrace = Pick<CreatedPack, 'pack' | 'file'> & { written: OutputFacts }

/** Brings packs into the staging folder: from the previous output where they are the same, the rest by threads. */
async function makePacks(
  plans: readonly PackPlan[],
  { session, staging, base }: { session: Session; staging: Staging; base: string },
): Promise<PackTrace[]> {
  const { rendered } = session
  const { folder, outDir } = staging
  const packKey = (key: string) => `pack.${key}`
  const reused = plans.map(({ key }) => {
    const stored = rendered.get(packKey(key))
    const known = stored && (JSON.parse(stored.toString()) as PackTrace)
    return known && staging.reuse(known.file, known.written) ? known : undefined
  })
  const missing = plans.filter((_plan, index) => !reused[index])
  const previous = new Map([...staging.previous].filter(([name]) => name.startsWith('offline/')))
  const fresh = (await session.map('pack', { base, folders: { folder, outDir }, previous }, missing)).values()
  return plans.map(({ name, key }, index) => {
    const present = reused[index]
    if (present) return present
    const made = fresh.next().value
    if (!made) throw new Error(`A pack of ${name} was not made.`)
    const { pack, file, written, damaged } = made
    staging.note(file, written)
    for (const entry of damaged) rendered.forget(entry)
    const trace: PackTrace = { pack, file, written: factsOf(written) }
    rendered.set(packKey(key), Buffer.from(JSON.stringify(trace)))
    return trace
  })
}
