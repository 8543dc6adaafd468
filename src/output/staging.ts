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
  const folders = new Set<string>([folder])

  function target(name: string): string {
    const file = path.join(folder, name)
    const parent = path.dirname(file)
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    return file
  }

  async function write({ path: name, content, immutable = false }: OutputFile): Promise<WrittenFile> {
    const file = target(name)
    // A file taken over shares its bytes with the previous output: writing into it would change that one too.
    if (written.has(name)) rmSync(file)
    const isContent = typeof content === 'string' || content instanceof Uint8Array
    const described = isContent
      ? writeContent(file, content)
      : await copyContent(content.copy, file, content.known)
    const result = { ...described, immutable }
    written.set(name, result)
    return result
  }

  function reuse(name: string, wanted: WrittenFile): boolean {
    const known = previous.get(name)
    if (!known || known.hash !== wanted.hash) return false
    const file = path.join(outDir, name)
    try {
      const { size, mtimeMs, ino } = statSync(file)
      if (size !== known.size || mtimeMs !== known.mtime || ino !== known.inode) return false
      linkSync(file, target(name))
    } catch {
      return false
    }
    written.set(name, wanted)
    return true
  }

  return { folder, written, write, reuse }
}

function writeContent(target: string, content: string | Uint8Array): Facts {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  writeFileSync(target, bytes)
  return { size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') }
}

type Facts = Pick<WrittenFile, 'size' | 'hash'>

/** Copies without holding the file in memory (R-MEM-1). */
async function copyContent(source: string, target: string, known?: Facts): Promise<Facts> {
  await copyFile(source, target)
  if (known) return known
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, hash: hash.digest('hex') }
}
