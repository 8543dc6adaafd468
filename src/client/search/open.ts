import sheet from 'docsgen:sheet/search'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { adoptSheet } from '../dom.ts'
import { createLocaleData, remember } from '../locale-data.ts'
import { within } from '../document.ts'
import { openDialog, type SearchDialog } from './dialog.ts'
import { loadIndex, type Provider, withFallback } from './providers.ts'
import type { Results } from './results.ts'

/** The search of a tab: what it loads stays loaded. */
export interface Search {
  /** Opens the dialog in the language of the open page, with a query already asked. Open already, it stays as it is. */
  open(query?: string): Promise<void>
}

/** Makes the search. @param boot describes the open page whenever the dialog opens */
export function createSearch(boot: BootData): Search {
  adoptSheet(sheet)
  const locales = createLocaleData(boot.base)
  const providers = new Map<string, Promise<Provider>>()
  return {
    async open(query = '') {
      const locale = await locales.view(boot.view)
      if (document.querySelector('.search-dialog[open]') || locale.search.provider === 'none') return
      const local = (): Promise<Provider> =>
        remember(providers, locale.code, () => loadIndex(locale, locales))
      converse(locale, query, local)
    },
  }
}

/** One life of the dialog. */
function converse(locale: LocaleView, query: string, local: () => Promise<Provider>): void {
  const { strings } = locale
  const controller = new AbortController()
  const provider = chooseProvider(locale, local, () => dialog.showNote(strings.searchFallback))
  const ask = createAsker(provider, {
    pending: () => dialog.showMessage(strings.searchLoading),
    show: (results, asked) => dialog.showResults(results, asked),
    failed: retry => {
      dialog.showMessage(strings.searchFailed, retry)
      addEventListener('online', retry, { once: true, signal: controller.signal })
    },
  })
  const dialog: SearchDialog = openDialog(locale, query, {
    changed: ask,
    closed: () => {
      controller.abort()
      ask('')
    },
  })
  ask(query)
}

function chooseProvider(
  locale: LocaleView,
  local: () => Promise<Provider>,
  announce: () => void,
): () => Promise<Provider> {
  const { search, lang } = locale
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

interface AskHandlers {
  pending(): void
  show(results: Results, query: string): void
  failed(retry: () => void): void
}

/** How long an answer may take before the reader is told to wait, in milliseconds. */
const PATIENCE = 250

/** Asks one query at a time: a newer one silences those before it. */
function createAsker(provider: () => Promise<Provider>, handlers: AskHandlers): (query: string) => void {
  let current = new AbortController()
  const ask = async (query: string): Promise<void> => {
    current.abort()
    const { signal } = (current = new AbortController())
    if (query.trim() === '') return handlers.show({ groups: [], missing: [] }, query)
    const timer = setTimeout(handlers.pending, PATIENCE)
    signal.addEventListener('abort', () => clearTimeout(timer))
    try {
      const search = await provider()
      const results = await search(query, signal)
      clearTimeout(timer)
      if (!signal.aborted) handlers.show(results, query)
    } catch (error) {
      if (signal.aborted) return
      console.error('[docsgen] search failed', error)
      handlers.failed(() => void ask(query))
    } finally {
      clearTimeout(timer)
    }
  }
  return query => void ask(query)
}
