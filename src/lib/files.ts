import fs from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorMap } from 'node:util'
import type { Finding } from '../schema/finding.ts'
import { escapePattern } from './text.ts'

/** POSIX paths relative to `folder`, sorted by code unit; none without the folder. */
export async function listFiles(folder: string, options: { skipHidden?: boolean } = {}) {
  const files: string[] = []
  const visit = async (relative: string): Promise<void> => {
    const entries = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(noneIfRemoved)
    for (const entry of entries) {
      if (options.skipHidden && entry.name.startsWith('.')) continue
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (entry.isDirectory()) await visit(name)
      else if (entry.isFile()) files.push(name)
    }
  }
  if (await isFolder(folder)) await visit('')
  return files.toSorted()
}

/** A folder may be removed while `dev` is reading it. */
function noneIfRemoved(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

export function namesIn(folder: string) {
  return attempt(() => fs.readdirSync(folder).toSorted()) ?? []
}

export function readText(file: string) {
  return attempt(() => fs.readFileSync(file, 'utf8'))
}

/** Checks the real path of `target`. `folders` are real paths; all are absolute. */
export async function isRegularFileInside(folders: readonly string[], target: string) {
  try {
    const real = await realpath(target)
    return folders.some(folder => isWithin(real, folder)) && (await stat(real)).isFile()
  } catch {
    return false
  }
}

/** False if `name` leads out of the folder. */
export function isFile(folder: string, name: string) {
  const target = path.resolve(folder, name)
  if (!target.startsWith(path.resolve(folder) + path.sep)) return false
  return fs.statSync(target, { throwIfNoEntry: false })?.isFile() ?? false
}

export async function isFolder(folder: string) {
  return (await stat(folder).catch(() => undefined))?.isDirectory() ?? false
}

/** True for a broken link too. */
export function exists(target: string) {
  return attempt(() => fs.lstatSync(target)) !== undefined
}

export function isLink(target: string) {
  return attempt(() => fs.lstatSync(target).isSymbolicLink()) ?? false
}

export function realFolder(folder: string) {
  return isLink(folder) ? fs.realpathSync(folder) : folder
}

/**
 * Writes a file, and makes the folders above it. Even after a kill, or on a full disk, readers find the whole old or new content.
 * A file keeps its mode, a link its target. `isNew` throws EEXIST instead of replacing.
 */
export function writeFileWhole(file: string, content: string | Uint8Array, { isNew = false } = {}) {
  try {
    makeFolder(path.dirname(file))
    const stats = fs.statSync(file, { throwIfNoEntry: false })
    // Devices such as `/dev/stdout` can't be replaced; for a folder the system reports the error.
    if (stats && !stats.isFile() && !isNew) return fs.writeFileSync(file, content)
    const target = stats && !isNew ? fs.realpathSync(file) : file
    removeLeftovers(path.dirname(target))
    const temporary = temporaryPath(target)
    const { mode } = (!isNew && stats) || {}
    try {
      fs.rmSync(temporary, { force: true })
      fs.writeFileSync(temporary, content, { flag: 'wx', flush: true, mode })
      // The umask may have changed it.
      if (mode) fs.chmodSync(temporary, mode)
      if (isNew) linkNew(temporary, target)
      else fs.renameSync(temporary, target)
    } finally {
      fs.rmSync(temporary, { force: true })
    }
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file, dest: undefined })
  }
}

/** Makes the folder and those above it, up to `root`. Node's `recursive` never ends where ENOENT is refused, as in `/proc`. */
export function makeFolder(folder: string, root?: string) {
  const isThere = () => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (folder === root || isThere()) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), root)
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (!isThere()) throw error
  }
}

/** Unlike a rename, a link never replaces a file that another process has just written. */
function linkNew(temporary: string, target: string) {
  try {
    fs.linkSync(temporary, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems have no hard links.
    fs.copyFileSync(temporary, target, fs.constants.COPYFILE_EXCL)
  }
}

/** False if the action fails with the code `refusal`; throws other errors. */
export function succeeds(action: () => void, refusal: string) {
  try {
    action()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === refusal) return false
    throw error
  }
}

