import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ignoredFiles, lastCommitDates } from '../../../src/lib/git.ts'
import { reportGit } from '../../../src/load.ts'
import { createFolder as createTestFolder } from '../../sites/site.ts'

const createFolder = (files: Record<string, string> = {}) => realpathSync(createTestFolder(files).root)
const folder = createFolder()
const origin = path.join(folder, 'origin')
const DATE = '2024-05-31T10:00:00+02:00'

afterEach(() => vi.unstubAllEnvs())

function gitIn(cwd: string, ...args: string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
  const options = ['-c', 'protocol.file.allow=always']
  const env = { ...process.env, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }
  execFileSync('git', [...who, ...options, ...args], { cwd, env, stdio: 'pipe' })
}

function commit(name: string): void {
  writeFileSync(path.join(origin, 'content', name), `# ${name}\n`)
  gitIn(origin, 'add', '.')
  gitIn(origin, 'commit', '-q', '-m', name)
}

describe('dates of last changes', () => {
  it('come from the history, in UTC; those of a shallow clone would be wrong, which is reported', async () => {
    mkdirSync(path.join(origin, 'content'), { recursive: true })
    gitIn(origin, 'init', '-q')
    commit('a.md')
    commit('b.md')
    const full = await lastCommitDates(origin, 'content')
    const dates = new Map(['content/b.md', 'content/a.md'].map(file => [file, '2024-05-31T08:00:00Z']))
    expect(full).toEqual({ dates })
    expect(reportGit(full)).toEqual([])
    // The content of a site may lie outside of its folder.
    mkdirSync(path.join(origin, 'apps/site'), { recursive: true })
    const outside = await lastCommitDates(path.join(origin, 'apps/site'), '../../content')
    expect([...outside.dates.keys()]).toEqual(['../../content/b.md', '../../content/a.md'])

    gitIn(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, path.join(folder, 'shallow'))
    const shallow = await lastCommitDates(path.join(folder, 'shallow'), 'content')
    expect(shallow).toMatchObject({ dates: new Map(), problem: { kind: 'shallow' } })
    expect(reportGit(shallow)).toMatchObject([{ rule: 'git/shallow', severity: 'info' }])
  })

  it('are not waited for without end: a git that hangs is stopped, whatever holds on to its output', async () => {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'git'), '#!/bin/sh\nsleep 3\necho false\n')
    chmodSync(path.join(bin, 'git'), 0o755)
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env['PATH']}`)
    const hanging = await lastCommitDates(folder, 'content', { limit: 50 })
    expect(hanging).toMatchObject({ dates: new Map(), problem: { kind: 'slow' } })
    expect(reportGit(hanging)).toMatchObject([{ rule: 'git/too-slow', severity: 'warning' }])
  })

  it.each([
    ['without a repository', /not a git repository/, () => {}],
    ['without a commit', /does not have any commits/, (root: string) => gitIn(root, 'init', '-q')],
    [
      "in somebody else's repository",
      /dubious ownership/,
      (root: string) => (gitIn(root, 'init', '-q'), vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')),
    ],
    ['without git', /it isn't installed/, () => vi.stubEnv('PATH', folder)],
  ])('are missed once %s, with the reason', async (_name, reason, prepare) => {
    const root = createFolder({ 'content/README.md': '# A\n' })
    prepare(root)
    const missing = await lastCommitDates(root, 'content')
    const findings = reportGit(missing)
    expect(findings).toMatchObject([{ rule: 'git/failed', severity: 'info' }])
    expect(findings[0]?.message).toMatch(reason)
    // The reason why nothing is known of ignored files either.
    expect(reportGit(missing, 'it failed')).toMatchObject([{ message: expect.stringContaining('ignores') }])
  })
})

async function namesOf(...args: Parameters<typeof ignoredFiles>): Promise<string[]> {
  const { files, problem } = await ignoredFiles(...args)
  expect(problem).toBeUndefined()
  return [...files].toSorted()
}

describe('ignored files', () => {
  it('are those that Git ignores and does not hold, also above the site and with any name', async () => {
    const folder = createFolder({
      '.gitignore': 'secret*\n/docs/build/\nä b\n',
      'docs/secret.txt': '',
      'docs/secret-held.txt': '',
      'docs/build/x.md': '',
      'docs/ä b': '',
      'docs/open.txt': '',
      'secret.txt': '',
    })
    gitIn(folder, 'init', '-q')
    gitIn(folder, 'add', '-f', 'docs/secret-held.txt')
    const ignored = ['../secret.txt', 'build/x.md', 'secret-gone.txt', 'secret.txt', 'ä b']
    const files = ['secret-held.txt', ...ignored.toReversed(), 'open.txt']
    expect(await namesOf(path.join(folder, 'docs'), files)).toEqual(ignored.toSorted())
    expect(await namesOf(folder, ['docs/open.txt'])).toEqual([])
  })

  it('are found behind links, of files and of folders', async () => {
    const folder = createFolder({ '.gitignore': 'private\nlink-x\n', 'private/a.md': '', 'open/b.md': '' })
    gitIn(folder, 'init', '-q')
    symlinkSync('private', path.join(folder, 'folder'))
    symlinkSync('open', path.join(folder, 'other'))
    symlinkSync('private/a.md', path.join(folder, 'file.md'))
    symlinkSync('open/b.md', path.join(folder, 'link-x'))
    const files = ['folder/a.md', 'file.md', 'other/b.md', 'link-x', 'open/b.md']
    expect(await namesOf(folder, files)).toEqual(['file.md', 'folder/a.md', 'link-x'])
  })

  it('are those of the repository that a file is in: nested ones, submodules and worktrees', async () => {
    const part = createFolder({ '.gitignore': 'secret\n', 'open.md': '' })
    gitIn(part, 'init', '-q')
    gitIn(part, 'add', '.')
    gitIn(part, 'commit', '-q', '-m', 'part')
    const folder = createFolder({ '.gitignore': '/nested\n', 'nested/.gitignore': 'secret\n' })
    gitIn(folder, 'init', '-q')
    gitIn(path.join(folder, 'nested'), 'init', '-q')
    gitIn(folder, 'submodule', '--quiet', 'add', part, 'module')
    gitIn(folder, 'commit', '-q', '-m', 'all')
    for (const name of ['nested', 'module'])
      for (const file of ['secret', 'open']) writeFileSync(path.join(folder, name, file), '')
    const files = ['nested/secret', 'nested/open', 'module/secret', 'module/open']
    expect(await namesOf(folder, files)).toEqual(['module/secret', 'nested/secret'])
    expect(await namesOf(path.join(folder, 'nested'), ['secret', 'open'])).toEqual(['secret'])
    gitIn(part, 'worktree', 'add', '-q', path.join(folder, 'tree'))
    expect(await namesOf(path.join(folder, 'tree'), ['secret', 'open.md'])).toEqual(['secret'])
  })

  it('are none where the whole site or all of its content is ignored, but elsewhere, and outside a repository', async () => {
    const text = '/build\n/content\n*.key\n'
    const folder = createFolder({ '.gitignore': text, 'build/site/a': '', 'content/a': '' })
    expect(await namesOf(folder, ['x.key'])).toEqual([])
    gitIn(folder, 'init', '-q')
    const inside = await namesOf(path.join(folder, 'build/site'), ['a', 'x.key', '../../x.key'])
    expect(inside).toEqual(['../../x.key'])
    const found = await namesOf(folder, ['content/a', 'build/site/a', 'x.key'], ['content'])
    expect(found).toEqual(['build/site/a', 'x.key'])
  })

  it('are asked for in the folder, whatever a hook says of its repository', async () => {
    const folder = createFolder({ '.gitignore': 'secret\n', 'docs/secret': '' })
    gitIn(folder, 'init', '-q')
    vi.stubEnv('GIT_DIR', '.git')
    expect(await namesOf(path.join(folder, 'docs'), ['secret'])).toEqual(['secret'])
  })

  it('are read once, and a Git that fails is reported', async () => {
    const [ignored, git] = ['secret\n', '#!/bin/sh\necho x >> count\nexit 1\n']
    const folder = createFolder({ '.gitignore': ignored, 'bin/git': git })
    gitIn(folder, 'init', '-q')
    chmodSync(path.join(folder, 'bin/git'), 0o755)
    vi.stubEnv('PATH', `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH']}`)
    const many = Array.from({ length: 500 }, (_, index) => `file-${index}`)
    expect(await namesOf(folder, many)).toEqual([])
    expect(await namesOf(folder, [])).toEqual([])
    expect(execFileSync('cat', [path.join(folder, 'count')], { encoding: 'utf8' })).toBe('x\n')

    const failing = '#!/bin/sh\necho "fatal: detected dubious ownership" >&2\nexit 128\n'
    writeFileSync(path.join(folder, 'bin/git'), failing)
    const { files, problem } = await ignoredFiles(folder, ['secret'])
    expect([files.size, problem]).toEqual([0, 'detected dubious ownership'])
    vi.stubEnv('PATH', path.join(folder, 'nowhere'))
    expect(await ignoredFiles(folder, ['secret'])).toMatchObject({ problem: "it isn't installed" })
  })
})
