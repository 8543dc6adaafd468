import { writeTranslation } from '../../check/new-translation.ts'
import type { NewOptions } from '../options.ts'
import { results } from '../process.ts'
import { type Invocation, printFindings, printLine } from '../terminal.ts'

/** `docsgen new <locale> <page> [dir]`: the file that was written on stdout, what comes next on stderr. */
export async function runNew(
  { args: [locale = '', page = ''], root, terminal }: Invocation,
  { config, withSource }: NewOptions,
): Promise<number> {
  const made = await writeTranslation({ root, config, locale, page, withSource })
  printFindings(terminal, made.findings)
  if (made.file === undefined) return made.exitCode
  results.write(`${made.file}\n`)
  const { words, source } = made
  printLine(terminal, `About ${words} words of \`${source}\` to translate. Then take \`draft: true\` out.`)
  return made.exitCode
}
