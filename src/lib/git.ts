import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { LIMITS } from '../schema/limits.ts'
import { folderWith, sitePath } from './files.ts'
import { onExit } from './process.ts'

const execute = promisify(execFile)

interface GitOptions {
  input?: string
  /** Milliseconds. */
  limit?: number
  /** `latin1` keeps bytes apart. */
  encoding?: 'utf8' | 'latin1'
  /** A file to use instead of the repository's own index. */
  index?: string
}

/** Runs Git in a folder, which alone decides about the repository, not the variables of a hook. @throws what `execFile` throws */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', limit = LIMITS.gitSeconds * 1000, encoding = 'utf8', index }: GitOptions = {},
): Promise<string> {
  const env = { ...process.env }
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']) delete env[name]
  const running = execute('git', args, {
    cwd: folder,
    env: index === undefined ? env : { ...env, GIT_INDEX_FILE: index },
    encoding,
    maxBuffer: 256 * 1024 * 1024,
    timeout: limit,
    killSignal: 'SIGKILL',
  })
  endsWithUs(running.child)
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Ends a process that we started should this one end before it, for instance on a signal. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  child.once(
    'close',
    onExit(child, running => void running.kill('SIGKILL')),
  )
  return child
}

/** Why Git did not answer, for a sentence: its own words, if it has any. */
export function whyGitFailed(error: unknown): string {
  const { killed, code, stderr = '' } = error as { killed?: boolean; code?: unknown; stderr?: string }
  if (killed) return 'it did not answer in time'
  if (code === 'ENOENT') return 'it is not installed'
  const [line = ''] = stderr.trim().split('\n')
  return line.replace(/^fatal: /, '') || `it failed (${String(code)})`
}

/** Git's way to say that there is none. */
function isNone(error: unknown): boolean {
  return (error as { code?: unknown }).code === 1
}

/** Hash of the commit of a branch, tag or expression; undefined where there is none. @throws without a repository, without Git */
export async function findCommit(folder: string, ref: string): Promise<string | undefined> {
  try {
    return (
      await runGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    ).trim()
  } catch (error) {
    if (isNone(error)) return undefined
    throw error
  }
}

export function splitNames(output: string): string[] {
  return output.split('\0').filter(Boolean)
}

async function isShallow(root: string, options: GitOptions = {}): Promise<boolean> {
  return (await runGit(root, ['rev-parse', '--is-shallow-repository'], options)).trim() !== 'false'
}

export interface CommitDates {
  /** Path relative to the root → ISO date of the last commit, in UTC. */
  dates: Map<string, string>
  /** Why there are none although there is a repository. */
  problem?: 'shallow' | 'slow'
}

/** Dates of the last commit of every file below `folder`; empty without Git, and in a shallow clone, where they would be wrong. */
export async function lastCommitDates(
  root: string,
  folder: string,
  { limit, commit = 'HEAD' }: { limit?: number; commit?: string } = {},
): Promise<CommitDates> {
  const options = limit === undefined ? {} : { limit }
  const dates = new Map<string, string>()
  try {
    if (await isShallow(root, options)) return { dates, problem: 'shallow' }
    const args = ['log', '--format=%x01%cI', '--name-only', '-z', '--relative', commit, '--', folder]
    const log = await runGit(root, args, options)
    // Newest first: the first date seen for a file is its last change, whatever the author's zone.
    for (const text of log.split('\u0001').slice(1)) {
      const [date = '', ...files] = text.split(/[\0\n]+/).filter(Boolean)
      const utc = new Date(date).toISOString().replace('.000Z', 'Z')
      for (const file of files) if (!dates.has(file)) dates.set(file, utc)
    }
    return { dates }
  } catch (error) {
    const isStopped = (error as { killed?: boolean }).killed === true
    return { dates, ...(isStopped ? { problem: 'slow' as const } : {}) }
  }
}

/** A version of a file, as a commit left it; `file` is its name then, relative to the root. */
export interface Revision {
  commit: string
  file: string
  blob: string
}

export type FileHistories = ReadonlyMap<string, readonly Revision[]>

const LONG = { limit: 300_000 }

/** Versions of every file below `folder`, renames followed. `problem`: `shallow`, or what Git says. */
export async function readHistories(
  root: string,
  folder: string,
): Promise<{ histories: FileHistories } | { problem: string }> {
  try {
    if (await isShallow(root)) return { problem: 'shallow' }
    const args = ['log', '--format=%x01%H', '--raw', '--no-abbrev', '-M', '-z', '--topo-order', '--relative']
    return { histories: followRenames(await runGit(root, [...args, '--', folder], LONG)) }
  } catch (error) {
    return { problem: whyGitFailed(error) }
  }
}

