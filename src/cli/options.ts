/**
 * Every command and option, with its description and default. The reference of the command line is made from it;
 * `docs/reference/cli.json` has translations.
 */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readShard } from '../lib/text.ts'
import type { BuildOptions as Build, CheckOptions as Check } from '../schema/api.ts'

/** Options of every command. */
export interface CommonOptions {
  config?: string
  silent?: boolean
  verbose?: boolean
  debug?: boolean
  color?: boolean
}

export type BuildOptions = CommonOptions & Omit<Build, 'root' | 'progress'> & { json?: boolean }

export type CheckOptions = CommonOptions &
  Omit<Check, 'root' | 'rules' | 'pages' | 'locales' | 'cwd' | 'env'> & {
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

interface CommandDefinition {
  /** Name and arguments; the last one is the folder of the site. */
  usage: string
  description: string
  addOptions(command: Command): Command
}

/** The commands in the order of the help. */
export const COMMANDS = {
  build: {
    usage: 'build [dir]',
    description: 'build the site',
    addOptions: command =>
      addCommonOptions(command)
        .option('--out-dir <dir>', 'output folder, instead of the configured one')
        .option('--base <path>', 'path that the site is served under, such as /docs/; ./ for any')
        .option('--no-cache', 'start from nothing and keep nothing')
        .option('--zip [file]', 'also write a ZIP that opens from any folder (default: dist.zip)')
        .option('--json', 'print a summary as JSON on stdout')
        .option('--strict', 'fail on warnings, too, and publish nothing')
        .option('--no-strict-links', 'build although links, anchors or files are broken')
        .option('--compress', 'write compressed files beside those that are worth it (.br, .gz, .zst)')
        .option('--shard <i/n>', 'make one of n shares of the pages for the shared cache', checkShard)
        .option('--cache-dir <dir>', 'folder to share pages through, instead of the configured server')
        .option('--force-unlock', 'break the lock of a build on another host')
        .option('--skip-broken-versions', 'leave out old versions that cannot be read'),
  },
  dev: {
    usage: 'dev [dir]',
    description: 'serve the site while it is written',
    addOptions: command =>
      addServerOptions(command, 5173).addOption(
        new Option('--poll [ms]', 'look for changes every so many milliseconds (500), for network drives')
          .argParser(parseCount)
          .preset('500'),
      ),
  },
  preview: {
    usage: 'preview [dir]',
    description: 'serve the last build as a static host would',
    addOptions: command =>
      addServerOptions(command, 4173).option(
        '--out-dir <dir>',
        'folder to serve, instead of the configured one',
      ),
  },
  check: {
    usage: 'check [dir]',
    description: 'check translations, links and content',
    addOptions: command =>
      addCommonOptions(command)
        .option('--format <name>', 'pretty, json, github, sarif, junit, markdown or html')
        .option('--output <file>', 'write the report to a file instead of stdout')
        .option(
          '--rule <id=severity>',
          'off, info, warning or error for a rule or a family (links/*=off)',
          collect,
        )
        .option('--max-warnings <n>', 'fail with more warnings than this', parseCount)
        .option('--min-coverage <locale=percent>', 'fail when a language is less complete (ja=80)', collect)
        .option('--baseline [file]', 'leave out the problems that this file knows (check-baseline.json)')
        .option('--update-baseline', 'write the problems there are now to the baseline')
        .option(
          '--todo <locale>',
          'print what is left to translate into a language, or into all of them (all)',
        )
        .option('--since <ref>', 'only findings of what was changed since this branch, tag or commit')
        .option('--urls <file>', 'fail on addresses of this list or site map that the site would lose')
        .option('--search <file>', 'fail on queries of this list that the search of the site does not answer')
        .option('--stamp', 'record in every translation which source it was made from')
        .option('--from-git', 'with --stamp: take from the history which source that was')
        .option('--fix', 'pin heading ids and keep links inside their language')
        .option('--page <path>', 'page or source file to report on, stamp or fix (default: all)', collect)
        .option('--locale <path...>', 'only these languages'),
  },
  routes: {
    usage: 'routes [dir]',
    description: 'list pages, routes and redirects',
    addOptions: command => addCommonOptions(command).option('--json', 'print everything as JSON'),
  },
  new: {
    usage: 'new <locale> <page> [dir]',
    description: 'write the stub of a translation',
    addOptions: command =>
      addCommonOptions(command).option('--with-source', 'put the words of the source into comments'),
  },
  version: {
    usage: 'version <id> [dir]',
    description: 'freeze what the site is made from today',
    addOptions: addCommonOptions,
  },
  init: {
    usage: 'init [dir]',
    description: 'write the files of a new site',
    addOptions: command =>
      addCommonOptions(command)
        .option(
          '--from <generator>',
          'import the site of another generator: vuepress1, vitepress, docusaurus or starlight',
        )
        .option('--locale <code...>', 'further languages, such as fr or pt-BR')
        .option('--url <address>', 'where the site will be found, such as https://docs.example.org')
        .option(
          '--ci <host>',
          'write what publishes the site: github, gitlab, netlify, cloudflare, vercel or nginx',
        )
        .option('--yes', 'ask nothing'),
  },
} satisfies Record<string, CommandDefinition>

function addCommonOptions(command: Command): Command {
  return command
    .option('-c, --config <file>', 'configuration file (default: site.config.ts)')
    .option('--silent', 'print errors only')
    .option('--verbose', 'print details')
    .option('--debug', 'print stack traces of internal errors')
    .option('--no-color', 'print without colors')
}

function addServerOptions(command: Command, port: number): Command {
  return addCommonOptions(command)
    .addOption(new Option('--port <port>', 'port to listen on').argParser(parsePort).default(port))
    .option('--strict-port', 'fail when the port is taken, instead of trying the next')
    .option('--host [name]', 'listen on the network, not only on this machine')
    .option('--open', 'open the site in a browser')
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function checkShard(text: string): string {
  if (readShard(text)) return text
  throw new InvalidArgumentError('It must look like 2/8: this shard, then the number of shards.')
}

function parseCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number, not \`${text}\`.`)
}
