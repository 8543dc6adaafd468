import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { InitOptions } from '../options.ts'
import { initFromVuepress, type InitResult, initSite } from '../../init/init.ts'
import { createTerminal, printLine, type Terminal } from '../terminal.ts'

/** `docsgen init [dir]`. */
export async function runInit(dir: string, options: InitOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const languages = (options.locale ?? []).map(name => name.replaceAll('/', ''))
  const wrong = languages.find(name => !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(name))
  if (wrong !== undefined) return failed(`\`${wrong}\` is not the code of a language, such as fr or pt-BR.`)
  if (options.from !== undefined && options.from !== 'vuepress1') {
    return failed(`\`--from ${options.from}\` is not known; it can be \`vuepress1\`.`)
  }
  const result = options.from
    ? await initFromVuepress(root)
    : await initSite(root, await ask({ title: titleOf(root), languages }, options))
  if (result.problem !== undefined) return failed(result.problem, result.refused ? 1 : 2)
  report(terminal, result)
  return 0
}

/** Prints why nothing came of it. */
function failed(message: string, code = 2): number {
  process.stderr.write(`${message}\n`)
  return code
}

interface Answers {
  title: string
  languages: string[]
}

/** Asks on a terminal, unless `--yes` says that the suggestions will do. */
async function ask(suggested: Answers, { yes, locale }: InitOptions): Promise<Answers> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY || process.env['CI']) return suggested
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const title = (await questions.question(`Title of the site (${suggested.title}): `)).trim()
  const second = locale ? '' : (await questions.question('Second language, such as fr (none): ')).trim()
  questions.close()
  const isCode = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(second)
  return {
    title: title || suggested.title,
    languages: isCode ? [...suggested.languages, second] : suggested.languages,
  }
}

/** `my-library` → `My library`. */
function titleOf(root: string): string {
  const words = path
    .basename(root)
    .replace(/[-_.]+/g, ' ')
    .trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'Documentation'
}

function report(terminal: Terminal, { root, written, notes }: InitResult): void {
  const folder = path.relative(process.cwd(), root) || '.'
  for (const file of written) printLine(terminal, `  ${path.join(folder, file)}`)
  if (notes.length > 0) {
    printLine(terminal, '\nNot taken over, or different:')
    for (const note of notes) printLine(terminal, `  - ${note}`)
  }
  const argument = folder === '.' ? '' : ` ${folder}`
  printLine(terminal, `\nNext: \`docsgen dev${argument}\` to write, \`docsgen build${argument}\` to publish.`)
}
