import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isFolder } from '../../lib/files.ts'

/** Where the configuration of a generator lies. */
export interface FoundFolder {
  /** Absolute folder that holds the one of the configuration. */
  folder: string
  /** It is that of a repository. */
  isRepository: boolean
}

/** How deep a source folder may lie: `packages/docs/docs` is 3. */
const DEEPEST = 4
/** Folders that hold no sources. */
const SKIPPED = /^\.|^(?:node_modules|dist|build|coverage|vendor|__\w+__)$/

/** Finds a folder `name` in `dir` or below it: the nearest, of several at the same depth the first; says why there is none. */
export async function findFolder(dir: string, name: string): Promise<FoundFolder | { problem: string }> {
  let folders = [dir]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const folder of folders) {
      if (await isFolder(path.join(folder, name)))
        return { folder, isRepository: await exists(path.join(folder, '.git')) }
    }
    folders = (await Promise.all(folders.map(subfolders))).flat()
  }
  return { problem: `There is no \`${name}\` folder here, nor in a folder of this one.` }
}

/** What a site is told whose pages lie beside everything else: what stands beside a source folder would be outside. */
export function atTheTop(name: string): string {
  return `The pages lie in the folder of the repository itself. docsgen wants them in one of their own: move them with \`${name}\` into \`docs\`, and run this again.`
}

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))
  return folders.map(entry => path.join(dir, entry.name)).toSorted()
}
