/**
 * What the last build knows of its output, kept in the cache: as git does for a work tree, a file whose size, time and
 * inode did not change is taken to have the content it had. Anything else is written anew, so the index may be missing.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashContent } from '../lib/hash.ts'
import type { WrittenFiles } from '../schema/output.ts'

export interface KnownFile {
  hash: string
  size: number
  /** Milliseconds, with fractions. */
  mtime: number
  inode: number
}

/** Path in the output → what is known of the file. */
export type OutputIndex = ReadonlyMap<string, KnownFile>

/** Reads the index of an output folder; empty when there is none or it is damaged. */
export function readOutputIndex(cacheDir: string, outDir: string): OutputIndex {
  try {
    const rows = JSON.parse(readFileSync(indexFile(cacheDir, outDir), 'utf8')) as [string, KnownFile][]
    return new Map(rows)
  } catch {
    return new Map()
  }
}

/** Records the files just published. A cache that cannot be written costs time on the next build, nothing else. */
export function writeOutputIndex(cacheDir: string, outDir: string, written: WrittenFiles): void {
  try {
    const rows = [...written].map(([name, { hash, size }]): [string, KnownFile] => {
      const { mtimeMs, ino } = statSync(path.join(outDir, name))
      return [name, { hash, size, mtime: mtimeMs, inode: ino }]
    })
    const file = indexFile(cacheDir, outDir)
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(rows))
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The next build writes every file again.
  }
}

function indexFile(cacheDir: string, outDir: string): string {
  return path.join(cacheDir, `output-${hashContent(outDir)}.json`)
}
