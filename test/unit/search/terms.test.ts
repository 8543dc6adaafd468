import { expect, test } from 'vitest'
import { languageOf, languageRow } from '../../../src/search/build/languages.ts'
import { createAnalyser, createLanguage } from '../../../src/search/terms.ts'

const plain = createAnalyser(await languageOf('xx'))

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
  const found = plain(text).map(token => token.word)
  expect(found.join(' ')).toBe(words)
})

test('a synonym is looked for without its stop words, which the index lacks', () => {
  const { row } = languageRow('en')
  const { synonyms } = createLanguage({ ...row, synonyms: 'sso/single sign on' })
  expect(synonyms.get('sso')).toEqual([['single', 'sign']])
})
