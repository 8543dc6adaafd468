import path from 'node:path'
import { type LoadedSite } from './load.ts'
import { type Staging } from '../render/staging.ts'
import { type Session } from '../cache/workers/session.ts'
import { writeMissing } from './emit-redirects.ts'

/** What programs read of the site, where it wants that (specification 20). */
export async function emitForMachines(session: Session, loaded: LoadedSite, staging: Staging): Promise<void> {
  const { machines } = loaded.site.config
  if (machines.openSearch || machines.manifest) {
    const { createMachineFiles } = await import('../render/machine-files.ts')
    // A file of the site's own with the name is the one that it wants.
    for (const file of createMachineFiles(loaded.site))
      if (!staging.written.has(file.path)) await staging.write(file)
  }
  if (!machines.markdown) return
  const { emitTwins } = await import('./twins.ts')
  await emitTwins(session, loaded, staging)
}
