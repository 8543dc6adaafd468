/**
 * Small files of the cache that are read and written whole: a line with a checksum, then the content. What is damaged or
 * of another file counts as missing (R-CACHE-1).
 */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'

/** Files of the cache that turned out damaged. */
export type Damage = Set<string>

/** Reads what `writeStored` wrote; undefined when it is missing or damaged, which is noted. */
export async function readStored(file: string, damage?: Damage): Promise<string | undefined> {
  try {
    return open(file, await readFile(regular(file), 'utf8'), damage)
  } catch (error) {
    noteUnreadable(file, error, damage)
    return undefined
  }
}

/** The same at once: for the indexes that a build starts with. */
export function readStoredNow(file: string, damage?: Damage): string | undefined {
  try {
    return open(file, readFileSync(regular(file), 'utf8'), damage)
  } catch (error) {
    noteUnreadable(file, error, damage)
    return undefined
  }
}

/** Writes a text with its checksum, whole or not at all; false when the folder cannot be written (R-CACHE-4). */
export async function writeStored(file: string, content: string): Promise<boolean> {
  return writeWhole(file, seal(file, content))
}

/** The same at once: for the indexes that a build ends with. */
export function writeStoredNow(file: string, content: string): boolean {
  const temporary = temporaryOf(file)
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(temporary, seal(file, content))
    try {
      renameSync(temporary, file)
    } catch {
      // A folder in the place of a file of the cache is damage: it gives way.
      rmSync(file, { recursive: true, force: true })
      renameSync(temporary, file)
    }
    return true
  } catch {
    return false
  }
}

/** Writes beside the target and renames, so that nobody sees half a file; false when that is not possible. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<boolean> {
  const temporary = temporaryOf(file)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, content)
    await rename(temporary, file).catch(async () => {
      await rm(file, { recursive: true, force: true })
      await rename(temporary, file)
    })
    return true
  } catch {
    return false
  }
}

/** The same path. @throws for a link, a device or a pipe: reading it may never end. */
export function regular(file: string): string {
  if (!lstatSync(file).isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' })
  return file
}

function temporaryOf(file: string): string {
  return `${file}.${process.pid}`
}

function seal(file: string, content: string): string {
  return `${checksum(file, content)}\n${content}`
}

function open(file: string, text: string, damage?: Damage): string | undefined {
  const start = text.indexOf('\n') + 1
  const content = text.slice(start)
  if (text.slice(0, start) === `${checksum(file, content)}\n`) return content
  damage?.add(file)
  return undefined
}

function noteUnreadable(file: string, error: unknown, damage?: Damage): void {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['ENOENT', 'ENOTDIR'].includes(code)) damage?.add(file)
}

/** Of the name too, so that another file of the cache is no valid one. */
function checksum(file: string, content: string): number {
  return crc32(content, crc32(path.basename(file)))
}
