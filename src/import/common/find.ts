import path from 'node:path'
import { exists, isLink, listFiles, namesIn, readText, repositoryOf, sitePath } from '../../lib/files.ts'
import { escapePattern } from '../../lib/text.ts'

/** Greatest depth of a source folder: `packages/docs/docs` is 3. */
const DEEPEST = 4
const SKIPPED = /^\.|^(?:node_modules|dist|build|coverage|vendor|__\w+__)$/

/** The folder that holds `name`, in `dir` or below it: the nearest, at the same depth the first. */
export function findFolder(dir: string, name: string) {
  let folders = [dir]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const folder = folders.find(each => exists(path.join(each, name)))
    if (folder) return { folder, isRepository: exists(path.join(folder, '.git')) }
    const below = folders.flatMap(each => namesIn(each).map(inner => path.join(each, inner)))
    folders = below.filter(each => !SKIPPED.test(path.basename(each)) && !isLink(each))
  }
  return { problem: `There is no \`${name}\` folder in this folder or up to ${DEEPEST} levels below it.` }
}

/** Files beside the source folder would be outside the repository. */
export function atTheTop(name: string) {
  return `The pages are in the repository root, but docsgen needs a separate folder. Move the pages and \`${name}\` to \`docs\`, then try again.`
}

export function findFile(dir: string, folders: readonly string[], names: readonly string[]) {
  return folders.flatMap(folder => names.map(name => path.join(dir, folder, name))).find(exists)
}

export async function listSources(folder: string) {
  const files = await listFiles(folder, { skipHidden: true })
  return files.filter(file => !/(?:^|\/)node_modules\//.test(file))
}

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
 * Looks in the folders from the site up to its repository: for the installed version, such as `1.8.2`, or else the nearest range of a
 * `package.json`, such as `^1.5.3`. `file` is relative to the root.
 * @param names packages of the same version, of which a site has one
 */
export function findVersion(root: string, names: readonly string[]) {
  const last = repositoryOf(root)
  let wanted: { version: string; file: string } | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const find = ([name, pattern]: [string, string]) => {
      const file = path.join(folder, name)
      const version = new RegExp(pattern, 'm').exec(readText(file) ?? '')?.[1]
      return version ? [{ version, file: sitePath(root, file) }] : []
    }
    for (const name of names) {
      const [found] = installed(name).flatMap(find)
      if (found) return found
      const range = '((?:[\\^~<>=v ]*\\d|workspace:|\\*|latest)[^"]*)'
      wanted ??= find(['package.json', `"${escapePattern(name)}":\\s*"${range}"`])[0]
    }
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}
