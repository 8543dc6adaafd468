import path from 'node:path'
import { type LoadedSite } from './load.ts'
import { type Staging } from '../render/staging.ts'
import { duplicateFile, makePluginFiles } from './plugin-output.ts'
import { type Finding } from '../schema/finding.ts'
import { type Session } from '../cache/workers/session.ts'

/** What plugins add to the output; `made` are the names of those files. */
export async function emitPluginFiles(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<{ made: ReadonlyMap<string, string>; findings: Finding[] }> {
  const { files, findings } = await makePluginFiles(session, loaded)
  const made = new Map<string, string>()
  for (const { plugin, ...file } of files) {
    if (staging.written.has(file.path)) findings.push(duplicateFile(plugin, file.path))
    else {
      await staging.write(file)
      made.set(file.path, plugin)
    }
  }
  return { made, findings }
}
