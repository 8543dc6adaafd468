import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { lastCommitDates } from '../../../src/lib/git.ts'
import { reportHistory } from '../../../src/load/load.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'git-'))
const origin = path.join(folder, 'origin')
const DATE = '2024-05-31T10:00:00+02:00'

afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

function git(...args: string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
  const env = { ...process.env, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }
  execFileSync('git', [...who, ...args], { cwd: origin, env, stdio: 'pipe' })
}

function commit(name: string): void {
  writeFileSync(path.join(origin, 'content', name), `# ${name}\n`)
  git('add', '.')
  git('commit', '-q', '-m', name)
}

describe('dates of last changes', () => {
  it('come from the history, in UTC; those of a shallow clone would be wrong, which is said', async () => {
    mkdirSync(path.join(origin, 'content'), { recursive: true })
    git('init', '-q')
    commit('a.md')
    commit('b.md')
    const full = await lastCommitDates(origin, 'content')
    expect(full).toEqual({
      dates: new Map(['content/b.md', 'content/a.md'].map(file => [file, '2024-05-31T08:00:00Z'])),
    })
    expect(reportHistory(full)).toEqual([])

    git('clone', '-q', '--depth', '1', `file://${origin}`, path.join(folder, 'shallow'))
    const shallow = await lastCommitDates(path.join(folder, 'shallow'), 'content')
    expect(shallow).toEqual({ dates: new Map(), problem: 'shallow' })
    expect(reportHistory(shallow)).toMatchObject([{ rule: 'git/shallow', severity: 'info' }])
  })

  it('are not waited for without end: a git that hangs is stopped, whatever holds on to its output', async () => {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'git'), '#!/bin/sh\nsleep 3\necho false\n')
    chmodSync(path.join(bin, 'git'), 0o755)
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env['PATH']}`)
    const hanging = await lastCommitDates(folder, 'content', { limit: 50 })
    expect(hanging).toEqual({ dates: new Map(), problem: 'slow' })
    expect(reportHistory(hanging)).toMatchObject([{ rule: 'git/too-slow', severity: 'warning' }])
  })
})
