import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exists, removeFolder } from '../../lib/files.ts'

/** The folders beside the output that a build works in, and the proof that they are docsgen's. */

/** Name of the file that shows, inside a folder beside the output, that docsgen made it. */
export const MARKER = '.docsgen-work.json'

interface Marker {
  pid: number
  target: string
}

/** Path beside the output that nothing has yet: `dist.tmp-123` for the new site, `dist.old-123` for the previous one. */
export function workFolder(outDir: string, kind: 'tmp' | 'old'): string {
  let folder = `${outDir}.${kind}-${process.pid}`
  while (exists(folder)) folder += '-1'
  return folder
}

/** Makes an empty folder for the new site. */
export function createWorkFolder(outDir: string): string {
  const folder = workFolder(outDir, 'tmp')
  mkdirSync(folder)
  try {
    writeMarker(folder, outDir)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** Marks a folder as one that docsgen may move and remove. */
export function writeMarker(folder: string, outDir: string): void {
  const marker: Marker = { pid: process.pid, target: path.basename(outDir) }
  writeFileSync(path.join(folder, MARKER), JSON.stringify(marker))
}

/** Id of the process that made the folder for this output; undefined for any other folder, and for files and links. */
export function readMarker(folder: string, outDir: string): number | undefined {
  try {
    if (!lstatSync(folder).isDirectory()) return undefined
    const { pid, target } = JSON.parse(readFileSync(path.join(folder, MARKER), 'utf8')) as Partial<Marker>
    const isNamed = ['tmp', 'old'].some(kind => folder.startsWith(`${outDir}.${kind}-${pid}`))
    return target === path.basename(outDir) && isNamed ? pid : undefined
  } catch {
    return undefined
  }
}

/** Removes such a folder, the marker last, so that the next build knows whose the rest is should this one be killed. */
export function removeWork(folder: string): void {
  removeFolder(folder, MARKER)
}
