import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

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
