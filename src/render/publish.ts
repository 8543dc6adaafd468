import { existsSync, renameSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasFault } from '../lib/fault.ts'
import { exists } from '../lib/files.ts'
import { onExit } from '../lib/on-exit.ts'
import { removeFolder } from '../lib/remove-folder.ts'
import { type BuildManifest, readBuildManifest } from './build-manifest.ts'
import { carryForeignFiles } from './foreign-files.ts'

/**
 * Puts the finished staging folder in the place of the output by two renames (R-ATOM). Readers see the old or the new
 * site, whole. Files that docsgen did not write are carried over, never deleted (R-ATOM-5).
 */
export async function publish(staging: string, outDir: string): Promise<void> {
  const old = `${outDir}.old-${process.pid}`
  const manifest = await readBuildManifest(outDir)
  const hasOld = await exists(outDir)
  // Readers find nothing between the two, and signals leave nothing behind (R-SIG-1): nothing else may come in between.
  if (hasOld) {
    fault('before-rename-1')
    renameSync(outDir, old)
    fault('between-renames')
  }
  try {
    renameSync(staging, outDir)
  } catch (error) {
    // Whoever took the place meanwhile keeps it; the next build puts the previous site back (`recover`).
    if (hasOld && !existsSync(outDir)) renameSync(old, outDir)
    throw error
  }
  fault('after-rename-2')
  if (hasOld) await removeOld(old, outDir, manifest)
}

/** Carries over what is not ours, then deletes the previous site, also when the process is ended meanwhile. */
async function removeOld(old: string, outDir: string, manifest: BuildManifest | undefined): Promise<void> {
  carryForeignFiles(old, outDir, manifest)
  fault('during-delete')
  const callOff = onExit(old, removeFolder)
  await rm(old, { recursive: true, force: true })
  callOff()
}

/**
 * Finishes or undoes what a killed build left behind. Called under the lock, before a build:
 * between the two renames the previous site is put back; later, only its remains are removed.
 */
export async function recover(outDir: string): Promise<void> {
  const parent = path.dirname(outDir)
  if (!(await exists(parent))) return
  const name = path.basename(outDir)
  const entries = (await readdir(parent)).toSorted()
  for (const entry of entries.filter(entry => entry.startsWith(`${name}.old-`))) {
    const old = path.join(parent, entry)
    if (await exists(outDir)) await removeOld(old, outDir, await readBuildManifest(old))
    else await rename(old, outDir)
  }
  for (const entry of entries.filter(entry => entry.startsWith(`${name}.tmp-`))) {
    await rm(path.join(parent, entry), { recursive: true, force: true })
  }
}

/** Fault injection for the tests of R-ATOM-2: `DOCSGEN_FAULT=<point>:kill` ends the process at that point. */
function fault(point: string): void {
  if (!hasFault(`${point}:kill`)) return
  process.kill(process.pid, 'SIGKILL')
  // Give the signal time to arrive: nothing after the point may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}
