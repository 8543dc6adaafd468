import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ignoredFiles } from '../../../src/lib/ignored-files.ts'

const folders: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A temporary folder with these files. */
function createFolder(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'ignored-')))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

function git(folder: string, ...args: string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always']
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' })
}

async function namesOf(...args: Parameters<typeof ignoredFiles>): Promise<string[]> {
  const { files, problem } = await ignoredFiles(...args)
  expect(problem).toBeUndefined()
  return [...files].toSorted()
}

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
  git(folder, 'init', '-q')
  git(folder, 'add', '-f', 'docs/secret-held.txt')
  const files = [
    'secret.txt',
    'secret-held.txt',
    'build/x.md',
    'ä b',
    'open.txt',
    'secret-gone.txt',
    '../secret.txt',
  ]
  expect(await namesOf(path.join(folder, 'docs'), files)).toEqual(
    ['../secret.txt', 'build/x.md', 'secret-gone.txt', 'secret.txt', 'ä b'].toSorted(),
  )
  expect(await namesOf(folder, ['docs/open.txt'])).toEqual([])
})

it('are found behind links, of files and of folders', async () => {
  const folder = createFolder({ '.gitignore': 'private\nlink-x\n', 'private/a.md': '', 'open/b.md': '' })
  git(folder, 'init', '-q')
  symlinkSync('private', path.join(folder, 'folder'))
  symlinkSync('open', path.join(folder, 'other'))
  symlinkSync('private/a.md', path.join(folder, 'file.md'))
  symlinkSync('open/b.md', path.join(folder, 'link-x'))
  const files = ['folder/a.md', 'file.md', 'other/b.md', 'link-x', 'open/b.md']
  expect(await namesOf(folder, files)).toEqual(['file.md', 'folder/a.md', 'link-x'])
})

it('are told by the repository that a file lies in: nested ones, submodules and worktrees', async () => {
  const part = createFolder({ '.gitignore': 'secret\n', 'open.md': '' })
  git(part, 'init', '-q')
  git(part, 'add', '.')
  git(part, 'commit', '-q', '-m', 'part')
  const folder = createFolder({ '.gitignore': '/nested\n', 'nested/.gitignore': 'secret\n' })
  git(folder, 'init', '-q')
  git(path.join(folder, 'nested'), 'init', '-q')
  git(folder, 'submodule', '--quiet', 'add', part, 'module')
  git(folder, 'commit', '-q', '-m', 'all')
  for (const name of ['nested', 'module'])
    for (const file of ['secret', 'open']) writeFileSync(path.join(folder, name, file), '')
  const files = ['nested/secret', 'nested/open', 'module/secret', 'module/open']
  expect(await namesOf(folder, files)).toEqual(['module/secret', 'nested/secret'])
  expect(await namesOf(path.join(folder, 'nested'), ['secret', 'open'])).toEqual(['secret'])
  git(part, 'worktree', 'add', '-q', path.join(folder, 'tree'))
  expect(await namesOf(path.join(folder, 'tree'), ['secret', 'open.md'])).toEqual(['secret'])
})

it('are none where the whole site or all of its content is ignored, and outside a repository', async () => {
  const folder = createFolder({
    '.gitignore': '/build\n/content\n*.key\n',
    'build/site/a': '',
    'content/a': '',
  })
  expect(await namesOf(folder, ['x.key'])).toEqual([])
  git(folder, 'init', '-q')
  expect(await namesOf(path.join(folder, 'build/site'), ['a', 'x.key'])).toEqual([])
  expect(await namesOf(folder, ['content/a', 'build/site/a', 'x.key'], ['content'])).toEqual([
    'build/site/a',
    'x.key',
  ])
})

it('are asked for in the folder, whatever a hook says of its repository', async () => {
  const folder = createFolder({ '.gitignore': 'secret\n', 'docs/secret': '' })
  git(folder, 'init', '-q')
  vi.stubEnv('GIT_DIR', '.git')
  expect(await namesOf(path.join(folder, 'docs'), ['secret'])).toEqual(['secret'])
})

it('are asked for once, and a Git that does not tell is said', async () => {
  const folder = createFolder({ '.gitignore': 'secret\n', 'bin/git': '#!/bin/sh\necho x >> count\nexit 1\n' })
  git(folder, 'init', '-q')
  chmodSync(path.join(folder, 'bin/git'), 0o755)
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH']}`)
  const many = Array.from({ length: 500 }, (_, index) => `file-${index}`)
  expect(await namesOf(folder, many)).toEqual([])
  expect(await namesOf(folder, [])).toEqual([])
  expect(execFileSync('cat', [path.join(folder, 'count')], { encoding: 'utf8' })).toBe('x\n')

  writeFileSync(
    path.join(folder, 'bin/git'),
    '#!/bin/sh\necho "fatal: detected dubious ownership" >&2\nexit 128\n',
  )
  const { files, problem } = await ignoredFiles(folder, ['secret'])
  expect([files.size, problem]).toEqual([0, 'detected dubious ownership'])
  vi.stubEnv('PATH', path.join(folder, 'nowhere'))
  expect(await ignoredFiles(folder, ['secret'])).toMatchObject({ problem: 'it is not installed' })
})
