import path from 'node:path'
import { checkSite } from '../../api/check-site.ts'
import type { CheckOptions } from '../options.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'

/** `docsgen check [dir]`: the report on stdout, what was written on stderr. */
export async function runCheckCommand(dir: string, options: CheckOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config, rule, page, locale, color, ...rest } = options
  const result = await checkSite({
    ...rest,
    root,
    config,
    rules: rule,
    pages: page,
    locales: locale,
    color: color !== false && process.stdout.isTTY === true && !process.env['NO_COLOR'],
    env: process.env,
  })
  for (const note of result.notes) printLine(terminal, note)
  if (!result.reported) await printFindings(terminal, result.findings)
  process.stdout.write(result.output)
  return result.exitCode
}
