import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { removeLeftovers, temporaryPath } from '../../lib/write-file.ts'

/** Copies files of a site into a folder of it that is not there yet: all of them or none. */
export async function copyFiles(root: string, files: readonly string[], folder: string): Promise<void> {
  const target = path.join(root, folder)
  removeLeftovers(path.dirname(target))
  const temporary = temporaryPath(target)
  try {
    for (const file of files) {
      const copy = path.join(temporary, file)
      await mkdir(path.dirname(copy), { recursive: true })
      // What a link leads to: the link would lead elsewhere from there.
      await copyFile(path.join(root, file), copy, constants.COPYFILE_FICLONE)
    }
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
