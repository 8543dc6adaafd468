import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * ISO date of the last commit of every file below `folder`, from one `git log`: path relative to `root` → date.
 * Empty without git, outside a repository and in a shallow clone, where the dates would be wrong.
 */
export async function lastCommitDates(root: string, folder: string): Promise<Map<string, string>> {
  const dates = new Map<string, string>()
  try {
    const shallow = await run('git', ['rev-parse', '--is-shallow-repository'], { cwd: root })
    if (shallow.stdout.trim() !== 'false') return dates
    const args = ['log', '--format=%x01%cI', '--name-only', '-z', '--relative', '--', folder]
    const { stdout } = await run('git', args, { cwd: root, maxBuffer: 256 * 1024 * 1024 })
    collectDates(stdout, dates)
  } catch {
    return new Map()
  }
  return dates
}

/** Newest first: the first date seen for a file is its last change. Dates are given in UTC, whatever the author's zone. */
function collectDates(log: string, dates: Map<string, string>): void {
  for (const commit of log.split('\u0001').slice(1)) {
    const [date = '', ...files] = commit.split(/[\0\n]+/).filter(Boolean)
    const utc = new Date(date).toISOString().replace('.000Z', 'Z')
    for (const file of files) if (!dates.has(file)) dates.set(file, utc)
  }
}
