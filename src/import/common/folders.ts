import { realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isFolder, readText, folderWith, repositoryOf, sitePath } from '../../lib/files.ts'
import { escapePattern } from '../../lib/text.ts'

/** How deep a source folder may lie: `packages/docs/docs` is 3. */
const DEEPEST = 4
/** Folders that hold no sources. */
const SKIPPED = /^\.|^(?:node_modules|dist|build|coverage|vendor|__\w+__)$/

/** Finds the folder that holds `name`, in `dir` or below it: the nearest, of several at the same depth the first. */
export async function findFolder(
  dir: string,
  name: string,
): Promise<{ folder: string; isRepository: boolean } | { problem: string }> {
  let folders = [dir]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const folder of folders) {
      if (await isFolder(path.join(folder, name)))
        return { folder, isRepository: exists(path.join(folder, '.git')) }
    }
    folders = (await Promise.all(folders.map(subfolders))).flat()
  }
  return { problem: `There is no \`${name}\` folder here, nor in a folder of this one.` }
}

/** Problem of a site whose pages are in the folder of the repository: files beside a source folder would be outside. */
export function atTheTop(name: string): string {
  return `The pages lie in the folder of the repository itself. docsgen wants them in one of their own: move them with \`${name}\` into \`docs\`, and run this again.`
}

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))
  return folders.map(entry => path.join(dir, entry.name)).toSorted()
}

/** Finds the first file of these names in one of these folders below another. */
export function findFile(
  dir: string,
  folders: readonly string[],
  names: readonly string[],
): string | undefined {
  const files = folders.flatMap(folder => names.map(name => path.join(dir, folder, name)))
  return files.find(exists)
}

/** The version of a package. */
export interface FoundVersion {
  /** `1.8.2`, or as a `package.json` writes it, `^1.5.3`. */
  version: string
  /** The file that has it, relative to the site's root. */
  file: string
}

/** Files with installed versions, and patterns for the version of a package. */
function installed(packageName: string): [file: string, pattern: string][] {
  const name = escapePattern(packageName)
  const npm = `"(?:node_modules/)?${name}":\\s*\\{\\s*"version":\\s*"([^"]+)"`
  return [
    ['package-lock.json', npm],
    ['npm-shrinkwrap.json', npm],
    // `vuepress@^1.8.0:` with `version "1.8.2"`, or `"vuepress@npm:^1.8.0":` with `version: 1.8.2`.
    ['yarn.lock', `^"?${name}@[^\\n]*\\r?\\n\\s+version:? "?(\\d[\\w.+-]*)`],
    // `/vuepress/1.8.2:`, `/vuepress@1.8.2:` or `vuepress@1.8.2:`.
    ['pnpm-lock.yaml', `^\\s*['"/]*${name}[@/](\\d[^\\s:('"_@]*)`],
    [`node_modules/${packageName}/package.json`, '"version":\\s*"([^"]+)"'],
  ]
}

/**
 * Finds the version of a generator in the folder of the site and those above it, up to that of the repository: the installed one, or
 * the nearest range.
 * @param names packages of the same version, one of which is in each site
 */
export function findVersion(root: string, names: readonly string[]): FoundVersion | undefined {
  const last = repositoryOf(root)
  let wanted: FoundVersion | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const find = (name: string, pattern: string): FoundVersion | undefined => {
      const file = path.join(folder, name)
      const version = new RegExp(pattern, 'm').exec(readText(file) ?? '')?.[1]
      return version === undefined ? undefined : { version, file: sitePath(root, file) }
    }
    for (const name of names) {
      const found = installed(name).map(([file, pattern]) => find(file, pattern))
      if (found.some(Boolean)) return found.find(Boolean)
      wanted ??= find(
        'package.json',
        `"${escapePattern(name)}":\\s*"((?:[\\^~<>=v ]*\\d|workspace:|\\*|latest)[^"]*)"`,
      )
    }
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}

/** The folder that an import may read: the repository of a site, or without one that which the import was started for. Absolute. */
export function importBoundary(root: string, dir: string): string {
  return folderWith('.git', root) ?? path.resolve(dir)
}

/** True for a file that lies outside of a folder, links followed. Both are absolute; the file need not exist. */
export function liesOutside(boundary: string, file: string): boolean {
  const folder = realPath(boundary)
  const real = realPath(file)
  return real !== folder && !real.startsWith(folder + path.sep)
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file === path.dirname(file) ? file : path.join(realPath(path.dirname(file)), path.basename(file))
  }
}
