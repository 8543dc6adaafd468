import { expect, test } from 'vitest'
import { indexLocale, type SearchInput } from '../../../../src/cache/threads/jobs.ts'
import type { PageRecord } from '../../../../src/schema/page.ts'
import { languageOf } from '../../../../src/search/build/languages.ts'

const EMPTY = { ancestors: [], own: true, part: false, code: [] }

function input(name: string, text: string, kept?: Uint8Array): SearchInput['pages'][number] {
  const record = { title: name, path: `/${name}.html`, frontmatter: {} } as PageRecord
  const content = { sections: [{ ...EMPTY, id: name, title: name, text }] }
  return {
    record,
    content: Buffer.from(`{}\n${JSON.stringify(content)}\n""\n`),
    counts: { key: `${name}.counts`, value: kept },
  }
}

const locale = { code: 'xx', lang: 'xx' }
const language = await languageOf('xx')

function index(pages: SearchInput['pages']) {
  return indexLocale({ locale, pages }, language, undefined)
}

test('terms of pages that were counted before are not counted again, and the index is the same', () => {
  const first = index([input('alpha', 'one two two'), input('beta', 'two three')])
  expect(first.counted.map(([key]) => key)).toEqual(['alpha.counts', 'beta.counts'])
  const kept = new Map(first.counted)
  const valueOf = (name: string) => kept.get(`${name}.counts`) as Uint8Array
  const second = index([
    input('alpha', 'one two two', valueOf('alpha')),
    input('beta', 'two three', valueOf('beta')),
  ])
  expect(second).toEqual({ ...first, counted: [] })
  // Where one changes, only that one is counted.
  const third = index([input('alpha', 'one two two', valueOf('alpha')), input('beta', 'four')])
  expect(third.counted.map(([key]) => key)).toEqual(['beta.counts'])
  expect(third.files).toEqual(index([input('alpha', 'one two two'), input('beta', 'four')]).files)
})

test('pages that are not searched have none', () => {
  const page = input('alpha', 'one')
  page.record.frontmatter.search = false
  expect(index([page]).counted).toEqual([])
})
