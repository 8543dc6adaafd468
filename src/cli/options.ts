/** Commands and options, from which the reference is made. `docs/reference/cli.json` translates them. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readShard } from '../lib/text.ts'
import type { BuildOptions as Build, CheckOptions as Check } from '../schema/api.ts'

export interface CommonOptions {
  config?: string
  silent?: boolean
  verbose?: boolean
  debug?: boolean
  color?: boolean
}

export type BuildOptions = CommonOptions & Omit<Build, 'root'> & { json?: boolean }

export type CheckOptions = CommonOptions &
  Omit<Check, 'root'> & {
    rule?: string[]
    page?: string[]
    locale?: string[]
  }

export interface ServerOptions extends CommonOptions {
  port: number
  strictPort?: boolean
  host?: string | true
  open?: boolean
  poll?: number
}

export interface InitOptions extends CommonOptions {
  from?: string
  yes?: boolean
  locale?: string[]
  url?: string
  ci?: string
}

/** `usage`: name and arguments; the last one is the folder of the site. */
export const COMMANDS = {
  build: {
    usage: 'build [dir]',
    description: 'build the site',
    addOptions: command =>
      addCommon(command)
        .option('--out-dir <dir>', 'output folder; overrides the configuration')
        .option('--base <path>', 'base path of the site, for example /docs/, or ./ for any path')
        .option('--no-cache', "don't read or write the cache")
        .option('--zip [file]', 'also write a ZIP of the site that works in any folder (default: dist.zip)')
        .option('--json', 'print a summary as JSON on stdout')
        .option('--strict', 'treat warnings as errors')
        .option('--no-strict-links', 'build even if links, anchors or files are broken')
        .option('--compress', 'also write compressed files (.br, .gz, .zst)')
        .option('--shard <i/n>', 'build shard i of n, and store its pages in the shared cache', checkShard)
        .option('--cache-dir <dir>', 'folder to use as the shared cache, instead of a server')
        .option('--force-unlock', 'remove a lock left by a build on another machine')
        .option('--skip-broken-versions', "skip old versions that can't be read"),
  },
  dev: {
    usage: 'dev [dir]',
    description: 'serve the site while you write',
    addOptions: command =>
      addServer(command, 5173).addOption(
        new Option('--poll [ms]', 'check for changes at this interval in milliseconds, for network drives')
          .argParser(parseCount)
          .preset('500'),
      ),
  },
  preview: {
    usage: 'preview [dir]',
    description: 'serve the last build as a static host would',
    addOptions: command =>
      addServer(command, 4173).option('--out-dir <dir>', 'folder to serve; overrides the configuration'),
  },
  check: {
    usage: 'check [dir]',
    description: 'check translations, links and content',
    addOptions: command =>
      addCommon(command)
        .option(
          '--format <name>',
          'report format: pretty, json, github, sarif, junit, markdown or html; with --todo: markdown, json, csv or html',
        )
        .option('--output <file>', 'write the report to a file instead of stdout')
        .option('--rule <id=severity>', 'set the severity of a rule or family (links/*=off)', collect)
        .option('--max-warnings <n>', 'fail if there are more warnings than this', parseCount)
        .option('--min-coverage <locale=percent>', 'minimum percentage of up-to-date pages (ja=80)', collect)
        .option(
          '--baseline [file]',
          "report only problems that aren't in this file (default: check-baseline.json)",
        )
        .option('--update-baseline', 'save the current problems as the baseline')
        .option(
          '--todo <locale>',
          'list the pages to translate into a language, or into every language (all)',
        )
        .option('--since <ref>', 'report only problems in what has changed since a branch, tag or commit')
        .option('--urls <file>', 'report URLs from a list or sitemap that no longer exist on the site')
        .option(
          '--search <file>',
          "test the search queries in a file, and report those that don't find the expected page",
        )
        .option('--stamp', 'record the version of the source that each translation is based on')
        .option('--from-git', 'with --stamp: find the source in the Git history')
        .option('--fix', 'add heading ids and fix links to other languages')
        .option('--page <path>', 'page or source file to report on, stamp or fix (default: all)', collect)
        .option('--locale <path...>', 'limit the report to these languages'),
  },
  routes: {
    usage: 'routes [dir]',
    description: 'list pages, routes and redirects',
    addOptions: command => addCommon(command).option('--json', 'print everything as JSON'),
  },
  new: {
    usage: 'new <locale> <page> [dir]',
    description: 'create the file for a new translation',
    addOptions: command => addCommon(command).option('--with-source', 'include the source text as comments'),
  },
  version: {
    usage: 'version <id> [dir]',
    description: 'freeze the current site as an old version',
    addOptions: addCommon,
  },
  init: {
    usage: 'init [dir]',
    description: 'create a new site, or migrate an existing one',
    addOptions: command =>
      addCommon(command)
        .option('--from <generator>', 'migrate a site from vuepress1, vitepress, docusaurus or starlight')
        .option('--locale <code...>', 'additional languages, for example fr or pt-BR')
        .option('--url <url>', 'URL of the site, for example https://docs.example.org')
        .option(
          '--ci <host>',
          'write a deployment workflow: github, gitlab, netlify, cloudflare, vercel or nginx',
        )
        .option('--yes', 'accept the defaults without asking'),
  },
} satisfies Record<string, { usage: string; description: string; addOptions(command: Command): Command }>

function addCommon(command: Command) {
  return command
    .option('-c, --config <file>', 'configuration file (default: site.config.ts)')
    .option('--silent', 'print errors only')
    .option('--verbose', 'print details')
    .option('--debug', 'print stack traces of internal errors')
    .option('--no-color', 'print without colors')
}

function addServer(command: Command, port: number) {
  return addCommon(command)
    .option('--port <port>', 'port to listen on', parsePort, port)
    .option('--strict-port', 'fail instead of trying the next port if the port is in use')
    .option('--host [name]', 'listen on the network, not only on this machine')
    .option('--open', 'open the site in a browser')
}

function parsePort(text: string) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function collect(value: string, before: string[] = []) {
  return [...before, value]
}

function checkShard(text: string) {
  if (readShard(text)) return text
  throw new InvalidArgumentError('It must look like 2/8: this shard, then the number of shards.')
}

function parseCount(text: string) {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number, not \`${text}\`.`)
}
