import { button, element, targetOf } from '../document.ts'
import { clickedLink } from '../router.ts'
import { createConversation, type SearchHost } from './conversation.ts'

/** Opens a modal dialog with a combobox and its listbox; the focus stays in the input. Closing removes the dialog. */
export function openDialog(host: SearchHost, query: string) {
  const { locale, recent } = host
  const { strings } = locale
  const conversation = createConversation(host, {
    input: {
      type: 'text',
      inputmode: 'search',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': 'search-results',
      'aria-expanded': 'false',
    },
    list: { id: 'search-results', role: 'listbox', 'aria-label': strings.search },
    changed: () => tell(),
    shown: (links, first) => selection.replace(links, first),
  })
  const { input, list, head, status } = conversation
  input.value = query
  list.hidden = true
  const selection = createSelection(input, list)
  const clear = button('search-clear', '×', () => fill(''), { 'aria-label': strings.searchClear })
  const close = button('search-close', strings.searchClose, () => dialog.close())
  const all = element('p', { class: 'search-all' })
  const removerOf = (what: string) => ({ 'aria-label': `${strings.offlineRemove}: ${what}` })
  const forget = button('', strings.offlineRemove, () => drop(), removerOf(strings.searchRecent))
  const heading = element('p', { class: 'search-recent' }, element('span', {}, strings.searchRecent), forget)
  const removers = element('div', { class: 'search-removers' })
  const keys = element('div', { class: 'search-keys', 'aria-hidden': 'true' })
  const hint = (names: string, text: string) =>
    keys.append(element('span', {}, ...names.split(' ').map(name => element('kbd', {}, name)), ' ', text))
  hint('↵', strings.searchToSelect)
  hint('↑ ↓', strings.searchToNavigate)
  hint('Esc', strings.searchToClose)
  const dialog = element(
    'dialog',
    { class: 'search-dialog', 'aria-label': strings.search },
    element('div', { class: 'search-bar', role: 'search' }, input, clear, close),
    ...head,
    heading,
    element('div', { class: 'search-body' }, list, removers),
    element('div', { class: 'search-foot' }, keys, all),
    status,
  )
  const tell = () => {
    const isEmpty = input.value.trim() === ''
    clear.hidden = input.value === ''
    all.hidden = isEmpty || locale.searchPage === undefined
    all.replaceChildren(element('a', { href: conversation.addressOf(input.value) }, strings.searchAll))
    void conversation.ask()
    const queries = isEmpty ? recent.list() : []
    heading.hidden = queries.length === 0
    removers.replaceChildren(...queries.map(text => button('', '×', () => drop(text), removerOf(text))))
    if (queries.length > 0) conversation.showQueries(queries)
  }
  const fill = (text: string) => {
    input.value = text
    input.focus()
    tell()
  }
  const drop = (text?: string) => {
    recent.remove(text)
    fill('')
  }
  input.addEventListener('keydown', event => {
    const { query: text } = selection.active()?.dataset ?? {}
    if (event.key !== 'Delete' || text === undefined) return selection.followKey(event)
    event.preventDefault()
    drop(text)
  })
  list.addEventListener('pointermove', selection.followPointer)
  dialog.addEventListener('click', event => {
    const link = clickedLink(event)
    const { query: text } = link?.dataset ?? {}
    if (text !== undefined) {
      event.preventDefault()
      return fill(text)
    }
    // The conversation remembers those of the list.
    if (link && all.contains(link)) recent.add(input.value.trim())
    if (event.target === dialog || link) dialog.close()
  })
  dialog.addEventListener('keydown', event => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    conversation.end()
  })
  document.body.append(dialog)
  dialog.showModal()
  input.select()
  tell()
}

/** The first of new results is active, then what keys and pointer choose. */
function createSelection(input: HTMLInputElement, list: HTMLElement) {
  let options: HTMLAnchorElement[] = []
  let active = -1
  const activate = (index: number, scroll: boolean) => {
    options[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = options[index]
    option?.setAttribute('aria-selected', 'true')
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    if (scroll) option?.scrollIntoView({ block: 'nearest' })
  }
  return {
    active: () => options[active],
    replace(next: HTMLAnchorElement[], first: number) {
      options = next
      active = -1
      input.setAttribute('aria-expanded', String(next.length > 0))
      list.scrollTop = 0
      activate(next.length > 0 ? first : -1, false)
    },
    followPointer(event: Event) {
      const link = targetOf(event, 'a')
      const index = options.findIndex(option => option === link)
      if (index >= 0 && index !== active) activate(index, false)
    },
    followKey(event: KeyboardEvent) {
      // 229: the key belongs to an input method, which some browsers say only so.
      if (event.isComposing || event.keyCode === 229 || options.length === 0 || event.altKey) return
      const isModified = event.ctrlKey || event.metaKey || event.shiftKey
      const next = new Map([
        ['ArrowDown', (active + 1) % options.length],
        ['ArrowUp', (Math.max(active, 0) - 1 + options.length) % options.length],
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
