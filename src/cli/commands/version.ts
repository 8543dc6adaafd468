import path from 'node:path'
import { freezeVersion } from '../freeze.ts'
import type { CommonOptions } from '../options.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'
import { results } from '../process.ts'

/** `docsgen version <id> [dir]`: the folder that was written on stdout, what comes next on stderr. */
export async function runVersion(
  [id, dir]: readonly [id: string, dir: string],
  options: CommonOptions,
): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config } = options
  const { exitCode, findings, folder, files, lines } = await freezeVersion({ root, config, id })
  await printFindings(terminal, findings)
  if (folder === undefined || lines === undefined) return exitCode
  results.write(`${folder}\n`)
  const name = config ?? 'site.config.ts'
  const text = lines.replace(/^/gm, '  ')
  printLine(terminal, `Copied ${files} files. Readers see the version with this in \`${name}\`:\n\n${text}\n`)
  return exitCode
}
