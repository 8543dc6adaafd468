import { freezeVersion } from '../freeze.ts'
import type { CommonOptions } from '../options.ts'
import { results } from '../process.ts'
import { type Invocation, printFindings, printLine } from '../terminal.ts'

/** `docsgen version <id> [dir]`: the folder that was written on stdout, what comes next on stderr. */
export async function runVersion(
  { args: [id = ''], root, terminal }: Invocation,
  { config }: CommonOptions,
): Promise<number> {
  const { exitCode, findings, folder, files, lines } = await freezeVersion({ root, config, id })
  printFindings(terminal, findings)
  if (folder === undefined || lines === undefined) return exitCode
  results.write(`${folder}\n`)
  const name = config ?? 'site.config.ts'
  const text = lines.replace(/^/gm, '  ')
  printLine(terminal, `Copied ${files} files. Readers see the version with this in \`${name}\`:\n\n${text}\n`)
  return exitCode
}