/** The newest commit is first, so a name means the file that has it today until a commit gave it that name. */
function followRenames(log: string): Map<string, Revision[]> {
  const histories = new Map<string, Revision[]>()
  /** Name at this point of the history → name today; undefined: the file that had it is gone, or is another one. */
  const names = new Map<string, string | undefined>()
  for (const text of log.split('\u0001').slice(1)) {
    const [commit = '', ...parts] = text.split('\0')
    const changes = readChanges(parts)
    const today = changes.map(({ to }) => (names.has(to) ? names.get(to) : to))
    for (const { kind, to } of changes) if (kind !== 'M' && kind !== 'T') names.set(to, undefined)
    for (const [index, { kind, blob, from, to }] of changes.entries()) {
      const name = kind === 'D' ? undefined : today[index]
      if (kind === 'R') names.set(from, name)
      if (name === undefined) continue
      const versions = histories.get(name) ?? []
      versions.push({ commit, file: to, blob })
      histories.set(name, versions)
    }
  }
  return histories
}

/** Reads `:100644 100644 <blob> <blob> R086`, a name, and where it is a rename or a copy the new name. */
function readChanges(parts: readonly string[]) {
  const changes: { kind: string; blob: string; from: string; to: string }[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const head = /:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[index] ?? '')
    if (!head) continue
    const [, blob = '', kind = ''] = head
    const from = parts[(index += 1)] ?? ''
    const to = kind === 'R' || kind === 'C' ? (parts[(index += 1)] ?? '') : from
    changes.push({ kind, blob, from, to })
  }
  return changes
}

/** Objects that are read at once: their texts are in memory together. */
const BATCH = 500

/** Texts of Git objects by their names (`<blob>`, `<commit>:./<file>`); those that aren't there are left out. */
export async function readObjects(root: string, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH)
    // Sizes are in bytes.
    const options = { ...LONG, input: asLines(batch), encoding: 'latin1' as const }
    const output = await runGit(root, ['cat-file', '--batch'], options)
    let offset = 0
    for (const name of batch) {
      const end = output.indexOf('\n', offset)
      const size = / blob (\d+)$/.exec(output.slice(offset, end))?.[1]
      offset = end + 1
      if (size === undefined) continue
      texts.set(name, Buffer.from(output.slice(offset, offset + Number(size)), 'latin1').toString())
      offset += Number(size) + 1
    }
  }
  return texts
}

/** The blobs of files at commits, by `<commit>:./<file>`; those that aren't there are left out. */
export async function findBlobs(root: string, names: readonly string[]): Promise<Map<string, string>> {
  const blobs = new Map<string, string>()
  if (names.length === 0) return blobs
  const output = await runGit(root, ['cat-file', '--batch-check'], { ...LONG, input: asLines(names) })
  for (const [index, answer] of output.split('\n').entries()) {
    const blob = /^([0-9a-f]+) blob /.exec(answer)?.[1]
    if (blob !== undefined) blobs.set(names[index] ?? '', blob)
  }
  return blobs
}

function asLines(names: readonly string[]): string {
  return names.map(name => `${name}\n`).join('')
}

/** A branch or tag: hashes of its commit and of all files that it has. */
interface Tree {
  commit: string
  tree: string
  /** Folder of the site in the repository, with a slash at the end; empty for the repository itself. */
  prefix: string
  isBranch: boolean
}

/** Why there is no tree; `shallow`: the clone lacks most of the history. */
export interface NoTree {
  problem: string
  shallow: boolean
}

