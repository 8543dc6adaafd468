import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashContent } from '../lib/hash.ts'

/** Reads what `writeStored` wrote; undefined when it is missing or damaged (R-CACHE-1). */
export async function readStored(file: string): Promise<string | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    const end = text.indexOf('\n')
    const content = text.slice(end + 1)
    return text.slice(0, end) === hashContent(content, 64) ? content : undefined
  } catch {
    return undefined
  }
}

/** Writes a text with its checksum, whole or not at all; false when the folder cannot be written (R-CACHE-4). */
export async function writeStored(file: string, content: string): Promise<boolean> {
  return writeWhole(file, `${hashContent(content, 64)}\n${content}`)
}

/** Writes beside the target and renames, so that nobody sees half a file; false when that is not possible. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<boolean> {
  try {
    const temporary = `${file}.${process.pid}`
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, content)
    await rename(temporary, file)
    return true
  } catch {
    return false
  }
}