/** Path beside `target`. The dot hides it from scans of content. */
export function temporaryPath(target: string) {
  const name = path.basename(target).slice(0, 100)
  return path.join(path.dirname(target), `.${name}.docsgen-${process.pid}.tmp`)
}

/** Removes files that killed processes left in `folder`. */
export function removeLeftovers(folder: string) {
  for (const name of namesIn(folder)) {
    const pid = /^\..+\.docsgen-(\d+)\.tmp$/.exec(name)?.[1]
    // Another user's may be refused: it is theirs to remove.
    if (pid && isGone(Number(pid)))
      attempt(() => fs.rmSync(path.join(folder, name), { recursive: true, force: true }))
  }
}

export function isGone(pid: number) {
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes a folder that threads may be writing into. `last`: the file to remove last, from which the next run learns the owner. */
export function removeFolder(folder: string, last?: string) {
  const gone = `${folder.replace(/-gone$/, '')}-gone`
  if (!succeeds(() => fs.renameSync(folder, gone), 'ENOENT')) return
  const remove = (target: string) => fs.rmSync(target, { recursive: true, force: true })
  const removeAll = () => {
    const names = last ? fs.readdirSync(gone) : []
    for (const name of names) if (name !== last) remove(path.join(gone, name))
    remove(gone)
  }
  // A write may still arrive; the retries of `rmSync` don't list the folder again.
  for (let tries = 1; tries < 10; tries += 1) if (succeeds(removeAll, 'ENOTEMPTY')) return
  removeAll()
}

export function posixPath(file: string) {
  return file.replaceAll(path.sep, '/')
}

export function sitePath(root: string, file: string) {
  return posixPath(path.relative(root, file))
}

/** Path of a site-relative `file` below the content folder; undefined if it's outside. */
export function contentPath(file: string, contentDir: string) {
  if (contentDir === '.' || contentDir === '') return file
  return file.startsWith(`${contentDir}/`) ? file.slice(contentDir.length + 1) : undefined
}

/** Folder of the repository that `root` is in, or `root` itself. */
export function repositoryOf(root: string) {
  return folderWith('.git', root) ?? root
}

/** Spells `file`, a POSIX path in `folder`, as on disk, where `é` may be composed in another way. Unchanged without such a file. */
export function spelledOnDisk(folder: string, file: string) {
  // oxlint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(file) || fs.existsSync(path.join(folder, file))) return file
  const spelled: string[] = []
  for (const part of file.split('/')) {
    const names = part === '..' ? [part] : namesIn(path.join(folder, ...spelled))
    const name = names.find(each => each.normalize('NFC') === part.normalize('NFC'))
    if (!name) return file
    spelled.push(name)
  }
  return spelled.join('/')
}

/** True for a site-relative path that leads out of the site's folder. */
export function leadsOut(file: string) {
  return file === '..' || file.startsWith('../')
}

/** Real path of a file. If it doesn't exist, that of the nearest folder above it, with the rest. */
export function resolveReal(file: string): string {
  if (fs.existsSync(file)) return fs.realpathSync(file)
  const above = path.dirname(file)
  return above === file ? file : path.join(resolveReal(above), path.basename(file))
}

/** True for the folder, too. Both are absolute. */
export function isWithin(target: string, folder: string) {
  return target === folder || target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
}

export type SourceFolders = ReturnType<typeof sourceFolders>

/**
 * Absolute folders that a site may read, links followed: repositories, or folders that aren't in one. `outer`: those of its `own`
 * folders elsewhere, which relative paths may lead to. A link in the place of such a folder isn't followed.
 */
export function sourceFolders(root: string, own: readonly string[]) {
  const site = fs.realpathSync.native(root)
  const outer = own.filter(leadsOut).flatMap(folder => {
    const { dir, base } = path.parse(path.resolve(site, folder))
    return fs.existsSync(dir) ? [repositoryOf(path.join(fs.realpathSync.native(dir), base))] : []
  })
  return { all: [repositoryOf(site), ...outer], outer }
}

/** True for site-relative paths that pages may name: in the site's folder or an `outer` one. */
export function isReachable(root: string, file: string, { outer }: SourceFolders) {
  if (!leadsOut(file)) return true
  const target = path.resolve(fs.realpathSync.native(root), file)
  return outer.some(folder => isWithin(target, folder))
}

/** Nearest folder that contains `name`, from `start` (absolute) up to `last`. */
export function folderWith(name: string, start: string, last?: string) {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, name))) return folder
    if (folder === last || folder === path.dirname(folder)) return undefined
  }
}

