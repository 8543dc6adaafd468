import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPage, withIncludes } from '../../../../src/import/common/vue.ts'
import { findFolder } from '../../../../src/import/common/importer.ts'
import { chooseSlugs, readVuepress } from '../../../../src/import/vuepress/vuepress.ts'
import { Notes } from '../../../../src/import/common/importer.ts'

const top = mkdtempSync(path.join(tmpdir(), 'source-'))
afterAll(() => rmSync(top, { recursive: true }))

/** Writes files, empty ones for names alone, below the folder `name`, which it gives back. */
function write(name: string, files: readonly string[] | Record<string, string>): string {
  const texts = files instanceof Array ? Object.fromEntries(files.map(file => [file, ''])) : files
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(top, name, file)), { recursive: true })
    writeFileSync(path.join(top, name, file), text)
  }
  return path.join(top, name)
}

describe('a site of VuePress 1', () => {
  test('is found wherever it lies in a repository, the nearest first', async () => {
    const root = write('mono', [
      '.git/HEAD',
      'node_modules/x/docs/.vuepress/config.js',
      'packages/lib/site/.vuepress/config.ts',
    ])
    const folder = path.join(root, 'packages/lib/site')
    expect(await findFolder(root, '.vuepress')).toEqual({ folder, isRepository: false })
    expect(await findFolder(folder, '.vuepress')).toEqual({ folder, isRepository: false })
    write('mono', ['docs/.vuepress/public/a.png'])
    expect(await findFolder(root, '.vuepress')).toMatchObject({ folder: path.join(root, 'docs') })
  })

  test('whose pages are the repository itself is told to move them', async () => {
    expect(
      await readVuepress(write('bare', ['.git/HEAD', '.vuepress/config.js', 'README.md'])),
    ).toMatchObject({ problem: expect.stringContaining('move them with `.vuepress` into `docs`') })
    expect(await readVuepress(write('none', ['a/b.md']))).toMatchObject({
      problem: expect.stringContaining('There is no `.vuepress` folder'),
    })
  })

  test('may include what its pages include: the rest of the repository, and hidden files', () => {
    const root = write('includes/site', [
      '../.git/HEAD',
      '../.env',
      'docs/.vuepress/a.js',
      'inside.js',
      '../src/a.ts',
      '../src/b.ts',
    ])
    const page = createPage(
      'guide/x.md',
      '<<< @/../src/a.ts\n<<< @/../src/b.ts#part{1}\n<<< @/docs/.vuepress/a.js\n<<< @/inside.js\n<<< @/../lost.ts\n<<< @/../.env\n<<< @/../../../../../../../etc/passwd\n\n```md\n<<< @/../no.ts\n```\n',
    )
    const notes = new Notes()
    const folders = { root, boundary: path.dirname(root), source: 'docs', includeRoot: '.' }
    expect(withIncludes({ config: {}, ...folders, pages: [page], isLenient: true }, notes)).toEqual({
      markdown: { allowFiles: ['../lost.ts', '../src/a.ts', '../src/b.ts', 'docs/.vuepress/a.js'] },
      check: { rules: { 'markdown/snippet-missing': 'warning' } },
    })
    expect(notes.list()).toEqual([
      "Pages include files that docsgen doesn't read by itself; `markdown.allowFiles` names them: `../lost.ts`, `../src/a.ts`, `../src/b.ts`, `docs/.vuepress/a.js`.",
      "Pages include files that aren't allowed, because they may be secret: `../../../../../../../etc/passwd`, `../.env`.",
      'Snippets lead to files that are not there: guide/x.md:5.',
    ])
  })
})

let count = 0
/** What is chosen for a site in `docs` of a repository with these files. */
function choose(files: Record<string, string>): { slugs: string; reason: string } {
  const root = write(String((count += 1)), { '.git/HEAD': '', 'docs/README.md': '', ...files })
  return chooseSlugs(path.join(root, 'docs'))
}

const wanted = (version: string) => JSON.stringify({ devDependencies: { vuepress: version } })

test.each([
  ['package-lock.json', '{"packages":{"node_modules/vuepress":{"version":"1.5.3"}}}', '1.5.3', ''],
  ['docs/package-lock.json', '{"dependencies":{"@vuepress/core":{"version":"1.8.2"}}}', '1.8.2', '-nfkd'],
  [
    'yarn.lock',
    'vuepress-plugin-x@^1:\n  version "9.0.0"\n\nvuepress@^1.5.3:\n  version "1.5.3"\n',
    '1.5.3',
    '',
  ],
  ['yarn.lock', '"vuepress@npm:^1.5.3":\n  version: 1.9.7\n', '1.9.7', '-nfkd'],
  ['pnpm-lock.yaml', 'packages:\n\n  /vuepress/1.5.2_abc@1:\n    dev: true\n', '1.5.2', ''],
  ['pnpm-lock.yaml', "  '@vuepress/core@1.8.2':\n", '1.8.2', '-nfkd'],
  ['node_modules/vuepress/package.json', '{"version":"1.5.4"}', '1.5.4', '-nfkd'],
  ['package.json', wanted('1.4.1'), '1.4.1', ''],
  ['package.json', wanted('^1.5.3'), '^1.5.3', '-nfkd'],
  ['package.json', wanted('~1.4.0'), '~1.4.0', ''],
  ['package.json', wanted('^0.14.11'), '^0.14.11', ''],
  ['package.json', wanted('2.0.0-rc.1'), '2.0.0-rc.1', '-nfkd'],
])('%s with %s has version %s of VuePress', (file, text, version, suffix) => {
  const found = choose({ 'package.json': wanted('^1.0.0'), [file]: text })
  expect(found.slugs).toBe(`vuepress${suffix}`)
  expect(found.reason).toContain(`\`${path.posix.relative('docs', file)}\` has \`${version}\``)
})

test('a script or a damaged file has no version', () => {
  const scripts = '{ "scripts": { "vuepress": "vuepress build docs2" }'
  const { slugs, reason } = choose({ 'package.json': scripts, 'yarn.lock': '' })
  expect([slugs, reason]).toEqual(['vuepress', expect.stringContaining('names VuePress')])
})
