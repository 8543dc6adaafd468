import path from 'node:path'
import { check } from '../../index.ts'
import type { CheckOptions } from '../options.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'
import { results } from '../process.ts'

/** `docsgen check [dir]`: the report on stdout, notes on what was written on stderr. */
export async function runCheck(dir: string, options: CheckOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { rule: rules, page: pages, locale: locales, color, ...rest } = options
  const isColored = color !== false && process.stdout.isTTY === true && !process.env['NO_COLOR']
  const result = await check({ ...rest, root, rules, pages, locales, color: isColored, env: process.env })
  for (const note of result.notes) printLine(terminal, note)
  if (!result.reported) await printFindings(terminal, result.findings)
  results.write(result.output)
  return result.exitCode
}
