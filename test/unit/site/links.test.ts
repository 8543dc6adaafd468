import { expect, test } from 'vitest'
import { fillAddresses } from '../../../src/render/files/page.ts'
import { type Link, linkPlaceholder, type ParsedPage } from '../../../src/schema/page.ts'
import { configSchema } from '../../../src/schema/config.ts'
import { createFileLookup } from '../../../src/site/served-files.ts'
import { createPageLookup, resolveLink } from '../../../src/site/links.ts'

const context = {
  config: { base: '/docs/' },
  versionAddress: () => undefined,
  files: createFileLookup(
    new Map([['content/a.png', { path: '/assets/img/a.png', width: 400, height: 200 }]]),
    configSchema.parse({}),
  ),
  refused: new Map(),
}

const linkTo = (given: Partial<Link>): Link => {
  const place = { file: 'content/a.md', line: 1, column: 1 }
  return { kind: 'link', type: 'page', url: '', target: '', query: '', hash: '', place, ...given }
}
const page = (path: string, ...ids: string[]) =>
  ({
    record: { path, regularPath: path.replace(/(?:\.html)?$/, '.html') },
    headings: ids.map(id => ({ id })),
    anchors: [],
  }) as unknown as ParsedPage
const resolve = (link: Partial<Link>, pages: ParsedPage[] = [], from = page('/from.html')) =>
  resolveLink(linkTo(link), from, { ...context, lookup: createPageLookup(pages) })

test.each<[Link['size'], string]>([
  [{}, '<img src="/docs/assets/img/a.png" width="400" height="200">'],
  [{ width: 100 }, '<img src="/docs/assets/img/a.png" height="50">'],
  [{ height: 50 }, '<img src="/docs/assets/img/a.png" width="100">'],
  [undefined, '<img src="/docs/assets/img/a.png">'],
])('an image of which %j is known gets the rest of its size', (size, html) => {
  const image = { kind: 'image', type: 'asset', url: 'a.png', target: 'content/a.png' } as const
  const { href } = resolve(size ? { ...image, size } : image)
  expect(fillAddresses(`<img src="${linkPlaceholder(0)}">`, [href])).toBe(html)
})

test('a link as VitePress read it leads to the heading, unless it leads somewhere as it is written', () => {
  const link = { type: 'hash', target: '#A%20B', hash: '#A%20B', slugHash: '#a-b' } as const
  const resolveOn = (id: string) => resolve(link, [], page('/a.html', id))
  expect(resolveOn('a-b').href).toBe('#a-b')
  expect(resolveOn('A B').href).toBe('#A%20B')
  expect(resolveOn('c')).toMatchObject({ href: '#A%20B', problem: 'no-anchor' })
  const query = resolve({ type: 'hash', target: '?q=a', query: '?q=a' }, [], page('/a.html', 'c'))
  expect(query).toMatchObject({ href: '?q=a', problem: undefined })
})

test.each([
  ['/rel/1.x', '/rel/1.x', undefined],
  ['./node.js', 'content/rel/node.js', undefined],
  ['./node.mjs', 'content/rel/node.mjs', 'no-asset'],
])('a link to %s leads to the page of that name, if there is one', (url, target, problem) => {
  const found = resolve(
    { type: 'asset', url, target, hash: '#top' },
    ['/rel/1.x', '/rel/node.js'].map(path => page(path)),
  )
  expect(found.problem).toBe(problem)
  if (!problem) expect(found.href).toBe(`/docs/rel/${url.replace(/.*\//, '')}#top`)
})

test('a link that stays as an island has it leads nowhere without the base of the site', () => {
  const problemOf = (target: string, kept: Pick<Link, 'kept'>) =>
    resolve({ url: target, target, raw: true, ...kept }, [page('/a.html')]).problem
  expect(problemOf('/a.html', { kept: true })).toBe('no-page')
  expect(problemOf('/docs/a.html', { kept: true })).toBeUndefined()
  expect(problemOf('/a.html', {})).toBeUndefined()
})
