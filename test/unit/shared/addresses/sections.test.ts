import { describe, expect, test } from 'vitest'
import { alternativeForms, resolvePath } from '../../../../src/shared/addresses/resolve-path.ts'
import {
  createLoadedList,
  type ListSection,
  loadSections,
  missingSections,
  sectionKey,
} from '../../../../src/shared/addresses/sections.ts'

describe('the key of an address', () => {
  test.each([
    '/',
    '/a',
    '/a/',
    '/a.html',
    '/a/index.html',
    '/a/index',
    '/A/B.html',
    '/caf%C3%A9/',
    '/x.html.html',
  ])('%s has that of all its forms', path => {
    const decoded = decodeURIComponent(path).toLowerCase()
    for (const form of [path.toUpperCase().replace('%C3%A9', '%C3%89'), ...alternativeForms(decoded)])
      expect([form, sectionKey(form)]).toEqual([form, sectionKey(path)])
  })
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
