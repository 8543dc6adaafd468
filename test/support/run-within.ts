import { Script } from 'node:vm'

const WORK = Symbol.for('docsgen.work')
const SCRIPT = new Script("globalThis[Symbol.for('docsgen.work')]()")

/** Runs `work`, which must not wait for anything, and ends it wherever it is after `limit` milliseconds: false if it was ended. */
export function runWithin(limit: number, work: () => unknown): boolean {
  const holder = globalThis as { [WORK]?: () => unknown }
  holder[WORK] = work
  try {
    SCRIPT.runInThisContext({ timeout: limit, displayErrors: false })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  } finally {
    delete holder[WORK]
  }
}
