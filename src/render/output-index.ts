/**
 * What the last build knows of its output, kept in the cache: as git does for a work tree, a file whose size, time and
 * inode did not change is taken to have the content it had. Anything else is written anew, so the index may be missing.
 */
import path from 'node:path'
import { type Damage, readStoredNow, writeStoredNow } from '../cache/checked-file.ts'
import { hashContent } from '../lib/hash.ts'
import type { KnownFile, WrittenFiles } from '../schema/output.ts'

/** Path in the output → what is known of the file. */
export type OutputIndex = ReadonlyMap<string, KnownFile>

/** Reads the index of an output folder; empty when there is none or it is damaged, which is noted. */
export function readOutputIndex(cacheDir: string, outDir: string, damage: Damage): OutputIndex {
  const text = readStoredNow(indexFile(cacheDir, outDir), damage)
  return new Map(text === undefined ? [] : (JSON.parse(text) as [string, KnownFile][]))
}

/** Records the files just published. A cache that cannot be written costs time on the next build, nothing else. */
export function writeOutputIndex(cacheDir: string, outDir: string, written: WrittenFiles): void {
  const rows = [...written].map(([name, { hash, size, mtime, inode }]): [string, KnownFile] => {
    return [name, { hash, size, mtime, inode }]
  })
  writeStoredNow(indexFile(cacheDir, outDir), JSON.stringify(rows))
}

function indexFile(cacheDir: string, outDir: string): string {
  return path.join(cacheDir, `output-${hashContent(outDir)}.json`)
}
