import { expect, test } from 'vitest'
import { isKnownLanguage, ownName } from '../../../src/lib/language-name.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/interface-languages.ts'

test.each([
  ['ja', '日本語'],
  ['ar', 'العربية'],
  ['fr', 'Français'],
  ['pt-BR', 'Português'],
  ['pt-PT', 'Português europeu'],
  ['zh', '简体中文'],
  ['zh-CN', '简体中文'],
  ['zh-TW', '繁體中文'],
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
