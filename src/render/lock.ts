import { readFileSync } from 'node:fs'
import { link, open, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Finding } from '../schema/finding.ts'

interface LockOwner {
  pid: number
  host: string
  /** When the process was started, as the system tells it; tells a reused pid apart (R-CONC-2). */
  started: string
}

export interface Lock {
  file: string
}

/** How a lock that is taken is spoken of. */
interface LockTexts {
  held: string
  /** Besides deleting the file. */
  unlock?: string
}

const OUTPUT_TEXTS: LockTexts = { held: 'The output folder is in use', unlock: 'use `--force-unlock` or ' }

/**
 * Takes the lock of an output folder, or of what else `target` stands for (R-CONC-1), or says who has it. The lock of a
 * process that is gone is broken. `force` breaks the lock of another host too.
 */
export async function acquireLock(
  target: string,
  force = false,
  texts = OUTPUT_TEXTS,
): Promise<Lock | { finding: Finding }> {
  const file = `${target}.lock`
  const owner: LockOwner = { pid: process.pid, host: hostname(), started: processStart(process.pid) }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await createExclusive(file, JSON.stringify(owner))) return { file }
    const other = await readOwner(file)
    if (other && !force && isAlive(other)) return { finding: locked(file, other, texts) }
    await breakLock(file, other)
  }
  return { finding: locked(file, await readOwner(file), texts) }
}

/** Gives the lock back. */
export async function releaseLock(lock: Lock): Promise<void> {
  await unlink(lock.file).catch(() => undefined)
}

/** A lock file is there with its content or not at all: nobody may take one that is being written for a damaged one. */
async function createExclusive(file: string, content: string): Promise<boolean> {
  const own = temporaryName(file)
  await writeFile(own, content)
  try {
    await link(own, file)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // The owner of the lock has tidied up.
    if (code === 'EEXIST' || code === 'ENOENT') return false
    if (!NO_LINKS.has(code)) throw error
    return await createInPlace(file, content)
  } finally {
    await unlink(own).catch(() => undefined)
  }
}

/** A name that the next build removes, should this process be killed here (see `recover`). */
function temporaryName(file: string): string {
  return `${file.replace(/\.lock$/, '')}.tmp-lock-${process.pid}`
}

/** What file systems without hard links answer. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function createInPlace(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(content)
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Takes away the lock that was read, not one that another process has put in its place meanwhile. */
async function breakLock(file: string, read: LockOwner | undefined): Promise<void> {
  const own = temporaryName(file)
  try {
    await rename(file, own)
    const taken = await readOwner(own)
    if (JSON.stringify(taken) !== JSON.stringify(read)) await link(own, file)
  } catch {
    // Somebody else was faster.
  }
  await unlink(own).catch(() => undefined)
}

/** Undefined for a lock file that is still being written or is damaged; such a lock is old after one retry. */
async function readOwner(file: string): Promise<LockOwner | undefined> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as LockOwner
    } catch {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return undefined
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

/** Start time of a process in clock ticks since boot; empty where the system does not tell. */
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

function locked(file: string, owner: LockOwner | undefined, { held, unlock = '' }: LockTexts): Finding {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process'
  return {
    rule: 'output/locked',
    severity: 'error',
    message: `${held} by ${who}.`,
    hint: `Wait until it has finished. If it is gone, ${unlock}delete \`${file.split(/[\\/]/).at(-1)}\`.`,
  }
}
