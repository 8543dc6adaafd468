import { describe, expect, it } from 'vitest'
import { type Strings, TEXT_NAMES, type TextName } from '../../../src/schema/strings.ts'
import { stringsSchema } from '../../../src/schema/config.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/languages.ts'
import { loadStrings } from '../../../templates/strings/index.ts'
import { stringsFor } from '../../strings-for.ts'

/** Texts that are right although they are the same as in English: the word is one of the language, too. */
const SAME: Record<string, (keyof Strings)[]> = {
  ca: ['alertImportant', 'versionMenu'],
  cs: ['containerTip', 'alertTip'],
  da: ['menu', 'schemeSystem', 'containerTip', 'containerInfo', 'alertTip'],
  de: ['schemeSystem', 'codeRegion', 'containerInfo', 'containerDetails'],
  fr: ['menu', 'containerDanger', 'alertImportant', 'versionMenu'],
  id: ['menu', 'containerInfo', 'componentFolder'],
  it: ['menu'],
  nb: ['schemeSystem', 'containerInfo'],
  nl: ['menu', 'codeRegion', 'containerTip', 'containerInfo', 'containerDetails', 'alertTip'],
  pl: ['menu', 'componentFolder'],
  'pt-BR': ['menu'],
  'pt-PT': ['menu'],
  ro: ['alertImportant'],
  sv: ['schemeSystem', 'containerInfo'],
  vi: ['menu'],
}
/** A key on the keyboard, and a unit: the same nearly everywhere. */
const INTERNATIONAL: readonly string[] = ['searchShortcut', 'offlineSize']
const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
}
/** “Results: 5” is right for every number. */
const ONE_FORM_FOR_ALL = ['ru']
const FORMS: Record<string, keyof Strings> = {
  zero: 'searchResultZero',
  one: 'searchResultOne',
  two: 'searchResultTwo',
  few: 'searchResultFew',
  many: 'searchResultMany',
}
const en = stringsFor('en')
/** Texts of each language itself: what it lacks is shown in English and listed by `check`. */
const OWN = new Map(
  await Promise.all(INTERFACE_LANGUAGES.map(async code => [code, await loadStrings(code)] as const)),
)
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each(INTERFACE_LANGUAGES)('interface texts in %s', code => {
  const strings = OWN.get(code)!
  const names = TEXT_NAMES.filter(name => strings[name] !== undefined)
  const textOf = (name: TextName) => strings[name]!

  it('has no empty text and no unknown one', () => {
    expect(stringsSchema.partial().parse(strings)).toEqual(strings)
    if (code === 'en') expect(names).toEqual(TEXT_NAMES)
    expect(Object.values(strings).filter(text => text?.trim() !== text || text === '')).toEqual([])
  })

  it('keeps the marks that are replaced', () => {
    const counted = ['searchResultOne']
    for (const key of names.filter(name => !counted.includes(name)))
      expect(placeholders(textOf(key)), key).toEqual(placeholders(en[key]))
  })

  it.runIf(code !== 'en')('is not English', () => {
    const same = names.filter(key => strings[key] === en[key] && !INTERNATIONAL.includes(key))
    expect(same.toSorted()).toEqual(SAME[code]?.toSorted() ?? [])
  })

  it.runIf(code in SCRIPTS)('is written in its script', () => {
    const foreign = names.filter(key => !INTERNATIONAL.includes(key) && !SCRIPTS[code]?.test(textOf(key)))
    expect(foreign).toEqual([])
  })

  it.runIf(strings.searchResults)(
    'has the plural form of every number of results, with the number where a form is for several',
    () => {
      const rules = new Intl.PluralRules(code)
      const numbers = new Map<string, number[]>()
      // Of a million, some languages say “1 000 000 of results”.
      for (const count of [...Array(1000).keys(), 1_000_000]) {
        const category = rules.select(count)
        numbers.set(category, [...(numbers.get(category) ?? []), count])
      }
      const needed = [...numbers.keys()].flatMap(category => FORMS[category] ?? [])
      const present = Object.values(FORMS).filter(name => strings[name] !== undefined)
      if (ONE_FORM_FOR_ALL.includes(code)) return expect(present).toEqual(['searchResultOne'])
      // Every language has the words for one.
      expect(present.toSorted()).toEqual([...new Set([...needed, 'searchResultOne'])].toSorted())
      for (const [category, [first, ...others]] of numbers) {
        const text = strings[FORMS[category] ?? 'searchResults'] ?? ''
        // None and one are of one form in some languages; none has a text of its own.
        if (others.length > (first === 0 ? 1 : 0)) expect(text, category).toContain('{count}')
      }
    },
  )
})
