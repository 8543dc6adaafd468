import { Console } from 'node:console'
import { endProcess, endsItself } from '../lib/process.ts'
import { findSiteCode } from '../lib/site-code.ts'
import { readThrown } from '../lib/errors.ts'

/** Milliseconds that code which a site left running may keep the process. */
const PATIENCE = 1000

/** Standard output, which is for results such as `--json` alone. */
export const results = process.stdout

/**
 * Code of the site runs in this process and may leave timers and promises behind. They neither end it in silence nor keep it
 * when the command is done, and what they throw is reported as theirs, at once: nothing is published after it.
 */
export function guardProcess(debug: boolean): { done: () => void } {
  // What code of the site prints goes to standard error.
  globalThis.console = new Console(process.stderr)
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true })
  let isDone = false
  process.on('uncaughtException', error => {
    if (isDone) endProcess()
    endProcess(reportError(error, debug))
  })
  process.on('exit', code => {
    if (isDone || endsItself()) return
    const called = `it called \`process.exit(${code})\`, which only docsgen may do; throw an error instead.`
    process.exitCode = reportError(new Error(called), debug)
  })
  // A reader that goes away (`docsgen routes | head -1`) is no error.
  for (const stream of [results, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  const done = () => {
    isDone = true
    const leave = () => (results.writableLength > 0 ? wait() : endProcess())
    const wait = () => setTimeout(leave, PATIENCE).unref()
    wait()
  }
  return { done }
}

/** Prints why a command failed, with the stack if `debug` is set. Returns the exit code. */
export function reportError(error: unknown, debug: boolean): 1 | 2 | 3 {
  const { reason, stack } = readThrown(error)
  const code = findSiteCode(error)
  if (code) {
    const { place, rule, what } = code
    const at = place ? `${place.file}:${place.line}:${place.column} ` : ''
    process.stderr.write(`${at}error ${rule} ${what} failed: ${reason}\n`)
    return rule === 'config' ? 2 : 1
  }
  process.stderr.write(`docsgen hit an internal error: ${reason}\n`)
  if (debug && stack !== '') process.stderr.write(`${stack}\n`)
  else process.stderr.write('Run again with `--debug` for details, and please report it.\n')
  return 3
}
