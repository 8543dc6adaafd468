/** What the dialog and the results page show of a search. */
import type { Strings } from '../../schema/strings.ts'
import type { LocaleView, VersionLink } from '../../schema/view.ts'
import type { Segment } from '../../search/searcher.ts'
import { isolate } from '../../shared/views.ts'
import { button, element } from '../document.ts'

/** Finds what a query means, on so many pages. Rejects when results could not be loaded, or with an error of the signal. */
export type Provider = (query: string, signal: AbortSignal, most?: number) => Promise<Results>

export interface Results {
  groups: ResultGroup[]
  missing: string[]
}

export interface ResultGroup {
  title: string
  /** Names of what the page is in, outermost first. */
  trail?: string[]
  options: ResultOption[]
  /** Of a page that the reader's language lacks: what says so, and the language it is shown in. */
  untranslated?: { mark: string; lang: string }
  /** Where a text has the words of the query. */
  findWords?: ((text: string) => { start: number; end: number }[]) | undefined
}

interface ResultOption {
  href: string
  title: Segment[]
  excerpt: Segment[]
}

/** A search under way. */
export interface Searching {
  /** Where readers choose the version that is searched. */
  filter: HTMLElement[]
  ask(query: string): void
  chosen(query: string, link: HTMLAnchorElement): void
  end(): void
}

/** How long results stay before their number is announced, in milliseconds. */
const ANNOUNCE_AFTER = 500

export type Display = ReturnType<typeof createDisplay>

/** Shows results in a list; `shown` is called with its links, and which of them is the first choice. */
export function createDisplay(
  { strings, lang, dir }: LocaleView,
  { input, list }: { input: HTMLInputElement; list: HTMLElement },
  shown: (links: HTMLAnchorElement[], first: number) => void = () => undefined,
) {
  const isListbox = list.getAttribute('role') === 'listbox'
  const message = element('div', { class: 'search-message' })
  const note = element('p', { class: 'search-note', role: 'status' })
  const status = element('div', {
    class: `search-status ${isListbox ? 'visually-hidden' : ''}`,
    role: 'status',
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const announce = (text: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = text), ANNOUNCE_AFTER)
  }
  const replace = (children: readonly Node[], first: number): number => {
    list.replaceChildren(...children)
    const links = [...list.querySelectorAll('a')]
    list.hidden = links.length === 0
    if (isListbox)
      links.forEach((link, index) => {
        const attributes = {
          id: `search-option-${index}`,
          role: 'option',
          tabindex: '-1',
          'aria-selected': 'false',
        }
        for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
      })
    shown(links, first)
    return links.length
  }
  return {
    elements: [note, message, list, status] as const,
    showResults({ groups, missing }: Results, query: string): void {
      const length = replace(renderResults(groups, isListbox, dir), 0)
      const unknown = length === 0 ? query.trim() : missing.join(' ')
      const none = unknown === '' ? '' : strings.searchNoResults.replace('{query}', () => unknown)
      const count = length === 0 ? '' : countText(strings, length, lang)
      message.replaceChildren(none)
      announce(`${none} ${count}`.trim())
    },
    /** Shows queries, with the address of each; none of them is chosen yet. */
    showLinks(links: readonly [query: string, href: string][]): void {
      const link = ([query, href]: readonly [string, string]): HTMLElement =>
        element(
          'a',
          { class: 'search-option', href, 'data-query': query, 'aria-keyshortcuts': 'Delete' },
          query,
        )
      replace(links.map(link), -1)
    },
    showMessage(text: string, retry?: () => void): void {
      message.replaceChildren(text)
      const again = (): void => {
        input.focus()
        retry?.()
      }
      if (retry) message.append(' ', button('search-retry', strings.retry, again))
      announce(text)
    },
    showNote(text: string): void {
      note.textContent = text
    },
    end: (): void => clearTimeout(timer),
  }
}

/** The choice of the version that is searched, where there are several. */
export function createFilter(
  { versions = [], strings }: LocaleView,
  choose: (version: SearchedVersion) => void,
): HTMLElement[] {
  const searched = versions.filter((version): version is SearchedVersion => version.search !== undefined)
  if (searched.length < 2) return []
  const options = searched.map(({ label, open }) => element('option', open ? { selected: '' } : {}, label))
  const select = element('select', { dir: 'auto' }, ...options)
  select.addEventListener('change', () => choose(searched[select.selectedIndex]!))
  return [element('label', { class: 'search-filter' }, element('span', {}, strings.versionMenu), select)]
}

type SearchedVersion = VersionLink & Required<Pick<VersionLink, 'search'>> & { search: object }

export function createInput(strings: Strings, attributes: Record<string, string>): HTMLInputElement {
  return element('input', {
    class: 'search-input',
    enterkeyhint: 'go',
    'aria-label': strings.searchPlaceholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    maxlength: '256',
    placeholder: strings.searchPlaceholder,
    ...attributes,
  })
}

/** Address of a page that shows what a query finds. */
export function resultsAddress({ base, home, searchPage }: LocaleView, query: string): string {
  const page = searchPage === undefined ? home : base.slice(0, -1) + searchPage
  return query === '' ? page : `${page}?${new URLSearchParams({ q: query })}`
}

/** Links, grouped by page. Every result is a link, so that it opens as links do. */
function renderResults(groups: readonly ResultGroup[], isListbox: boolean, dir: LocaleView['dir']): Node[] {
  return groups.map(({ title, trail = [], options: found, untranslated }, index) => {
    const id = `search-group-${index}`
    const lang: { lang?: string } = untranslated ? { lang: untranslated.lang } : {}
    const links = found.map(option =>
      element(
        'a',
        { class: 'search-option', href: option.href, ...lang },
        element('span', { class: 'search-title' }, ...marked(option.title, dir)),
        ...(option.excerpt.length > 0
          ? [element('span', { class: 'search-excerpt' }, ...marked(option.excerpt, dir))]
          : []),
      ),
    )
    const name = isolate(title, dir)
    const label = untranslated
      ? [element('span', lang, name), ' ', element('span', { class: 'untranslated' }, untranslated.mark)]
      : [name]
    const tag = isListbox ? 'div' : 'h2'
    return element(
      'div',
      { class: 'search-group', role: 'group', 'aria-labelledby': `${id}-trail ${id}` },
      element(
        'div',
        { class: 'search-trail', id: `${id}-trail` },
        trail.map(each => isolate(each, dir)).join(' › '),
      ),
      element(tag, { class: 'search-page', id, ...(isListbox && { role: 'presentation' }) }, ...label),
      ...links,
    )
  })
}

function marked(segments: readonly Segment[], dir: LocaleView['dir']): (Node | string)[] {
  const whole = segments.map(({ text }) => text).join('\0')
  const texts = isolate(whole, dir).split('\0')
  return segments.map(({ marked: isMarked }, index) =>
    isMarked ? element('mark', {}, texts[index] ?? '') : (texts[index] ?? ''),
  )
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
