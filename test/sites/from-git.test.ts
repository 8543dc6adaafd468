import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCheck } from '../../src/check/check.ts'
import type { CheckOptions } from '../../src/schema/api.ts'
import { openSession } from '../../src/cache/threads/session.ts'
import { createFolder, git, type TestSite } from './site.ts'

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Test', locales: { '/': { lang: 'en-US', label: 'English' }, '/ja/': { lang: 'ja', label: '日本語' } },
})
`
const PARTS = '\n<!--@include: ./_part.md-->\n'
const page = (start: string, use: string) => `# Guide\n\n${start}\n${PARTS}\n## Use\n\n${use}\n`
const pageJa = (start: string, use: string) => `# ガイド\n\n${start}\n${PARTS}\n## 使い方\n\n${use}\n`

/** A repository whose translations were made at different times, and renamed and formatted in between. */
function writeHistory({ root, write }: TestSite): void {
  const commit = (name: string) => {
    git(root, 'add', '.')
    git(root, 'commit', '-q', '-m', name)
  }
  git(root, 'init', '-q')
  write('site.config.ts', CONFIG)
  write('content/README.md', '# Home\n\nWelcome to the documentation.\n')
  write('content/_part.md', 'An included paragraph.\n')
  write('content/ja/_part.md', '共通の段落です。\n')
  write('content/old.md', page('This is where you start.', 'Call the function once.'))
  commit('source')
  write('content/ja/README.md', '# ホーム\n\nドキュメントへようこそ。\n')
  write('content/ja/old.md', pageJa('ここから始めます。', '関数を一度だけ呼び出します。'))
  commit('translation')
  write('content/old.md', page('This is where you start.', 'Call the function twice.'))
  commit('source changed')
  renameSync(path.join(root, 'content/old.md'), path.join(root, 'content/guide.md'))
  renameSync(path.join(root, 'content/ja/old.md'), path.join(root, 'content/ja/guide.md'))
  commit('moved')
  // The start is translated anew, the rest is formatted only.
  write('content/ja/guide.md', pageJa('ここが出発点です。', '関数を*一度*だけ呼び出します。'))
  commit('translation formatted')
}

describe('check --stamp --from-git', () => {
  const site = createFolder()
  const { root, read } = site
  beforeAll(() => writeHistory(site))

  async function check(options: Partial<CheckOptions> = {}) {
    const at = options.root ?? root
    const session = await openSession({ root: at, cache: false, threads: 1 })
    try {
      return await runCheck({ root: at, cwd: at, env: {}, ...options }, session)
    } finally {
      await session.close()
    }
  }
  const stale = ({ findings }: Awaited<ReturnType<typeof check>>) =>
    findings.filter(({ rule }) => rule === 'coverage/stale').map(({ message }) => message)

  it('refuses a shallow clone, which would tell of the newest commit only, and a folder without a history', async () => {
    const clone = createFolder().root
    git(clone, 'clone', '-q', '--depth', '1', pathToFileURL(root).href, '.')
    const shallow = await check({ root: clone, stamp: true, fromGit: true })
    expect(shallow).toMatchObject({ exitCode: 2, findings: [{ rule: 'git/shallow', severity: 'error' }] })
    rmSync(path.join(clone, '.git'), { recursive: true })
    const none = await check({ root: clone, stamp: true, fromGit: true })
    expect(none.exitCode).toBe(2)
    expect(none.findings[0]?.message).toContain('`--from-git` cannot read the history: not a git repository')
    expect((await check({ fromGit: true })).findings[0]?.message).toBe('`--from-git` requires `--stamp`.')
  })

  it('stamps each section with the source that it was made from, through formatting, moves and includes', async () => {
    expect((await check()).report?.coverage[0]?.counts).toMatchObject({ ok: 0, unknown: 2 })
    const result = await check({ stamp: true, fromGit: true })
    expect(result.notes).toEqual(['Stamped 2 files.'])
    expect(result.report?.translations.map(({ localPath, state }) => [localPath, state])).toEqual([
      ['/', 'ok'],
      ['/guide.html', 'stale'],
    ])
    expect(stale(result)).toEqual(['The source changed since this translation was made: changed “Use”.'])
    expect(read('content/ja/guide.md')).toMatch(
      /^---\nsource:\n {2}guide: \S+\n {2}use: \S+\n---\n\n# ガイド\n/,
    )
  })

  it('leaves stamps alone that are there, unless the page is named, and takes what is not committed for new', async () => {
    const file = 'content/ja/guide.md'
    site.write(file, read(file).replace('一度', '二度'))
    const again = await check({ stamp: true, fromGit: true })
    expect(again.notes).toEqual([
      'Stamped 0 files.',
      '2 files that had a stamp keep it; `--page` names those to stamp again.',
    ])
    expect(stale(again)).toHaveLength(1)
    const named = await check({ stamp: true, fromGit: true, pages: [file] })
    expect(named).toMatchObject({
      exitCode: 0,
      notes: ['Stamped 1 file: `content/ja/guide.md`.'],
      output: '',
    })
    expect(stale(await check({}))).toEqual([])
  })

  it('limits findings to what was changed: pages, their translations, and links to what is gone', async () => {
    git(root, 'add', '.')
    git(root, 'commit', '-q', '-m', 'stamped')
    const write = (file: string, text: string) => site.write(`content/${file}`, text)
    write('other.md', '# Other\n\nSee [the end](./end.md) and [nothing](./nothing.md).\n')
    write('end.md', '# End\n')
    git(root, 'add', '.')
    git(root, 'commit', '-q', '-m', 'base')
    write('README.md', '# Home\n\nWelcome to another documentation.\n')
    rmSync(path.join(root, 'content/end.md'))
    write('new.md', '# New\n\n[Nothing](./nothing.md)\n')
    const result = await check({ since: 'HEAD', rules: ['coverage/missing=off', 'parity/*=off'] })
    const places = result.findings.map(
      ({ rule, place }) => `${rule} ${place?.file}:${place?.line}:${place?.column}`,
    )
    expect(places).toEqual([
      'coverage/stale content/ja/README.md:6:1',
      'links/page content/new.md:3:1',
      'links/page content/other.md:3:5',
    ])
    expect(result.notes.at(-1)).toMatch(
      /^\d problems elsewhere, which the change since `HEAD` does not touch: /,
    )
    const unknown = await check({ since: '--nope' })
    expect(unknown.exitCode).toBe(2)
    expect(unknown.findings[0]?.message).toBe(
      "`--since --nope` can't be compared: the repository has no such commit.",
    )
  })
})
