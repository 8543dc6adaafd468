import { execFile, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { groupBy } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import { attempt, folderWith, leadsOut, sitePath } from './files.ts'
import { onExit } from './process.ts'

const execute = promisify(execFile)

/** `limit`: milliseconds. */
type GitOptions = { input?: string; limit?: number | undefined; index?: string }

/** Runs Git. The folder alone decides about the repository, not variables of a hook. @throws what `execFile` throws */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}) {
  const { input = '', limit: timeout = LIMITS.gitSeconds * 1000, index } = options
  const cleared = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_PREFIX: undefined }
  const running = execute('git', args, {
    cwd: folder,
    env: { ...process.env, ...cleared, GIT_INDEX_FILE: index },
    maxBuffer: 256 * 1024 * 1024,
    timeout,
    killSignal: 'SIGKILL',
  })
  endsWithUs(running.child)
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Ends `child` if this process ends first. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  const unregister = onExit(child, running => void running.kill('SIGKILL'))
  return child.once('close', unregister)
}

/** Reason, for a sentence: Git's own words, if it has any. */
export function whyGitFailed(error: unknown) {
  const { killed, code, stderr = '' } = error as { killed?: boolean; code?: unknown; stderr?: string }
  if (killed) return "it didn't respond in time"
  if (code === 'ENOENT') return "it isn't installed"
  const [line = ''] = stderr.trim().split('\n')
  return line.replace(/^fatal: /, '') || `it failed (${String(code)})`
}

/** Runs commands that end with code 1 if they find nothing: then the result is empty. */
async function askGit(folder: string, args: readonly string[], options?: GitOptions) {
  return runGit(folder, args, options).catch((error: { code?: unknown }) => {
    if (error.code === 1) return ''
    throw error
  })
}

/** Hash of the commit of `ref`: a branch, tag or expression. @throws without a repository, without Git */
export async function findCommit(folder: string, ref: string) {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
  return (await askGit(folder, args)).trim() || undefined
}

export function splitNames(output: string) {
  return output.split('\0').filter(Boolean)
}

export async function isShallow(root: string, options?: GitOptions) {
  return (await runGit(root, ['rev-parse', '--is-shallow-repository'], options)).trim() !== 'false'
}

/** Arguments to ask Git about `folder`: it lists no files outside `cwd`. `nameOf` makes names relative to the site. */
export function askedFolder(root: string, folder: string) {
  const [outside, inside] = leadsOut(folder) ? [folder, '.'] : ['', folder]
  const nameOf = (name: string) => path.posix.join(outside, name)
  return { cwd: path.resolve(root, outside), folder: inside, nameOf }
}

export interface CommitDates {
  /** Path relative to the root → ISO date of the last commit, in UTC. */
  dates: Map<string, string>
  problem?: { kind: 'shallow' | 'slow' | 'failed'; reason: string }
}

/** Dates of the files below `folder`. Empty without Git, and in a shallow clone, where they would be wrong. */
export async function lastCommitDates(
  root: string,
  folder: string,
  { limit, commit }: { limit?: number; commit?: string } = {},
): Promise<CommitDates> {
  const options = { limit }
  const dates = new Map<string, string>()
  const asked = askedFolder(root, folder)
  const fail = (kind: 'shallow' | 'slow' | 'failed', reason: string) => ({ dates, problem: { kind, reason } })
  try {
    if (await isShallow(asked.cwd, options))
      return fail('shallow', "a shallow clone doesn't contain the commits that they come from")
    const args = ['log', '--format=%x01%cI', '--name-only', '-z', '--relative']
    const which = [...(commit ? [commit] : []), '--', asked.folder]
    const log = await runGit(asked.cwd, [...args, ...which], options)
    // Newest first: the first date of a file counts.
    for (const text of log.split('\u0001').slice(1)) {
      const [date = '', ...files] = text.split(/[\0\n]+/).filter(Boolean)
      const utc = new Date(date).toISOString().replace('.000Z', 'Z')
      for (const file of files.map(asked.nameOf)) if (!dates.has(file)) dates.set(file, utc)
    }
    return { dates }
  } catch (error) {
    const { killed } = error as { killed?: boolean }
    return fail(killed ? 'slow' : 'failed', `Git failed (${whyGitFailed(error)})`)
  }
}

export type IgnoredFiles = { files: ReadonlySet<string>; problem?: string | undefined }

/**
 * Finds `files` (POSIX paths relative to `root`) that Git ignores, they or what they link to; never those under version control.
 * Where Git ignores the whole root or one of `folders`, that says nothing of a single file there.
 */
export async function ignoredFiles(
  root: string,
  files: readonly string[],
  folders: readonly string[] = [],
): Promise<IgnoredFiles> {
  if (files.length === 0) return { files: new Set() }
  const bases = ['.', ...folders]
  const questions = [...bases, ...files].flatMap((name, index) => {
    const absolute = path.resolve(root, name)
    // Git refuses paths that go through a linked folder.
    const own = path.join(realPath(path.dirname(absolute)), path.basename(absolute))
    const asked = index < bases.length ? [realPath(absolute)] : [own, realPath(absolute)]
    return [...new Set(asked)].map(file => ({ name, file, repository: folderWith('.git', file) ?? '' }))
  })
  const ignored = new Set<string>()
  let problem: string | undefined
  const ask = async (repository: string, group: typeof questions) => {
    const paths = group.map(({ file }) => sitePath(repository, file) || '.')
    try {
      const output = await askGit(repository, ['check-ignore', '--stdin', '-z'], { input: paths.join('\0') })
      const answer = new Set(splitNames(output))
      for (const [index, { name }] of group.entries()) if (answer.has(paths[index] ?? '')) ignored.add(name)
    } catch (error) {
      problem ??= whyGitFailed(error)
    }
  }
  const groups = groupBy(questions, ({ repository }) => repository)
  await Promise.all([...groups].map(([repository, group]) => repository !== '' && ask(repository, group)))
  const opaque = bases.filter(folder => ignored.has(folder))
  const isToldApart = (file: string) =>
    !opaque.some(folder => (folder === '.' ? !leadsOut(file) : file.startsWith(`${folder}/`)))
  return { files: new Set(files.filter(file => ignored.has(file) && isToldApart(file))), problem }
}

function realPath(absolute: string) {
  return attempt(() => realpathSync.native(absolute)) ?? absolute
}
