import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { hashContent } from '../lib/hash.ts'

/**
 * Makes a folder in the system's temporary folder, and removes those of processes that are gone: nothing of ours runs when the
 * system ends a process, as it does while code of the site runs (`lib/signals.ts`).
 */
export function makeTemporaryFolder(): string {
  // Containers may share the folder; a process of another one cannot be asked for.
  const start = `docsgen-${hashContent(hostname()).slice(0, 8)}-`
  for (const name of namesIn(tmpdir())) {
    const owner = name.startsWith(start) ? /^(\d+)-\w{6}$/.exec(name.slice(start.length))?.[1] : undefined
    if (owner !== undefined && isGone(Number(owner))) remove(path.join(tmpdir(), name))
  }
  return mkdtempSync(path.join(tmpdir(), `${start}${process.pid}-`))
}

/** None where the folder may be written, but not read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Another user's stays. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    return
  }
}
