import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { onExit } from './on-exit.ts'
import { readText } from './read-text.ts'
import { removeLeftovers, temporaryPath } from './write-file.ts'
import type { Finding } from '../schema/finding.ts'

interface LockOwner {
  pid: number
  host: string
  /** Start of the process in clock ticks since boot, which tells a reused id apart; empty where the system doesn't say. */
  started: string
}

export interface Lock {
  release(): void
}

/** How messages speak of a lock that is taken. */
interface LockTexts {
  held: string
  /** A way to unlock besides deleting the file. */
  unlock?: string
}

const OUTPUT_TEXTS: LockTexts = { held: 'The output folder is in use', unlock: 'use `--force-unlock` or ' }

/**
 * Takes the lock file `{target}.lock`, or reports who has it. The lock of a process that is gone is broken; `force` breaks
 * any other too. The lock goes with the process.
 */
export async function acquireLock(
  target: string,
  force = false,
  texts = OUTPUT_TEXTS,
): Promise<Lock | { finding: Finding }> {
  const file = `${target}.lock`
  removeLeftovers(path.dirname(file))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (createLock(file)) {
      const callOff = onExit(file, removeFile)
      return { release: () => (callOff(), removeFile(file)) }
    }
    const { text, owner } = await readLock(file)
    if (owner && !force && isAlive(owner)) return { finding: locked(file, owner, texts) }
    breakLock(file, text)
  }
  return { finding: locked(file, (await readLock(file)).owner, texts) }
}

/** False when the file is there already. */
function createLock(file: string): boolean {
  const owner: LockOwner = { pid: process.pid, host: hostname(), started: processStart(process.pid) }
  let handle: number
  try {
    handle = openSync(file, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(handle, JSON.stringify(owner))
    return true
  } catch (error) {
    removeFile(file)
    throw Object.assign(error as Error, { path: file })
  } finally {
    closeSync(handle)
  }
}

/** Removes the lock that was read, not one that another process has put in its place meanwhile. */
function breakLock(file: string, text: string | undefined): void {
  const taken = temporaryPath(file)
  try {
    renameSync(file, taken)
    if (readText(taken) !== text) linkSync(taken, file)
  } catch {
    // Another process was faster.
  }
  removeFile(taken)
}

/** The owner is undefined for a damaged lock, which is old: one that is just being written is whole within the half second. */
async function readLock(file: string): Promise<{ text?: string | undefined; owner?: LockOwner }> {
  for (let attempt = 1; ; attempt += 1) {
    const text = readText(file)
    try {
      if (text !== undefined) return { text, owner: JSON.parse(text) as LockOwner }
    } catch {
      // Not whole yet, or damaged.
    }
    if (text === undefined || attempt === 10) return { text }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function isAlive(owner: LockOwner): boolean {
  if (owner.host !== hostname()) return true
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return owner.started === processStart(owner.pid)
}

function processStart(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? ''
  } catch {
    return ''
  }
}

function removeFile(file: string): void {
  rmSync(file, { force: true })
}

function locked(file: string, owner: LockOwner | undefined, { held, unlock = '' }: LockTexts): Finding {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process'
  return {
    rule: 'output/locked',
    severity: 'error',
    message: `${held} by ${who}.`,
    hint: `Wait until it has finished. If it is gone, ${unlock}delete \`${path.basename(file)}\`.`,
  }
}
