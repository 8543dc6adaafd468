import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import type { Socket } from 'node:net'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { hashContent } from '../../lib/hash.ts'
import { goneName, removeFolder, isGone, namesIn } from '../../lib/files.ts'

/** A folder of this process. */
export interface TemporaryFolder {
  /** Absolute. */
  path: string
  remove(): void
}

/**
 * Makes a folder in the system's temporary folder that goes with this process, however that ends, and removes those which
 * stayed all the same.
 */
export function makeTemporaryFolder(): TemporaryFolder {
  // Containers may share the folder; a process of another one cannot be asked for.
  const start = `docsgen-${hashContent(hostname()).slice(0, 8)}-`
  for (const name of namesIn(tmpdir())) {
    const owner = name.startsWith(start)
      ? /^(\d+)-\w{6}(?:-gone)?$/.exec(name.slice(start.length))?.[1]
      : undefined
    if (owner !== undefined && isGone(Number(owner))) remove(path.join(tmpdir(), name))
  }
  const folder = mkdtempSync(path.join(tmpdir(), `${start}${process.pid}-`))
  const shell = startShell(folder)
  const clean = () => removeFolder(folder)
  process.once('exit', clean)
  return {
    path: folder,
    remove: () => {
      removeFolder(folder)
      process.off('exit', clean)
      shell.end()
    },
  }
}

/** It waits until its input ends, which happens with the process that holds the other side. */
const COMMAND = 'cat >/dev/null; rm -rf -- "$@"'

/**
 * A shell that removes a folder once this process is gone: nothing of ours runs when the system ends it (`lib/process.ts`).
 * Where there is no shell, the next process has to.
 */
function startShell(folder: string): Writable {
  // In a group of its own, because Ctrl+C ends all of ours.
  const shell = spawn('/bin/sh', ['-c', COMMAND, 'sh', folder, goneName(folder)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  for (const part of [shell, shell.stdin]) part.on('error', () => undefined)
  shell.unref()
  // A pipe of a process is a socket.
  ;(shell.stdin as Socket).unref()
  return shell.stdin
}

/** Another user's stays. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    return
  }
}
