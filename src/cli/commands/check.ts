import path from 'node:path'
import { runCheck } from '../../check/check.ts'
import type { CommonOptions } from '../main.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'

interface Options extends CommonOptions {
  format?: string
  output?: string
  rule?: string[]
  maxWarnings?: number
  minCoverage?: string[]
  baseline?: string | boolean
  updateBaseline?: boolean
  todo?: string
  stamp?: boolean
  fix?: boolean
  page?: string[]
  locale?: string[]
}

/** `docsgen check [dir]`: the report on stdout, what was written on stderr. */
export async function runCheckCommand(dir: string, options: Options): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config, rule, page, locale, color, ...rest } = options
  const result = await runCheck({
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
  if (!result.report) printFindings(terminal, result.findings)
  process.stdout.write(result.output)
  return result.exitCode
}
