import { realpathSync } from 'node:fs'
import path from 'node:path'
import { enclosingRepository } from '../../lib/files.ts'

/** What an import may read: the repository of a site, or without one the folder that the import was started for. Absolute. */
export function importBoundary(root: string, dir: string): string {
  return enclosingRepository(root) ?? path.resolve(dir)
}

/** True for a file that lies outside of a folder, links followed. Both are absolute; the file need not be there. */
export function liesOutside(boundary: string, file: string): boolean {
  const folder = realPath(boundary)
  const real = realPath(file)
  return real !== folder && !real.startsWith(folder + path.sep)
}

/** With links followed as far as there is anything. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file === path.dirname(file) ? file : path.join(realPath(path.dirname(file)), path.basename(file))
  }
}
