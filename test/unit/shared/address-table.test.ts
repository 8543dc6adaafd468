import { describe, expect, test } from 'vitest'
import {
  stripBase,
  localeOfAddress,
  createAddressTable,
  resolvePath,
  addressForms,
  createLoadedList,
  type ListSection,
  loadSections,
  missingSections,
  sectionKey,
} from '../../../src/shared/addresses.ts'

const table = createAddressTable(
  [
    '/',
    '/api/',
    '/api/mount.html',
    '/guides/',
    '/v1.2.html',
    '/reindex.html',
    '/zh/%E4%B8%AD%E6%96%87.html',
    '/constructor.html',
    '/a/(b)+*.html',
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

test('every `:splat` of a redirect is replaced', () => {
  expect(resolvePath(table, '/away/x')?.external).toBe('https://next.example.org/x?from=x')
})

describe('an address of a page', () => {
  test.each([
    ['/api/', '/api/'],
    ['/api', '/api/'],
    ['/api.html', '/api/'],
    ['/api/index.html', '/api/'],
    ['/api/index', '/api/'],
    ['/API/INDEX.HTML', '/api/'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/', '/'],
    ['', undefined],
  ])('of a folder: %s means %s', (path, page) => expect(resolve(path)).toBe(page))

  test.each([
    ['/api/mount.html', '/api/mount.html'],
    ['/api/mount', '/api/mount.html'],
    ['/api/mount/', '/api/mount.html'],
    ['/api/mount.html/', '/api/mount.html'],
    ['/Api/Mount.HTML', '/api/mount.html'],
    ['/api/%6Dount', '/api/mount.html'],
    ['/v1.2', '/v1.2.html'],
    ['/reindex', '/reindex.html'],
    ['/a/(b)+*', '/a/(b)+*.html'],
    ['/constructor', '/constructor.html'],
  ])('of a file: %s means %s', (path, page) => expect(resolve(path)).toBe(page))

  test('is found raw, encoded in either case, and in decomposed form', () => {
    const encoded = '/zh/%E4%B8%AD%E6%96%87.html'
    expect(resolve('/zh/中文')).toBe(encoded)
    expect(resolve('/zh/%e4%b8%ad%e6%96%87')).toBe(encoded)
    const accented = createAddressTable([encodeURI('/caf\u00e9.html')])
    expect(resolvePath(accented, '/cafe\u0301')?.path).toBe('/caf%C3%A9.html')
  })

  test.each('/nope /api//mount.html //api/ /% /%E0%A4%A /api/mount.htm /api/README.md /__proto__'.split(' '))(
    '%s is unknown',
    path => expect(resolve(path)).toBeUndefined(),
  )
})

describe('a redirect', () => {
  test('carries the query and the hash of its target', () => {
    expect(resolvePath(table, '/OLD')).toEqual({
      path: '/api/',
      search: '',
      hash: '#mount',
      redirected: true,
    })
    expect(resolvePath(table, '/older')).toEqual({
      path: '/api/mount.html',
      search: '?from=older',
      hash: '',
      redirected: true,
    })
  })

  test('with a wildcard hands on what stands there, the longest prefix first', () => {
    expect(resolvePath(table, '/en/api/mount')).toMatchObject({ path: '/api/mount.html', redirected: true })
    expect(resolve('/en/guide/whatever')).toBe('/guides/')
    expect(resolve('/en/nope')).toBeUndefined()
  })

  test('with a wildcard keeps letter case and encoding of what it hands on', () => {
    const next = createAddressTable([], [['/v1/*', 'https://v1.example.org/:splat']])
    expect(resolvePath(next, '/V1/Guide/a%20b%3F.html')?.external).toBe(
      'https://v1.example.org/Guide/a%20b%3F.html',
    )
  })

  test('may lead out of the site', () => {
    expect(resolvePath(table, '/next')?.external).toBe('https://next.example.org/docs/')
  })

  test('onto a missing page leads nowhere', () => expect(resolve('/lost')).toBeUndefined())
})

describe('the base', () => {
  test('is removed at a segment boundary and in any letter case', () => {
    expect(stripBase('/docs/api/', '/docs/')).toBe('/api/')
    expect(stripBase('/DOCS/api/', '/docs/')).toBe('/api/')
    expect(stripBase('/docs', '/docs/')).toBe('/')
    expect(stripBase('/docsx/', '/docs/')).toBeUndefined()
    expect(stripBase('/api/', '/')).toBe('/api/')
  })
})

describe('the locale of an address', () => {
  const locales = ['/', '/zh/', '/zh/tw/']

  test.each([
    ['/zh/api/', '/zh/'],
    ['/ZH', '/zh/'],
    ['/zh/tw/x.html', '/zh/tw/'],
    ['/zhou/', '/'],
    ['/%7Ah/api/', '/zh/'],
    ['/%', '/'],
  ])('%s belongs to %s', (path, locale) => expect(localeOfAddress(path, locales)).toBe(locale))
})

describe('the key of an address', () => {
  test.each('/ /a /a/ /a.html /a/index.html /a/index /A/B.html /caf%C3%A9/ /x.html.html'.split(' '))(
    '%s has that of all its forms',
    path => {
      const decoded = decodeURIComponent(path).toLowerCase()
      for (const form of [path.toUpperCase().replace('%C3%A9', '%C3%89'), ...addressForms(decoded)])
        expect([form, sectionKey(form)]).toEqual([form, sectionKey(path)])
    },
  )
})

describe('a list in sections', () => {
  const FILES: Record<string, ListSection> = {
    a: { pages: { '/': [], '/alpha/one.html': [] }, redirects: { '/alpha/old': '/gamma/#part' } },
    b: { pages: { '/beta/': [] }, redirects: {} },
    c: { pages: { '/gamma/': [] }, redirects: {} },
  }
  const setUp = () => {
    const asked: string[] = []
    const list = createLoadedList({
      pages: {},
      redirects: { '/v1/*': '/beta/:splat' },
      sections: [
        ['', 'a'],
        ['/b', 'b'],
        ['/g', 'c'],
      ] as [string, string][],
    })
    const load = async (path: string) => {
      await loadSections(list, path, async file => {
        asked.push(file)
        return FILES[file] ?? { pages: {}, redirects: {} }
      })
      return resolvePath(list.table, path)?.path
    }
    return { list, asked, load }
  }

  test('loads the section of an address, once', async () => {
    const { list, asked, load } = setUp()
    expect(missingSections(list, '/beta')).toEqual(['b'])
    expect(await load('/Beta')).toBe('/beta/')
    expect(await load('/beta/index.html')).toBe('/beta/')
    expect(asked).toEqual(['b'])
    expect(missingSections(list, '/beta')).toEqual([])
    expect(await load('/nothing/at/all')).toBeUndefined()
    expect(Object.keys(list.data.pages)).toEqual(['/beta/', '/gamma/'])
  })

  test('loads the section that a redirect leads to, one with a star too', async () => {
    const { asked, load } = setUp()
    expect(await load('/alpha/old')).toBe('/gamma/')
    expect(asked).toEqual(['a', 'c'])
    const other = setUp()
    expect(await other.load('/v1/')).toBe('/beta/')
    expect(other.asked).toEqual(['c', 'b'])
  })

  test('has nothing to load where it is whole', async () => {
    const list = createLoadedList({ pages: { '/a.html': [] }, redirects: {} })
    expect(missingSections(list, '/a')).toEqual([])
    expect(resolvePath(list.table, '/a')?.path).toBe('/a.html')
  })
})
