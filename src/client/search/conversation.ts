import type { Strings } from '../../schema/strings.ts'
import type { LocaleView } from '../../schema/view.ts'
import type { Segment } from '../../search/searcher.ts'
import { isolate } from '../../shared/views.ts'
import { button, element } from '../document.ts'
import { clickedLink } from '../router.ts'
import type { FindWords, Recent } from './places.ts'

/** Rejects when loading fails, or with the signal's error. */
export type Provider = (query: string, signal: AbortSignal, most?: number) => Promise<Results>

export interface Results {
  groups: ResultGroup[]
  missing: string[]
}

export interface ResultGroup {
  title: string
  trail?: string[] | undefined
  options: { href: string; title: Segment[]; excerpt: Segment[] }[]
  untranslated?: { mark: string; lang: string } | undefined
  findWords?: FindWords
}

export interface SearchHost {
  locale: LocaleView
  recent: Recent
  /** `announce` is called when the hosted service fails. */
  provide(announce: () => void): () => Promise<Provider>
  /** `index`: address of another version's `LocaleIndex`. */
  provideVersion(index: string, announce: () => void): Promise<Provider>
  chosen(query: string, link: HTMLAnchorElement, group: ResultGroup | undefined): void
}

interface Fields {
  input: Record<string, string>
  list?: Record<string, string>
  most?: number
  /** Not called while an input method composes. */
  changed(): void
  /** `first`: index of the first choice. */
  shown?(links: HTMLAnchorElement[], first: number): void
}

/** Delay of the loading message, in milliseconds. */
const LOADING_DELAY = 250
/** Results that change sooner aren't announced, in milliseconds. */
const ANNOUNCE_AFTER = 500

export function createConversation(host: SearchHost, { most, changed, shown, ...attributes }: Fields) {
  const { strings, lang, dir, versions = [], base, home, searchPage } = host.locale
  const input = element('input', {
    class: 'search-input',
    enterkeyhint: 'go',
    'aria-label': strings.searchPlaceholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    maxlength: '256',
    placeholder: strings.searchPlaceholder,
    ...attributes.input,
  })
  const list = element('div', { class: 'search-results', ...attributes.list })
  const isListbox = list.getAttribute('role') === 'listbox'
  const message = element('div', { class: 'search-message' })
  const note = element('p', { class: 'search-note', role: 'status' })
  const status = element('div', { class: 'search-status visually-hidden', role: 'status' })
  const showNote = () => void (note.textContent = strings.searchFallback)
  const own = host.provide(showNote)
  const ended = new AbortController()
  let provider = own
  /** Address of the page that shows what a query finds: on the home page, the dialog opens. */
  let page = searchPage === undefined ? home : base.slice(0, -1) + searchPage
  let groups: ResultGroup[] = []
  let current = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = (text: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = text), ANNOUNCE_AFTER)
  }
  const replace = (children: readonly Node[], first: number) => {
    list.replaceChildren(...children)
    const links = [...list.querySelectorAll('a')]
    list.hidden = links.length === 0
    shown?.(links, first)
    return links.length
  }
  const showMessage = (text: string, ...added: HTMLElement[]) => {
    message.replaceChildren(text, ' ', ...added)
    announce(text)
  }
  const showResults = ({ groups: found, missing }: Results, query: string) => {
    groups = found
    const length = replace(renderResults(groups, isListbox, dir), 0)
    const unknown = length === 0 ? query.trim() : missing.join(' ')
    const none = unknown && strings.searchNoResults.replace('{query}', () => unknown)
    const all = `${none} ${length === 0 ? '' : countText(strings, length, lang)}`.trim()
    message.replaceChildren(isListbox ? none : all)
    announce(all)
  }
  const ask = async () => {
    const query = input.value
    current.abort()
    const { signal } = (current = new AbortController())
    if (query.trim() === '') return showResults({ groups: [], missing: [] }, query)
    const late = setTimeout(() => signal.aborted || showMessage(strings.searchLoading), LOADING_DELAY)
    try {
      const results = await (await provider())(query, signal, most)
      if (!signal.aborted) showResults(results, query)
    } catch (error) {
      if (signal.aborted) return
      console.error('[docsgen] search failed', error)
      const retry = () => {
        input.focus()
        void ask()
      }
      showMessage(strings.searchFailed, button('search-retry', strings.retry, retry))
      addEventListener('online', () => void ask(), { once: true, signal: ended.signal })
    } finally {
      clearTimeout(late)
    }
  }
  const addressOf = (query: string) => `${page}?${new URLSearchParams({ q: query })}`
  const filter = versions.flatMap(({ label, index, open, href, searchPage: results = href }) => {
    if (index === undefined) return []
    const choose = () => {
      for (const other of filter) other.setAttribute('aria-pressed', String(other === choice))
      provider = open ? own : () => host.provideVersion(index, showNote)
      page = results
      changed()
    }
    const choice = button('', label, choose, { dir: 'auto', 'aria-pressed': String(open ?? false) })
    return [choice]
  })
  const filterGroup = { class: 'search-filter', role: 'group', 'aria-label': strings.versionMenu }
  input.addEventListener('input', event => {
    if (!(event as InputEvent).isComposing) changed()
  })
  input.addEventListener('compositionend', changed)
  list.addEventListener('click', event => {
    const link = clickedLink(event)
    const isOf = ({ options }: ResultGroup) => options.some(({ href }) => href === link?.getAttribute('href'))
    if (link && !link.dataset['query']) host.chosen(input.value, link, groups.find(isOf))
  })
  return {
    input,
    list,
    head: [...(filter.length > 1 ? [element('div', filterGroup, ...filter)] : []), note, message],
    status,
    ask,
    addressOf,
    /** None of them is chosen yet. */
    showQueries(queries: readonly string[]) {
      const links = queries.map((query, number) => {
        const own = { href: addressOf(query), 'data-query': query, ...optionAt(number) }
        return element('a', { class: 'search-option', 'aria-keyshortcuts': 'Delete', ...own }, query)
      })
      replace(links, -1)
    },
    end() {
      ended.abort()
      current.abort()
      clearTimeout(timer)
    },
  }
}

