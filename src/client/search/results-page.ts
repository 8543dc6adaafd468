import type { PageView } from '../../schema/view.ts'
import { element } from '../document.ts'
import type * as Conversation from './conversation.ts'

/** Most pages to show. */
const MOST = 24

/** Fills the results page with a field and what the `?q=` of the address finds; both follow what is typed. What it has in common with the dialog is handed over, so that no file has it twice. */
export function showPage(
  host: Conversation.SearchHost,
  { documentTitle }: PageView,
  {
    createConversation,
    createInput,
    watchInput,
  }: Pick<typeof Conversation, 'createConversation' | 'createInput' | 'watchInput'>,
): void {
  const query = new URLSearchParams(location.search).get('q') ?? ''
  const container = document.querySelector('[data-search-page]')
  if (!container || container.querySelector('input')?.value === query) return
  const input = createInput(host.locale.strings, { type: 'search' })
  const list = element('div', { class: 'search-results' })
  const { ask, choose, parts } = createConversation(host, { input, list, most: MOST })
  const bar = element('div', { class: 'search-bar', role: 'search' }, input)
  const tell = (): void => {
    document.title = [input.value.trim(), documentTitle].filter(Boolean).join(' – ')
    void ask()
  }
  watchInput(input, () => {
    tell()
    // Some browsers refuse after a hundred changes in a short time: the results are there.
    const search = input.value === '' ? '' : `?${new URLSearchParams({ q: input.value })}`
    history.replaceState(history.state, '', location.pathname + search)
  })
  list.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a')
    if (link) choose(link)
  })
  container.replaceChildren(bar, ...parts.head, parts.status, list)
  input.value = query
  tell()
}
