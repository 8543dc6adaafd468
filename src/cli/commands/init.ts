import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { InitOptions } from '../options.ts'
import type { Importer } from '../../import/common/importer.ts'
import { readDocusaurus } from '../../import/docusaurus/docusaurus.ts'
import { readStarlight } from '../../import/starlight/starlight.ts'
import { readVitepress } from '../../import/vitepress/vitepress.ts'
import { readVuepress } from '../../import/vuepress/vuepress.ts'
import { exists } from '../../lib/files.ts'
import { groupBy } from '../../schema/finding.ts'
import { isKnownLanguage, languageOfCountry } from '../../shared/languages.ts'
import { CI_HOSTS, initFrom, type InitResult, initSite, initWorkflow, type NewSite } from '../init/init.ts'
import { fail, type Invocation, printLine, type Terminal } from '../terminal.ts'

const IMPORTERS = new Map<string, Importer>([
  ['docusaurus', readDocusaurus],
  ['starlight', readStarlight],
  ['vitepress', readVitepress],
  ['vuepress1', readVuepress],
])

export async function runInit({ args, root: given, terminal }: Invocation, options: InitOptions) {
  const { from, locale = [] } = options
  const importer = IMPORTERS.get(from ?? '')
  if (from !== undefined && !importer)
    return fail(`\`--from ${from}\` isn't supported. Use ${listOf([...IMPORTERS.keys()])}.`)
  // `--locale fr docs` reads the folder as a language.
  const last = locale.length > 1 ? (locale.at(-1) ?? '') : ''
  const isName = /^\.|^\w[^,]{2,}$/.test(last) && !isKnownLanguage(last.replaceAll('_', '-'))
  const isFolder = args.length === 0 && isName
  const root = isFolder ? path.resolve(given, last) : given
  const wanted = readOptions(root, { ...options, locale: isFolder ? locale.slice(0, -1) : locale })
  if ('problem' in wanted) return fail(wanted.problem)
  const { ci } = wanted.value
  if (importer && (ci || locale.length > 0 || options.url))
    return fail(
      "`--from` can't be combined with `--locale`, `--url` or `--ci`. Run `docsgen init --ci` afterwards.",
    )
  const write = async () => {
    if (importer) return initFrom(importer, root)
    const isAlone = locale.length === 0 && !options.url
    if (ci && isAlone && exists(path.join(root, 'site.config.ts'))) return initWorkflow(root, ci)
    const site = await ask(wanted.value, options)
    return site ? initSite(root, site) : { problem: '\nCanceled. No files were written.' }
  }
  const result = await write()
  if ('problem' in result) return fail(result.problem, result.code)
  report(terminal, result, importer !== undefined)
  return 0
}

type Answer<Value> = { value: Value } | { problem: string }

function readOptions(root: string, { locale = [], url = '', ci = '' }: InitOptions): Answer<NewSite> {
  const languages = readLanguages(locale.join(' '))
  if ('problem' in languages) return languages
  const address = readAddress(url)
  if ('problem' in address) return address
  const host = readHost(ci)
  if ('problem' in host) return host
  // `my-library` is `My library`; a folder that every project has is named after the project.
  const own = path.basename(root)
  const isCommon = /^(?:docs?|documentation|site|website)$/i.test(own)
  const words = (isCommon ? path.basename(path.dirname(root)) : own).replace(/[-_.]+/g, ' ').trim()
  const title = words ? words.charAt(0).toUpperCase() + words.slice(1) : 'Documentation'
  return { value: { title, languages: languages.value, url: address.value, ci: host.value } }
}

