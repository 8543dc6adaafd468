import { describe, expect, test } from 'vitest'
import { isSafeAddress } from '../../../src/shared/addresses.ts'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { editUrl, withDocsDir } from '../../../src/site/locale-view.ts'
import { createFileLookup } from '../../../src/site/served-files.ts'
import { createPageLookup } from '../../../src/site/links.ts'
import { checkRedirects, collectRedirects, createRedirects, listClaims } from '../../../src/site/redirects.ts'
import { useFolder } from '../content/site-folder.ts'

/** As much of a page as addresses need. */
function page(path: string, regularPath = path, frontmatter: object = {}): ParsedPage {
  return {
    record: { path, regularPath, frontmatter, title: path },
    file: `content${path}`,
    keyPlaces: {},
  } as unknown as ParsedPage
}

describe('redirects', () => {
  const pages = [
    page('/'),
    page('/api/'),
    page('/a.html'),
    page('/new.html', '/moved.html', { redirectFrom: ['/older.html'] }),
  ]
  const names = ['/logo.svg', '/old/notes.txt', 'content/guide/d.csv']
  const assets = new Map(names.map(name => [name, { path: name }]))
  const files = createFileLookup(assets, configSchema.parse({}))
  const written = (redirects: Record<string, string>) =>
    collectRedirects(configSchema.parse({ redirects }), { pages, files, locate: () => undefined })
  const table = (redirects: Record<string, string>) => createRedirects(written(redirects))
  const findings = (redirects: Record<string, string>) =>
    checkRedirects(written(redirects), {
      lookup: createPageLookup(pages),
      files,
      missing: [],
      locate: () => undefined,
      claims: listClaims(pages, assets),
      config: configSchema.parse({ locales: { '/': { lang: 'en' }, '/ja/': { lang: 'ja' } } }),
      versionAddress: () => undefined,
    })
  const problems = (redirects: Record<string, string>) => findings(redirects).map(({ rule }) => rule)

  test('come from configuration, frontmatter and permalinks, sorted', () => {
    expect(table({ 'z.html': '/api/', '/b c.html': '/a.html' }).map(({ from, to }) => [from, to])).toEqual([
      ['/b%20c.html', '/a.html'],
      ['/moved.html', '/new.html'],
      ['/older.html', '/new.html'],
      ['/z.html', '/api/'],
    ])
  })

  test.each([
    [{ '/x.html': '/y.html', '/y.html': '/x.html' }, 'redirects/loop'],
    [{ '/x.html': '/y.html', '/y.html': '/a.html' }, 'redirects/chain'],
    [{ '/x.html': '/x.html' }, 'redirects/loop'],
    [{ '/x.html': '/nothing.html' }, 'redirects/target'],
    [{ '/v1/*': '/gone/:splat' }, 'redirects/target'],
    [{ '/a.html': '/a.html' }, 'redirects/shadow'],
    [{ '/older.html': '/a.html' }, 'redirects/duplicate'],
  ])('%j is an error: %s', (redirects, rule) => expect(problems(redirects)).toContain(rule))

  const reserved =
    '/service-worker.js /404.html /ja/404.html /sitemap.xml /robots.txt /assets/js/x.js /assets/js/* /* /s* /v1/*/x.html'
  test.each(reserved.split(' '))('none starts at %s', from =>
    expect(problems({ [from]: '/a.html' })).toContain('redirects/source'),
  )
  test.each('/a.html /a /A.html /logo.svg /old/* /ap* /api /api/index.html'.split(' '))('%s is taken', from =>
    expect(problems({ [from]: '/api/' })).toContain('redirects/shadow'),
  )

  test.each([
    [
      { '/y.html': '/x.html#a', '/x.html': '/y.html?b' },
      ['These redirects form a loop: `/x.html` → `/y.html` → `/x.html`.'],
    ],
    [
      { '/1.html': '/2.html', '/3.html': '/1.html', '/2.html': '/3.html' },
      ['These redirects form a loop: `/1.html` → `/2.html` → `/3.html` → `/1.html`.'],
    ],
    [
      { '/b.html': '/c.html', '/c.html': '/b.html', '/in.html': '/b.html', '/0.html': '/in.html' },
      ['These redirects form a loop: `/b.html` → `/c.html` → `/b.html`.'],
    ],
    [
      { '/x.html': '/y.html', '/y.html': '/z.html', '/z.html': '/a.html' },
      [
        'The redirect from `/x.html` points to another redirect, `/y.html`. Point it to the final target, `/a.html`.',
        'The redirect from `/y.html` points to another redirect, `/z.html`. Point it to the final target, `/a.html`.',
      ],
    ],
  ])('%j: a circle is reported once, with all of it', (redirects, messages) => {
    const printed = findings(redirects).map(({ rule, message, hint }) =>
      rule === 'redirects/chain' ? `${message} ${hint}` : message,
    )
    expect(printed.toSorted()).toEqual(messages.toSorted())
  })

  test.each([
    { '/x.html': '/a.html#hash' },
    { '/x.html': '/a.html?x=1' },
    { '/x.html': 'https://example.org/' },
    { '/api/404.html': '/a.html', '/ja/api/404.html': '/a.html' },
    { '/older.html': '/new.html' },
    { '/v1/*': '/api/:splat' },
    { '/v1/*': '/a.html', '/v1/x.html': '/new.html' },
    { '/v1/*': 'https://example.org/:splat' },
    { '/x.svg': '/logo.svg' },
    { '/x.csv': '/guide/d.csv' },
    { '/x.txt': '/robots.txt' },
    { '/v1/*': '/old/:splat' },
  ])('%j is fine', redirects => expect(problems(redirects)).toEqual([]))
})

