import { expect, it } from 'vitest'
import {
  INTERFACE_LANGUAGES,
  interfaceLanguage,
  isSpokenIn,
} from '../../../src/shared/interface-languages.ts'

it('a language of the interface is found by its own tag', () => {
  expect(INTERFACE_LANGUAGES).not.toHaveLength(0)
  for (const tag of INTERFACE_LANGUAGES) {
    expect(interfaceLanguage(tag)).toBe(tag)
    expect(interfaceLanguage(tag.toUpperCase())).toBe(tag)
    expect(isSpokenIn(tag, tag)).toBe(true)
  }
})

it.each([
  ['es-MX', 'es'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-AO', 'pt-PT'],
  ['zh', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
])('%s has the texts of %s', (tag, language) => {
  expect(interfaceLanguage(tag)).toBe(language)
})

it.each(['sw', 'sr-Latn', 'uz', 'az-Arab', '', 'not a tag'])('%j has none', tag => {
  expect(interfaceLanguage(tag)).toBeUndefined()
})

it('a variety of a language is told apart', () => {
  expect(isSpokenIn('de-DE', 'de')).toBe(true)
  expect(isSpokenIn('pt', 'pt-BR')).toBe(true)
  expect(isSpokenIn('es-MX', 'es')).toBe(false)
  expect(isSpokenIn('nn', 'nb')).toBe(false)
  expect(isSpokenIn('zh-HK', 'zh-TW')).toBe(false)
})
