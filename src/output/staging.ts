import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile } from '../schema/output.ts'

/** What the build wrote: path → size in bytes and hash of the content. */
export type WrittenFiles = Map<string, { size: number; hash: string; immutable: boolean }>

/** A folder beside the output in which the new site is built, before it takes the output's place (R-ATOM). */
export interface Staging {
  folder: string
  written: WrittenFiles
  write(file: OutputFile): Promise<void>
}

/** Creates an empty staging folder next to `outDir`, on the same file system (R-XDEV-1). */
export async function createStaging(outDir: string): Promise<Staging> {
  const folder = `${outDir}.tmp-${process.pid}`
  await mkdir(folder, { recursive: true })
  const written: WrittenFiles = new Map()
  const folders = new Set<string>([folder])
  return {
    folder,
    written,
    async write({ path: name, content, immutable = false }) {
      const target = path.join(folder, name)
      const parent = path.dirname(target)
      if (!folders.has(parent)) {
        await mkdir(parent, { recursive: true })
        folders.add(parent)
      }
      const described =
        typeof content === 'string' || content instanceof Uint8Array
          ? await writeContent(target, content)
          : await copyContent(content.copy, target)
      written.set(name, { ...described, immutable })
    },
  }
}

async function writeContent(
  target: string,
  content: string | Uint8Array,
): Promise<{ size: number; hash: string }> {
  await writeFile(target, content)
  const hash = createHash('sha256').update(content).digest('hex')
  return { size: Buffer.byteLength(content), hash }
}

/** Copies without holding the file in memory (R-MEM-1). */
async function copyContent(source: string, target: string): Promise<{ size: number; hash: string }> {
  await copyFile(source, target)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, hash: hash.digest('hex') }
}