/** Looks a branch or tag of the repository up that `folder` is in; a branch may be that of the remote alone. */
export async function findTree(folder: string, ref: string): Promise<Tree | NoTree> {
  try {
    const where = await runGit(folder, ['rev-parse', '--show-prefix', '--is-shallow-repository'])
    const [prefix = '', shallow] = where.split('\n')
    for (const name of [ref, `origin/${ref}`]) {
      const commit = await findCommit(folder, name)
      if (commit === undefined) continue
      const tree = (await runGit(folder, ['rev-parse', `${commit}^{tree}`])).trim()
      const fullName = await runGit(folder, ['rev-parse', '--symbolic-full-name', '--end-of-options', name])
      return { commit, tree, prefix, isBranch: /^refs\/(?:heads|remotes)\//m.test(fullName) }
    }
    return { problem: `the repository has no branch or tag \`${ref}\``, shallow: shallow === 'true' }
  } catch (error) {
    return { problem: whyGitFailed(error), shallow: false }
  }
}

/** Writes the files of a tree into a folder named by its hash below `target`, past working tree and index. Returns the folder. */
export async function exportTree(folder: string, tree: string, target: string): Promise<string> {
  const exported = path.join(target, tree)
  if (existsSync(exported)) return exported
  const temporary = `${exported}.tmp-${process.pid}`
  const index = `${temporary}.index`
  try {
    await rm(temporary, { recursive: true, force: true })
    await mkdir(temporary, { recursive: true })
    const top = (await runGit(folder, ['rev-parse', '--show-toplevel'])).replace(/\n$/, '')
    await runGit(top, ['read-tree', tree], { index })
    await runGit(top, ['checkout-index', '--all', `--prefix=${temporary}${path.sep}`], { index })
    await rename(temporary, exported)
  } finally {
    await Promise.all([temporary, index].map(file => rm(file, { recursive: true, force: true })))
  }
  return exported
}

export async function dropTrees(target: string, used: ReadonlySet<string>): Promise<void> {
  const names = await readdir(target).catch(() => [])
  const stale = names.filter(name => /^[0-9a-f]+$/.test(name) && !used.has(name))
  await Promise.all(stale.map(name => rm(path.join(target, name), { recursive: true, force: true })))
}

export interface IgnoredFiles {
  files: ReadonlySet<string>
  problem?: string
}

/**
 * Those of `files` (POSIX paths relative to `root`) that Git ignores, they or what they link to; each repository is asked
 * once. A file under version control is not ignored, nor is one outside a repository. Where Git ignores the whole root or
 * one of `folders`, that says nothing of a single file there.
 */
export async function ignoredFiles(
  root: string,
  files: readonly string[],
  folders: readonly string[] = [],
): Promise<IgnoredFiles> {
  if (files.length === 0) return { files: new Set() }
  const bases = ['.', ...folders]
  const realFolder = remember(realPath)
  const repositoryAbove = remember(folder => folderWith('.git', folder))
  /** By repository, the files on disk, links of folders followed, and the names that stand for them. */
  const questions = new Map<string, [name: string, realFile: string][]>()
  const add = (name: string, realFile: string, folder: string) => {
    const repository = repositoryAbove(folder)
    if (repository === undefined) return
    const group = questions.get(repository) ?? []
    questions.set(repository, group)
    group.push([name, realFile])
  }
  for (const name of bases) {
    const realFile = realPath(path.resolve(root, name))
    add(name, realFile, realFile)
  }
  for (const name of files) {
    const absolute = path.resolve(root, name)
    // Git refuses paths that go through a linked folder.
    const own = path.join(realFolder(path.dirname(absolute)), path.basename(absolute))
    for (const realFile of new Set([own, realPath(absolute)])) add(name, realFile, path.dirname(realFile))
  }
  const ignored = new Set<string>()
  let problem: string | undefined
  const ask = async ([repository, group]: [string, [string, string][]]) => {
    const paths = group.map(([, realFile]) => sitePath(repository, realFile) || '.')
    try {
      const output = await runGit(repository, ['check-ignore', '--stdin', '-z'], { input: paths.join('\0') })
      const answer = new Set(splitNames(output))
      for (const [index, [name]] of group.entries()) if (answer.has(paths[index] ?? '')) ignored.add(name)
    } catch (error) {
      if (!isNone(error)) problem ??= whyGitFailed(error)
    }
  }
  await Promise.all([...questions].map(ask))
  const opaque = bases.filter(folder => ignored.has(folder))
  const isToldApart = (file: string) =>
    !opaque.some(folder => folder === '.' || file.startsWith(`${folder}/`))
  return {
    files: new Set(files.filter(file => ignored.has(file) && isToldApart(file))),
    ...(problem === undefined ? {} : { problem }),
  }
}

function remember<Value>(find: (folder: string) => Value): (folder: string) => Value {
  const known = new Map<string, Value>()
  return folder => {
    if (!known.has(folder)) known.set(folder, find(folder))
    return known.get(folder) as Value
  }
}

function realPath(absolute: string): string {
  try {
    return realpathSync.native(absolute)
  } catch {
    return absolute
  }
}
