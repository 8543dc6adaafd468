import { Script } from 'node:vm'
import { withoutExit } from './no-exit.ts'

const WORK = Symbol.for('docsgen.work')

const SCRIPT = new Script("globalThis[Symbol.for('docsgen.work')]()")

/**
 * Runs `work`, which must not wait for anything, in this thread and ends it wherever it is when `limit` (milliseconds) is
 * over. False if it was ended: modules that it was in may then hold something half done and should not be used again. Code of
 * the site in it cannot end the process.
 */
export function runWithin(limit: number, work: () => unknown): boolean {
  const holder = globalThis as { [WORK]?: () => unknown }
  holder[WORK] = work
  try {
    withoutExit(() => SCRIPT.runInThisContext({ timeout: limit, displayErrors: false }))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  } finally {
    delete holder[WORK]
  }
}
