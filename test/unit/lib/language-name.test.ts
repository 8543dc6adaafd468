import { expect, test } from 'vitest'
import { isKnownLanguage, ownName } from '../../../src/lib/language-name.ts'

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

test('a language is known by its name', () => {
  expect(['ko', 'zh-CN', 'pt-br', 'JA'].filter(isKnownLanguage)).toHaveLength(4)
  expect(['api', 'js', 'cli', 'guide', 'ko_KR', ''].filter(isKnownLanguage)).toEqual([])
})
