import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCheck } from '../../src/check/check.ts'
import type { CheckOptions } from '../../src/schema/api.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { withSession } from '../../src/cache/threads/session.ts'
import { createFolder, git, type TestSite } from './site.ts'

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Test', url: 'https://docs.example.org',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ja/': { lang: 'ja', label: '日本語' } },
})
`
const CLEAN = {
  'site.config.ts': CONFIG,
  'content/README.md':
    '# Home\n\nThis is the start of the documentation.\n\n## Usage\n\nCall the function.\n',
  'content/ja/README.md': '# ホーム\n\nここから始まります。\n\n## 使い方\n\n関数を呼び出します。\n',
}
const BROKEN = {
  ...CLEAN,
  'content/guide.md':
    '# Guide\n\nRead the guide before you start.\n\nSee [usage](./README.md#use) and [more](./more.md).\n',
}

// The theme is the same for all: it is bundled once for this file.
const { root: themeCache } = createFolder()

function check({ root }: TestSite, options: Partial<CheckOptions> = {}) {
  return withSession({ root, cache: false, threads: 1 }, session =>
    runCheck({ root, cwd: root, env: {}, ...options }, { ...session, cacheDir: themeCache }),
  )
}
const rulesIn = ({ findings }: Awaited<ReturnType<typeof check>>) => findings.map(({ rule }) => rule)

describe('runCheck', () => {
  it('asks the search what the configuration and a list ask', async () => {
    const check_ = "check: { search: { 'call a function': '/', 'ページ': '/ja/' } },"
    const site = createFolder({
      ...CLEAN,
      'site.config.ts': CONFIG.replace('locales:', `${check_} locales:`),
      'queries.txt': '# ours\nusage of the function /#usage\nzebra stripes /\nusage /usage.html /\nwhere\n',
    })
    const { report, exitCode } = await check(site, { search: 'queries.txt' })
    const found = report?.findings.filter(({ rule }) => rule === 'search/ranking') ?? []
    const none = 'there are no results.'
    expect(found.map(({ message, place }) => [message, place?.file, place?.line])).toEqual([
      [`\`/\` isn't among the first 3 search results for \`zebra stripes\`: ${none}`, 'queries.txt', 3],
      ["The query `usage` expects `/usage.html`, which doesn't match any page.", 'queries.txt', 4],
      ['The query `where` has no expected page.', 'queries.txt', 5],
      [`\`/ja/\` isn't among the first 3 search results for \`ページ\`: ${none}`, 'site.config.ts', 4],
    ])
    expect(exitCode).toBe(1)
    expect((await check(site, { search: 'none.txt' })).exitCode).toBe(2)
  })

  it('exits with 0 for a clean site and reports its coverage', async () => {
    const { exitCode, output } = await check(createFolder(CLEAN))
    expect(output).toContain('0 errors, 0 warnings, 1 note.')
    expect(output).toContain(
      "/ja/  日本語  0%  0 of 1 up to date  1 unknown\nUnknown: without a stamp, docsgen can't tell",
    )
    const stamped = await check(createFolder(CLEAN), { stamp: true })
    expect(stamped.output).toContain('/ja/  日本語  100%  1 of 1 up to date\n\n')
    expect(exitCode).toBe(0)
  })

  it('reads severities and minimum from the configuration; the command line wins', async () => {
    const settings = `check: { rules: { 'links/*': 'warning' }, minCoverage: { '/ja/': 90 } }, locales`
    const site = createFolder({ ...BROKEN, 'site.config.ts': CONFIG.replace('locales', settings) })
    const { exitCode, findings } = await check(site)
    expect(exitCode).toBe(1)
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual([
      'coverage/minimum',
    ])
    expect((await check(site, { minCoverage: ['ja=50'] })).exitCode).toBe(1)
    expect((await check(site, { minCoverage: ['ja=50'], stamp: true })).exitCode).toBe(0)
  })

  it('exits with 2 for options and settings that make no sense, all at once, with the nearest name', async () => {
    const options = {
      format: 'xml',
      rules: ['links/anchr=error', 'links/page=loud', 'links/page'],
      minCoverage: ['de=80', 'ja=lots'],
      locales: ['fr'],
    }
    const { exitCode, findings, output } = await check(createFolder(CLEAN), options)
    expect(exitCode).toBe(2)
    expect(output).toBe('')
    expect(findings).toHaveLength(7)
    expect(findings.find(({ message }) => message.includes('links/anchr'))?.hint).toBe(
      'Did you mean `links/anchor`?',
    )
    const config = CONFIG.replace('locales', `check: { rules: { 'coverage/mising': 'off' } }, locales`)
    expect((await check(createFolder({ ...CLEAN, 'site.config.ts': config }))).exitCode).toBe(2)
    expect((await check(createFolder({}))).exitCode).toBe(2)
  })

  it('writes the report to a file in any format, and annotations automatically on GitHub', async () => {
    const site = createFolder(BROKEN)
    const result = await check(site, { format: 'sarif', output: 'out/report.sarif' })
    expect(result).toMatchObject({ exitCode: 1, output: '', notes: ['Wrote `out/report.sarif`.'] })
    const log = JSON.parse(site.read('out/report.sarif')) as { version: string }
    expect(log.version).toBe('2.1.0')
    const { output } = await check(site, { env: { GITHUB_ACTIONS: 'true' } })
    expect(output).toContain('::error file=content/guide.md,line=5,col=5,title=links/anchor::')
    const below = await check(site, { format: 'github', cwd: path.dirname(site.root) })
    expect(below.output).toContain(`::error file=${path.basename(site.root)}/content/guide.md,line=5,`)
  })

  it('lets known problems pass with a baseline, reports new ones, and notes when it is out of date', async () => {
    const site = createFolder(BROKEN)
    expect((await check(site, { baseline: 'known.json' })).exitCode).toBe(2)
    const written = await check(site, { baseline: 'known.json', updateBaseline: true })
    expect(written).toMatchObject({ exitCode: 0, notes: ['Saved 4 problems to the baseline `known.json`.'] })
    site.write('content/guide.md', '\n\n' + BROKEN['content/guide.md'])
    const same = await check(site, { baseline: 'known.json' })
    expect(same).toMatchObject({ exitCode: 0, findings: [], notes: [] })
    site.write('content/guide.md', '# Guide\n\nSee [that](./other.md).\n')
    const other = await check(site, { baseline: 'known.json' })
    expect(other.findings.map(({ message }) => message)).toEqual([
      'There is no page `/other.html` (written as `./other.md`).',
    ])
    expect(other.notes[0]).toMatch(/^\d problems in the baseline no longer occur/)
  })

  it('stamps, reports what changed in the source, and nothing after the next stamp', async () => {
    const site = createFolder(CLEAN)
    expect((await check(site, { stamp: true })).notes).toEqual(['Stamped 1 file.'])
    expect(site.read('content/ja/README.md')).toMatch(
      /^---\nsource:\n {2}home: \S+\n {2}usage: \S+\n---\n\n# ホーム\n/,
    )
    const source = CLEAN['content/README.md']
    site.write('content/README.md', source.replace('Call the function', '*Call*   the\nfunction'))
    expect(rulesIn(await check(site))).not.toContain('coverage/stale')
    site.write('content/README.md', source.replace('Call', 'Do not call'))
    const stale = (await check(site)).findings.find(({ rule }) => rule === 'coverage/stale')
    expect(stale).toMatchObject({
      message: 'The source has changed since this translation was made: “Usage” was changed.',
      place: { file: 'content/ja/README.md', line: 11, column: 1 },
    })
    expect(rulesIn(await check(site, { stamp: true }))).not.toContain('coverage/stale')
  })

  it('prints the work list of a language instead of findings', async () => {
    const { exitCode, output } = await check(createFolder(BROKEN), { todo: 'ja', stamp: true })
    expect(exitCode).toBe(0)
    expect(output).toContain('# 日本語 (/ja/)\n\n1 of 2 pages up to date (50%)')
    expect(output).toContain('- [ ] `content/ja/guide.md` from `content/guide.md`, ')
    const json = await check(createFolder(BROKEN), { todo: 'ja', format: 'json' })
    expect(JSON.parse(json.output)).toHaveLength(2)
    const all = await check(createFolder(BROKEN), { todo: 'all', format: 'csv' })
    expect(all.output.split('\n')[0]).toBe('locale,state,file,source,words,links,changes,path')
    for (const options of [{ todo: 'en' }, { todo: 'ja', format: 'sarif' }])
      expect((await check(createFolder(BROKEN), options)).exitCode).toBe(2)
  })
})

