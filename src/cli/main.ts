import { Command, CommanderError } from 'commander'
import { packageVersion } from '../lib/package.ts'
import {
  addBuildOptions,
  addCheckOptions,
  addCommonOptions,
  addDevOptions,
  addInitOptions,
  addNewOptions,
  addPreviewOptions,
  addRoutesOptions,
  type CommonOptions,
  type NewOptions,
} from './options.ts'
import { guardProcess, reportError, results } from './process.ts'

/** Builds the command line. What commands do is loaded when one of them runs. */
function createProgram(): Command {
  const program = new Command('docsgen')
    .description('Documentation generator for multilingual sites')
    .version(packageVersion(), '-V, --version')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: text => results.write(text) })
  const add = (usage: string, description: string) => program.command(usage).description(description)
  addBuildOptions(add('build [dir]', 'build the site')).action(
    run(async () => (await import('./site-commands.ts')).runBuild),
  )
  addDevOptions(add('dev [dir]', 'serve the site while it is written')).action(
    run(async () => (await import('./site-commands.ts')).runDev),
  )
  addPreviewOptions(add('preview [dir]', 'serve the last build as a static host would')).action(
    run(async () => (await import('./site-commands.ts')).runPreview),
  )
  addCheckOptions(add('check [dir]', 'check translations, links and content')).action(
    run(async () => (await import('./site-commands.ts')).runCheck),
  )
  addRoutesOptions(add('routes [dir]', 'list pages, routes and redirects')).action(
    run(async () => (await import('./site-commands.ts')).runRoutes),
  )
  addNewOptions(add('new <locale> <page> [dir]', 'write the stub of a translation')).action(
    async (locale: string, page: string, dir: string | undefined, options: NewOptions) => {
      const { runNew } = await import('./site-commands.ts')
      process.exitCode = await runNew([locale, page, dir ?? '.'], options)
    },
  )
  addCommonOptions(add('version <id> [dir]', 'freeze what the site is made from today')).action(
    async (id: string, dir: string | undefined, options: CommonOptions) => {
      const { runVersion } = await import('./site-commands.ts')
      process.exitCode = await runVersion([id, dir ?? '.'], options)
    },
  )
  addInitOptions(add('init [dir]', 'write the files of a new site')).action(
    run(async () => (await import('./commands/init.ts')).runInit),
  )
  return program
}

/** Wraps a lazily loaded command: its result is the exit code. */
function run<Options>(load: () => Promise<(dir: string, options: Options) => Promise<number>>) {
  return async (dir: string | undefined, options: Options) => {
    const command = await load()
    process.exitCode = await command(dir ?? '.', options)
  }
}

/**
 * Runs the command line and sets the exit code: 0 clean, 1 content errors, 2 usage or configuration,
 * 3 internal error or locked, 130/143 signals.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const debug = argv.includes('--debug')
  const { done } = guardProcess(debug)
  try {
    await createProgram().parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed its message; help and version are no errors.
      if (error.code === 'docsgen.port') process.stderr.write(`${error.message}\n`)
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    process.exitCode = reportError(error, debug)
  } finally {
    done()
  }
}
