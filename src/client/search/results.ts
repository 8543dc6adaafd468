import type { Strings } from '../../schema/strings.ts'
import type { Segment } from '../../search/excerpt.ts'
import { element } from '../dom.ts'

export interface Results {
  groups: ResultGroup[]
  missing: string[]
}

export interface ResultGroup {
  title: string
  options: ResultOption[]
  /** Of a page that the reader's language lacks: what says so, and the language it is shown in. */
  untranslated?: { mark: string; lang: string }
}

export interface ResultOption {
  href: string
  title: Segment[]
  excerpt: Segment[]
}

/** Options of a listbox, grouped by page. Every option is a link, so that it opens as links do. */
export function renderResults(groups: readonly ResultGroup[]): Node[] {
  let options = 0
  return groups.map(({ title, options: found, untranslated }, index) => {
    const id = `search-group-${index}`
    const lang: { lang?: string } = untranslated ? { lang: untranslated.lang } : {}
    const links = found.map(option =>
      element(
        'a',
        {
          class: 'search-option',
          role: 'option',
          id: `search-option-${options++}`,
          href: option.href,
          tabindex: '-1',
          'aria-selected': 'false',
          ...lang,
        },
        element('span', { class: 'search-title' }, ...marked(option.title)),
        ...(option.excerpt.length > 0
          ? [element('span', { class: 'search-excerpt' }, ...marked(option.excerpt))]
          : []),
      ),
    )
    const label = untranslated
      ? [element('span', lang, title), ' ', element('span', { class: 'untranslated' }, untranslated.mark)]
      : [title]
    return element(
      'div',
      { class: 'search-group', role: 'group', 'aria-labelledby': id },
      element('div', { class: 'search-page', id, role: 'presentation' }, ...label),
      ...links,
    )
  })
}

function marked(segments: readonly Segment[]): (Node | string)[] {
  return segments.map(({ text, marked: isMarked }) => (isMarked ? element('mark', {}, text) : text))
}

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
