import path from 'node:path'
import { getSystemErrorMap } from 'node:util'
import type { Finding } from '../schema/finding.ts'

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the device reported an error',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long for this file system',
  ENOTDIR: 'part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'something else of this name is there',
  EXDEV: 'it is on another file system',
  EBUSY: 'it is in use',
}

/** What shows a mistake of the program and nothing about the system. */
const OURS = new Set(['EBADF', 'EINVAL'])

/** Which file the system refused and why; undefined for anything that is not the system's word. */
export function systemRefusal(error: unknown): { file: string | undefined; reason: string } | undefined {
  // A copy that failed names its source too; what could not be written is the target.
  const failed = error as NodeJS.ErrnoException & { dest?: string }
  const { code = '', errno = 0, path: source, dest: file = source } = failed
  const reason = OURS.has(code) ? undefined : (REASONS[code] ?? getSystemErrorMap().get(errno)?.[1])
  return reason ? { file, reason: `${reason} (${code})` } : undefined
}

/** The file that the system kept from being read or written, as a finding; undefined for bugs. */
export function refusedFinding(error: unknown, access: 'read' | 'write' = 'write'): Finding | undefined {
  const { file, reason } = systemRefusal(error) ?? {}
  if (file === undefined) return undefined
  const name = path.relative(process.cwd(), file) || '.'
  return access === 'read'
    ? { rule: 'files/unreadable', severity: 'error', message: `\`${name}\` can't be read: ${reason}.` }
    : { rule: 'output/write', severity: 'error', message: `The system refused \`${name}\`: ${reason}.` }
}
