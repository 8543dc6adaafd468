import sheet from 'docsgen:sheet/search'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { adoptSheet } from '../dom.ts'
import { createLocaleData, remember } from '../locale-data.ts'
import { within } from '../document.ts'
import { openDialog, type SearchDialog } from './dialog.ts'
import { loadIndex, type Provider, withFallback } from './providers.ts'

/** The search of a tab: what it loads stays loaded. */
export type Search = ReturnType<typeof createSearch>

/** Makes the search. @param boot describes the open page whenever the dialog opens */
export function createSearch(boot: BootData) {
  adoptSheet(sheet)
  const locales = createLocaleData(boot.base)
  const providers = new Map<string, Promise<Provider>>()
  return {
    /** Opens the dialog in the language of the open page, with a query already asked. Open already, it stays as it is. */
    async open(query = ''): Promise<void> {
      const locale = await locales.view(boot.view)
      if (document.querySelector('.search-dialog[open]') || locale.search.provider === 'none') return
      converse(locale, query, () => remember(providers, locale.code, () => loadIndex(locale, locales)))
    },
  }
}

/** How long an answer may take before a loading message is shown, in milliseconds. */
const LOADING_DELAY = 250

function converse(locale: LocaleView, first: string, local: () => Promise<Provider>): void {
  const { strings } = locale
  const closed = new AbortController()
  const provider = chooseProvider(locale, local, () => dialog.showNote(strings.searchFallback))
  let current = new AbortController()
  const ask = async (query: string): Promise<void> => {
    current.abort()
    const { signal } = (current = new AbortController())
    if (query.trim() === '') return dialog.showResults({ groups: [], missing: [] }, query)
    const timer = setTimeout(() => {
      if (!signal.aborted) dialog.showMessage(strings.searchLoading)
    }, LOADING_DELAY)
    try {
      const results = await (await provider())(query, signal)
      if (!signal.aborted) dialog.showResults(results, query)
    } catch (error) {
      if (signal.aborted) return
      console.error('[docsgen] search failed', error)
      const retry = (): void => void ask(query)
      dialog.showMessage(strings.searchFailed, retry)
      addEventListener('online', retry, { once: true, signal: closed.signal })
    } finally {
      clearTimeout(timer)
    }
  }
  const dialog: SearchDialog = openDialog(locale, first, {
    changed: query => void ask(query),
    closed: () => {
      closed.abort()
      current.abort()
    },
  })
  void ask(first)
}

function chooseProvider(
  { search, lang }: LocaleView,
  local: () => Promise<Provider>,
  announce: () => void,
): () => Promise<Provider> {
  if (search.provider !== 'docsearch') {
    // A head start, while the reader types; a failure is shown when it matters.
    local().catch(() => undefined)
    return local
  }
  // A site without a hosted index never loads its client.
  const both = within(import('./docsearch.ts')).then(
    ({ createDocSearch }) => withFallback(createDocSearch({ ...search, lang }), local, announce),
    local,
  )
  return () => both
}
