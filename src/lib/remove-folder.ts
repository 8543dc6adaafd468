import { renameSync, rmSync } from 'node:fs'

/** What threads were about to write may still come while a folder is being deleted: so often it is tried, at most. */
const TRIES = 10

/**
 * Removes a folder that threads may be writing into: they find nothing there from one moment to the next. One that is not
 * there is no error.
 */
export function removeFolder(folder: string): void {
  const gone = goneName(folder)
  try {
    renameSync(folder, gone)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(gone, { recursive: true, force: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === TRIES) throw error
    }
  }
}

/** What a folder is called while it is removed: for who cleans up after a process that ended in the middle of it. */
export function goneName(folder: string): string {
  return `${folder}-gone`
}
