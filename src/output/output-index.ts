/**
 * What the last build knows of its output, kept in the cache: as git does for a work tree, a file whose size, time and
 * inode did not change is taken to have the content it had. Anything else is written anew, so the index may be missing.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { hashContent } from '../lib/hash.ts'
import type { Damage } from '../cache/checked-file.ts'
import type { KnownFile, WrittenFiles } from '../schema/output.ts'

/** Path in the output → what is known of the file. */
export type OutputIndex = ReadonlyMap<string, KnownFile>

/** Reads the index of an output folder; empty when there is none or it is damaged, which is noted. */
export function readOutputIndex(cacheDir: string, outDir: string, damage: Damage): OutputIndex {
  try {
    const text = readFileSync(indexFile(cacheDir, outDir), 'utf8')
    const start = text.indexOf('\n') + 1
    if (Number(text.slice(0, start)) === crc32(text.slice(start))) {
      return new Map(JSON.parse(text.slice(start)) as [string, KnownFile][])
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
  }
  damage.add(indexFile(cacheDir, outDir))
  return new Map()
}

/** Records the files just published. A cache that cannot be written costs time on the next build, nothing else. */
export function writeOutputIndex(cacheDir: string, outDir: string, written: WrittenFiles): void {
  try {
    const rows = [...written].map(([name, { hash, size, mtime, inode }]): [string, KnownFile] => {
      return [name, { hash, size, mtime, inode }]
    })
    const file = indexFile(cacheDir, outDir)
    mkdirSync(cacheDir, { recursive: true })
    const text = JSON.stringify(rows)
    writeFileSync(`${file}.${process.pid}`, `${crc32(text)}\n${text}`)
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true })
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The next build writes every file again.
  }
}

function indexFile(cacheDir: string, outDir: string): string {
  return path.join(cacheDir, `output-${hashContent(outDir)}.json`)
}
