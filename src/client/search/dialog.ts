import type { Strings } from '../../schema/strings.ts'
import type { LocaleView } from '../../schema/view.ts'
import type { Segment } from '../../search/searcher.ts'
import { isolate } from '../../shared/views.ts'
import { button, element } from '../document.ts'

export type SearchDialog = ReturnType<typeof openDialog>

interface DialogHandlers {
  changed(query: string): void
  closed(): void
}

/** How long results stay before their number is announced, in milliseconds. */
const ANNOUNCE_AFTER = 500

/** Opens the search: a modal `<dialog>` with a combobox and its listbox, focus in the input throughout. Closing removes it. */
export function openDialog(
  { strings, lang, dir }: Pick<LocaleView, 'strings' | 'lang' | 'dir'>,
  query: string,
  { changed, closed }: DialogHandlers,
) {
  const input = createInput(strings)
  input.value = query
  const list = element('div', {
    class: 'search-results',
    id: 'search-results',
    role: 'listbox',
    'aria-label': strings.search,
  })
  list.hidden = true
  const selection = createSelection(input, list)
  const message = element('div', { class: 'search-message' })
  const note = element('p', { class: 'search-note', role: 'status' })
  const status = element('div', { class: 'search-status', role: 'status' })
  const clear = button('search-clear', '×', () => {
    input.value = ''
    input.focus()
    tell()
  })
  clear.setAttribute('aria-label', strings.searchClear)
  const close = button('search-close', '', () => dialog.close())
  close.append(element('span', {}, strings.searchClose))
  const hint = (keys: string, text: string): HTMLElement =>
    element('span', {}, ...keys.split(' ').map(key => element('kbd', {}, key)), ' ', text)
  const dialog = element(
    'dialog',
    { class: 'search-dialog', 'aria-label': strings.search },
    element('div', { class: 'search-bar', role: 'search' }, input, clear, close),
    note,
    message,
    list,
    element(
      'div',
      { class: 'search-keys', 'aria-hidden': 'true' },
      hint('↵', strings.searchToSelect),
      hint('↑ ↓', strings.searchToNavigate),
      hint('Esc', strings.searchToClose),
    ),
    status,
  )
  const tell = (): void => {
    clear.hidden = input.value === ''
    changed(input.value)
  }
  input.addEventListener('input', event => {
    if (!(event as InputEvent).isComposing) tell()
  })
  input.addEventListener('compositionend', tell)
  input.addEventListener('keydown', selection.followKey)
  list.addEventListener('pointermove', selection.followPointer)
  dialog.addEventListener('click', event => {
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    const isChoice = optionOf(event) && event.button === 0 && !isModified
    if (event.target === dialog || isChoice) dialog.close()
  })
  dialog.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    dialog.close()
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const announce = (text: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = text), ANNOUNCE_AFTER)
  }
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    dialog.remove()
    closed()
  })
  document.body.append(dialog)
  dialog.showModal()
  input.select()
  clear.hidden = query === ''

  return {
    showResults({ groups, missing }: Results, shown: string): void {
      list.replaceChildren(...renderResults(groups, dir))
      const options = [...list.querySelectorAll('a')]
      list.hidden = options.length === 0
      selection.replace(options)
      const isEmpty = options.length === 0 && shown.trim() !== ''
      const unknown = isEmpty ? shown.trim() : missing.join(' ')
      const none = unknown === '' ? '' : strings.searchNoResults.replace('{query}', () => unknown)
      const count = options.length === 0 ? '' : countText(strings, options.length, lang)
      message.replaceChildren(none)
      announce(`${none} ${count}`.trim())
    },
    showMessage(text: string, retry?: () => void): void {
      message.replaceChildren(text)
      if (retry) {
        const again = button('search-retry', strings.retry, () => {
          input.focus()
          retry()
        })
        message.append(' ', again)
      }
      announce(text)
    },
    showNote(text: string): void {
      note.textContent = text
    },
  }
}

function optionOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[role="option"]') : null
}

/** Keeps which option is active: the first of new results, then what keys and pointer make of it. */
function createSelection(input: HTMLInputElement, list: HTMLElement) {
  let options: HTMLAnchorElement[] = []
  let active = -1
  const activate = (index: number, scroll: boolean): void => {
    options[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = options[index]
    option?.setAttribute('aria-selected', 'true')
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    if (scroll) option?.scrollIntoView({ block: 'nearest' })
  }
  return {
    replace(next: HTMLAnchorElement[]): void {
      options = next
      active = -1
      input.setAttribute('aria-expanded', String(next.length > 0))
      list.scrollTop = 0
      activate(next.length > 0 ? 0 : -1, false)
    },
    followPointer(event: Event): void {
      const option = optionOf(event)
      const index = option ? options.indexOf(option) : -1
      if (index >= 0 && index !== active) activate(index, false)
    },
    followKey(event: KeyboardEvent): void {
      // 229: the key belongs to an input method, which some browsers say only so.
      if (event.isComposing || event.keyCode === 229 || options.length === 0 || event.altKey) return
      const isModified = event.ctrlKey || event.metaKey || event.shiftKey
      const next = new Map([
        ['ArrowDown', (active + 1) % options.length],
        ['ArrowUp', (active - 1 + options.length) % options.length],
        ['Home', 0],
        ['End', options.length - 1],
      ]).get(event.key)
      if (event.key === 'Enter' && isModified) window.open(options[active]?.href, '_blank', 'noopener')
      else if (event.key === 'Enter') options[active]?.click()
      else if (next !== undefined && !isModified) activate(next, true)
      else return
      event.preventDefault()
    },
  }
}

function createInput(strings: Strings): HTMLInputElement {
  return element('input', {
    class: 'search-input',
    type: 'text',
    inputmode: 'search',
    enterkeyhint: 'go',
    role: 'combobox',
    'aria-label': strings.searchPlaceholder,
    'aria-autocomplete': 'list',
    'aria-controls': 'search-results',
    'aria-expanded': 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    maxlength: '256',
    placeholder: strings.searchPlaceholder,
  })
}

/** Finds what a query means. Rejects when results could not be loaded, or with an error of the signal. */
export type Provider = (query: string, signal: AbortSignal) => Promise<Results>

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

interface ResultOption {
  href: string
  title: Segment[]
  excerpt: Segment[]
}

/** Options of a listbox, grouped by page. Every option is a link, so that it opens as links do. */
function renderResults(groups: readonly ResultGroup[], dir: LocaleView['dir']): Node[] {
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
    return element(
      'div',
      { class: 'search-group', role: 'group', 'aria-labelledby': id },
      element('div', { class: 'search-page', id, role: 'presentation' }, ...label),
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
