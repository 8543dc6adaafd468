import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { repositoryOf, sitePath } from '../lib/files.ts'
import { nearest } from '../lib/text.ts'
import { LIMITS } from '../schema/limits.ts'
import { privateName } from '../site/assets.ts'

/** What reading a file of the site gave; `real` is the file that it was read from, links followed, relative to the root. */
type StoredText =
  | { kind: 'text'; text: string; real: string }
  | { kind: 'missing' }
  | { kind: 'outside' }
  | { kind: 'invalid'; message: string; line: number; column: number }

/** Characters that are looked at to tell text from other things. */
const SAMPLE = 8192

/**
 * Decodes UTF-8 strictly: a byte order mark is removed, CRLF and CR become LF. What isn't UTF-8 text is a problem at its
 * byte, never a silent replacement character.
 */
export function decodeText(bytes: Uint8Array, real = ''): StoredText {
  const invalid = (message: string, offset = 0): StoredText => {
    const before = normalizeLines(new TextDecoder().decode(bytes.subarray(0, Math.max(0, offset))))
    const column = before.length - before.lastIndexOf('\n')
    return { kind: 'invalid', message, line: before.split('\n').length, column }
  }
  const sample = Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1')
  const utf16 = sample.startsWith('\xff\xfe')
    ? 'is UTF-16 (little endian)'
    : sample.startsWith('\xfe\xff')
      ? 'is UTF-16 (big endian)'
      : /^(?:(?:[^\0]\0){8}|(?:\0[^\0]){8})/.test(sample) && 'looks like UTF-16'
  if (utf16) return invalid(`The file ${utf16}; save it as UTF-8.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (sample.includes('\0')) return invalid('The file is not text.', sample.indexOf('\0'))
    const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    const offset = bytes.findIndex((byte, index) => byte !== replaced[index])
    const value = (bytes[offset] ?? 0).toString(16).padStart(2, '0')
    return invalid(`The file is not valid UTF-8: byte ${value} at offset ${offset}.`, offset)
  }
  // Stray control characters are text; a file with many of them is not.
  // eslint-disable-next-line no-control-regex
  const controls = text.slice(0, SAMPLE).match(/[\0-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0
  if (controls > Math.min(text.length, SAMPLE) / 20 + 2)
    return invalid('The file is not text.', text.indexOf('\0'))
  return { kind: 'text', text: normalizeLines(text), real }
}

function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

export type SourceStore = ReturnType<typeof createSourceStore>

/** The text of a page that a plugin makes, in place of that of a file. */
export interface GeneratedText {
  text: string
  plugin: string
}

/**
 * Reads each file of a site once, given by its POSIX path relative to the root; what lies outside of the repository is refused,
 * links followed. `root` is absolute; `allowed` are files and folders that may be read wherever they lie.
 */
export function createSourceStore(
  root: string,
  generated: ReadonlyMap<string, GeneratedText> = new Map(),
  allowed: readonly string[] = [],
) {
  const realRoot = realpathSync.native(root)
  const places = [repositoryOf(realRoot), ...allowed.map(name => path.resolve(realRoot, name))]
  const isReadable = (real: string) => places.some(place => isInside(place, real))
  const stored = new Map<string, StoredText>()
  return {
    read(file: string): StoredText {
      const made = generated.get(file)
      const known = stored.get(file) ?? (made ? decodeText(Buffer.from(made.text), file) : readText(file))
      stored.set(file, known)
      return known
    },
    /** The file with the most similar name in the folder that `file` would lie in; undefined when none is similar. */
    similar(file: string): string | undefined {
      const folder = path.posix.dirname(file)
      try {
        const real = realpathSync.native(path.join(realRoot, folder))
        if (!isReadable(real)) return undefined
        const entries = readdirSync(real, { withFileTypes: true })
        const names = entries
          .filter(entry => entry.isFile() && !privateName(entry.name))
          .map(({ name }) => name)
        const near = nearest(path.posix.basename(file), names)
        return near && path.posix.join(folder, near)
      } catch {
        return undefined
      }
    },
    /** Where a file or folder really is, relative to the root; the name itself where nothing is there. */
    realName(file: string): string {
      try {
        return sitePath(realRoot, realpathSync.native(path.join(realRoot, file)))
      } catch {
        return file
      }
    },
  }

  function readText(file: string): StoredText {
    const invalid = (message: string): StoredText => ({ kind: 'invalid', message, line: 1, column: 1 })
    try {
      const real = realpathSync.native(path.join(realRoot, file))
      if (!isReadable(real)) return { kind: 'outside' }
      const stats = statSync(real)
      if (!stats.isFile()) return { kind: 'missing' }
      if (stats.size > LIMITS.fileSize * 1024 * 1024)
        return invalid(`The file is larger than ${LIMITS.fileSize} MiB.`)
      return decodeText(readFileSync(real), sitePath(realRoot, real))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const isMissing = /^(?:ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG|ERR_INVALID_ARG_VALUE)$/.test(code)
      return isMissing ? { kind: 'missing' } : invalid(`The file can't be read: ${code}.`)
    }
  }
}

export function isInside(folder: string, target: string): boolean {
  return target === folder || target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
}
