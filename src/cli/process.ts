import { refuseExit } from '../lib/no-exit.ts'
import { SIGNALS } from '../lib/signals.ts'
import { findSiteCode } from '../lib/site-code.ts'
import { readThrown } from '../lib/stack.ts'

/** Milliseconds that code which a site left running may keep the process. */
const PATIENCE = 1000

/**
 * Code of the site runs in this process and may leave timers and promises behind. They neither end it in silence nor keep it
 * when the command is done, and what they throw is reported as theirs, at once: nothing is published after it. Ends the
 * process by `end`.
 */
export function guardProcess(debug: boolean): { end: (code?: number) => never; done: () => void } {
  const end = refuseExit()
  let isDone = false
  process.on('uncaughtException', error => {
    if (isDone) end()
    end(reportError(error, debug))
  })
  const done = () => {
    isDone = true
    const leave = () => (process.stdout.writableLength > 0 ? wait() : end())
    const wait = () => setTimeout(leave, PATIENCE).unref()
    wait()
  }
  return { end, done }
}

/** Ends the process on a signal with the conventional exit code; `exit` listeners remove what is temporary. */
export function onSignals(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => end(code))
  // A reader that goes away (`docsgen routes | head -1`) is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Prints why a command failed, with the stack if `debug` is set. Returns the exit code. */
export function reportError(error: unknown, debug: boolean): 1 | 2 | 3 {
  const { reason, stack } = readThrown(error)
  const code = findSiteCode(error)
  if (code) {
    const { place, rule, what } = code
    const at = place ? `${place.file}:${place.line}:${place.column} ` : ''
    process.stderr.write(`${at}error ${rule} ${what} failed in what it left running: ${reason}\n`)
    return rule === 'config' ? 2 : 1
  }
  process.stderr.write(`docsgen met an internal error: ${reason}\n`)
  if (debug && stack !== '') process.stderr.write(`${stack}\n`)
  else process.stderr.write('Run again with `--debug` for details, and please report it.\n')
  return 3
}
