import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashContent } from '../lib/hash.ts'

/** Files of the cache that turned out damaged. */
export type Damage = Set<string>

/** Reads what `writeStored` wrote; undefined when it is missing or damaged (R-CACHE-1), which is noted. */
export async function readStored(file: string, damage?: Damage): Promise<string | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    const end = text.indexOf('\n')
    const content = text.slice(end + 1)
    if (text.slice(0, end) === checksum(file, content)) return content
    damage?.add(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') damage?.add(file)
  }
  return undefined
}

/** Writes a text with its checksum, whole or not at all; false when the folder cannot be written (R-CACHE-4). */
export async function writeStored(file: string, content: string): Promise<boolean> {
  return writeWhole(file, `${checksum(file, content)}\n${content}`)
}

/** Of the name too, so that another file of the cache is no valid one. */
function checksum(file: string, content: string): string {
  return hashContent(`${path.basename(file)}\n${content}`, 64)
}

/** Writes beside the target and renames, so that nobody sees half a file; false when that is not possible. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<boolean> {
  try {
    const temporary = `${file}.${process.pid}`
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, content)
    await rename(temporary, file).catch(() => replaceFolder(temporary, file))
    return true
  } catch {
    return false
  }
}

/** A folder in the place of a file of the cache is damage: it gives way. */
async function replaceFolder(temporary: string, file: string): Promise<void> {
  await rm(file, { recursive: true, force: true })
  await rename(temporary, file)
}
