import type { Finding } from './schema/finding.ts'
import type { Site } from './schema/site.ts'
import { createOfflineFiles } from './offline/create-offline-files.ts'
import type { Staging } from './output/staging.ts'
import type { Session } from './session.ts'

/** The worker, the packs and the offline documents: last, because they list everything that was written before. */
export async function emitOffline(session: Session, site: Site, staging: Staging): Promise<Finding[]> {
  const { files, findings } = await createOfflineFiles({
    config: site.config,
    locales: Object.values(site.locales),
    stagingFolder: staging.folder,
    written: staging.written,
    cacheDir: session.cacheDir,
    damage: session.damage,
    makePacks: (context, plans) => session.map('pack', context, plans),
  })
  for (const file of files) await staging.write(file)
  return findings
}
