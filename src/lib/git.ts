import { execFile, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '../schema/limits.ts'
import { onExit } from './on-exit.ts'

const execute = promisify(execFile)

/** Milliseconds that git may take. */
const LIMIT = LIMITS.gitSeconds * 1000

interface GitOptions {
  input?: string
  /** Milliseconds. */
  limit?: number
  /** `latin1` keeps bytes apart. */
  encoding?: 'utf8' | 'latin1'
  /** A file in the place of the repository's own index. */
  index?: string
}

/**
 * Runs Git in a folder. What a hook says of the repository that it runs for is not meant here: the folder decides.
 * @throws what `execFile` throws
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', limit = LIMIT, encoding = 'utf8', index }: GitOptions = {},
): Promise<{ stdout: string }> {
  const env = { ...process.env }
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']) delete env[name]
  if (index !== undefined) env['GIT_INDEX_FILE'] = index
  const running = execute('git', args, {
    cwd: folder,
    env,
    encoding,
    maxBuffer: 256 * 1024 * 1024,
    timeout: limit,
    killSignal: 'SIGKILL',
  })
  endsWithUs(running.child)
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  return running
}

/** Why Git did not answer, for a sentence: its own words, if it has any. */
export function whyGitFailed(error: unknown): string {
  const { killed, code, stderr = '' } = error as { killed?: boolean; code?: unknown; stderr?: string }
  if (killed) return 'it did not answer in time'
  if (code === 'ENOENT') return 'it is not installed'
  return (
    stderr
      .trim()
      .split('\n')[0]
      ?.replace(/^fatal: /, '') || `it failed (${String(code)})`
  )
}

/**
 * Hash of the commit that a branch, tag or expression stands for; undefined where the repository has none.
 * @throws what `runGit` throws: there is no repository, no Git
 */
export async function findCommit(folder: string, ref: string): Promise<string | undefined> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    return (await runGit(folder, args)).stdout.trim()
  } catch (error) {
    // Git's way to say that there is none.
    if ((error as { code?: unknown }).code === 1) return undefined
    throw error
  }
}

export interface CommitDates {
  /** Path relative to the root → ISO date of the last commit, in UTC. */
  dates: Map<string, string>
  /** Why there are none although there is a repository. */
  problem?: 'shallow' | 'slow'
}

/**
 * Dates of the last commit of every file below `folder`, from one `git log`. Empty without git, outside a repository and
 * in a shallow clone, where the dates would be wrong. `commit`: that, or a branch or tag, in place of what is checked out.
 */
export async function lastCommitDates(
  root: string,
  folder: string,
  { limit = LIMIT, commit = 'HEAD' }: { limit?: number; commit?: string } = {},
): Promise<CommitDates> {
  try {
    const shallow = await runGit(root, ['rev-parse', '--is-shallow-repository'], { limit })
    if (shallow.stdout.trim() !== 'false') return { dates: new Map(), problem: 'shallow' }
    const args = ['log', '--format=%x01%cI', '--name-only', '-z', '--relative', commit, '--', folder]
    const { stdout } = await runGit(root, args, { limit })
    return { dates: readLog(stdout) }
  } catch (error) {
    const isStopped = (error as { killed?: boolean }).killed === true
    return { dates: new Map(), ...(isStopped ? { problem: 'slow' as const } : {}) }
  }
}

/** Newest first: the first date seen for a file is its last change, whatever the author's zone. */
function readLog(log: string): Map<string, string> {
  const dates = new Map<string, string>()
  for (const commit of log.split('\u0001').slice(1)) {
    const [date = '', ...files] = commit.split(/[\0\n]+/).filter(Boolean)
    const utc = new Date(date).toISOString().replace('.000Z', 'Z')
    for (const file of files) if (!dates.has(file)) dates.set(file, utc)
  }
  return dates
}

/** Ends a process that we started should this one end before it, for instance on a signal. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  child.once(
    'close',
    onExit(child, running => void running.kill('SIGKILL')),
  )
  return child
}

/** A version of a file, as a commit left it. */
export interface Revision {
  commit: string
  /** Name that the file had, relative to the root. */
  file: string
  blob: string
}

/** A file's versions, newest first. */
export type FileHistories = ReadonlyMap<string, readonly Revision[]>

/** Milliseconds that a long history may take. */
const HISTORY_LIMIT = 300_000

/** Objects that are read at once: what they say is in memory meanwhile. */
const BATCH = 500

/**
 * Versions of every file below `folder`, renames followed, from one `git log`.
 * @returns why there are none: `shallow`, or what git says
 */
export async function readHistories(
  root: string,
  folder: string,
): Promise<{ histories: FileHistories } | { problem: string }> {
  try {
    const { stdout } = await runGit(root, ['rev-parse', '--is-shallow-repository'])
    if (stdout.trim() === 'true') return { problem: 'shallow' }
    const args = ['log', '--format=%x01%H', '--raw', '--no-abbrev', '-M', '-z', '--topo-order', '--relative']
    const log = await runGit(root, [...args, '--', folder], { limit: HISTORY_LIMIT })
    return { histories: followRenames(log.stdout) }
  } catch (error) {
    return { problem: whyGitFailed(error) }
  }
}

/** `:100644 100644 <blob> <blob> R086`, from a name to a name: one change of a commit. */
interface Change {
  kind: string
  blob: string
  from: string
  to: string
}

