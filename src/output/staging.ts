import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { OutputFile, WrittenFile, WrittenFiles } from '../schema/output.ts'
import { createFileWriter, type Facts, type StagingPlace } from './file-writer.ts'
import type { KnownFile, OutputIndex } from './output-index.ts'

/** A folder beside the output in which the new site is built, before it takes the output's place (R-ATOM). */
export interface Staging extends StagingPlace {
  /** What is known of the files of the previous output. */
  previous: OutputIndex
  written: WrittenFiles
  /** Files that were linked from the previous output. */
  taken: Map<string, KnownFile>
  /** Files that were written more than once: the last one stands. */
  replaced: Set<string>
  write(file: OutputFile): Promise<WrittenFile>
  /** Takes a file over from the previous output if it is there, untouched, with this content. */
  reuse(name: string, wanted: WrittenFile): boolean
  /** Notes a file that a thread wrote. */
  note(name: string, written: WrittenFile): void
}

export type StagingOptions = Pick<Staging, 'outDir' | 'previous'>

/** Creates an empty staging folder next to the output, on the same file system (R-XDEV-1). */
export function createStaging({ outDir, previous }: StagingOptions): Staging {
  const folder = `${outDir}.tmp-${process.pid}`
  mkdirSync(folder, { recursive: true })
  const written: WrittenFiles = new Map()
  const replaced = new Set<string>()
  const taken = new Map<string, KnownFile>()
  const writer = createFileWriter({ folder, outDir })

  async function write({ path: name, content, immutable = false }: OutputFile): Promise<WrittenFile> {
    const file = writer.target(name)
    // A file taken over shares its bytes with the previous output: writing into it would change that one too.
    if (written.has(name)) rmSync(file)
    const known = previous.get(name)
    const isContent = typeof content === 'string' || content instanceof Uint8Array
    const facts = isContent
      ? writer.write(name, typeof content === 'string' ? Buffer.from(content) : content, { known })
      : await copyFrom(content, name)
    const result = { ...facts, immutable }
    note(name, result)
    return result
  }

  async function copyFrom({ copy }: { copy: string }, name: string): Promise<Facts> {
    const facts = await describeFile(copy)
    if (!writer.takeOver(name, facts, previous.get(name))) await copyFile(copy, writer.target(name))
    return facts
  }

  function reuse(name: string, wanted: WrittenFile): boolean {
    const known = previous.get(name)
    const isTaken = writer.takeOver(name, wanted, known)
    if (!isTaken || !known) return false
    note(name, wanted)
    taken.set(name, known)
    return true
  }

  function note(name: string, file: WrittenFile): void {
    if (written.has(name)) replaced.add(name)
    taken.delete(name)
    written.set(name, file)
  }

  return { folder, outDir, previous, written, taken, replaced, write, reuse, note }
}

/** Reads without holding the file in memory (R-MEM-1). */
async function describeFile(file: string): Promise<Facts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, hash: hash.digest('hex') }
}
