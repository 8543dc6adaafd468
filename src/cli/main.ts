import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { packageVersion } from '../lib/package.ts'

/** Options that every command takes. */
export interface CommonOptions {
  config?: string
  silent?: boolean
  verbose?: boolean
  debug?: boolean
  color?: boolean
}

type Run<Options> = (dir: string, options: Options & CommonOptions) => Promise<number>

/** Builds the command line (specification 11). Each command loads its program only when it runs. */
export function createProgram(): Command {
  const program = new Command('docsgen')
    .description('Documentation generator for multilingual sites')
    .version(packageVersion(), '-V, --version')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()

  common(program.command('build [dir]').description('build the site'))
    .option('--out-dir <dir>', 'output folder, instead of the configured one')
    .option('--base <path>', 'path that the site is served under, such as /docs/')
    .option('--no-cache', 'start from nothing and keep nothing')
    .option('--json', 'print a summary as JSON on stdout')
    .option('--force-unlock', 'break the lock of a build on another host')
    .action(run(async () => (await import('./commands/build.ts')).runBuild))

  common(program.command('dev [dir]').description('serve the site while it is written'))
    .addOption(new Option('--port <port>', 'port to listen on').argParser(parsePort).default(5173))
    .option('--strict-port', 'fail when the port is taken, instead of trying the next')
    .option('--host [name]', 'listen on the network, not only on this machine')
    .option('--open', 'open the site in a browser')
    .action(run(async () => (await import('./commands/dev.ts')).runDev))

  common(program.command('preview [dir]').description('serve the last build as a static host would'))
    .addOption(new Option('--port <port>', 'port to listen on').argParser(parsePort).default(4173))
    .option('--strict-port', 'fail when the port is taken, instead of trying the next')
    .option('--host [name]', 'listen on the network, not only on this machine')
    .option('--open', 'open the site in a browser')
    .option('--out-dir <dir>', 'folder to serve, instead of the configured one')
    .action(run(async () => (await import('./commands/preview.ts')).runPreview))

  common(program.command('check [dir]').description('check translations, links and content'))
    .option('--format <name>', 'pretty, json, github, sarif, junit, markdown or html')
    .option('--output <file>', 'write the report to a file instead of stdout')
    .option(
      '--rule <id=severity>',
      'off, info, warning or error for a rule or a family (links/*=off)',
      collect,
    )
    .addOption(new Option('--max-warnings <n>', 'fail with more warnings than this').argParser(parseCount))
    .option('--min-coverage <locale=percent>', 'fail when a language is less complete (ja=80)', collect)
    .option('--baseline [file]', 'leave out the problems that this file knows (check-baseline.json)')
    .option('--update-baseline', 'write the problems there are now to the baseline')
    .option('--todo <locale>', 'print what is left to translate instead of findings')
    .option('--stamp', 'record in every translation which source it was made from')
    .option('--fix', 'pin heading ids and keep links inside their language')
    .option('--page <path>', 'page or source file that --stamp and --fix may touch (default: all)', collect)
    .option('--locale <path...>', 'only these languages')
    .action(run(async () => (await import('./commands/check.ts')).runCheckCommand))

  common(program.command('routes [dir]').description('list pages, routes and redirects'))
    .option('--json', 'print everything as JSON')
    .action(run(async () => (await import('./commands/routes.ts')).runRoutes))

  common(program.command('init [dir]').description('write the files of a new site'))
    .option('--from <generator>', 'translate the configuration of another generator: vuepress1')
    .option('--locale <code...>', 'further languages, such as fr or pt-BR')
    .option('--yes', 'ask nothing')
    .action(run(async () => (await import('./commands/init.ts')).runInit))

  return program
}

function common(command: Command): Command {
  return command
    .option('-c, --config <file>', 'configuration file (default: site.config.ts)')
    .option('--silent', 'print errors only')
    .option('--verbose', 'print details')
    .option('--debug', 'print stack traces of internal errors')
    .option('--no-color', 'print without colours')
}

/** Wraps a lazily loaded command: its result is the exit code. */
function run<Options>(load: () => Promise<Run<Options>>) {
  return async (dir: string | undefined, options: Options & CommonOptions) => {
    const command = await load()
    process.exitCode = await command(dir ?? '.', options)
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CommanderError(
    2,
    'docsgen.port',
    `error: \`--port\` must be a number from 0 to 65535, not \`${text}\`.`,
  )
}

/** An option that may be given several times. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function parseCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number, not \`${text}\`.`)
}

/**
 * Runs the command line and sets the exit code: 0 clean, 1 content errors, 2 usage or configuration,
 * 3 internal error or locked, 130/143 signals (specification 10).
 */
export async function main(argv: readonly string[]): Promise<void> {
  const { onSignals } = await import('./signals.ts')
  onSignals()
  try {
    await createProgram().parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed its message; help and version are no errors.
      if (error.code === 'docsgen.port') process.stderr.write(`${error.message}\n`)
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const { reportInternalError } = await import('./terminal.ts')
    reportInternalError(error, argv.includes('--debug'))
    process.exitCode = 3
  }
}
