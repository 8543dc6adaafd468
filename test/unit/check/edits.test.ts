import { describe, expect, it } from 'vitest'
import {
  applyEdits,
  locateUrl,
  planFixes,
  createFileFilter,
  editFiles,
  planStamps,
  reviewPages,
} from '../../../src/check/edits.ts'
import { stampText } from '../../../src/site/stamps.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { ReadableSite } from '../../../src/schema/site.ts'
import { listTranslations } from '../../../src/site/translations.ts'
import { createTestSite, type TestPage } from './test-site.ts'

const all = () => true

function files(texts: Record<string, string>) {
  const content = { ...texts }
  return {
    content,
    readFile: (file: string): string | undefined => content[file],
    writeFile: (file: string, text: string) => ((content[file] = text), true),
  }
}

/** The text of a page after `--fix`. */
function fix(pages: Record<string, TestPage>, file: string, text: string, config?: UserConfig) {
  const access = files({ [file]: text })
  const fixes = planFixes(createTestSite(pages, config), access.readFile, all)
  const { fixed } = editFiles({ fixes, stamps: new Map() }, access)
  expect(fixed).toEqual(access.content[file] === text ? [] : [file])
  return access.content[file]
}

function stamp(site: ReadableSite, access: ReturnType<typeof files>, isChosen: (file: string) => boolean) {
  const { stamped, left } = editFiles({ fixes: new Map(), stamps: planStamps(site, isChosen) }, access)
  return { stamped, left }
}

describe('stampText', () => {
  const stamp = { usage: 'a1b2' }
  const written = 'source:\n  usage: a1b2\n'

  it.each([
    ['a page without frontmatter gets its first', '# Title\n', `---\n${written}---\n\n# Title\n`],
    [
      'a line of dashes inside the text is text, and a byte order mark stays first',
      '\ufeffText\n\n---\n\nMore\n',
      `\ufeff---\n${written}---\n\nText\n\n---\n\nMore\n`,
    ],
    [
      'the stamp comes below the other keys; comments, order and line ends stay',
      '---\r\n# keep\r\ntitle:   Mount  # so\r\n\r\ntags: [ a ]\r\n---\r\n\r\n# T\r\n---\r\n',
      `---\r\n# keep\r\ntitle:   Mount  # so\r\n\r\ntags: [ a ]\r\n${written.replaceAll('\n', '\r\n')}---\r\n\r\n# T\r\n---\r\n`,
    ],
    [
      'a comment and an empty line after an earlier stamp stay',
      '---\nsource:\n  old: b\n\n# about the layout\nlayout: B\n---\n',
      `---\n${written}\n# about the layout\nlayout: B\n---\n`,
    ],
    ...['source:\n  old: "1"\n  older: b\n', 'source: { old: "1" } # stamp\n', 'source:\n', written].map(
      (before): [string, string, string] => [
        'an earlier stamp is replaced where it stands',
        `---\ntitle: A\n${before}layout: B\n---\nText\n`,
        `---\ntitle: A\n${written}layout: B\n---\nText\n`,
      ],
    ),
    [
      'the same stamp stays as it is written',
      "---\nsource: { 'usage': 'a1b2' } # so\n---\n",
      "---\nsource: { 'usage': 'a1b2' } # so\n---\n",
    ],
    ['frontmatter that is not a block of keys is left alone', '---\n{ title: A }\n---\nText\n', undefined],
    ['so is frontmatter that is not YAML', '---\na: [\n---\nText\n', undefined],
  ])('%s: %j', (_what, before, after) => {
    expect(stampText(before, stamp)).toBe(after)
  })

  it('quotes ids that YAML would read otherwise, keeps ids in any script', () => {
    const text = stampText('Text\n', { '': 'a', true: 'b', 使い方: 'c', 'a.b': '1e5', '0x1': 'd' })
    expect(text).toContain('  "": a\n  "true": b\n  使い方: c\n  a.b: "1e5"\n  "0x1": d\n')
  })
})