const optionAt = (number: number) => {
  return { role: 'option', id: `search-option-${number}`, tabindex: '-1', 'aria-selected': 'false' }
}

/** Results are links, so that they open as links do. */
function renderResults(groups: readonly ResultGroup[], isListbox: boolean, dir: LocaleView['dir']) {
  let options = 0
  return groups.map(({ title, trail = [], options: found, untranslated }, index) => {
    // The dialog opens over the results page, too.
    const id = `${isListbox ? 'search' : 'results'}-group-${index}`
    const lang: { lang?: string } = untranslated ? { lang: untranslated.lang } : {}
    const part = (name: string, segments: readonly Segment[]) =>
      segments.length > 0 ? [element('span', { class: name }, ...marked(segments, dir))] : []
    const links = found.map(option => {
      const texts = [...part('search-title', option.title), ...part('search-excerpt', option.excerpt)]
      const role = isListbox && optionAt(options++)
      return element('a', { class: 'search-option', href: option.href, ...lang, ...role }, ...texts)
    })
    const name = isolate(title, dir)
    const label = untranslated
      ? [element('span', lang, name), ' ', element('span', { class: 'untranslated' }, untranslated.mark)]
      : [name]
    const above = element('div', { class: 'search-trail', id: `${id}-trail` }, trail.join(' › '))
    const attributes = { class: 'search-group', role: 'group', 'aria-labelledby': `${above.id} ${id}` }
    const role = isListbox && { role: 'presentation' }
    const page = element(isListbox ? 'div' : 'h2', { class: 'search-page', id, ...role }, ...label)
    return element('div', attributes, above, page, ...links)
  })
}

function marked(segments: readonly Segment[], dir: LocaleView['dir']) {
  const texts = isolate(segments.map(({ text }) => text).join('\0'), dir).split('\0')
  return texts.map((text, index) => (segments[index]?.marked ? element('mark', {}, text) : text))
}

/** In the language's plural form; one that it lacks is that of all numbers. */
export function countText(strings: Strings, count: number, lang: string) {
  const form = new Intl.PluralRules(lang).select(count)
  const own = strings[`searchResult${form.charAt(0).toUpperCase()}${form.slice(1)}` as keyof Strings]
  // A text without the number means one, but in some languages 21 has the same form.
  const isOfOthers = form === 'one' && count !== 1 && !own?.includes('{count}')
  const text = own === undefined || isOfOthers ? strings.searchResults : own
  return text.replace('{count}', count.toLocaleString(lang))
}
