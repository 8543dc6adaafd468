import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createLarge } from '../../../src/client/search/large.ts'
import { createLocal } from '../../../src/client/search/local.ts'
import type { ResultGroup } from '../../../src/client/search/results.ts'
import { createSearchFiles } from '../../../src/search/create-search-files.ts'
import type { Frontmatter } from '../../../src/schema/frontmatter.ts'
import { searchPages } from '../../../src/search/search-pages.ts'
import { createAnalyser } from '../../../src/shared/search/analyse.ts'
import { counted, cutOf, languageFor, manifestOf, page } from './site.ts'

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

async function find(query: string, { data, contents }: ReturnType<typeof manifestOf>) {
  const requests: string[][] = []
  const shown: ResultGroup[][] = []
  let batch: string[] = []
  const context = { base: '/docs/', analyse: createAnalyser(languageFor('en')) }
  const load = async <T>(file: string) => {
    if (batch.length === 0) requests.push(batch)
    batch.push(file)
    await Promise.resolve()
    batch = []
    return JSON.parse(contents.get(`assets/search/${file}`) ?? '') as T
  }
  const provider =
    'whole' in data ? createLocal(data, context) : createLarge(data.parts, { ...context, load })
  await provider.search(query, new AbortController().signal, groups => shown.push(groups))
  return { last: shown.at(-1) ?? [], shown, requests }
}

describe('the files of a small site', () => {
  const pages = [page('/a.html', { Alpha: 'First text.' }), page('/b.html', { Beta: 'Second text.' })]

  test('are one, named by its contents', () => {
    const { files, manifest } = createSearchFiles({
      locale: { code: 'en', lang: 'en-US' },
      pages: counted(pages, languageFor('en')),
    })
    expect(files).toHaveLength(1)
    expect(files[0]).toMatchObject({ path: manifest, immutable: true })
    expect(manifest).toMatch(/^assets\/search\/en\.[0-9a-f]{8}\.json$/)
  })

  test('S-DET: are the same bytes each time', () => {
    const make = () =>
      createSearchFiles({
        locale: { code: 'en', lang: 'en' },
        pages: counted(structuredClone(pages), languageFor('en')),
      })
    expect(make()).toEqual(make())
  })

  test('answer without another request, addresses with base', async () => {
    const { last, requests } = await find('second', manifestOf(pages))
    expect(requests).toEqual([])
    expect(last).toEqual([
      {
        title: 'Beta',
        options: [
          {
            href: '/docs/b.html',
            title: [{ text: 'Beta', marked: false }],
            excerpt: [
              { text: 'Second', marked: true },
              { text: ' text.', marked: false },
            ],
          },
        ],
      },
    ])
  })

  test('may be those of a site without pages', () => {
    expect(manifestOf([]).data).toMatchObject({ version: 1, pages: [], heads: [] })
  })
})

