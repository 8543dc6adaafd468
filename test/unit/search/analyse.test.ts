import { describe, expect, test } from 'vitest'
import { type Analyse, createAnalyser, titleTerm } from '../../../src/search/terms.ts'
import { languageOf } from '../../../src/search/build/languages.ts'

const [plain, english, french, russian] = (await Promise.all(
  ['xx', 'en', 'fr', 'ru'].map(async lang => createAnalyser(await languageOf(lang))),
)) as [Analyse, Analyse, Analyse, Analyse]
const words = (text: string, analyse = plain) => analyse(text).map(token => token.word)
const pairs = (text: string) =>
  plain(text)
    .filter(token => token.kind === 'pair')
    .map(token => token.term)

describe('words', () => {
  test('are lower case, compatibility forms made one, Latin marks removed', () => {
    expect(words('Ｍｏｕｎｔ DÉJÀ Œuvre ﬁn straße')).toEqual(['mount', 'deja', 'oeuvre', 'fin', 'strasse'])
  })

  test('keep the breve of й and write ё as е', () => {
    expect(words('Обёртка Йод')).toEqual(['обертка', 'йод'])
  })

  test('are stemmed in the language of the page, with the written form kept', () => {
    const [token] = english('Mounting')
    expect(token).toMatchObject({ term: 'mount', word: 'mounting', start: 0, end: 8 })
  })

  test('lose accents only after stemming, so that a query without accents meets them', () => {
    expect(french('événements')[0]?.term).toBe(french('evenement')[0]?.term)
  })

  test('of no meaning are marked, single Latin letters too', () => {
    const stops = english("the component's state").filter(token => token.stop)
    expect(stops.map(token => token.word)).toEqual(['the', 's'])
    expect(russian('и тест').map(token => token.stop)).toEqual([true, false])
  })

  test('longer than 64 characters are data and left out', () => {
    expect(words('a'.repeat(65))).toEqual([])
  })
})

describe('identifiers', () => {
  test('are found as a whole and by their parts, each with its place', () => {
    const tokens = plain('use createLocalVue()')
    expect(tokens.map(({ word, kind, start, end }) => [word, kind, start, end])).toEqual([
      ['use', 'word', 0, 3],
      ['createlocalvue', 'word', 4, 18],
      ['create', 'part', 4, 10],
      ['local', 'part', 10, 15],
      ['vue', 'part', 15, 18],
    ])
  })

  test('with a dollar sign, underscores, capitals and digits fall into sensible parts', () => {
    expect(words('$route')).toEqual(['$route', 'route'])
    expect(words('MAX_SIZE')).toEqual(['max_size', 'max', 'size'])
    expect(words('toHTMLString')).toEqual(['tohtmlstring', 'to', 'html', 'string'])
    expect(words('vue2')).toEqual(['vue2'])
  })
})

describe('scripts without spaces', () => {
  test('give overlapping pairs and single characters', () => {
    expect(plain('挂载').map(({ term, kind }) => [term, kind])).toEqual([
      ['挂', 'single'],
      ['挂载', 'pair'],
      ['载', 'single'],
    ])
  })

  test('meet other scripts without swallowing them', () => {
    expect(words('Vuexストア2')).toEqual(['vuex', 'ス', 'スト', 'ト', 'トア', 'ア', '2'])
  })

  test('read half-width forms as full-width ones, at their places', () => {
    const tokens = plain('ｶﾞｲﾄﾞ').filter(token => token.kind === 'pair')
    expect(tokens.map(({ term, start, end }) => [term, start, end])).toEqual([
      ['ガイ', 0, 3],
      ['イド', 2, 5],
    ])
  })

  test('never lose their voiced marks', () => {
    expect(pairs('バグ')).toEqual(['バグ'])
    expect(pairs('ハク')).toEqual(['ハク'])
  })

  test('drop the long-vowel mark that ends a katakana word, and only that one', () => {
    expect(pairs('ブラウザーで')).toEqual(pairs('ブラウザで'))
    expect(pairs('サーバー')).toEqual(['サー', 'ーバ'])
  })
})

test('offsets always cut the written text out of the source', () => {
  const text = 'Ｆｕｌｌ: 「コンポーネント」 e\u0301te\u0301 𠮷野 createLocalVue'
  for (const token of plain(text)) {
    expect(token.start).toBeGreaterThanOrEqual(0)
    expect(token.end).toBeLessThanOrEqual(text.length)
    expect(text.slice(token.start, token.end)).not.toBe('')
  }
})

test('a title has one term of its own, whatever its letter case and punctuation', () => {
  expect(titleTerm(english('Mounting options'))).toBe(titleTerm(english('mounting, options!')))
  expect(titleTerm(english('Mounting options'))).toMatch(/^mount=[0-9a-z]+$/)
  expect(titleTerm(english('…'))).toBeUndefined()
})

test('lone surrogates, marks without letters and emoji do not disturb it', () => {
  expect(words('\ud800 \u0301 👩‍👩‍👧 \udfff a_b')).toEqual(['\u0301', 'a_b'])
})
