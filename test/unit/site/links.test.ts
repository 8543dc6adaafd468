import { expect, test } from 'vitest'
import { fillAddresses } from '../../../src/render/files/page.ts'
import { type Link, linkPlaceholder, type ParsedPage } from '../../../src/schema/page.ts'
import { configSchema } from '../../../src/schema/config.ts'
import { createFileLookup } from '../../../src/site/served-files.ts'
import { createPageLookup, resolveLink } from '../../../src/site/links.ts'

const context = {
  config: { base: '/docs/' },
  lookup: createPageLookup([]),
  versionAddress: () => undefined,
  files: createFileLookup(
    new Map([['content/a.png', { path: '/assets/img/a.png', width: 400, height: 200 }]]),
    configSchema.parse({}),
  ),
  refused: new Map(),
}

test.each<[Link['size'], string]>([
  [{}, '<img src="/docs/assets/img/a.png" width="400" height="200">'],
  [{ width: 100 }, '<img src="/docs/assets/img/a.png" height="50">'],
  [{ height: 50 }, '<img src="/docs/assets/img/a.png" width="100">'],
  [undefined, '<img src="/docs/assets/img/a.png">'],
])('an image of which %j is known gets the rest of its size', (size, html) => {
  const place = { file: 'content/a.md', line: 1, column: 1 }
  const link: Link = {
    kind: 'image',
    type: 'asset',
    url: 'a.png',
    target: 'content/a.png',
    query: '',
    hash: '',
    place,
    ...(size ? { size } : {}),
  }
  const { href } = resolveLink(link, {} as ParsedPage, context)
  expect(fillAddresses(`<img src="${linkPlaceholder(0)}">`, [href])).toBe(html)
})

test('a link as VitePress read it leads to the heading, unless it leads somewhere as it is written', () => {
  const place = { file: 'content/a.md', line: 1, column: 1 }
  const link: Link = {
    kind: 'link',
    type: 'hash',
    url: '#A B',
    target: '#A%20B',
    query: '',
    hash: '#A%20B',
    slugHash: '#a-b',
    place,
  }
  const page = (id: string) => ({ headings: [{ id }], anchors: [] as string[] }) as unknown as ParsedPage
  expect(resolveLink(link, page('a-b'), context).href).toBe('#a-b')
  expect(resolveLink(link, page('A B'), context).href).toBe('#A%20B')
  expect(resolveLink(link, page('c'), context)).toMatchObject({ href: '#A%20B', problem: 'no-anchor' })
  const query: Link = {
    kind: 'link',
    type: 'hash',
    url: '?q=a',
    target: '?q=a',
    query: '?q=a',
    hash: '',
    place,
  }
  expect(resolveLink(query, page('c'), context)).toMatchObject({ href: '?q=a', problem: undefined })
})

test.each([
  ['/rel/1.x', '/rel/1.x', undefined],
  ['./node.js', 'content/rel/node.js', undefined],
  ['./node.mjs', 'content/rel/node.mjs', 'no-asset'],
])('a link to %s leads to the page of that name, if there is one', (url, target, problem) => {
  const paths = ['/rel/1.x', '/rel/node.js']
  const lookup = createPageLookup(
    paths.map(
      path => ({ record: { path, regularPath: `${path}.html` }, headings: [], anchors: [] }) as never,
    ),
  )
  const place = { file: 'content/rel/a.md', line: 1, column: 1 }
  const link: Link = { kind: 'link', type: 'asset', url, target, query: '', hash: '#top', place }
  const found = resolveLink(link, {} as ParsedPage, { ...context, lookup })
  expect(found.problem).toBe(problem)
  if (!problem) expect(found.href).toBe(`/docs/rel/${url.replace(/.*\//, '')}#top`)
})

test('a link that stays as an island has it leads nowhere without the base of the site', () => {
  const pages = createPageLookup([
    {
      record: { path: '/a.html', regularPath: '/a.html' },
      headings: [],
      anchors: [],
    } as unknown as ParsedPage,
  ])
  const resolve = (target: string, kept: Pick<Link, 'kept'>) => {
    const place = { file: 'content/a.md', line: 1, column: 1 }
    const link: Link = {
      kind: 'link',
      type: 'page',
      url: target,
      target,
      query: '',
      hash: '',
      raw: true,
      ...kept,
      place,
    }
    return resolveLink(link, {} as ParsedPage, { ...context, lookup: pages })
  }
  expect(resolve('/a.html', { kept: true })).toEqual({ href: '/a.html', problem: 'no-page' })
  expect(resolve('/docs/a.html', { kept: true }).problem).toBeUndefined()
  expect(resolve('/a.html', {}).problem).toBeUndefined()
})
