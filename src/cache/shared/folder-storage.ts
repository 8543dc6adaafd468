import { access, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { writeWhole } from '../checked-file.ts'
import { type SharedStorage, StorageError } from './storage.ts'

export interface FolderStorageOptions {
  /** Absolute. */
  folder: string
  /** What users call it. */
  name: string
  write: typeof writeWhole
}

/** A folder that is carried from machine to machine: its files never differ, so several such folders can be put together. */
export function createFolderStorage({ folder, name, write }: FolderStorageOptions): SharedStorage {
  return {
    name,
    read: (file, limit) =>
      orAbsent(undefined, async () => {
        const stats = await stat(path.join(folder, file))
        // A device or a pipe never ends.
        if (!stats.isFile() || stats.size > limit) throw new StorageError('a file is larger than it may be')
        return readFile(path.join(folder, file))
      }),
    has: file => orAbsent(false, () => access(path.join(folder, file)).then(() => true)),
    async write(file, bytes) {
      if (!(await write(path.join(folder, file), bytes)))
        throw new StorageError('it cannot be written', { isFinal: true })
    },
  }
}

async function orAbsent<Result, Absent>(
  absent: Absent,
  read: () => Promise<Result>,
): Promise<Result | Absent> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StorageError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return absent
    throw new StorageError(`a file cannot be read (${code})`)
  }
}
