import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { resolveAddress } from '../../../src/content/remark/links.ts'
import { linkPlaceholder } from '../../../src/schema/page.ts'
import { createOptions, createSource, htmlOf, parse, rulesOf, findingsOf } from './helpers.ts'

const at = (url: string, file = 'content/dir/page.md', kind: 'link' | 'image' = 'link') =>
  resolveAddress({ url, kind, file, page: 'content/dir/page.md', contentDir: 'content' })

describe('resolveAddress', () => {
  test.each([
    ['./other.md other.md .\\other.md', '/dir/other.html'],
    ['./README.md .', '/dir/'],
    ['sub/index.md sub/ReadMe.md ./sub/', '/dir/sub/'],
    ['../README.md .. /', '/'],
    ['../../../x.md', '/x.html'],
    ['../api/wrapper', '/api/wrapper'],
    ['/api/mount.md', '/api/mount.html'],
    ['/api/', '/api/'],
    ['x.html', '/dir/x.html'],
    ['./中文.md', '/dir/中文.html'],
    ['./%E4%B8%AD.md', '/dir/中.html'],
    ['./a%20b.md', '/dir/a b.html'],
    ['./100%.md', '/dir/100%.html'],
  ])('%s: the page %s', (urls, target) => {
    for (const url of urls.split(' ')) expect(at(url)).toEqual({ type: 'page', target, query: '', hash: '' })
  })

  test('query and hash are taken off', () => {
    const [target, query, hash] = ['/dir/other.html', '?x=1', '#a%20b']
    expect(at('./other.md?x=1#a b')).toEqual({ type: 'page', target, query, hash })
    expect(at('#sec')).toEqual({ type: 'hash', target: '#sec', query: '', hash: '#sec' })
  })

  test.each([
    ['./files/a.zip', 'content/dir/files/a.zip'],
    ['../b.PDF', 'content/b.PDF'],
    ['/logo.svg', '/logo.svg'],
  ])('%s is a file', (url, target) => {
    expect(at(url)).toMatchObject({ type: 'asset', target })
    expect(at(url, 'content/dir/page.md', 'image')).toMatchObject({ type: 'asset', target })
  })

  test('an address in an included file starts at that file, or at the page when the file is no content', () => {
    expect(at('./x.md', 'content/other/part.md')?.target).toBe('/other/x.html')
    expect(at('./x.md', 'parts/part.md')?.target).toBe('/dir/x.html')
    expect(at('./x.png', 'parts/part.md', 'image')?.target).toBe('parts/x.png')
  })

  test.each([
    ...['https://a.b/c?d=1#e', 'HTTP://a.b', 'mailto:a@b.c', 'tel:+1', 'ftp://x.y/z/'].map(url => [url, url]),
    // What cannot stand in an attribute is encoded.
    ['https://a.b/"<x>\'ü', "https://a.b/%22%3Cx%3E'%C3%BC"],
  ])('%s is external', (url, target) => expect(at(url!)).toMatchObject({ type: 'external', target }))

  const schemes = 'javascript JaVaScRiPt java\nscript java\tscript \ufffdjavascript vbscript'
  test.each([
    ...schemes.split(' ').map(scheme => `${scheme}:a`),
    ' \u0001javascript:a',
    'data:text/html,x',
    'file:///etc/passwd',
    ...'//evil \\\\evil /\\evil'.split(' '),
    ' //evil',
  ])('%j is refused', url => expect(at(url)).toBeUndefined())
})

