import type { LocaleView, PageView } from '../../schema/view.ts'
import { element } from '../document.ts'
import { createDisplay, createInput, type Display, resultsAddress, type Searching } from './display.ts'

/** Fills the results page with a field and what the `?q=` of the address finds; with each letter, both change. */
export function showPage(
  locale: LocaleView,
  { documentTitle }: PageView,
  search: (display: Display) => Searching,
): void {
  const query = new URLSearchParams(location.search).get('q') ?? ''
  const container = document.querySelector('[data-search-page]')
  const present = container?.querySelector('input')
  if (!container || present?.value === query) return
  const input = createInput(locale.strings, { type: 'search', name: 'q' })
  const list = element('div', { class: 'search-results' })
  const display = createDisplay(locale, { input, list })
  const { filter, ask, chosen } = search(display)
  const [note, message, , status] = display.elements
  const form = element(
    'form',
    { class: 'search-bar', role: 'search', action: resultsAddress(locale, '') },
    input,
  )
  const tell = (): void => {
    const asked = input.value.trim()
    document.title = [asked, documentTitle].filter(Boolean).join(' – ')
    ask(input.value)
  }
  form.addEventListener('submit', event => event.preventDefault())
  input.addEventListener('input', () => {
    history.replaceState(
      history.state,
      '',
      input.value === '' ? location.pathname : `?${new URLSearchParams({ q: input.value })}`,
    )
    tell()
  })
  list.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a')
    if (link) chosen(input.value, link)
  })
  container.replaceChildren(form, ...filter, note, status, message, list)
  input.value = query
  tell()
}
