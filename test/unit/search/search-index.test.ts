import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Frontmatter } from '../../../src/schema/frontmatter.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { searchPages } from '../../../src/search/build/search-index.ts'
import { indexOf, page } from './site.ts'

const LETTERS = 'bcdfghjklmnprstvz'
/** Five hundred pages of words that exist nowhere else, with a few that are everywhere. */
function largeSite() {
  const word = (number: number): string => {
    const digits = [number % 17, Math.floor(number / 17) % 17, Math.floor(number / 289) % 17]
    return digits.map(digit => `${LETTERS[digit]}o`).join('')
  }
  return Array.from({ length: 500 }, (_, index) =>
    page(`/page-${index}.html`, {
      [`Title ${word(index * 3)}`]: `Common text about ${word(index * 7 + 1)} and ${word(index * 11 + 2)}.`,
      [`Section ${word(index * 5)}`]: `More common text of ${word(index)} and ${word(index * 2 + 9)}.`,
    }),
  )
}

describe('the files of a small site', () => {
  const pages = [page('/a.html', { Alpha: 'First text.' }), page('/b.html', { Beta: 'Second text.' })]

  test('are one, named by its contents, the same each time, and its stemmer', async () => {
    const { files, manifest } = await indexOf(pages)
    expect(files.map(({ path }) => path.replace(/[0-9a-f]{8,}/, 'hash'))).toEqual([
      'assets/search/xx.hash.json',
      'assets/search/xx.hash.js',
    ])
    expect(files[0]).toMatchObject({ path: manifest })
    expect((await indexOf(structuredClone(pages))).files).toEqual(files)
  })

  test('answer without another request', async () => {
    const { search, requests } = await indexOf(pages)
    const { pages: found, missing } = await search('second')
    expect(found).toEqual([
      [{ path: '/b.html', title: 'Beta', id: '', heading: 'Beta', text: 'Second text.' }],
    ])
    expect([missing, requests]).toEqual([[], []])
  })

  test('have the synonyms that lead to a word of the site, and no others', async () => {
    const { data, ask } = await indexOf([page('/remove.html', { Remove: 'How a page goes away.' })])
    expect(data.language.synonyms).toBe('delete/remove/erase,destroy/unmount/remove')
    expect(await ask('erase')).toEqual(['/remove.html'])
  })

  test('may be those of a site without pages', async () => {
    expect((await indexOf([])).data).toMatchObject({ version: 2, size: 0 })
  })
})

describe('the files of a large site', async () => {
  const pages = largeSite()
  const whole = await indexOf(pages)
  const limits = { whole: 1000, terms: 4000, sections: 4000 }
  const parts = await indexOf(pages, 'en', limits)

  test('are several, none larger than its limit', () => {
    expect(parts.files.length).toBeGreaterThan(8)
    const table = parts.data.parts?.pages ?? ''
    for (const { path, content } of parts.files.filter(file => !file.path.includes(table)))
      expect([path, gzipSync(content as string).length <= 4000]).toEqual([path, true])
  })

  test.each([
    'common',
    'title bobobo',
    'section cobodo',
    'fobobo',
    'fobobp',
    'dobob',
    'common text dobobo',
    'titlebobobo',
  ])('give the same results as one file: %s', async query => {
    expect(await parts.ask(query)).toEqual(await whole.ask(query))
    expect(await whole.ask(query)).not.toEqual([])
  })

  test('of lists of words are requested only when a word is unknown', async () => {
    const { ask, requests, contents } = await indexOf(pages, 'en', limits)
    const isList = (file: string) => contents.get(`assets/search/${file}`)?.startsWith('"')
    await ask('title bobobo common section ')
    expect(requests.filter(isList)).toEqual([])
    await ask('fobobp ')
    expect(requests.filter(isList)).not.toEqual([])
  })

  test('one that cannot be fetched fails the query, and the next try asks for it again', async () => {
    const { ask, gone, contents } = await indexOf(pages, 'en', limits)
    for (const path of contents.keys()) gone.add(path.slice('assets/search/'.length))
    await expect(ask('fobobo')).rejects.toThrow('cannot be reached')
    gone.clear()
    expect(await ask('fobobo')).toEqual(await parts.ask('fobobo'))
  })

  test('answer from the sections that speak most of a term', async () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      page(`/${index}.html`, {
        [`Page ${index}`]: 'common '.repeat(1 + (index % 5)) + (index === 640 ? 'rare' : ''),
      }),
    )
    const one = await indexOf(many)
    const cut = await indexOf(many, 'en', { whole: 1000, terms: 1000, sections: 1000 })
    for (const query of ['common', 'comm', 'common rare', 'commno rare', 'page common', 'page 777']) {
      expect([query, await cut.ask(query)]).toEqual([query, await one.ask(query)])
      expect(await one.ask(query)).not.toEqual([])
    }
  })

  test('a query of a site with four times as many pages asks for no more', async () => {
    const bytesOf = async (copies: number) => {
      const some = Array.from({ length: copies }, (_, copy) =>
        pages.map(each => ({ ...each, path: `/${copy}${each.path}` })),
      ).flat()
      const { ask, requests, contents, manifest } = await indexOf(some, 'en', limits)
      await ask('common')
      const names = [manifest, ...new Set(requests.map(file => `assets/search/${file}`))]
      return names.reduce((sum, name) => sum + (contents.get(name) ?? '').length, 0)
    }
    const [small, large] = [await bytesOf(1), await bytesOf(4)]
    expect(large / small).toBeLessThanOrEqual(1.2)
  })

  test('pages that another language shows are found among the others', async () => {
    const { ask } = await indexOf(pages, 'en', limits, path => path === '/page-7.html')
    expect((await ask('common title'))[0]).toBe('/page-7.html')
  })
})

test.each([
  ['/guide/a.html', {}, 1.5],
  ['/guide/old/a.html', {}, 0.5],
  ['/guide/a.html', { search: { boost: 3 } }, 3],
  ['/other.html', {}, 1],
])('%s with %j counts %d times', (path, frontmatter, boost) => {
  const parsed = { record: { path, title: 'A', frontmatter }, sections: [] } as unknown as ParsedPage
  expect(searchPages([parsed], { '/guide/': 1.5, '/guide/old/': 0.5 })[0]?.boost).toBe(boost)
})

test('pages that ask to be left out and included sections are not in the index', async () => {
  const pageWith = (frontmatter: Frontmatter, sections: { text: string; own: boolean }[]) =>
    ({
      record: { title: 'A', path: '/a.html', frontmatter },
      sections: sections.map(section => ({ id: 'a', title: 'A', ancestors: [], code: [], ...section })),
    }) as unknown as ParsedPage
  const secret = { text: 'secret', own: true }
  const found = searchPages([
    pageWith({ search: false }, [secret]),
    pageWith({ tags: ['kept'] }, [
      { ...secret, own: false },
      { text: 'open', own: true },
    ]),
  ])
  expect(found.map(({ tags }) => tags)).toEqual([['kept']])
  expect(JSON.stringify((await indexOf(found)).data)).not.toContain('secret')
})