describe('applyEdits', () => {
  it('edits by line and column, from the end, and counts a repeated edit once', () => {
    const place = (line: number, column: number) => ({ file: 'a.md', line, column })
    const edits = [
      { place: place(1, 3), remove: 'cd', insert: 'XYZ' },
      { place: place(2, 2), remove: '', insert: '!' },
      { place: place(2, 2), remove: '', insert: '!' },
    ]
    expect(applyEdits('abcde\r\nfg', edits)).toBe('abXYZe\r\nf!g')
  })

  it('edits nothing of a text that is not the one it was made for', () => {
    const edit = { place: { file: 'a.md', line: 1, column: 1 }, remove: 'ab', insert: 'x' }
    const last = { place: { file: 'a.md', line: 2, column: 1 }, remove: 'c', insert: 'y' }
    expect(applyEdits('ab\nc', [edit, last])).toBe('x\ny')
    expect(applyEdits('new\nab\nc', [edit, last])).toBeUndefined()
  })

  it.each([
    ['See [a\nb](./x.md#y) and [c](./x.md#y-2)', [2, 4]],
    ['See [a][1]\n\n[1]: ./x.md#y\n', [3, 6]],
    ['See [a](./z.md)', [undefined, undefined]],
  ])('finds the address of a link, in its paragraph or its definition: %j', (text, where) => {
    const { line, column } = locateUrl(text, { file: 'a.md', line: 1, column: 5 }, './x.md#y') ?? {}
    expect([line, column]).toEqual(where)
  })
})

describe('planFixes', () => {
  const source: TestPage = { sections: [{ id: 'usage' }, { id: 'options' }] }

  it('pins ids by position, moves links to them along, and keeps links in their language', () => {
    const at = (line: number) => ({ file: 'content/ja/a.md', line, column: 1 })
    const page: TestPage = {
      sections: [{ id: '使い方' }, { id: '選択' }],
      links: [
        { url: '#選択', type: 'hash', target: '#選択', hash: '#選択', place: at(2) },
        { url: '/b.md', target: '/b.html', place: at(6) },
        { url: '../b.md#usage', target: '/b.html', hash: '#usage', place: at(7) },
      ],
    }
    const text = '## 使い方\n[それ](#選択)\n\n## 選択 ##\n\n[b](/b.md)\n[b](../b.md#usage)\n'
    const pages = { 'a.md': source, 'b.md': source, 'ja/a.md': page, 'ja/b.md': source }
    expect(fix(pages, 'content/ja/a.md', text)).toBe(
      '## 使い方 {#usage}\n[それ](#options)\n\n## 選択 {#options} ##\n\n[b](/ja/b.md)\n[b](./b.md#usage)\n',
    )
  })

  it('replaces an id that was pinned to something else, and setext headings keep their line', () => {
    const sections = ['Emploi', 'Y'].map((title, index) => ({ id: 'xy'[index]!, title }))
    const text = '## Emploi {#x}\n\nTexte\nY\n---\n'
    expect(fix({ 'a.md': source, 'fr/a.md': { sections } }, 'content/fr/a.md', text)).toBe(
      '## Emploi {#usage}\n\nTexte\nY {#options}\n---\n',
    )
  })

  it('leaves a page of another shape alone', () => {
    const pages = { 'a.md': source, 'fr/a.md': { sections: [{ id: 'x' }] } }
    expect(fix(pages, 'content/fr/a.md', '## Emploi\n')).toBe('## Emploi\n')
  })

  it('turns broken anchors to the translated heading where ids are those of VuePress', () => {
    const links = ['usage', 'x', 'X\u0301', 'nope'].map((id, index) => ({
      url: `./a.md#${id}`,
      target: '/fr/a.html',
      hash: `#${id}`,
      place: { file: 'content/fr/b.md', line: index + 1, column: 1 },
    }))
    const pages = {
      'a.md': source,
      'fr/a.md': { sections: [{ id: 'x' }, { id: 'y' }] },
      'fr/b.md': { links },
    }
    const text = links.map(({ url }) => `[a](${url})\n`).join('')
    expect(fix(pages, 'content/fr/b.md', text, { markdown: { slugs: 'vuepress' } })).toBe(
      '[a](./a.md#x)\n[a](./a.md#x)\n[a](./a.md#x)\n[a](./a.md#nope)\n',
    )
  })

  it('pins only what broken links ask for when parity/anchors is off', () => {
    const link = { url: './a.md#options', target: '/fr/a.html', hash: '#options' }
    const sections = ['X', 'Y'].map(title => ({ id: title.toLowerCase(), title }))
    const pages = { 'a.md': source, 'fr/a.md': { sections, links: [link] } }
    const config: UserConfig = { check: { rules: { 'parity/anchors': 'off' } } }
    expect(fix(pages, 'content/fr/a.md', '## X\n\n\n## Y\n', config)).toBe('## X\n\n\n## Y {#options}\n')
  })
})

