import { type JoinedSite, type LoadedSite, describeSite } from '../load.ts'
import type { Staging } from './files/staging.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Session } from '../cache/workers/session.ts'
import { callHooks } from '../cache/workers/plugin-hooks.ts'

/** Writes the files that plugins add to the output; `made` maps each to its plugin. */
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

/** A file of a plugin never takes the place of another, and none its. */
export function duplicateFile(plugin: string, file: string): Finding {
  const message = `The plugin \`${plugin}\` makes \`/${file}\`, which the site has already.`
  const hint = 'Have the plugin make the file under another path.'
  return { rule: 'plugins/duplicate-file', severity: 'error', message, hint }
}
