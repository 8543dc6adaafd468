import { execFile, type ExecFileOptions } from 'node:child_process'
import { promisify } from 'node:util'
import { endsWithUs } from './ends-with-us.ts'

const runFile = promisify(execFile)

/** Milliseconds that git may take: it waits for whatever holds its files, such as a network. */
const LIMIT = 30_000

export interface CommitDates {
  /** Path relative to the root → ISO date of the last commit, in UTC. */
  dates: Map<string, string>
  /** Why there are none although there is a repository. */
  problem?: 'shallow' | 'slow'
}

/**
 * Dates of the last commit of every file below `folder`, from one `git log`. Empty without git, outside a repository and
 * in a shallow clone, where the dates would be wrong.
 */
export async function lastCommitDates(root: string, folder: string, limit = LIMIT): Promise<CommitDates> {
  const options = {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
    timeout: limit,
    killSignal: 'SIGKILL' as const,
  }
  try {
    const shallow = await run('git', ['rev-parse', '--is-shallow-repository'], options)
    if (shallow.stdout.trim() !== 'false') return { dates: new Map(), problem: 'shallow' }
    const args = ['log', '--format=%x01%cI', '--name-only', '-z', '--relative', '--', folder]
    const { stdout } = await run('git', args, options)
    return { dates: readLog(stdout) }
  } catch (error) {
    const isStopped = (error as { killed?: boolean }).killed === true
    return { dates: new Map(), ...(isStopped ? { problem: 'slow' as const } : {}) }
  }
}

function run(program: string, args: string[], options: ExecFileOptions): Promise<{ stdout: string }> {
  const running = runFile(program, args, { ...options, encoding: 'utf8' })
  endsWithUs(running.child)
  return running
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
