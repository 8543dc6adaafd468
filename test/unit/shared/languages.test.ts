import { expect, it, test } from 'vitest'
import {
  directionOf,
  INTERFACE_LANGUAGES,
  interfaceLanguage,
  isKnownLanguage,
  isSpokenIn,
  ownName,
} from '../../../src/shared/languages.ts'

it('a language of the interface is found by its own tag', () => {
  for (const tag of INTERFACE_LANGUAGES) {
    expect(interfaceLanguage(tag)).toBe(tag)
    expect(interfaceLanguage(tag.toUpperCase())).toBe(tag)
    expect(isSpokenIn(tag, tag)).toBe(true)
  }
})

const PAIRS =
  'es-MX es,de-AT de,pt pt-BR,pt-AO pt-PT,zh zh-CN,zh-SG zh-CN,zh-Hant zh-TW,zh-HK zh-TW,no nb,nn-NO nb,iw he,in id'

it.each([...PAIRS.split(','), ...'sw sr-Latn uz az-Arab +'.split(' '), ''])(
  'a tag and the language of its texts, if there is one: %s',
  pair => {
    const [tag = '', language] = pair.split(' ')
    expect(interfaceLanguage(tag)).toBe(language)
  },
)

it.each([
  [
    'rtl',
    'ar ckb pa-Arab ku-Arab ku-IQ pa-PK uz-AF az-IR ff-Adlm nqo dv sd ug ur-Aran iw he-IL yi ps fa-AF ks mzn syr rhg AR-eg',
  ],
  ['ltr', 'en ku ku-TR pa pa-IN he-Latn ar-Latn sd-Deva ug-Latn uz az ja arn x-arab + '],
])('languages are written %s by their script: %s', (direction, tags) => {
  for (const tag of tags.split(' ')) expect([tag, directionOf(tag)]).toEqual([tag, direction])
})

it.each([
  ['de-DE', 'de', true],
  ['pt', 'pt-BR', true],
  ['es-MX', 'es', false],
  ['nn', 'nb', false],
  ['zh-HK', 'zh-TW', false],
] as const)('the texts for %s are those of %s: %s', (tag, language, isSame) =>
  expect(isSpokenIn(tag, language)).toBe(isSame),
)

test.each([
  ['zh', '简体中文'],
  ['en-US', 'English'],
  ['ka', 'ქართული'],
  ['qaa', 'qaa'],
])('%s calls itself %s', (tag, name) => expect(ownName(tag)).toBe(name))

test('every language of the interface has a name of its own, in its own script', () => {
  const names = INTERFACE_LANGUAGES.map(ownName)
  // A language may be added without a line here.
  const known =
    'العربية, Български, Català, Čeština, Dansk, Deutsch, Ελληνικά, English, Español, فارسی, Suomi, Français, עברית, ' +
    'हिन्दी, Magyar, Bahasa Indonesia, Italiano, 日本語, 한국어, Norsk bokmål, Nederlands, Polski, Português, ' +
    'Português europeu, Română, Русский, Svenska, ไทย, Türkçe, Українська, Tiếng Việt, 简体中文, 繁體中文'
  expect(known.split(', ').filter(name => !names.includes(name))).toEqual([])
})

test('a language is known by its name', () => {
  expect(['ko', 'zh-CN', 'pt-br', 'JA'].filter(isKnownLanguage)).toHaveLength(4)
  expect(['api', 'js', 'cli', 'guide', 'ko_KR', ''].filter(isKnownLanguage)).toEqual([])
})
