import path from 'node:path'
import { type Damage, readStoredNow, writeStoredNow } from './checked-file.ts'

/** Where a value lies. */
export interface Entry {
  /** File name of the segment, beside the index. */
  segment: string
  offset: number
  length: number
  /** Of the key and the value. */
  checksum: number
}

export type Entries = Map<string, Entry>

/** The index as it is written, `<store>.index.json`: JSON behind the checksum of a checked file. */
interface IndexFile {
  /** Of the program that wrote the values: those of another one are of no use (R-CACHE-5). */
  format: string
  /** Key → segment, offset, length, checksum. */
  entries: Record<string, [segment: string, offset: number, length: number, checksum: number]>
}

/** Reads an index; empty when it is missing, of another program, or damaged, which is noted. */
export function readIndex(file: string, format: string, damage?: Damage): Entries {
  const text = readStoredNow(file, damage)
  if (text === undefined) return new Map()
  const index = JSON.parse(text) as IndexFile
  if (index.format !== format) return new Map()
  const rows = Object.entries(index.entries)
  return new Map(
    rows.map(([key, [segment, offset, length, checksum]]) => {
      return [key, { segment: path.basename(segment), offset, length, checksum }]
    }),
  )
}

/** Writes an index, whole or not at all; false when the system refuses. */
export function writeIndex(file: string, format: string, entries: Entries): boolean {
  const rows: IndexFile['entries'] = {}
  for (const [key, { segment, offset, length, checksum }] of entries) {
    rows[key] = [segment, offset, length, checksum]
  }
  return writeStoredNow(file, JSON.stringify({ format, entries: rows } satisfies IndexFile))
}
