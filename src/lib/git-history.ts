import { runGit, whyGitFailed } from './git.ts'

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
const LIMIT = 300_000

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
    const log = await runGit(root, [...args, '--', folder], { limit: LIMIT })
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
      limit: LIMIT,
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
  const { stdout } = await runGit(root, ['cat-file', '--batch-check'], { input: lines(names), limit: LIMIT })
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