describe('links in a page', () => {
  test('an internal link is a placeholder with its place', () => {
    const page = parse('# T\n\nSee [a](./other.md#x) here.')
    expect(page.html).toContain(`<a href="${linkPlaceholder(0)}">a</a>`)
    const address = { type: 'page', target: '/dir/other.html', query: '', hash: '#x' }
    const place = { file: 'content/dir/page.md', line: 3, column: 5 }
    expect(page.links).toEqual([{ kind: 'link', url: './other.md#x', ...address, place }])
  })

  test('an external link opens a window, safely and audibly', () => {
    expect(htmlOf('[a](https://a.b)')).toContain(
      `<a href="${linkPlaceholder(0)}" target="_blank" rel="noopener noreferrer">a` +
        '<span class="external-mark" aria-hidden="true"></span><span class="visually-hidden"> (opens a new window)</span></a>',
    )
    expect(htmlOf('[a](mailto:a@b.c)')).not.toContain('_blank')
  })

  test.each([
    ['[a][1] `https://i.j`\n\n[1]: ./n.md', ['./n.md']],
    ['<https://b.c> https://d.e/f. [https://k.l](m.md)', ['https://b.c', 'https://d.e/f', 'm.md']],
    ['www.g.h a@b.cd vue@2.6.11', ['http://www.g.h', 'mailto:a@b.cd']],
    // Bare addresses end before closing punctuation and CJK text.
    ['(see https://a.b/c_(d)).', ['https://a.b/c_(d)']],
    ['请看https://a.b/c。', ['https://a.b/c']],
    ['请看 https://a.b/c。谢谢', ['https://a.b/c']],
    ['"https://a.b/c", https://a.b/&amp; http://', ['https://a.b/c', 'https://a.b/&']],
  ])('of %j', (body, urls) => {
    expect(parse(body).links.map(link => link.url)).toEqual(urls)
    expect(parse('a https://d.e/f.').links[0]?.place.column).toBe(3)
  })

  test('an unsafe address is dropped, its text stays, and the place is reported', () => {
    const body = '# T\n\n[a **b**](javascript:alert(1)) ![pic](data:text/html,x)\n\n[c](&#106;avascript:x)'
    const page = parse(body)
    expect(page.html).toContain('<p>a <strong>b</strong> pic</p>\n<p>c</p>')
    expect(page.links).toEqual([])
    const found = findingsOf(page).map(({ rule, severity, place }) => `${severity} ${rule} ${place?.line}`)
    const error = 'error markdown/unsafe-link'
    expect(found).toEqual([`${error} 3`, `${error} 3`, `${error} 5`])
  })

  test('places and targets in included text are those of the included file', () => {
    const source = {
      ...createSource('# T\n\n[a](./x.md)\n\n[b](./x.md)'),
      origins: [
        { from: 1, file: 'content/dir/page.md', line: 4 },
        { from: 3, file: 'content/other/part.md', line: 10 },
        { from: 4, file: 'content/dir/page.md', line: 7 },
      ],
    }
    const { links } = parsePage(source, createOptions())
    expect(links.map(({ target, place }) => [target, `${place.file}:${place.line}`])).toEqual([
      ['/other/x.html', 'content/other/part.md:10'],
      ['/dir/x.html', 'content/dir/page.md:8'],
    ])
  })
})

test('a problem in included text is reported by the page the text is from, or here when it is from no page', () => {
  const from = (file: string) => {
    const source = { ...createSource('# T\n\n[a](javascript:x)'), origins: [{ from: 1, file, line: 1 }] }
    return rulesOf(parsePage(source, createOptions()))
  }
  expect(from('content/other/page.md')).toEqual([])
  expect(from('parts/part.md')).toEqual(['markdown/unsafe-link'])
  expect(from('content/.parts/part.md')).toEqual(['markdown/unsafe-link'])
})

test('images are placeholders in quotes, and need a text for readers who cannot see', () => {
  const page = parse('![Alt "x"](./a.png "T")')
  expect(page.html).toContain(
    `<img src="${linkPlaceholder(0)}" alt="Alt &#x22;x&#x22;" loading="lazy" decoding="async" title="T">`,
  )
  expect(page.links[0]).toMatchObject({ kind: 'image', type: 'asset', target: 'content/dir/a.png' })
  expect(rulesOf(page)).toEqual([])
  const [finding] = findingsOf(parse('a\n\n![](./a.png)'))
  expect(finding).toMatchObject({ rule: 'markdown/image-alt', severity: 'warning', place: { line: 3 } })
})

test('attributes behind links as VitePress reads them are not shown, other braces are', () => {
  const body = '[A](/a){target="_self" rel="x y"} [B](/b){no} `c`{target=x} [D][d]{ download }\n\n[d]: /d\n'
  const textIn = (slugs: 'vitepress' | 'github') =>
    parsePage(createSource(body), createOptions({ slugs })).html.replaceAll(/<[^>]*>/g, '')
  expect(textIn('vitepress')).toMatch(/^A B\{no\} c\{target=x\} D$/m)
  expect(textIn('github')).toContain('{target="_self"')
})
