import type { Strings } from '../../schema/strings.ts'
import type { Segment } from '../../search/excerpt.ts'

export interface Results {
  groups: ResultGroup[]
  /** Words of the query that are nowhere, as typed. */
  missing: string[]
}

/** Found sections of one page. */
export interface ResultGroup {
  /** Title of the page. */
  title: string
  options: ResultOption[]
  /** Of a page that the reader's language lacks: what says so, and the language it is shown in. */
  untranslated?: { mark: string; lang: string }
}

/** A found section. */
export interface ResultOption {
  /** Ready for the attribute. */
  href: string
  title: Segment[]
  excerpt: Segment[]
}

/** Makes an element with a class and contents; texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Options of a listbox, grouped by page. Every option is a link, so that it opens as links do. */
export function renderResults(groups: readonly ResultGroup[]): {
  nodes: Node[]
  options: HTMLAnchorElement[]
} {
  const options: HTMLAnchorElement[] = []
  const nodes = groups.map((group, index) => {
    const id = `search-group-${index}`
    const links = group.options.map(option => {
      const link = renderOption(option, `search-option-${options.length}`)
      options.push(link)
      return link
    })
    const label = element('div', { class: 'search-page', id, role: 'presentation' }, ...titleOf(group))
    const lang = group.untranslated?.lang
    for (const link of links) if (lang !== undefined) link.lang = lang
    return element('div', { class: 'search-group', role: 'group', 'aria-labelledby': id }, label, ...links)
  })
  return { nodes, options }
}

/** The title of a page, with a mark where it is shown in another language. */
function titleOf({ title, untranslated }: ResultGroup): (Node | string)[] {
  if (!untranslated) return [title]
  const { mark, lang } = untranslated
  return [element('span', { lang }, title), ' ', element('span', { class: 'untranslated' }, mark)]
}

function renderOption(option: ResultOption, id: string): HTMLAnchorElement {
  const attributes = {
    class: 'search-option',
    role: 'option',
    id,
    href: option.href,
    tabindex: '-1',
    'aria-selected': 'false',
  }
  const link = element('a', attributes, element('span', { class: 'search-title' }, ...marked(option.title)))
  if (option.excerpt.length > 0) {
    link.append(element('span', { class: 'search-excerpt' }, ...marked(option.excerpt)))
  }
  return link
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
