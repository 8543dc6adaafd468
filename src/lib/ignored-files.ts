import { realpathSync } from 'node:fs'
import path from 'node:path'
import { runGit, whyGitFailed } from './git.ts'
import { enclosingRepository } from './files.ts'
import { sitePath } from './posix-path.ts'

/** What Git says of files. */
export interface IgnoredFiles {
  /** Those of the files asked for that it ignores. */
  files: ReadonlySet<string>
  /** Why it did not tell of all, if it did not. */
  problem?: string
}

/** What Git is asked of: the file on disk, behind all links of folders, that `name` stands for. */
interface Question {
  name: string
  /** Absolute. */
  realFile: string
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
  const questions = groupByRepository(root, bases, files)
  const answers = await Promise.all([...questions].map(([repository, asked]) => ask(repository, asked)))
  const ignored = new Set(answers.flatMap(answer => answer.names))
  const opaque = bases.filter(folder => ignored.has(folder))
  const isTold = (file: string) => !opaque.some(folder => folder === '.' || file.startsWith(`${folder}/`))
  const problem = answers.find(answer => answer.problem !== undefined)?.problem
  return {
    files: new Set(files.filter(file => ignored.has(file) && isTold(file))),
    ...(problem === undefined ? {} : { problem }),
  }
}

/** Questions by the repository that can tell; what lies in none is left out. */
function groupByRepository(
  root: string,
  folders: readonly string[],
  files: readonly string[],
): Map<string, Question[]> {
  const groups = new Map<string, Question[]>()
  const realFolder = remember(realPath)
  const repositoryAbove = remember(enclosingRepository)
  const add = (question: Question, folder: string) => {
    const repository = repositoryAbove(folder)
    if (repository === undefined) return
    const group = groups.get(repository)
    if (group) group.push(question)
    else groups.set(repository, [question])
  }
  for (const name of folders) {
    const realFile = realPath(path.resolve(root, name))
    add({ name, realFile }, realFile)
  }
  for (const name of files) {
    const absolute = path.resolve(root, name)
    // Git refuses paths that go through a linked folder.
    const own = path.join(realFolder(path.dirname(absolute)), path.basename(absolute))
    for (const realFile of new Set([own, realPath(absolute)])) add({ name, realFile }, path.dirname(realFile))
  }
  return groups
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

async function ask(
  repository: string,
  questions: readonly Question[],
): Promise<{ names: string[]; problem?: string }> {
  const pathOf = ({ realFile }: Question) => sitePath(repository, realFile) || '.'
  try {
    const input = questions.map(pathOf).join('\0')
    const { stdout } = await runGit(repository, ['check-ignore', '--stdin', '-z'], { input })
    const ignored = new Set(stdout.split('\0'))
    return { names: questions.filter(question => ignored.has(pathOf(question))).map(({ name }) => name) }
  } catch (error) {
    // Git's way to say: none of them.
    if ((error as { code?: unknown }).code === 1) return { names: [] }
    return { names: [], problem: whyGitFailed(error) }
  }
}
