import { realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isFolder, readText } from '../../lib/files.ts'
import { repositoryOf, enclosingRepository, sitePath } from '../../lib/paths.ts'

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

/** What a site is told whose pages lie beside everything else: what stands beside a source folder would be outside. */
export function atTheTop(name: string): string {
  return `The pages lie in the folder of the repository itself. docsgen wants them in one of their own: move them with \`${name}\` into \`docs\`, and run this again.`
}

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))
  return folders.map(entry => path.join(dir, entry.name)).toSorted()
}

/** The version of a package, and what says so. */
export interface FoundVersion {
  /** `1.8.2`, or as a `package.json` writes it, `^1.5.3`. */
  version: string
  /** Where it stands, relative to the site's root. */
  file: string
}

type Read = (text: string, names: readonly string[]) => string | undefined

/** Those that say which version is installed, before the one that says which are wanted. */
const READERS: [name: string, read: Read][] = [
  ['package-lock.json', readNpm],
  ['npm-shrinkwrap.json', readNpm],
  ['yarn.lock', readYarn],
  ['pnpm-lock.yaml', readPnpm],
]

/**
 * Finds the version of a generator in the folder of the site and those above it, up to that of the repository.
 * @param names packages of the same version, any of which is there in each site; the first is looked for in `node_modules`
 */
export function findVersion(root: string, names: readonly string[]): FoundVersion | undefined {
  const last = repositoryOf(root)
  let wanted: FoundVersion | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = (name: string, version: string) => ({
      version,
      file: sitePath(root, path.join(folder, name)),
    })
    const installed: [string, Read] = [`node_modules/${names[0]}/package.json`, readInstalled]
    for (const [name, read] of [...READERS, installed]) {
      const version = readWith(read, path.join(folder, name), names)
      if (version) return found(name, version)
    }
    const range = readWith(readWanted, path.join(folder, 'package.json'), names)
    if (range) wanted ??= found('package.json', range)
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}

/** A file that is damaged says nothing. */
function readWith(read: Read, file: string, names: readonly string[]): string | undefined {
  const text = readText(file)
  if (text === undefined) return undefined
  try {
    return read(text, names)
  } catch {
    return undefined
  }
}

type Versions = Record<string, { version?: string } | undefined>

function readNpm(text: string, names: readonly string[]): string | undefined {
  const { packages = {}, dependencies = {} } = JSON.parse(text) as Record<string, Versions | undefined>
  return first(names, name => packages[`node_modules/${name}`]?.version ?? dependencies[name]?.version)
}

/** Both forms: `vuepress@^1.8.0:` with `version "1.8.2"`, or `"vuepress@npm:^1.8.0":` with `version: 1.8.2`. */
function readYarn(text: string, names: readonly string[]): string | undefined {
  const lines = text.split(/\r?\n/)
  return first(names, name => {
    const at = lines.findIndex(line => line.startsWith(`${name}@`) || line.startsWith(`"${name}@`))
    const version =
      at === -1 ? undefined : lines.slice(at + 1, at + 4).find(line => /^\s+version\b/.test(line))
    return version && /\d[\w.+-]*/.exec(version)?.[0]
  })
}

/** `/vuepress/1.8.2:`, `/vuepress@1.8.2:` or `vuepress@1.8.2:`, as the versions of pnpm write it. */
function readPnpm(text: string, names: readonly string[]): string | undefined {
  const keys = text.split(/\r?\n/).map(line => line.trim().replace(/^['"/]+/, ''))
  return first(names, name => {
    const key = keys.find(line => /^[/@]\d/.test(line.slice(name.length)) && line.startsWith(name))
    return key && /^\d[\w.+-]*/.exec(key.slice(name.length + 1))?.[0].replace(/_.*/, '')
  })
}

function readInstalled(text: string): string | undefined {
  return (JSON.parse(text) as { version?: string }).version
}

function readWanted(text: string, names: readonly string[]): string | undefined {
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
  return first(names, name => devDependencies?.[name] ?? dependencies?.[name])
}

function first(names: readonly string[], find: (name: string) => string | undefined): string | undefined {
  return names.map(find).find(version => version !== undefined)
}

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