function listOf(names: readonly string[]) {
  const quoted = names.map(name => `\`${name}\``)
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(quoted)
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

function readLanguages(text: string): Answer<string[]> {
  const names = text.split(/[\s,;]+/).map(name => name.replaceAll('/', '').replaceAll('_', '-'))
  const languages = [...new Set(names.filter(Boolean))]
  for (const name of languages) {
    if (/^en(?:-us)?$/i.test(name))
      return { problem: 'English is already the source language. Pass only the other languages.' }
    if (LANGUAGE.test(name) && (isKnownLanguage(name) || /^[a-z]{3}(?:-|$)/i.test(name))) continue
    const meant = languageOfCountry(name)
    const hint = meant ? `Did you mean \`${meant}\`?` : 'Use one such as `fr` or `pt-BR`.'
    return { problem: `\`${name}\` isn't a language code. ${hint}` }
  }
  return { value: languages }
}

function readAddress(text: string): Answer<URL | undefined> {
  if (text === '') return { value: undefined }
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const isWeb = /^https?:\/\/(?:[^\s/?#]+[.:][^\s?#]+|localhost\b[^\s?#]*)$/i.test(address)
  if (isWeb && URL.canParse(address)) return { value: new URL(address) }
  return { problem: `\`${text}\` isn't a valid site URL. Use one such as https://docs.example.org.` }
}

function readHost(text: string): Answer<NewSite['ci']> {
  const host = CI_HOSTS.find(name => name === text.toLowerCase())
  if (host || text === '' || text === 'none') return { value: host }
  return { problem: `\`${text}\` isn't a supported host. Use ${listOf(CI_HOSTS)}.` }
}

/** Returns undefined if canceled. */
async function ask(suggested: NewSite, options: InitOptions) {
  if (options.yes || !process.stdin.isTTY || !process.stderr.isTTY || process.env['CI']) return suggested
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await askAll(suggested, options, text => questions.question(text))
  } catch (error) {
    // Ctrl+C and Ctrl+D.
    if ((error as Error).name === 'AbortError') return undefined
    throw error
  } finally {
    questions.close()
  }
}

/** Asks for what the options leave open, and again after a wrong answer. */
export async function askAll(
  { title, languages, url, ci }: NewSite,
  options: Pick<InitOptions, 'locale' | 'url' | 'ci'>,
  put: (question: string) => Promise<string>,
): Promise<NewSite> {
  const question = async <Value>(text: string, read: (answer: string) => Answer<Value>): Promise<Value> => {
    for (let reason = ''; ;) {
      const answer = read((await put(reason + text)).trim())
      if ('value' in answer) return answer.value
      reason = `${answer.problem}\n`
    }
  }
  const hosts = CI_HOSTS.join(', ')
  return {
    title: await question(`Site title (${title}): `, answer => ({ value: answer || title })),
    languages: options.locale
      ? languages
      : await question('Additional languages, for example fr, ja (none): ', readLanguages),
    url: options.url
      ? url
      : await question('Site URL, for example https://docs.example.org (none yet): ', readAddress),
    ci: options.ci ? ci : await question(`Deployment host: ${hosts} (none): `, readHost),
  }
}

function report(terminal: Terminal, { root, written, imported, notes }: InitResult, isMove: boolean) {
  const folder = path.relative(process.cwd(), root) || '.'
  const print = (title: string, lines: string[]) => {
    if (lines.length > 0) printLine(terminal, title)
    for (const line of lines) printLine(terminal, `  - ${line}`)
  }
  const folders = groupBy(written, file => file.slice(0, file.indexOf('/') + 1))
  const many = [...folders].filter(([name, files]) => name !== '' && files.length > 20)
  const files = written.filter(file => !many.some(([name]) => file.startsWith(name)))
  for (const line of [...files, ...many.map(([name, { length }]) => `${name} (${length} files)`)])
    printLine(terminal, `  ${path.join(folder, line)}`)
  print('\nImported:', imported)
  print(isMove ? '\nDifferences to review:' : '\nStill to do:', notes)
  const argument = folder === '.' ? '' : ` ${folder}`
  const dev = `\`npx docsgen dev${argument}\``
  const build = `\`npx docsgen build${argument}\``
  printLine(terminal, `\nNext: run ${dev} to start writing, and ${build} to build the site.`)
}
