import path from 'node:path'
import { writeTranslation } from '../../check/new-translation.ts'
import type { NewOptions } from '../options.ts'
import { createTerminal, printFindings, printLine } from '../terminal.ts'
import { results } from '../process.ts'

/** `docsgen new <locale> <page> [dir]`: the file that was written on stdout, what comes next on stderr. */
export async function runNew(
  [locale, page, dir]: readonly [locale: string, page: string, dir: string],
  options: NewOptions,
): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { config, withSource } = options
  const { exitCode, findings, file, source, words } = await writeTranslation({
    root,
    config,
    locale,
    page,
    withSource,
  })
  await printFindings(terminal, findings)
  if (file === undefined) return exitCode
  results.write(`${file}\n`)
  printLine(terminal, `About ${words} words of \`${source}\` to translate. Then take \`draft: true\` out.`)
  return exitCode
}
