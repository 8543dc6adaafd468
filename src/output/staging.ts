import { createHash } from 'node:crypto'
import { createReadStream, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile, WrittenFile, WrittenFiles } from '../schema/output.ts'
import type { OutputIndex } from './output-index.ts'

/** A folder beside the output in which the new site is built, before it takes the output's place (R-ATOM). */
export interface Staging {
  folder: string
  written: WrittenFiles
  /** Files that were written more than once: the last one stands. */
  replaced: Set<string>
  write(file: OutputFile): Promise<WrittenFile>
  /** Takes a file over from the previous output if it is there, untouched, with this content. */
  reuse(name: string, wanted: WrittenFile): boolean
}

export interface StagingOptions {
  /** Absolute output folder. */
  outDir: string
  /** What is known of the files of the previous output. */
  previous: OutputIndex
}

/**
 * Creates an empty staging folder next to the output, on the same file system (R-XDEV-1). Small files are written
 * synchronously: that is several times faster than through the thread pool, and there is nothing else to do meanwhile.
 */
export function createStaging({ outDir, previous }: StagingOptions): Staging {
  const folder = `${outDir}.tmp-${process.pid}`
  mkdirSync(folder, { recursive: true })
  const written: WrittenFiles = new Map()
  const replaced = new Set<string>()
  const folders = new Set<string>([folder])

  function target(name: string): string {
    const file = path.join(folder, name)
    if (!file.startsWith(folder + path.sep))
      throw new Error(`The build wanted to write outside its folder: ${name}`)
    const parent = path.dirname(file)
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    return file
  }

  async function write({ path: name, content, immutable = false, hash }: OutputFile): Promise<WrittenFile> {
    const file = target(name)
    // A file taken over shares its bytes with the previous output: writing into it would change that one too.
    if (written.has(name)) {
      replaced.add(name)
      rmSync(file)
    }
    const isContent = typeof content === 'string' || content instanceof Uint8Array
    const facts = isContent
      ? writeContent(name, typeof content === 'string' ? Buffer.from(content) : content, hash)
      : await copyFrom(content, name)
    const result = { ...facts, immutable }
    written.set(name, result)
    return result
  }

  /** An unchanged file is the same file: it costs no writing, and tools that copy the site see that it is old. */
  function writeContent(name: string, bytes: Uint8Array, hash = sha256(bytes)): Facts {
    const facts = { size: bytes.length, hash }
    if (!takeOver(name, facts)) writeFileSync(target(name), bytes)
    return facts
  }

  async function copyFrom({ copy, known }: CopiedContent, name: string): Promise<Facts> {
    const facts = known ?? (await describeFile(copy))
    if (!takeOver(name, facts)) await copyFile(copy, target(name))
    return facts
  }

  /** Links the file of the previous output, if it is there with this content and nobody touched it. */
  function takeOver(name: string, wanted: Facts): boolean {
    const known = previous.get(name)
    if (known?.hash !== wanted.hash) return false
    const file = path.join(outDir, name)
    try {
      const { size, mtimeMs, ino } = statSync(file)
      if (size !== known.size || mtimeMs !== known.mtime || ino !== known.inode) return false
      linkSync(file, target(name))
      return true
    } catch {
      return false
    }
  }

  function reuse(name: string, wanted: WrittenFile): boolean {
    const taken = takeOver(name, wanted)
    if (taken) written.set(name, wanted)
    return taken
  }

  return { folder, written, replaced, write, reuse }
}

type Facts = Pick<WrittenFile, 'size' | 'hash'>

type CopiedContent = Extract<OutputFile['content'], { copy: string }>

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
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
