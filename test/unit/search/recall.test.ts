import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { createAnalyser, type Language } from '../../../src/search/terms.ts'
import { languageOf } from '../../../src/search/build/languages.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/languages.ts'
import { indexOf, page } from './site.ts'

/** Share of queries whose section is the first hit, and among the first three. */
const FIRST = 0.85
const THREE = 0.9
/** Share of queries whose words are known without guessing at typos. */
const KNOWN = 0.65
/** Words of these are not inflected, or are cut into pairs of characters. */
const WITHOUT_STEMS = ['ja', 'ko', 'th', 'vi', 'zh-CN', 'zh-TW']

interface Chapter {
  title: string
  text: string
  queries: string[]
}

/** `recall/{language}.txt`: a heading, a text, and queries that should lead to it. */
function readChapters(lang: string): Chapter[] {
  const file = new URL(`recall/${lang.toLowerCase()}.txt`, import.meta.url)
  return readFileSync(file, 'utf8')
    .split(/^# /m)
    .slice(1)
    .map(chapter => {
      const [title = '', text = '', ...queries] = chapter.trim().split('\n')
      return { title, text, queries: queries.map(query => query.replace(/^\? /, '')) }
    })
}

/** For each query the rank of its section, from 1; 0 where it is not found. */
async function ranks(chapters: Chapter[], lang: string): Promise<[query: string, rank: number][]> {
  const { ask } = await indexOf(
    chapters.map(({ title, text }, at) => page(`/${at}.html`, { [title]: text })),
    lang,
  )
  const asked = chapters.flatMap(({ queries }, at) =>
    queries.map(async (query): Promise<[string, number]> => [
      query,
      (await ask(query)).indexOf(`/${at}.html`) + 1,
    ]),
  )
  return Promise.all(asked)
}

/** Queries each of whose words has its stem, or is one, in the text. */
function countKnown(chapters: Chapter[], language: Language): number {
  const analyse = createAnalyser(language)
  const forms = (text: string) => analyse(text).map(({ term, word }) => [term, word])
  const all = new Set(chapters.flatMap(({ title, text }) => forms(`${title} ${text}`).flat()))
  const queries = chapters.flatMap(chapter => chapter.queries)
  return queries.filter(query => forms(query).every(both => both.some(form => all.has(form)))).length
}

const measured = readdirSync(new URL('recall', import.meta.url)).map(file => file.replace('.txt', ''))
/** A language can be added before somebody who speaks it has written queries. */
const LANGUAGES = INTERFACE_LANGUAGES.filter(lang => measured.includes(lang.toLowerCase()))

it('covers the languages with queries', () => expect(LANGUAGES).toHaveLength(measured.length))

describe.each(LANGUAGES)('search in %s', async lang => {
  const chapters = readChapters(lang)
  const found = await ranks(chapters, lang)
  const share = (list: typeof found, most: number) =>
    list.filter(([, rank]) => rank > 0 && rank <= most).length / list.length

  test('finds words in forms that the text does not have', () => {
    expect(found.length).toBeGreaterThanOrEqual(20)
    const missed = found.filter(([, rank]) => rank !== 1)
    expect(share(found, 1), JSON.stringify(missed)).toBeGreaterThanOrEqual(FIRST)
    expect(share(found, 3), JSON.stringify(missed)).toBeGreaterThanOrEqual(THREE)
  })

  test.skipIf(WITHOUT_STEMS.includes(lang))('knows more words than without its stems', async () => {
    const known = countKnown(chapters, await languageOf(lang))
    expect(known).toBeGreaterThan(countKnown(chapters, await languageOf('xx')))
    expect(known / found.length).toBeGreaterThanOrEqual(KNOWN)
  })

  test('finds nothing for nonsense', async () => {
    const nonsense = await ranks([{ ...chapters[0]!, queries: ['xqzwvk', 'ᚠᚢᚦᚨᚱᚲ'] }], lang)
    expect(nonsense.map(([, rank]) => rank)).toEqual([0, 0])
  })
})
