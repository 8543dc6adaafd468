import { check } from '../../index.ts'
import type { CheckOptions } from '../options.ts'
import { results } from '../process.ts'
import { type Invocation, printFindings, printLine } from '../terminal.ts'

/** `docsgen check [dir]`: the report on stdout, notes on what was written on stderr. */
export async function runCheck({ root, terminal }: Invocation, options: CheckOptions): Promise<number> {
  const { rule: rules, page: pages, locale: locales, color, ...rest } = options
  const isColored = color !== false && process.stdout.isTTY === true && !process.env['NO_COLOR']
  const result = await check({ ...rest, root, rules, pages, locales, color: isColored, env: process.env })
  for (const note of result.notes) printLine(terminal, note)
  if (!result.reported) printFindings(terminal, result.findings)
  results.write(result.output)
  return result.exitCode
}
