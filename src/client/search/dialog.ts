import type { LocaleView } from '../../schema/view.ts'
import { countText, element, renderResults, type Results } from './results.ts'
import { createSelection, followKey, type Selection } from './selection.ts'
import type { Strings } from '../../schema/strings.ts'

/** The dialog as the search sees it. */
export interface SearchDialog {
  /** Shows results for a query; with none it says so. */
  showResults(results: Results, query: string): void
  /** Shows a message in place of results, or takes it away. `retry` adds a button. */
  showMessage(text: string, retry?: () => void): void
  /** A remark above the results, announced once. */
  showNote(text: string): void
}

export interface DialogHandlers {
  /** The reader changed the query; never while an input method is composing. */
  changed(query: string): void
  closed(): void
}

/** How long results stay before their number is announced, in milliseconds. */
const ANNOUNCE_AFTER = 500

/**
 * Opens the search dialog: a modal `<dialog>` with a combobox and its listbox. Focus is in the input
 * throughout; the active option is named by `aria-activedescendant`. Closing gives focus back and removes the dialog.
 */
export function openDialog(
  { strings, lang }: Pick<LocaleView, 'strings' | 'lang'>,
  query: string,
  handlers: DialogHandlers,
): SearchDialog {
  const parts = createParts(strings, query)
  const { dialog, input, list, message, note, status } = parts
  const selection = createSelection(input, list)
  let timer: ReturnType<typeof setTimeout> | undefined
  const announce = (text: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = text), ANNOUNCE_AFTER)
  }
  followInput(parts, selection, handlers)
  closeOnRequest(parts)
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    dialog.remove()
    handlers.closed()
  })
  document.body.append(dialog)
  dialog.showModal()
  input.select()
  parts.clear.hidden = query === ''

  return {
    showResults({ groups, missing }, shown) {
      const { nodes, options } = renderResults(groups)
      list.replaceChildren(...nodes)
      list.hidden = options.length === 0
      selection.replace(options)
      const isEmpty = options.length === 0 && shown.trim() !== ''
      const unknown = isEmpty ? shown.trim() : missing.join(' ')
      const none = unknown === '' ? '' : strings.searchNoResults.replace('{query}', () => unknown)
      const count = isEmpty || shown.trim() === '' ? '' : countText(strings, options.length, lang)
      message.replaceChildren(none)
      announce(`${none} ${count}`.trim())
    },
    showMessage(text, retry) {
      message.replaceChildren(text)
      if (retry) {
        const button = element('button', { type: 'button', class: 'search-retry' }, strings.retry)
        button.addEventListener('click', () => {
          input.focus()
          retry()
        })
        message.append(' ', button)
      }
      announce(text)
    },
    showNote(text) {
      note.textContent = text
    },
  }
}

/** Typing, deleting, and choosing with keys or the pointer. */
function followInput(
  { input, clear, list }: DialogParts,
  selection: Selection,
  { changed }: Pick<DialogHandlers, 'changed'>,
): void {
  const tell = (): void => {
    clear.hidden = input.value === ''
    changed(input.value)
  }
  input.addEventListener('input', event => {
    if (!(event as InputEvent).isComposing) tell()
  })
  input.addEventListener('compositionend', tell)
  input.addEventListener('keydown', event => followKey(event, selection))
  clear.addEventListener('click', () => {
    input.value = ''
    input.focus()
    tell()
  })
  list.addEventListener('pointermove', event => selection.point(event.target))
}

/** The button, a click beside the dialog or on a result, and the shortcut that opened it. */
function closeOnRequest({ dialog, close }: DialogParts): void {
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => {
    if (event.target === dialog || isPlainChoice(event)) dialog.close()
  })
  dialog.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    dialog.close()
  })
}

/** True when a click follows an option in this tab: the page comes next and the dialog is done. */
function isPlainChoice(event: MouseEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null
  return option !== null && event.button === 0 && !isModified
}

export type DialogParts = ReturnType<typeof createParts>

/** The elements of the search dialog, without behaviour. */
function createParts(strings: Strings, query: string) {
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
