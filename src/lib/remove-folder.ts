import { readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** What threads were about to write may still come while a folder is being deleted: so often it is tried, at most. */
const TRIES = 10

/**
 * Removes a folder that threads may be writing into: they find nothing there from one moment to the next. One that isn't
 * there is no error. The file `last` stays until the end: it tells the next run whose the rest is, should this one be killed.
 */
export function removeFolder(folder: string, last?: string): void {
  const gone = folder.endsWith(GONE) ? folder : goneName(folder)
  try {
    renameSync(folder, gone)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const names = last === undefined ? [] : readdirSync(gone).filter(name => name !== last)
      for (const name of names) rmSync(path.join(gone, name), { recursive: true, force: true })
      rmSync(gone, { recursive: true, force: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === TRIES) throw error
    }
  }
}

const GONE = '-gone'

/** What a folder is called while it is removed: for whoever cleans up after a process that ended in the middle of it. */
export function goneName(folder: string): string {
  return folder + GONE
}