describe('planStamps', () => {
  const source: TestPage = { sections: [{ id: 'usage', text: 'Call it with a component.' }] }
  const translation: TestPage = { sections: [{ id: 'usage', text: 'コンポーネントを渡して呼び出します。' }] }
  const pages = {
    'a.md': source,
    'b.md': source,
    'ja/a.md': translation,
    'ja/b.md': translation,
    'fr/a.md': source,
  }

  it('stamps nothing of a source that could not be read: that would take the stamp away', () => {
    const access = files({ 'content/ja/a.md': 'A\n', 'content/ja/b.md': 'B\n' })
    const broken = createTestSite({ ...pages, 'a.md': { incomplete: true }, 'ja/b.md': { incomplete: true } })
    expect(stamp(broken, access, all)).toEqual({ stamped: [], left: [] })
  })

  it('stamps translations, not copies, and only the files that were chosen', () => {
    const site = createTestSite(pages)
    const access = files({ 'content/ja/a.md': 'A\n', 'content/ja/b.md': 'B\n', 'content/fr/a.md': 'C\n' })
    const result = stamp(site, access, createFileFilter(site, { pages: ['/ja/a.html'] }))
    expect(result).toEqual({ stamped: ['content/ja/a.md'], left: [] })
    expect(stamp(site, { ...access, writeFile: () => false }, all)).toMatchObject({ stamped: [] })
    expect(access.content['content/ja/a.md']).toMatch(
      /^---\nsource:\n {2}usage: "?[0-9a-f]{16}"?\n---\n\nA\n$/,
    )
    expect(stamp(site, access, all).stamped).toEqual(['content/ja/b.md'])
    expect(access.content['content/fr/a.md']).toBe('C\n')
  })

  it('stamps a page in the source language only by its own name, and says so until its text is another', () => {
    const site = createTestSite(pages)
    const [file] = planStamps(site, file => file === 'content/fr/a.md', { isNamed: true })
    expect(file).toEqual(['content/fr/a.md', { ...site.pages[0]?.stamp, '(untranslated)': 'intended' }])
    const frontmatter = { source: file?.[1] }
    const changed = { sections: [{ id: 'usage', text: 'Call it with two components.' }] }
    const siteOf = (now: TestPage, page: TestPage) =>
      createTestSite({ 'a.md': now, 'fr/a.md': { ...page, frontmatter } })
    const stateOf = (now: TestPage) => listTranslations(siteOf(now, source)).find(({ page }) => page)?.state
    expect([source, changed].map(stateOf)).toEqual(['ok', 'stale'])
    const stampsOf = (page: TestPage) => planStamps(siteOf(source, page), all).get('content/fr/a.md')
    expect([source, translation].map(stampsOf)).toEqual([file?.[1], site.pages[0]?.stamp])
  })

  it('chooses files by language', () => {
    const site = createTestSite(pages)
    const isChosen = createFileFilter(site, { locales: ['/fr/'] })
    expect(['content/ja/a.md', 'content/fr/a.md'].map(isChosen)).toEqual([false, true])
  })

  it('chooses a page by its address, its file and its file in the content folder; another name is an error', () => {
    const site = createTestSite(pages)
    for (const name of ['/ja/a.html', 'content/ja/a.md', './content/ja/a.md', 'ja/a.md']) {
      const isChosen = createFileFilter(site, { pages: [name] })
      expect(['content/ja/a.md', 'content/a.md'].map(isChosen)).toEqual([true, false])
      expect(reviewPages(site, { pages: [name] })).toEqual([])
    }
    expect(reviewPages(site, { pages: ['ja/aa.md'] })).toMatchObject([
      {
        rule: 'usage',
        message: "`--page ja/aa.md` doesn't match any page.",
        hint: 'Did you mean `ja/a.md`?',
      },
    ])
  })

  it('does not take a page of the source language for one to stamp: its translations are named', () => {
    const site = createTestSite(pages)
    expect(reviewPages(site, { stamp: true, pages: ['a.md', 'ja/a.md'] })).toMatchObject([
      {
        rule: 'usage',
        message: "`--page a.md` is a page in the source language, which can't be stamped.",
        hint: 'Use one of its translations: `fr/a.md`, `ja/a.md`.',
      },
    ])
    expect(reviewPages(site, { stamp: true, fix: true, pages: ['a.md'] })).toEqual([])
  })
})
