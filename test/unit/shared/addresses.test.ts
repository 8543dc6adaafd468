import { expect, test } from 'vitest'
import { createAddressTable, localeOfAddress, resolvePath, stripBase } from '../../../src/shared/addresses.ts'

const CHINESE = '/zh/%E4%B8%AD%E6%96%87.html'
const table = createAddressTable(
  [
    ...'/ /api/ /api/mount.html /guides/ /v1.2.html /reindex.html /constructor.html /a/(b)+*.html'.split(' '),
    CHINESE,
    '/caf%C3%A9.html',
  ],
  [
    ['/old', '/api/#mount'],
    ['/older.html', '/api/mount.html?from=older'],
    ['/en/*', '/:splat'],
    ['/en/guide/*', '/guides/'],
    ['/next', 'https://next.example.org/docs/'],
    ['/lost', '/nowhere.html'],
    ['/away/*', 'https://next.example.org/:splat?from=:splat'],
  ],
)
const resolve = (path: string) => resolvePath(table, path)?.path

test.each([
  ['/api/', '/api /api/ /api.html /api/index.html /api/index /API/INDEX.HTML'],
  ['/', '/ /index /index.html'],
  ['/api/mount.html', '/api/mount.html /api/mount /api/mount/ /api/mount.html/ /Api/Mount.HTML /api/%6Dount'],
  ['/v1.2.html', '/v1.2'],
  ['/reindex.html', '/reindex'],
  ['/a/(b)+*.html', '/a/(b)+*'],
  ['/constructor.html', '/constructor'],
  [CHINESE, '/zh/中文 /zh/%e4%b8%ad%e6%96%87'],
  ['/caf%C3%A9.html', '/cafe\u0301'],
  // Targets of redirects: the longest prefix before a star counts.
  ['/api/mount.html', '/en/api/mount'],
  ['/guides/', '/en/guide/whatever'],
  [
    undefined,
    '/nope /api//mount.html //api/ /% /%E0%A4%A /api/mount.htm /api/README.md /__proto__ /en/nope /lost',
  ],
])('the page %s has the addresses %s', (page, addresses) => {
  for (const address of addresses.split(' ')) expect([address, resolve(address)]).toEqual([address, page])
  expect(resolve('')).toBeUndefined()
})

test.each([
  ['/OLD', { path: '/api/', search: '', hash: '#mount', redirected: true }],
  ['/older', { path: '/api/mount.html', search: '?from=older', hash: '', redirected: true }],
  ['/next', { external: 'https://next.example.org/docs/' }],
  ['/away/x', { external: 'https://next.example.org/x?from=x' }],
  ['/AWAY/Guide/a%20b%3F', { external: 'https://next.example.org/Guide/a%20b%3F?from=Guide/a%20b%3F' }],
])('the redirect from %s leads to %j', (address, expected) => {
  expect(resolvePath(table, address)).toMatchObject(expected)
})

test.each([
  ['/docs/api/', '/docs/', '/api/'],
  ['/DOCS/api/', '/docs/', '/api/'],
  ['/docs', '/docs/', '/'],
  ['/docsx/', '/docs/', undefined],
  ['/api/', '/', '/api/'],
])('%s without the base %s is %s', (address, base, path) => expect(stripBase(address, base)).toBe(path))

test.each([
  ['/zh/api/', '/zh/'],
  ['/ZH', '/zh/'],
  ['/zh/tw/x.html', '/zh/tw/'],
  ['/zhou/', '/'],
  ['/%7Ah/api/', '/zh/'],
  ['/%', '/'],
])('%s belongs to the locale %s', (path, locale) => {
  expect(localeOfAddress(path, ['/', '/zh/', '/zh/tw/'])).toBe(locale)
})