describe('the files of a large site', () => {
  const pages = largeSite()
  const whole = manifestOf(pages)
  const parts = manifestOf(pages, 'en', { whole: 1000, terms: 4000, sections: 4000 })

  test('are several, none larger than its limit', () => {
    expect(whole.files).toHaveLength(1)
    expect(parts.files.length).toBeGreaterThan(8)
    const { pages: table } = cutOf(parts.data).parts
    for (const { path, content } of parts.files) {
      if (path.includes(table)) continue
      expect([path, gzipSync(content as string).length <= 4000]).toEqual([path, true])
    }
  })

  test('give the same results as one file', async () => {
    const queries = [
      'common',
      'title bobobo',
      'section cobodo',
      'fobobo',
      'fobobp',
      'dobob',
      'common text dobobo',
    ]
    for (const query of queries) {
      const [a, b] = await Promise.all([find(query, whole), find(query, parts)])
      const plain = (groups: ResultGroup[]) => groups.map(group => group.options.map(option => option.href))
      expect([query, plain(b.last)]).toEqual([query, plain(a.last)])
      expect(a.last.length).toBeGreaterThan(0)
    }
  })

  test('are asked for once, and show texts at once', async () => {
    const { requests, shown } = await find('title bobobo common section', parts)
    expect(new Set(requests.flat()).size).toBe(requests.flat().length)
    expect(shown).toHaveLength(1)
    expect(shown[0]?.[0]?.options[0]?.excerpt).not.toEqual([])
  })

  test('S-OFF-1: one that cannot be fetched fails the query, and the next try asks for it again', async () => {
    const { data, contents } = parts
    const gone = new Set<string>()
    const provider = createLarge(cutOf(data).parts, {
      base: '/docs/',
      analyse: createAnalyser(languageFor('en')),
      load: async <T>(file: string) => {
        if (gone.has(file)) throw new Error(`${file} cannot be reached.`)
        return JSON.parse(contents.get(`assets/search/${file}`) ?? '') as T
      },
    })
    const ask = async () => {
      const shown: ResultGroup[][] = []
      await provider.search('fobobo', new AbortController().signal, groups => shown.push(groups))
      return shown.at(-1)
    }
    for (const path of contents.keys()) gone.add(path.slice('assets/search/'.length))
    await expect(ask()).rejects.toThrow('cannot be reached')
    gone.clear()
    expect(await ask()).toEqual((await find('fobobo', parts)).last)
  })

  test('answer from what a term says most of, and know of several words what the rest of their lists has', async () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      page(`/${index}.html`, {
        [`Page ${index}`]: 'common '.repeat(1 + (index % 5)) + (index === 640 ? 'rare' : ''),
      }),
    )
    const [one, cut] = [
      manifestOf(many),
      manifestOf(many, 'en', { whole: 1000, terms: 1000, sections: 1000 }),
    ]
    for (const query of ['common', 'comm', 'common rare', 'commno rare', 'page common', 'page 777']) {
      const [a, b] = await Promise.all([find(query, one), find(query, cut)])
      expect([query, b.last]).toEqual([query, a.last])
      expect(a.last.length).toBeGreaterThan(0)
    }
  })

  test('a query of a site with four times as many pages asks for no more', async () => {
    const bytesOf = async (copies: number) => {
      const some = Array.from({ length: copies }, (_, copy) =>
        pages.map(each => ({ ...each, path: `/${copy}${each.path}` })),
      ).flat()
      const cut = manifestOf(some, 'en', { whole: 1000, terms: 4000, sections: 4000 })
      const { requests } = await find('common', cut)
      const names = [cut.manifest, ...requests.flat().map(file => `assets/search/${file}`)]
      return names.reduce((sum, name) => sum + (cut.contents.get(name) ?? '').length, 0)
    }
    const [small, large] = [await bytesOf(1), await bytesOf(4)]
    expect(large / small).toBeLessThanOrEqual(1.2)
  })

  test('pages that another language shows are found among the others', async () => {
    const { data, contents } = parts
    const paths = new Map([['/page-7.html', '/xx/page-7.html']])
    const provider = createLarge(cutOf(data).parts, {
      base: '/',
      analyse: createAnalyser(languageFor('en')),
      stand: { paths, mark: 'English', lang: 'en' },
      load: async <T>(file: string) => JSON.parse(contents.get(`assets/search/${file}`) ?? '') as T,
    })
    const shown: ResultGroup[][] = []
    await provider.search('common title', new AbortController().signal, groups => shown.push(groups))
    expect(shown.at(-1)?.map(({ options }) => options[0]?.href)).toEqual(['/xx/page-7.html'])
  })
})

test('S-LEAK: pages that ask to be left out and included sections are not in the index', () => {
  const section = { id: 'a', title: 'A', depth: 2, ancestors: [], text: 'secret', code: [], hash: '' }
  const place = { file: 'a.md', line: 1, column: 1 }
  const record = (frontmatter: Frontmatter) => ({
    title: 'A',
    frontmatter,
    regularPath: '/a.html',
    relativePath: 'a.md',
    key: 'v-00000000',
    path: '/a.html',
  })
  const found = searchPages([
    { record: record({ search: false }), sections: [{ ...section, own: true, place }] },
    {
      record: record({ tags: ['kept'] }),
      sections: [
        { ...section, own: false, place },
        { ...section, text: 'open', own: true, place },
      ],
    },
  ])
  expect(found).toHaveLength(1)
  expect(found[0]?.tags).toEqual(['kept'])
  expect(JSON.stringify(manifestOf(found).data)).not.toContain('secret')
})
