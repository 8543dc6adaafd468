import { expect, test } from 'vitest'
import { languageOf } from '../../../src/search/build/languages.ts'
import { type Analyse, createAnalyser, titleKey } from '../../../src/search/terms.ts'

const [plain, english, french] = (await Promise.all(
  ['xx', 'en', 'fr'].map(async lang => createAnalyser(await languageOf(lang))),
)) as [Analyse, Analyse, Analyse]

test.each([
  ['letters folded', 'Ｍｏｕｎｔ DÉJÀ Œuvre ﬁn straße', 'mount deja oeuvre fin strasse'],
  ['й as it is and ё as е', 'Обёртка Йод', 'обертка йод'],
  ['nothing of what is longer than 64 characters', 'a'.repeat(65), ''],
  [
    'names whole and in parts',
    '$route MAX_SIZE toHTMLString vue2',
    '$route route max_size max size tohtmlstring to html string vue2',
  ],
  ['other scripts apart', 'Vuexストア2', 'vuex ス スト ト トア ア 2'],
  ['voiced marks as they are', 'バグ ハク', 'バ バグ グ ハ ハク ク'],
  ['no long-vowel mark at the end of a katakana word', 'サーバー', 'サ サー ー ーバ バ'],
  ['no harm by odd characters', '\ud800 \u0301 👩‍👩‍👧 \udfff a_b', '\u0301 a_b'],
])('words have %s', (_what, text, words) => {
  expect(
    plain(text)
      .map(token => token.word)
      .join(' '),
  ).toBe(words)
})

test.each([
  [
    'use createLocalVue()',
    'use word 0 3, createlocalvue word 4 18, create part 4 10, local part 10 15, vue part 15 18',
  ],
  ['挂载', '挂 single 0 1, 挂载 pair 0 2, 载 single 1 2'],
  ['ｶﾞﾄﾞ', 'ガ single 0 2, ガド pair 0 4, ド single 2 4'],
])('%s is cut into tokens with their places', (text, tokens) => {
  const cut = plain(text).map(({ term, kind, start, end }) => [term, kind, start, end].join(' '))
  expect(cut.join(', ')).toBe(tokens)
})

test('words are stemmed in the language of the page, with the written form kept, accents removed after that', () => {
  expect(english('Mounting')[0]).toMatchObject({ term: 'mount', word: 'mounting', start: 0, end: 8 })
  expect(french('événements')[0]?.term).toBe(french('evenement')[0]?.term)
  const stops = english("the component's state").filter(token => token.stop)
  expect(stops.map(token => token.word)).toEqual(['the', 's'])
})

test('a title is the same whatever its letter case and punctuation', () => {
  expect(titleKey(english('Mounting options'))).toBe(titleKey(english('mounting, options!')))
  expect(titleKey(english('…'))).toBe('')
})
