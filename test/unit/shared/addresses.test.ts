import { describe, expect, test } from 'vitest'
import {
  addressForms,
  createAddressTable,
  createLoadedList,
  documentPath,
  fileAddress,
  type AddressRange,
  loadRanges,
  localeOfAddress,
  missingRanges,
  resolvePath,
  rangeKey,
  stripBase,
  withBase,
} from '../../../src/shared/addresses.ts'

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

test.each('/ /a /a/ /a.html /a/index.html /a/index /A/B.html /caf%C3%A9/ /x.html.html'.split(' '))(
  '%s has the key of all its forms',
  path => {
    const decoded = decodeURIComponent(path).toLowerCase()
    for (const form of [path.toUpperCase().replace('%C3%A9', '%C3%89'), ...addressForms(decoded)])
      expect([form, rangeKey(form)]).toEqual([form, rangeKey(path)])
  },
)

describe('a list in ranges', () => {
  const FILES: Record<string, AddressRange> = {
    a: { pages: { '/': [], '/alpha/one.html': [] }, redirects: { '/alpha/old': '/gamma/#part' } },
    b: { pages: { '/beta/': [] }, redirects: {} },
    c: { pages: { '/gamma/': [] }, redirects: {} },
  }
  const setUp = () => {
    const asked: string[] = []
    const ranges: [string, string][] = Object.entries({ '': 'a', '/b': 'b', '/g': 'c' })
    const list = createLoadedList({ pages: {}, redirects: { '/v1/*': '/beta/:splat' }, ranges })
    const load = async (path: string) => {
      await loadRanges(list, path, async file => {
        asked.push(file)
        return FILES[file] ?? { pages: {}, redirects: {} }
      })
      return resolvePath(list.table, path)?.path
    }
    return { list, asked, load }
  }

  test('loads the range of an address, once', async () => {
    const { list, asked, load } = setUp()
    expect(missingRanges(list, '/beta')).toEqual(['b'])
    expect([await load('/Beta'), await load('/beta/index.html')]).toEqual(['/beta/', '/beta/'])
    expect(asked).toEqual(['b'])
    expect(missingRanges(list, '/beta')).toEqual([])
    expect(await load('/nothing/at/all')).toBeUndefined()
    expect(Object.keys(list.data.pages)).toEqual(['/beta/', '/gamma/'])
  })

  test.each([
    ['/alpha/old', '/gamma/', ['a', 'c']],
    ['/v1/', '/beta/', ['c', 'b']],
  ])('loads the range that the redirect from %s leads to', async (from, to, files) => {
    const { asked, load } = setUp()
    expect(await load(from)).toBe(to)
    expect(asked).toEqual(files)
  })

  test('has nothing to load where it is whole', () => {
    const list = createLoadedList({ pages: { '/a.html': [] }, redirects: {} })
    expect(missingRanges(list, '/a')).toEqual([])
    expect(resolvePath(list.table, '/a')?.path).toBe('/a.html')
  })
})

test.each([
  ['/', 'index.html'],
  ['/zh/api/', 'zh/api/index.html'],
  ['/zh/%E4%B8%AD.html', 'zh/中.html'],
  ['/a%20b.html', 'a b.html'],
])('the page %s is the file %s', (page, file) => expect(documentPath(page)).toBe(file))

test('addresses carry the base and are encoded', () => {
  expect(fileAddress('/docs/', 'a b/#1?.png')).toBe('/docs/a%20b/%231%3F.png')
  expect([withBase('/docs/', '/zh/'), withBase('/', '/zh/')]).toEqual(['/docs/zh/', '/zh/'])
})
