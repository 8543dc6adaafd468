import { renameSync, rmSync } from 'node:fs'

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
  rmSync(gone, { recursive: true, force: true })
}

/** What a folder is called while it is removed: for who cleans up after a process that ended in the middle of it. */
export function goneName(folder: string): string {
  return `${folder}-gone`
}
