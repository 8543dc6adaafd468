import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes the text of a file that exists: a reader, and whoever finds it after a kill, sees the old text or the new one,
 * whole. Its mode stays; of a symbolic link it is the target that changes.
 */
export function replaceFile(file: string, text: string): void {
  const target = realpathSync(file)
  // A name that starts with a dot is no page, should it stay behind.
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target).slice(0, 100)}.${process.pid}.tmp`,
  )
  try {
    writeFileSync(temporary, text, { mode: statSync(target).mode, flag: 'wx' })
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