/** Commits stand newest first, so a name means the file that has it today until a commit gave it that name. */
function followRenames(log: string): Map<string, Revision[]> {
  const histories = new Map<string, Revision[]>()
  /** Name at this point of the history → name today; undefined: the file that had it is gone, or is another one. */
  const names = new Map<string, string | undefined>()
  for (const text of log.split('\u0001').slice(1)) {
    const { commit, changes } = readCommit(text)
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

function readCommit(text: string): { commit: string; changes: Change[] } {
  const [commit = '', ...parts] = text.split('\0')
  const changes: Change[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const head = /:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[index] ?? '')
    if (!head) continue
    const [, blob = '', kind = ''] = head
    const from = parts[(index += 1)] ?? ''
    const to = kind === 'R' || kind === 'C' ? (parts[(index += 1)] ?? '') : from
    changes.push({ kind, blob, from, to })
  }
  return { commit, changes }
}

/** Texts of Git objects by their names (`<blob>`, `<commit>:./<file>`); what is not there is left out. */
export async function readObjects(root: string, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH)
    // Sizes are in bytes.
    const { stdout } = await runGit(root, ['cat-file', '--batch'], {
      input: lines(batch),
      limit: HISTORY_LIMIT,
      encoding: 'latin1',
    })
    let offset = 0
    for (const name of batch) {
      const end = stdout.indexOf('\n', offset)
      const size = / blob (\d+)$/.exec(stdout.slice(offset, end))?.[1]
      offset = end + 1
      if (size === undefined) continue
      texts.set(name, Buffer.from(stdout.slice(offset, offset + Number(size)), 'latin1').toString())
      offset += Number(size) + 1
    }
  }
  return texts
}

/** The blobs that files were at commits, by `<commit>:./<file>`; what is not there is left out. */
export async function findBlobs(root: string, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { stdout } = await runGit(root, ['cat-file', '--batch-check'], {
    input: lines(names),
    limit: HISTORY_LIMIT,
  })
  const answers = stdout.split('\n')
  return new Map(
    names.flatMap((name, index) => {
      const blob = /^([0-9a-f]+) blob /.exec(answers[index] ?? '')?.[1]
      return blob === undefined ? [] : [[name, blob] as const]
    }),
  )
}

function lines(names: readonly string[]): string {
  return names.map(name => `${name}\n`).join('')
}

/** What a branch or tag stands for. */
export interface Tree {
  /** Hash of the commit. */
  commit: string
  /** Hash of all that it holds. */
  tree: string
  /** Folder of the site in the repository, with a slash at the end; empty for the repository itself. */
  prefix: string
  /** It is a branch, which goes on, and no tag. */
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
    const { stdout: where } = await runGit(folder, ['rev-parse', '--show-prefix', '--is-shallow-repository'])
    const [prefix = '', isShallow] = where.split('\n')
    for (const name of [ref, `origin/${ref}`]) {
      const found = await resolve(folder, name)
      if (found) return { ...found, prefix, isBranch: await isBranch(folder, name) }
    }
    return { problem: `the repository has no branch or tag \`${ref}\``, shallow: isShallow === 'true' }
  } catch (error) {
    return { problem: whyGitFailed(error), shallow: false }
  }
}

async function resolve(folder: string, ref: string): Promise<Pick<Tree, 'commit' | 'tree'> | undefined> {
  const commit = await findCommit(folder, ref)
  if (commit === undefined) return undefined
  return { commit, tree: (await runGit(folder, ['rev-parse', `${commit}^{tree}`])).stdout.trim() }
}

async function isBranch(folder: string, name: string): Promise<boolean> {
  const args = ['rev-parse', '--symbolic-full-name', '--end-of-options', name]
  return /^refs\/(?:heads|remotes)\//m.test((await runGit(folder, args)).stdout)
}

/**
 * Writes the files of a tree into a folder named by its hash below `target`, unless they are there. Neither the working tree nor
 * the index of the repository is touched.
 * @returns absolute folder
 * @throws what Git and the system refuse
 */
export async function exportTree(folder: string, tree: string, target: string): Promise<string> {
  const exported = path.join(target, tree)
  if (existsSync(exported)) return exported
  const temporary = `${exported}.tmp-${process.pid}`
  const index = `${temporary}.index`
  try {
    await rm(temporary, { recursive: true, force: true })
    await mkdir(temporary, { recursive: true })
    const { stdout } = await runGit(folder, ['rev-parse', '--show-toplevel'])
    const top = stdout.replace(/\n$/, '')
    await runGit(top, ['read-tree', tree], { index })
    await runGit(top, ['checkout-index', '--all', `--prefix=${temporary}${path.sep}`], { index })
    await rename(temporary, exported)
  } finally {
    await Promise.all([temporary, index].map(file => rm(file, { recursive: true, force: true })))
  }
  return exported
}

/** Removes the trees in a folder that are not among `used`. */
export async function dropTrees(target: string, used: ReadonlySet<string>): Promise<void> {
  const names = await readdir(target).catch(() => [])
  const stale = names.filter(name => /^[0-9a-f]+$/.test(name) && !used.has(name))
  await Promise.all(stale.map(name => rm(path.join(target, name), { recursive: true, force: true })))
}
