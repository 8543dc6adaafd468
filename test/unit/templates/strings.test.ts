import { describe, expect, it } from 'vitest'
import { stringsSchema, type Strings } from '../../../src/schema/strings.ts'
import { en } from '../../../templates/strings/en.ts'
import { builtInStrings, stringsFor } from '../../../templates/strings/index.ts'

/** Texts that are right although they are the same as in English. */
const SAME: Record<string, (keyof Strings)[]> = {
  fr: ['menu', 'searchShortcut', 'containerDanger', 'alertImportant'],
  ja: ['searchShortcut', 'offlineSize'],
  pt: ['menu', 'searchShortcut', 'offlineSize'],
  ru: ['searchShortcut'],
  zh: ['searchShortcut', 'offlineSize'],
}
const SCRIPTS: Record<string, RegExp> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
}
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each([...builtInStrings])('interface texts in %s', (code, strings) => {
  const keys = Object.keys(stringsSchema.shape) as (keyof Strings)[]

  it('has every text, none empty', () => {
    expect(stringsSchema.parse(strings)).toEqual(strings)
    expect(Object.values(strings).filter(text => text.trim() !== text || text === '')).toEqual([])
  })

  it('keeps the marks that are replaced', () => {
    for (const key of keys) expect(placeholders(strings[key]), key).toEqual(placeholders(en[key]))
  })

  it.runIf(code !== 'en')('is not English', () => {
    const same = keys.filter(key => strings[key] === en[key])
    expect(same.toSorted()).toEqual(SAME[code]?.toSorted())
  })

  it.runIf(code in SCRIPTS)('is written in its script', () => {
    const foreign = keys.filter(key => !SAME[code]?.includes(key) && !SCRIPTS[code]?.test(strings[key]))
    expect(foreign).toEqual([])
  })
})

describe('stringsFor', () => {
  it('takes the primary subtag', () => {
    expect(stringsFor('zh-CN').search).toBe('搜索')
    expect(stringsFor('pt-BR').search).toBe('Pesquisar')
    expect(stringsFor('RU').search).toBe('Поиск')
  })

  it('falls back to English', () => {
    expect(stringsFor('de')).toBe(en)
    expect(stringsFor('')).toBe(en)
  })
})
