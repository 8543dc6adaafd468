import { describe, expect, it } from 'vitest'
import { stringsSchema } from '../../../src/schema/config.ts'
import { groupBy } from '../../../src/schema/finding.ts'
import { INTERNATIONAL, type Strings, TEXT_NAMES, type TextName } from '../../../src/schema/strings.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/languages.ts'
import { loadStrings } from '../../../templates/strings/index.ts'
import { stringsFor } from '../../strings-for.ts'

/** Texts that are right although they are the same as in English: the word is one of the language, too. */
const SAME: Record<string, string> = {
  ca: 'alertImportant versionMenu',
  cs: 'containerTip',
  da: 'menu schemeSystem containerTip containerInfo',
  de: 'schemeSystem codeRegion containerInfo containerDetails',
  fr: 'menu containerDanger alertImportant versionMenu',
  id: 'menu containerInfo componentFolder',
  it: 'menu',
  nb: 'schemeSystem containerInfo',
  nl: 'menu codeRegion containerTip containerInfo containerDetails',
  pl: 'menu componentFolder',
  'pt-BR': 'menu',
  'pt-PT': 'menu',
  ro: 'alertImportant',
  sv: 'schemeSystem containerInfo',
  vi: 'menu',
}
/** Languages that aren't written in Latin letters. */
const SCRIPTS: [script: RegExp, languages: string][] = [
  [/\p{Script=Arabic}/u, 'ar fa'],
  [/\p{Script=Cyrillic}/u, 'bg ru uk'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Han}/u, 'zh-CN zh-TW'],
]
/** “Results: 5” is right for every number. */
const ONE_FORM_FOR_ALL = ['ru']
const FORMS = new Map<string, keyof Strings>(
  ['Zero', 'One', 'Two', 'Few', 'Many'].map(form => [
    form.toLowerCase(),
    `searchResult${form}` as keyof Strings,
  ]),
)
const en = stringsFor('en')
/** Texts of each language itself: what it lacks is shown in English and listed by `check`. */
const OWN = new Map(
  await Promise.all(INTERFACE_LANGUAGES.map(async code => [code, await loadStrings(code)] as const)),
)
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each(INTERFACE_LANGUAGES)('UI strings in %s', code => {
  const strings = OWN.get(code)!
  const names = TEXT_NAMES.filter(name => strings[name] !== undefined)
  const textOf = (name: TextName) => strings[name]!

  it('are known and not empty, and keep the marks that are replaced', () => {
    expect(stringsSchema.partial().parse(strings)).toEqual(strings)
    if (code === 'en') expect(names).toEqual(TEXT_NAMES)
    expect(Object.values(strings).filter(text => text?.trim() !== text || text === '')).toEqual([])
    for (const key of names.filter(name => name !== 'searchResultOne'))
      expect(placeholders(textOf(key)), key).toEqual(placeholders(en[key]))
  })

  it.runIf(code !== 'en')('are not English, but in the script of the language', () => {
    const translated = names.filter(key => !INTERNATIONAL.includes(key))
    const same = translated.filter(key => strings[key] === en[key])
    expect(same.toSorted()).toEqual(SAME[code]?.split(' ').toSorted() ?? [])
    const script = SCRIPTS.find(([, languages]) => languages.split(' ').includes(code))?.[0]
    expect(translated.filter(key => script && !script.test(textOf(key)))).toEqual([])
  })

  it.runIf(strings.searchResults)(
    'has the plural form of every number of results, with the number where a form is for several',
    () => {
      const rules = new Intl.PluralRules(code)
      // Of a million, some languages say “1 000 000 of results”.
      const numbers = groupBy([...Array(1000).keys(), 1_000_000], count => rules.select(count))
      const needed = [...numbers.keys()].flatMap(category => FORMS.get(category) ?? [])
      const present = [...FORMS.values()].filter(name => strings[name] !== undefined)
      if (ONE_FORM_FOR_ALL.includes(code)) return expect(present).toEqual(['searchResultOne'])
      expect(present.toSorted()).toEqual([...new Set([...needed, 'searchResultOne'])].toSorted())
      for (const [category, [first, ...others]] of numbers) {
        const text = strings[FORMS.get(category) ?? 'searchResults'] ?? ''
        // None and one are of one form in some languages; none has a text of its own.
        if (others.length > (first === 0 ? 1 : 0)) expect(text, category).toContain('{count}')
      }
    },
  )
})
