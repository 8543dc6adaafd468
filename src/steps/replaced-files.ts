import path from 'node:path'
import type { Staging } from '../render/staging.ts'
import type { Finding } from '../schema/finding.ts'
import type { LoadedSite } from './load.ts'
import { duplicateFile } from './plugin-output.ts'

/**
 * A file of the public folder, or of a plugin, is never dropped silently (R-ROUTE-1).
 * @param written.made file → plugin that made it
 */
export function replacedFiles(
  { site, publicFiles }: LoadedSite,
  { made, staging: { replaced } }: { made: ReadonlyMap<string, string>; staging: Staging },
): Finding[] {
  const ofPlugins = [...made].filter(([file]) => replaced.has(file))
  const ofSite = publicFiles.filter(name => replaced.has(name))
  return [
    ...ofPlugins.map(([file, plugin]) => duplicateFile(plugin, file)),
    ...ofSite.map((name): Finding => ({
      rule: 'routes/reserved',
      severity: 'error',
      place: { file: path.posix.join(site.config.publicDir, name), line: 1, column: 1 },
      message: `The address \`/${name}\` belongs to a file that the build writes itself.`,
      hint: 'Rename or remove the public file.',
    })),
  ]
}