const PARTS = '\n<!--@include: ./_part.md-->\n'
const page = (start: string, use: string) => `# Guide\n\n${start}\n${PARTS}\n## Use\n\n${use}\n`
const pageJa = (start: string, use: string) => `# ガイド\n\n${start}\n${PARTS}\n## 使い方\n\n${use}\n`

function commit({ root }: TestSite): void {
  git(root, 'add', '.')
  git(root, 'commit', '-q', '-m', 'some')
}

/** A repository whose translations were made at different times, and renamed and formatted in between. */
function writeHistory(site: TestSite): void {
  const { root, write } = site
  git(root, 'init', '-q')
  write('site.config.ts', CONFIG)
  write('content/README.md', '# Home\n\nWelcome to the documentation.\n')
  write('content/_part.md', 'An included paragraph.\n')
  write('content/ja/_part.md', '共通の段落です。\n')
  write('content/old.md', page('This is where you start.', 'Call the function once.'))
  commit(site)
  write('content/ja/README.md', '# ホーム\n\nドキュメントへようこそ。\n')
  write('content/ja/old.md', pageJa('ここから始めます。', '関数を一度だけ呼び出します。'))
  commit(site)
  write('content/old.md', page('This is where you start.', 'Call the function twice.'))
  commit(site)
  renameSync(path.join(root, 'content/old.md'), path.join(root, 'content/guide.md'))
  renameSync(path.join(root, 'content/ja/old.md'), path.join(root, 'content/ja/guide.md'))
  commit(site)
  // The start is translated again, the rest is formatted only.
  write('content/ja/guide.md', pageJa('ここが出発点です。', '関数を*一度*だけ呼び出します。'))
  commit(site)
}

