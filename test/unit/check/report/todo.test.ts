import { describe, expect, it } from 'vitest'
import { formatTodo, listTodo, createDashboard } from '../../../../src/check/report/todo.ts'
import { sampleReport, sampleSite } from './sample-report.ts'
import { createTestSite, type TestPage } from '../test-site.ts'

const sample = sampleSite()
const report = await sampleReport(sample)

describe('formatTodo', () => {
  it('lists what changed of stale pages, and how many words nobody has compared', () => {
    expect(formatTodo(listTodo(sample, ['/ja/']), { ...report, locales: ['/ja/'], format: 'markdown' })).toBe(
      `# 日本語 (/ja/)

0 of 2 pages up to date (0%), about 5 words to translate, 12 to review.

## Source changed (1)

- [ ] \`content/ja/a.md\` from \`content/a.md\`, 5 words: “Options” was changed

## No stamp, so the source may have changed (\`docsgen check --stamp --from-git\`) (1)

- [ ] \`content/ja/b.md\`, 12 words
`,
    )
  })

  it('writes several languages below each other, or as rows that no spreadsheet takes for formulas', () => {
    const items = listTodo(sample, ['/ja/', '/fr/'])
    const text = formatTodo(items, { ...report, locales: ['/ja/', '/fr/'], format: 'markdown' })
    expect(text).toContain('\n\n# Français (/fr/)\n')
    expect(text).toContain('- [ ] `content/fr/b.md` from `content/b.md`, 12 words\n')
    const odd = { ...items[0]!, file: '=1+1', changes: 'changed "a", b', links: 3 }
    expect(formatTodo([odd], { ...report, locales: ['/ja/'], format: 'csv' })).toBe(
      'locale,state,file,source,words,links,changes,path\n/ja/,stale,\'=1+1,content/a.md,5,3,"changed ""a"", b",/a.html\n',
    )
    const linked = formatTodo([odd], { ...report, locales: ['/ja/'], format: 'markdown' })
    expect(linked).toContain('5 words, linked from 3 pages: changed')
  })
})

const page = (title: string, extra: TestPage = {}): TestPage => ({
  sections: [{ id: 'use', title, text: `${title} does this.` }],
  ...extra,
})

const stamped = (text: string, stamp: string): TestPage => ({
  sections: [{ id: 'use', title: text, text }],
  frontmatter: { source: { use: stamp } },
})

const site = createTestSite(
  {
    'README.md': page('Home'),
    'a.md': page('A'),
    'secret.md': page('Secret', { frontmatter: { unlisted: true } }),
    'ja/README.md': stamped('ホーム', 'older'),
    'ja/a.md': stamped('エー', 'older'),
    'plan.md': page('Plan', { frontmatter: { draft: true } }),
    'ja/plan.md': page('計画'),
    'fr/a.md': page('Un', { frontmatter: { draft: true } }),
  },
  { base: '/docs/', theme: { repo: 'o/n', editLinks: true, docsDir: 'content' } },
)
const dates = new Map([['content/ja/a.md', '2020-01-02T03:04:05Z']])

describe('createDashboard', () => {
  const dashboard = createDashboard(site, { dates, origin: 'https://docs.example.org' })

  it('has the pages in reading order, with a cell of each language that leads to its page', () => {
    expect(dashboard.pages.map(({ path }) => path)).toEqual(['/', '/a.html', '/plan.html', '/secret.html'])
    expect(dashboard.pages[1]).toEqual({
      path: '/a.html',
      title: 'A',
      lang: 'en-US',
      href: 'https://docs.example.org/docs/a.html',
      cells: {
        '/ja/': { state: 'stale', href: 'https://docs.example.org/docs/ja/a.html' },
        '/fr/': { state: 'missing', draft: true },
      },
    })
  })

  it('says of each language how far it is, and what is to do where', () => {
    const [ja, fr] = dashboard.languages
    expect([ja?.label, ja?.lang, ja?.coverage.counts.stale, ja?.words, ja?.unchecked]).toEqual([
      '日本語',
      'ja',
      2,
      // Two changed sections and a page that is not there; then one that was never stamped.
      4 + 4 + 4,
      4,
    ])
    expect(ja?.work.find(({ path }) => path === '/a.html')).toMatchObject({
      title: 'A',
      href: 'https://docs.example.org/docs/ja/a.html',
      edit: 'https://github.com/o/n/edit/main/content/ja/a.md',
      date: '2020-01-02T03:04:05Z',
    })
    const edits = fr?.work.map(({ edit, href }) => [edit, href])
    expect(edits).toContainEqual([
      'https://github.com/o/n/new/main/content/fr/?filename=README.md',
      'https://docs.example.org/docs/',
    ])
    // A draft is there already, at no address.
    expect(edits).toContainEqual([
      'https://github.com/o/n/edit/main/content/fr/a.md',
      'https://docs.example.org/docs/a.html',
    ])
  })

  it('leads nowhere without an address of the site, and shows only the requested languages', () => {
    const here = createDashboard(site, { dates, origin: undefined, locales: ['/fr/'] })
    expect(here.languages.map(({ locale }) => locale)).toEqual(['/fr/'])
    expect(here.pages.map(({ href, cells }) => `${href} ${Object.keys(cells).join()}`)).toEqual(
      Array(3).fill('undefined /fr/'),
    )
  })

  it('names nothing in public that is unlisted or not published, and says how much that is', () => {
    const open = createDashboard(site, { dates, origin: '', published: true })
    expect(open.pages.map(({ path }) => path)).toEqual(['/', '/a.html'])
    expect(open.hidden).toBe(2)
    expect(JSON.stringify(open)).not.toMatch(/secret|plan/i)
    expect(open.languages[0]?.coverage.total).toBe(2)
  })
})

const simple: TestPage = { sections: [{ id: 'use', title: 'Use', text: 'Call the function.' }] }

it('begins with the home page, the menu at the top and the sidebar; then comes what many pages lead to', () => {
  const link = (target: string) => ({ ...simple, links: [{ url: '.', target }] })
  const pages = {
    ...Object.fromEntries(['a', 'README', 'y', 'z'].map(name => [`${name}.md`, simple])),
    'b.md': link('/z.html'),
    'c.md': link('/z.html'),
  }
  const theme = { nav: [{ text: 'C', page: '/c.html' }], sidebar: ['/b.html', '/c.html'] }
  const files = listTodo(createTestSite(pages, { theme }), ['/fr/']).map(({ source }) => source)
  expect(files).toEqual(['README', 'c', 'b', 'z', 'a', 'y'].map(name => `content/${name}.md`))
})

it('sorts by state before that, and counts words to translate and to review', () => {
  const unstamped: TestPage = { sections: [{ id: 'use', title: 'Utiliser', text: 'Appelez la fonction.' }] }
  const site = createTestSite({
    'a.md': simple,
    'b.md': simple,
    'fr/a.md': unstamped,
    'fr/old.md': unstamped,
  })
  const item = (state: string, name: string, words: number) => {
    return { locale: '/fr/', state, path: `/${name}.html`, file: `content/fr/${name}.md`, words, links: 0 }
  }
  expect(listTodo(site, ['/fr/'])).toEqual([
    { ...item('missing', 'b', 4), source: 'content/b.md' },
    { ...item('unknown', 'a', 4), source: 'content/a.md' },
    item('orphan', 'old', 0),
  ])
})
