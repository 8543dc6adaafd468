import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { repositoryOf } from '../lib/files.ts'
import { nearest } from '../lib/nearest.ts'
import { privateName } from '../shared/private-file.ts'
import { decodeText, MAX_FILE_SIZE, positionOfByte } from './decode-text.ts'
import { sitePath } from '../lib/posix-path.ts'

/** What reading a file of the site gave. */
export type StoredText =
  /** `real` is the file that it was read from, links followed, relative to the root. */
  | { kind: 'text'; text: string; real: string }
  | { kind: 'missing' }
  | { kind: 'outside' }
  | { kind: 'invalid'; message: string; line: number; column: number }

/** Reads each file of a site once; one file is open at a time (R-FD-1). */
export interface SourceStore {
  /** `file` is a POSIX path relative to the site's root. What lies outside of the repository is refused, links followed. */
  read(file: string): StoredText
  /** The file with the most similar name in the folder that `file` would lie in; undefined when none is similar. */
  similar(file: string): string | undefined
  /** Where a file or folder really is, relative to the root; the name itself where nothing is there. */
  realName(file: string): string
}

/** The text of a page that a plugin makes, in place of that of a file. */
export interface GeneratedText {
  text: string
  /** Name of the plugin. */
  plugin: string
}

/** A store for one run of the scan. `root` is absolute; `allowed` are files and folders that may be read wherever they lie. */
export function createSourceStore(
  root: string,
  generated: ReadonlyMap<string, GeneratedText> = new Map(),
  allowed: readonly string[] = [],
): SourceStore {
  const realRoot = realpathSync.native(root)
  const places = [repositoryOf(realRoot), ...allowed.map(name => path.resolve(realRoot, name))]
  const stored = new Map<string, StoredText>()
  return {
    read(file) {
      const known = stored.get(file)
      if (known) return known
      const made = generated.get(file)
      const fresh = made ? toStored(Buffer.from(made.text), file) : readText(file, realRoot, places)
      stored.set(file, fresh)
      return fresh
    },
    similar(file) {
      const folder = path.posix.dirname(file)
      const names = namesIn(path.join(realRoot, folder), places)
      const near = nearest(path.posix.basename(file), names)
      return near && path.posix.join(folder, near)
    },
    realName(file) {
      try {
        return nameIn(realRoot, realpathSync.native(path.join(realRoot, file)))
      } catch {
        return file
      }
    },
  }
}

/** Names of the files of a folder that may be read, but for hidden ones. */
function namesIn(folder: string, places: readonly string[]): string[] {
  try {
    const real = realpathSync.native(folder)
    if (!places.some(place => isInside(place, real))) return []
    const entries = readdirSync(real, { withFileTypes: true })
    return entries.filter(entry => entry.isFile() && !privateName(entry.name)).map(({ name }) => name)
  } catch {
    return []
  }
}

/** True when `target` is `folder` or lies below it; both absolute. */
export function isInside(folder: string, target: string): boolean {
  return target === folder || target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
}

function readText(file: string, realRoot: string, places: readonly string[]): StoredText {
  try {
    const absolute = path.join(realRoot, file)
    const real = realpathSync.native(absolute)
    if (!places.some(place => isInside(place, real))) return { kind: 'outside' }
    const stats = statSync(real)
    if (!stats.isFile()) return { kind: 'missing' }
    if (stats.size > MAX_FILE_SIZE) return invalid('The file is larger than 10 MiB.')
    // Most files are where their names say, and to find a relative name takes long.
    const name = real === `${realRoot}/${file}` ? file : nameIn(realRoot, real)
    return toStored(readFileSync(real), name)
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' }
    return invalid(`The file cannot be read: ${errorCode(error)}.`)
  }
}

function nameIn(root: string, file: string): string {
  return sitePath(root, file)
}

function toStored(bytes: Uint8Array, real: string): StoredText {
  const decoded = decodeText(bytes)
  if ('text' in decoded) return { kind: 'text', text: decoded.text, real }
  return { kind: 'invalid', message: decoded.problem, ...positionOfByte(bytes, decoded.offset) }
}

function invalid(message: string): StoredText {
  return { kind: 'invalid', message, line: 1, column: 1 }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(errorCode(error))
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