describe('check --stamp --from-git', () => {
  const site = createFolder()
  const { root, read } = site
  writeHistory(site)

  const stale = ({ findings }: Awaited<ReturnType<typeof check>>) =>
    findings.filter(({ rule }) => rule === 'coverage/stale').map(({ message }) => message)

  it('refuses a shallow clone, which has the newest commit only, and a folder without a history', async () => {
    const clone = createFolder()
    git(clone.root, 'clone', '-q', '--depth', '1', pathToFileURL(root).href, '.')
    const shallow = await check(clone, { stamp: true, fromGit: true })
    expect(shallow).toMatchObject({ exitCode: 2, findings: [{ rule: 'git/shallow', severity: 'error' }] })
    rmSync(path.join(clone.root, '.git'), { recursive: true })
    const none = await check(clone, { stamp: true, fromGit: true })
    expect(none.exitCode).toBe(2)
    expect(none.findings[0]?.message).toContain(
      "`--from-git` can't read the Git history: not a git repository",
    )
    expect((await check(site, { fromGit: true })).findings[0]?.message).toBe(
      '`--from-git` requires `--stamp`.',
    )
  })

  it('stamps each section with the source that it was made from, through formatting, moves and includes', async () => {
    expect((await check(site)).report?.coverage[0]?.counts).toMatchObject({ ok: 0, unknown: 2 })
    const result = await check(site, { stamp: true, fromGit: true })
    expect(result.notes).toEqual(['Stamped 2 files.'])
    expect(result.report?.translations.map(({ localPath, state }) => [localPath, state])).toEqual([
      ['/', 'ok'],
      ['/guide.html', 'stale'],
    ])
    expect(stale(result)).toEqual([
      'The source has changed since this translation was made: “Use” was changed.',
    ])
    expect(read('content/ja/guide.md')).toMatch(
      /^---\nsource:\n {2}guide: \S+\n {2}use: \S+\n---\n\n# ガイド\n/,
    )
  })

  it('keeps existing stamps, unless the page is named, and takes what is not committed for new', async () => {
    const file = 'content/ja/guide.md'
    site.write(file, read(file).replace('一度', '二度'))
    const again = await check(site, { stamp: true, fromGit: true })
    expect(again.notes).toEqual([
      'Stamped 0 files.',
      'Skipped 2 stamped files. To stamp a file again, pass it with `--page`.',
    ])
    expect(stale(again)).toHaveLength(1)
    const named = await check(site, { stamp: true, fromGit: true, pages: [file] })
    expect(named).toMatchObject({
      exitCode: 0,
      notes: ['Stamped 1 file: `content/ja/guide.md`.'],
      output: '',
    })
    expect(stale(await check(site))).toEqual([])
  })

  it('limits findings to what was changed: pages, their translations, and links to deleted pages', async () => {
    commit(site)
    const write = (file: string, text: string) => site.write(`content/${file}`, text)
    write('other.md', '# Other\n\nSee [the end](./end.md) and [nothing](./nothing.md).\n')
    write('end.md', '# End\n')
    commit(site)
    write('README.md', '# Home\n\nWelcome to another documentation.\n')
    rmSync(path.join(root, 'content/end.md'))
    write('new.md', '# New\n\n[Nothing](./nothing.md)\n')
    const result = await check(site, { since: 'HEAD', rules: ['coverage/missing=off', 'parity/*=off'] })
    const placeOf = ({ rule, place }: Finding) => `${rule} ${place?.file}:${place?.line}:${place?.column}`
    expect(result.findings.map(placeOf)).toEqual([
      'coverage/stale content/ja/README.md:6:1',
      'links/page content/new.md:3:1',
      'links/page content/other.md:3:5',
    ])
    expect(result.notes.at(-1)).toMatch(/^Hidden: 1 problem outside the changes since `HEAD`. /)
    const unknown = await check(site, { since: '--nope' })
    expect(unknown.exitCode).toBe(2)
    expect(unknown.findings[0]?.message).toBe(
      "Can't find the changes since `--nope`: the commit doesn't exist.",
    )
  })
})
