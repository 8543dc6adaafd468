import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Milliseconds for a process to end after a signal: what does not hear it runs on for long or for ever, so that more than
 * the second that is promised, on a busy machine, is as telling.
 */
export const SOON = process.env['DOCSGEN_FULL'] ? 1000 : 5000

/** Processes that a process has started, and theirs. */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const children = stdout.split(/\s+/).filter(Boolean).map(Number)
  return children.flatMap(child => [child, ...descendants(child)])
}

/** False for a process that has ended. */
export function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; nobody has asked how.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
