import type { BootData } from '../schema/view.ts'
import { localeOfAddress, resolvePath, withBase } from '../shared/addresses.ts'
import { createLocaleData, localeCode, requestedPath } from './pages.ts'

/** Finds the requested path of a not-found document, or goes to the page that its address means; empty when the app shows another page. */
export async function findPlace({ base, view, page }: BootData): Promise<string> {
  const requested = requestedPath(new URL(location.href), base)
  const data = createLocaleData(base)
  const { locales } = await data.view(view)
  const { table } = await data.index(localeCode(locales, requested), requested)
  const found = resolvePath(table, requested)
  if (found) {
    const address = withBase(base, found.path)
    if (!found.external && address === location.pathname) return ''
    const { search, hash } = location
    location.replace(found.external ?? address + (found.search || search) + (found.hash || hash))
    return requested
  }
  const locale = localeOfAddress(
    requested,
    locales.map(entry => entry.path),
  )
  return page.notFound && locale === page.locale ? requested : ''
}
