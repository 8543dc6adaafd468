import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LIMITS } from '../schema/limits.ts'
import { endsWithUs } from './ends-with-us.ts'

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
