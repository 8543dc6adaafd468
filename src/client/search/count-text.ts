import type { Strings } from '../../schema/strings.ts'

const FORMS: Partial<Record<Intl.LDMLPluralRule, keyof Strings>> = {
  zero: 'searchResultZero',
  one: 'searchResultOne',
  two: 'searchResultTwo',
  few: 'searchResultFew',
  many: 'searchResultMany',
}

/** How many results there are, in the plural form of the language. A form that a language lacks is that of all numbers. */
export function countText(strings: Strings, count: number, lang: string): string {
  const form = FORMS[new Intl.PluralRules(lang).select(count)]
  const own = form && strings[form]
  // A text without the number says “one”, and some languages count 21 to that form, too.
  const isOfOthers = form === 'searchResultOne' && count !== 1 && !own?.includes('{count}')
  const text = own === undefined || isOfOthers ? strings.searchResults : own
  return text.replace('{count}', count.toLocaleString(lang))
}
