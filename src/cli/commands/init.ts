import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { InitOptions } from '../options.ts'
import type { Importer } from '../../import/common/importer.ts'
import { readDocusaurus } from '../../import/docusaurus/docusaurus.ts'
import { readStarlight } from '../../import/starlight/starlight.ts'
import { readVitepress } from '../../import/vitepress/vitepress.ts'
import { readVuepress } from '../../import/vuepress/vuepress.ts'
import { CI_HOSTS, initFrom, type InitResult, initSite, type NewSite } from '../init/init.ts'
import { type Invocation, printLine, type Terminal } from '../terminal.ts'

/** Generators whose sites can be imported, by the word after `--from`. */
const IMPORTERS: Readonly<Record<string, Importer>> = {
  docusaurus: readDocusaurus,
  starlight: readStarlight,
  vitepress: readVitepress,
  vuepress1: readVuepress,
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

/** `docsgen init [dir]`. */
export async function runInit({ root, terminal }: Invocation, options: InitOptions): Promise<number> {
  const { from } = options
  const importer = from === undefined || !Object.hasOwn(IMPORTERS, from) ? undefined : IMPORTERS[from]
  if (from !== undefined && !importer)
    return failed(`\`--from ${from}\` is not known; it can be ${listOf(Object.keys(IMPORTERS))}.`)
  const wanted = readAnswers(root, options)
  if (typeof wanted === 'string') return failed(wanted)
  const countBroken = async (site: string) => (await import('../../check/check.ts')).countBrokenLinks(site)
  const result = importer
    ? await initFrom(importer, root, countBroken)
    : initSite(root, await ask(wanted, options))
  if ('problem' in result) return failed(result.problem, result.code)
  report(terminal, result, importer !== undefined)
  return 0
}

function failed(message: string, code = 2): number {
  process.stderr.write(`${message}\n`)
  return code
}

/** The answers of the command line, or what is wrong with it. */
function readAnswers(root: string, { locale = [], url, ci }: InitOptions): NewSite | string {
  const languages = locale.map(name => name.replaceAll('/', ''))
  const wrong = languages.find(name => !LANGUAGE.test(name))
  if (wrong !== undefined) return `\`${wrong}\` is not the code of a language, such as fr or pt-BR.`
  if (url !== undefined && !readAddress(url))
    return `\`${url}\` is not the address of a site, such as https://docs.example.org.`
  const host = CI_HOSTS.find(name => name === ci)
  if (ci !== undefined && !host) return `\`--ci ${ci}\` is not known; it can be ${listOf(CI_HOSTS)}.`
  // `my-library` is `My library`; a folder that every project has is named after the project.
  const own = path.basename(root)
  const isCommon = /^(?:docs?|documentation|site|website)$/i.test(own)
  const words = (isCommon ? path.basename(path.dirname(root)) : own).replace(/[-_.]+/g, ' ').trim()
  const title = words ? words.charAt(0).toUpperCase() + words.slice(1) : 'Documentation'
  return { title, languages, url: readAddress(url ?? ''), ci: host }
}

function listOf(names: readonly string[]): string {
  const quoted = names.map(name => `\`${name}\``)
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(quoted)
}

function readAddress(text: string): URL | undefined {
  return /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

/** Asks on a terminal, unless `--yes` accepts the suggestions. */
async function ask(suggested: NewSite, options: InitOptions): Promise<NewSite> {
  if (options.yes || !process.stdin.isTTY || !process.stderr.isTTY || process.env['CI']) return suggested
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const question = async (text: string) => (await questions.question(text)).trim()
  const title = await question(`Title of the site (${suggested.title}): `)
  const second = options.locale ? '' : await question('Second language, such as fr (none): ')
  const url = options.url ? '' : await question('Address, such as https://docs.example.org (not yet known): ')
  const publish = options.ci ? '' : await question(`Publish on a host: ${CI_HOSTS.join(', ')} (none): `)
  questions.close()
  return {
    title: title || suggested.title,
    languages: LANGUAGE.test(second) ? [...suggested.languages, second] : suggested.languages,
    url: readAddress(url) ?? suggested.url,
    ci: CI_HOSTS.find(name => name === publish.toLowerCase()) ?? suggested.ci,
  }
}

/** More files of a folder are not listed. */
const MOST_FILES = 20

function report(terminal: Terminal, { root, written, imported, notes }: InitResult, isMove: boolean): void {
  const folder = path.relative(process.cwd(), root) || '.'
  const print = (title: string, lines: readonly string[]) => {
    if (lines.length > 0) printLine(terminal, title)
    for (const line of lines) printLine(terminal, `  - ${line}`)
  }
  const top = (file: string) => file.slice(0, file.indexOf('/') + 1)
  const count = (name: string) => written.filter(file => top(file) === name).length
  const many = [...new Set(written.map(top))].filter(name => name !== '' && count(name) > MOST_FILES)
  const files = written.filter(file => !many.includes(top(file)))
  for (const line of [...files, ...many.map(name => `${name} (${count(name)} files)`)])
    printLine(terminal, `  ${path.join(folder, line)}`)
  print('\nImported:', imported)
  print(isMove ? '\nNot imported, or different:' : '\nLeft to you:', notes)
  const argument = folder === '.' ? '' : ` ${folder}`
  printLine(
    terminal,
    `\nNext: \`npx docsgen dev${argument}\` to write, \`npx docsgen build${argument}\` to publish.`,
  )
}
