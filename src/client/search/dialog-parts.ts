import type { Strings } from '../../schema/strings.ts'
import { element } from './render-results.ts'

export type DialogParts = ReturnType<typeof createParts>

/** The elements of the search dialog, without behaviour. */
export function createParts(strings: Strings, query: string) {
  const input = element('input', {
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
  input.value = query
  const clear = element(
    'button',
    { class: 'search-clear', type: 'button', 'aria-label': strings.searchClear },
    '×',
  )
  const close = element(
    'button',
    { class: 'search-close', type: 'button' },
    element('span', {}, strings.searchClose),
  )
  const list = element('div', {
    class: 'search-results',
    id: 'search-results',
    role: 'listbox',
    'aria-label': strings.search,
  })
  list.hidden = true
  const message = element('div', { class: 'search-message' })
  const note = element('p', { class: 'search-note', role: 'status' })
  const status = element('div', { class: 'search-status', role: 'status' })
  const dialog = element(
    'dialog',
    { class: 'search-dialog', 'aria-label': strings.search },
    element('div', { class: 'search-bar', role: 'search' }, input, clear, close),
    note,
    message,
    list,
    renderKeys(strings),
    status,
  )
  return { dialog, input, clear, close, list, message, note, status }
}

function renderKeys(strings: Strings): HTMLElement {
  const hint = (keys: string[], text: string): HTMLElement =>
    element('span', {}, ...keys.map(key => element('kbd', {}, key)), ' ', text)
  return element(
    'div',
    { class: 'search-keys', 'aria-hidden': 'true' },
    hint(['↵'], strings.searchToSelect),
    hint(['↑', '↓'], strings.searchToNavigate),
    hint(['Esc'], strings.searchToClose),
  )
}