/** A file below the content folder → its path for readers and relative links: `en/:rest*` → `:rest*`. */
export function rewritePath(file: string, rewrites: Readonly<Record<string, string>> = {}) {
  for (const [from, to] of Object.entries(rewrites)) {
    const found = from === file ? {} : matchParameters(from, file)
    if (!found) continue
    const filled = to.replace(/:([A-Za-z_]\w*)[*+]?/g, (whole, name: string) => found[name] ?? whole)
    return filled.split('/').filter(Boolean).join('/')
  }
  return file
}

/** `:name` matches within a part, `:name*` and `:name+` any number of parts. */
function matchParameters(pattern: string, file: string): Record<string, string> | undefined {
  const names: string[] = []
  const parts = `${pattern}/`.split(/((?<![^/]):[A-Za-z_]\w*[*+]\/|:[A-Za-z_]\w*)/)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escapePattern(part)
    const [, name = '', sign = ''] = /^:(\w+)([*+]?)/.exec(part) ?? []
    names.push(name)
    return sign ? `((?:[^/]+/)${sign})` : '([^/]+?)'
  })
  const found = new RegExp(`^${source.join('')}$`).exec(`${file}/`)
  if (!found) return undefined
  return Object.fromEntries(names.map((name, index) => [name, (found[index + 1] ?? '').replace(/\/$/, '')]))
}

/** In patterns, `*` and `?` match within a part, `**` any number of parts. */
export function matchesAny(file: string, patterns: readonly string[] = []) {
  const bare = (name: string) => name.replace(/^\.?\//, '')
  return patterns.some(pattern => globPattern(bare(pattern)).test(bare(file)))
}

const WILDCARDS: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '/**': '(?:/.*)?',
  '**': '.*',
  '?': '[^/]',
}

function globPattern(glob: string) {
  const parts = glob.split(/((?:(?<=^|\/)\*\*\/)+|\/\*\*$|^\*\*$|\*+|\?)/)
  const source = parts.map((part, index) =>
    index % 2 === 0 ? escapePattern(part) : (WILDCARDS[part.replace(/^(\*\*\/)+$/, '**/')] ?? '[^/]*'),
  )
  return new RegExp(`^${source.join('')}$`)
}

/** Reason of a system error; undefined for other errors and those that only a bug causes. */
export function systemRefusal(error: unknown) {
  // A failed copy also names its source; the target couldn't be written.
  const failed = error as NodeJS.ErrnoException & { dest?: string }
  const { code = '', path: source, dest: file = source } = failed
  if (code === 'EBADF' || code === 'EINVAL') return undefined
  // libuv doesn't know EDQUOT.
  const reasons = new Map([...getSystemErrorMap().values(), ['EDQUOT', 'disk quota exceeded']])
  const reason = reasons.get(code)
  return reason ? { file, reason: `${reason} (${code})` } : undefined
}

/** Reports a system error; throws other errors again. */
export function refusedFinding(error: unknown, access: 'read' | 'write' = 'write'): Finding {
  const { file, reason } = systemRefusal(error) ?? {}
  if (file === undefined) throw error
  const name = `\`${path.relative(process.cwd(), file) || '.'}\``
  if (access === 'read')
    return { rule: 'files/unreadable', severity: 'error', message: `${name} can't be read: ${reason}.` }
  return { rule: 'output/write', severity: 'error', message: `Can't access ${name}: ${reason}.` }
}
