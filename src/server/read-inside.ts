import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Bytes of a regular file that really lies inside `folder`; undefined otherwise. What is checked is the file that is
 * open, so that a link put in its place meanwhile changes nothing.
 */
export async function readInside(folder: string, file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const opened = await handle.stat()
      const real = await realpath(file)
      if (!opened.isFile() || !real.startsWith((await realpath(folder)) + path.sep)) return undefined
      const named = await stat(real)
      if (named.ino !== opened.ino || named.dev !== opened.dev) return undefined
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}
