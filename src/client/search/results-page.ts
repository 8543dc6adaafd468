import type { PageView } from '../../schema/view.ts'
import { element } from '../document.ts'
import type * as Conversation from './conversation.ts'

const MAX_RESULTS = 24

/** The field and `?q=` of the address follow each other. `createConversation` is a parameter, so that no file has it twice. */
export function showPage(
  host: Conversation.SearchHost,
  { documentTitle }: PageView,
  createConversation: typeof Conversation.createConversation,
) {
  const query = new URLSearchParams(location.search).get('q') ?? ''
  const container = document.querySelector('[data-search-page]')
  if (!container || container.querySelector('input')?.value === query) return
  const tell = () => {
    document.title = [input.value.trim(), documentTitle].filter(Boolean).join(' – ')
    void ask()
  }
  const changed = () => {
    tell()
    // Some browsers refuse after a hundred quick changes: the results are there.
    const search = input.value === '' ? '' : `?${new URLSearchParams({ q: input.value })}`
    history.replaceState(history.state, '', location.pathname + search)
  }
  const fields = { input: { type: 'search' }, most: MAX_RESULTS, changed }
  const { input, list, head, status, ask } = createConversation(host, fields)
  const bar = element('div', { class: 'search-bar', role: 'search' }, input)
  container.replaceChildren(bar, ...head, status, list)
  input.value = query
  tell()
}
