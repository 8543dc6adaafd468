import { LIMITS } from '../schema/limits.ts'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { repositoryOf, sitePath } from '../lib/paths.ts'
import { nearest } from '../lib/text.ts'
import { privateName } from '../shared/private-file.ts'

/** What came of decoding a file: its text, or what is wrong with it and at which byte. */
type DecodedText = { text: string } | { problem: string; offset: number }

/** Bytes; larger Markdown files are refused before they are parsed. */
const MAX_FILE_SIZE = LIMITS.fileSize * 1024 * 1024

/** Bytes that are looked at to tell text from other things. */
const SAMPLE = 8192

const UTF16_MARKS: [name: string, first: number, second: number][] = [
  ['UTF-16 (little endian)', 0xff, 0xfe],
  ['UTF-16 (big endian)', 0xfe, 0xff],
]

/**
 * Decodes UTF-8 strictly: a byte order mark is removed, CRLF and CR become LF, and what is not UTF-8 text is a
 * problem with its byte offset, never a silent replacement character.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = UTF16_MARKS.find(([, first, second]) => bytes[0] === first && bytes[1] === second)
  if (mark) return { problem: `The file is ${mark[0]}; save it as UTF-8.`, offset: 0 }
  if (looksUtf16(bytes)) return { problem: 'The file looks like UTF-16; save it as UTF-8.', offset: 0 }
  const text = decodeStrictly(bytes, false)
  if (text === undefined) return explainInvalid(bytes)
  if (looksBinary(text)) return { problem: 'The file is not text.', offset: Math.max(0, text.indexOf('\0')) }
  return { text: text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text }
}

/** Line and column (1-based) of a byte offset, for places. */
export function positionOfByte(bytes: Uint8Array, offset: number): { line: number; column: number } {
  const before = new TextDecoder().decode(bytes.subarray(0, offset)).replace(/\r\n?/g, '\n')
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}

function explainInvalid(bytes: Uint8Array): DecodedText {
  const offset = firstInvalidByte(bytes)
  if (bytes.subarray(0, SAMPLE).includes(0)) return { problem: 'The file is not text.', offset }
  const value = (bytes[offset] ?? 0).toString(16).padStart(2, '0')
  return { problem: `The file is not valid UTF-8: byte ${value} at offset ${offset}.`, offset }
}

/** Text in UTF-16 without a mark: every other byte of Latin letters is zero. */
function looksUtf16(bytes: Uint8Array): boolean {
  if (!bytes.subarray(0, SAMPLE).includes(0)) return false
  const zeros = [0, 0]
  const length = Math.min(bytes.length, SAMPLE)
  for (let index = 0; index < length; index += 1)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  return length >= 4 && Math.max(even, odd) > length * 0.4 && Math.min(even, odd) < length * 0.02
}

/** Half the search range at a time: a prefix fails as soon as it holds the first invalid byte. */
function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length + 1
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    const ok = middle <= bytes.length && decodeStrictly(bytes.subarray(0, middle), true) !== undefined
    if (ok) valid = middle
    else invalid = middle
  }
  // Back to the first byte of the sequence that is cut off here.
  let start = valid
  while (start > 0 && decodeStrictly(bytes.subarray(0, start), false) === undefined) start -= 1
  return start
}

function decodeStrictly(bytes: Uint8Array, stream: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
  } catch {
    return undefined
  }
}

/** Stray control characters are text; a file with many of them is not. */
function looksBinary(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  const controls = text.slice(0, SAMPLE).match(/[\0-\u0008\u000e-\u001a\u001c-\u001f]/g)
  return (controls?.length ?? 0) > Math.min(text.length, SAMPLE) / 20 + 2
}

/** What reading a file of the site gave. */
type StoredText =
  /** `real` is the file that it was read from, links followed, relative to the root. */
  | { kind: 'text'; text: string; real: string }
  | { kind: 'missing' }
  | { kind: 'outside' }
  | { kind: 'invalid'; message: string; line: number; column: number }

/** Reads each file of a site once; one file is open at a time. */
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
    if (stats.size > MAX_FILE_SIZE) return invalid(`The file is larger than ${LIMITS.fileSize} MiB.`)
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
