import { chooseScheme } from './color-scheme.ts'
import type { BootData } from '../schema/view.ts'
import type { Search } from './search/open.ts'

let search: Promise<Search> | undefined

/** Opens the search, with a query already asked. Rejects when it does not load; the next call tries again. */
export async function openSearch(boot: BootData, query?: string): Promise<void> {
  search ??= import('./search/open.ts').then(({ createSearch }) => createSearch(boot))
  try {
    await (await search).open(query)
  } catch (error) {
    search = undefined
    throw error
  }
}

/** Does what a control of `CONTROLS` is for. Rejects when what it needs does not load. */
export async function press({ dataset }: HTMLElement, boot: BootData): Promise<void> {
  if (dataset['schemeValue']) return chooseScheme(dataset['schemeValue'])
  if (dataset['searchOpen'] !== undefined) return openSearch(boot)
  const { openPanel } = await import('./offline/open-panel.ts')
  return openPanel(boot)
}