describe('links to the source', () => {
  const theme = (settings: object) => configSchema.parse({ theme: settings }).theme

  test.each([
    [{ repo: 'o/n' }, 'https://github.com/o/n/edit/main/api/README.md'],
    [
      { repo: 'o/n', docsDir: '/docs/', docsBranch: 'dev' },
      'https://github.com/o/n/edit/dev/docs/api/README.md',
    ],
    [{ repo: 'https://gitlab.com/o/n/' }, 'https://gitlab.com/o/n/-/edit/main/api/README.md'],
    [
      { repo: 'https://bitbucket.org/o/n' },
      'https://bitbucket.org/o/n/src/main/api/README.md?mode=edit&spa=0&at=main',
    ],
    [{ repo: 'o/n', docsRepo: 'o/docs' }, 'https://github.com/o/docs/edit/main/api/README.md'],
    [
      { repo: 'https://gitlab.example.org/a/b/n' },
      'https://gitlab.example.org/a/b/n/-/edit/main/api/README.md',
    ],
    [{ repo: 'https://codeberg.org/o/n' }, 'https://codeberg.org/o/n/_edit/main/api/README.md'],
    [{ repo: 'https://gitea.example/o/n/' }, 'https://gitea.example/o/n/_edit/main/api/README.md'],
    [{ repo: 'https://code.example/o/n' }, 'https://code.example/o/n/edit/main/api/README.md'],
    [
      { repo: 'https://code.example/o/n/', docsDir: 'docs', editLinkPattern: ':repo/_edit/:branch/:path' },
      'https://code.example/o/n/_edit/main/docs/api/README.md',
    ],
    [{ editLinkPattern: 'https://e.example/?f=:path' }, 'https://e.example/?f=api/README.md'],
  ])('%j', (settings, url) => expect(editUrl(theme(settings), 'api/README.md')).toBe(url))

  test('there is none without a repository', () => {
    expect(editUrl(theme({}), 'a.md')).toBeUndefined()
    expect(editUrl(theme({ editLinkPattern: ':repo/:path' }), 'a.md')).toBeUndefined()
  })

  test('names of files are part of the path', () => {
    const url = 'https://github.com/o/n/edit/main/c%23%20&%20d%3F/$&.md'
    expect(editUrl(theme({ repo: 'o/n' }), 'c# & d?/$&.md')).toBe(url)
  })
})

describe('addresses that may be rendered', () => {
  const safe = 'https://a.example HTTP://a.example mailto:a@b.example tel:+1 /a ./a #a a/b:c ?x=javascript:1'
  test.each([...safe.split(' '), ''])('%j may', address => expect(isSafeAddress(address)).toBe(true))

  const unsafe = 'javascript:x JaVaScRiPt:x data:text/html,x vbscript:x //a \\\\a /\\a file:///etc'
  test.each([...unsafe.split(' '), ' \u0001javascript:x', 'java\nscript:x', '\t//a'])('%j may not', address =>
    expect(isSafeAddress(address)).toBe(false),
  )
})

const { write, folder, link } = useFolder()

test.each<[string, string, UserConfig]>([
  ['repository', 'content', {}],
  ['repository/docs/site', 'docs/site/content', {}],
  ['repository/docs/site', 'docs/pages', { contentDir: '../pages' }],
  ['repository/docs', 'docs', { contentDir: '.' }],
  ['link', 'docs/content', {}],
  ['alone', 'content', {}],
  ['alone', 'repository', { contentDir: '../repository' }],
  ['repository/docs', '', { theme: { docsDir: '' } }],
  ['repository', 'documentation', { theme: { docsDir: 'documentation' } }],
])('the sources of a site in %s are in %s: %j', (root, docsDir, config) => {
  write({ 'repository/.git/HEAD': '', 'repository/docs/site/a.md': '', 'alone/a.md': '' })
  link({ link: 'repository/docs' })
  expect(withDocsDir(configSchema.parse(config), folder(root)).theme.docsDir).toBe(docsDir)
})
