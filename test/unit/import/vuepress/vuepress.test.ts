import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPage, withIncludes } from '../../../../src/import/common/vue-pages.ts'
import { findVuepress } from '../../../../src/import/vuepress/vuepress.ts'
import { Notes } from '../../../../src/import/common/importer.ts'

const top = mkdtempSync(path.join(tmpdir(), 'source-'))
afterAll(() => rmSync(top, { recursive: true }))

/** Writes empty files below the folder `name`, which it gives back. */
function write(name: string, files: readonly string[]): string {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(top, name, file)), { recursive: true })
    writeFileSync(path.join(top, name, file), '')
  }
  return path.join(top, name)
}

describe('a site of VuePress 1', () => {
  test('is found wherever it lies in a repository, the nearest first', async () => {
    const root = write('mono', [
      '.git/HEAD',
      'node_modules/x/docs/.vuepress/config.js',
      'packages/lib/site/.vuepress/config.ts',
      'packages/lib/site/.vuepress/config.js',
    ])
    const found = { root: path.join(root, 'packages/lib'), source: 'site' }
    const configFile = path.join(root, 'packages/lib/site/.vuepress/config.js')
    expect(await findVuepress(root)).toEqual({ ...found, configFile })
    expect(await findVuepress(path.join(root, 'packages/lib/site'))).toEqual({ ...found, configFile })
    write('mono', ['docs/.vuepress/public/a.png'])
    expect(await findVuepress(root)).toEqual({ root, source: 'docs' })
  })

  test('whose pages are the repository itself is told to move them', async () => {
    const found = await findVuepress(write('bare', ['.git/HEAD', '.vuepress/config.js', 'README.md']))
    expect(found).toMatchObject({
      problem: expect.stringContaining('move them with `.vuepress` into `docs`'),
    })
    expect(await findVuepress(write('none', ['a/b.md']))).toMatchObject({
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
