import { Console } from 'node:console'
import { statSync } from 'node:fs'
import path from 'node:path'
import { Command, CommanderError } from 'commander'
import { packageVersion } from '../lib/package.ts'
import { endProcess, endsItself } from '../lib/process.ts'
import { COMMANDS, type CommonOptions } from './options.ts'
import { usageFinding } from '../schema/finding.ts'
import { printFindings, reportError, results, type Run } from './terminal.ts'

function createProgram() {
  const program = new Command('docsgen')
    .description('Documentation generator for multilingual sites')
    .version(packageVersion(), '-V, --version')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: text => results.write(text) })
  for (const [name, { usage, description, addOptions }] of Object.entries(COMMANDS)) {
    const command = addOptions(program.command(usage).description(description))
    command.action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as (string | undefined)[]
      const options = given.at(-2) as CommonOptions
      const { silent = false, verbose = false, color = true } = options
      const run: Run | undefined =
        name === 'init'
          ? (await import('./commands/init.ts')).runInit
          : (await import('./commands/site.ts')).siteCommands[name]
      // The folder is the last argument of every command.
      const root = path.resolve(args.at(-1) ?? '.')
      const isColored = color && process.stderr.isTTY === true && !process.env['NO_COLOR']
      const terminal = { root, silent, verbose, color: isColored }
      if (name !== 'init' && !statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
        const hint = 'Specify the folder that contains `site.config.ts`.'
        printFindings(terminal, [usageFinding(`\`${args.at(-1)}\` isn't a folder.`, hint)])
        process.exitCode = 2
        return
      }
      const invocation = { args: args.filter(arg => arg !== undefined), root, terminal }
      process.exitCode = await run?.(invocation, options as never)
    })
  }
  return program
}

/**
 * Exit codes: 0 clean, 1 content errors, 2 usage or configuration, 3 internal error or locked, 130/143 signals. Without
 * `ownsProcess`, it can run several times in a process.
 */
export async function main(argv: readonly string[], { ownsProcess = true } = {}) {
  const debug = argv.includes('--debug')
  const done = ownsProcess ? guardProcess(debug) : undefined
  try {
    await createProgram().parseAsync([...argv], { from: 'user' })
  } catch (error) {
    // Commander has printed its message; help and version aren't errors.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else process.exitCode = reportError(error, debug)
  } finally {
    done?.()
  }
}

/** Keeps leftover timers and promises of site code from ending the process silently or keeping it alive; reports their errors. */
function guardProcess(debug: boolean) {
  // Standard output is for results.
  globalThis.console = new Console(process.stderr)
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true })
  let isDone = false
  process.on('uncaughtException', error => endProcess(isDone ? undefined : reportError(error, debug)))
  process.on('exit', code => {
    if (isDone || endsItself()) return
    const called = `\`process.exit(${code})\` isn't allowed in the configuration, templates or plugins. Throw an error instead.`
    process.exitCode = reportError(new Error(called), debug)
  })
  // A reader that goes away (`docsgen routes | head -1`) isn't an error.
  for (const stream of [results, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  const leaveLater = () => void setTimeout(leave, 1000).unref()
  const leave = () => (results.writableLength > 0 ? leaveLater() : endProcess())
  return () => {
    isDone = true
    leaveLater()
  }
}
