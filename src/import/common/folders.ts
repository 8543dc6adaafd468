import { realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isFolder, readText } from '../../lib/files.ts'
import { folderWith, repositoryOf, sitePath } from '../../lib/paths.ts'
import { escapePattern } from '../../lib/text.ts'

/** Where the configuration of a generator lies. */
interface FoundFolder {
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
export async function findFile(
  dir: string,
  folders: readonly string[],
  names: readonly string[],
): Promise<string | undefined> {
  for (const folder of folders)
    for (const name of names)
      if (await exists(path.join(dir, folder, name))) return path.join(dir, folder, name)
  return undefined
}

/** The version of a package. */
export interface FoundVersion {
  /** `1.8.2`, or as a `package.json` writes it, `^1.5.3`. */
  version: string
  /** The file that has it, relative to the site's root. */
  file: string
}

const npm = (name: string) => `"(?:node_modules/)?${name}":\\s*\\{\\s*"version":\\s*"([^"]+)"`

/** Files that have the installed version → patterns for it. */
const LOCKS: Readonly<Record<string, (name: string) => string>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  // `vuepress@^1.8.0:` with `version "1.8.2"`, or `"vuepress@npm:^1.8.0":` with `version: 1.8.2`.
  'yarn.lock': name => `^"?${name}@[^\\n]*\\r?\\n\\s+version:? "?(\\d[\\w.+-]*)`,
  // `/vuepress/1.8.2:`, `/vuepress@1.8.2:` or `vuepress@1.8.2:`.
  'pnpm-lock.yaml': name => `^\\s*['"/]*${name}[@/](\\d[^\\s:('"_@]*)`,
}

/**
 * Finds the version of a generator in the folder of the site and those above it, up to that of the repository.
 * @param names packages of the same version, one of which is in each site
 */
export function findVersion(root: string, names: readonly string[]): FoundVersion | undefined {
  const last = repositoryOf(root)
  let wanted: FoundVersion | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    for (const name of names) {
      const installed = `node_modules/${name}/package.json`
      const files = Object.entries(LOCKS).map(
        ([file, pattern]) => [file, pattern(escapePattern(name))] as const,
      )
      for (const [file, pattern] of [...files, [installed, '"version":\\s*"([^"]+)"'] as const]) {
        const version = new RegExp(pattern, 'm').exec(readText(path.join(folder, file)) ?? '')?.[1]
        if (version) return { version, file: sitePath(root, path.join(folder, file)) }
      }
      const file = path.join(folder, 'package.json')
      const range = new RegExp(
        `"${escapePattern(name)}":\\s*"((?:[\\^~<>=v ]*\\d|workspace:|\\*|latest)[^"]*)"`,
      ).exec(readText(file) ?? '')?.[1]
      if (range) wanted ??= { version: range, file: sitePath(root, file) }
    }
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}

/** What an import may read: the repository of a site, or without one the folder that the import was started for. Absolute. */
export function importBoundary(root: string, dir: string): string {
  return folderWith('.git', root) ?? path.resolve(dir)
}

/** True for a file that lies outside of a folder, links followed. Both are absolute; the file need not be there. */
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
