import { withBase, localeOfAddress } from '../shared/addresses.ts'
import { resolvePath } from '../shared/address-table.ts'
import { createLocaleData, localeCode, requestedPath } from './locale-data.ts'
import type { BootData } from '../schema/view.ts'

/**
 * Finds out what a not-found document, or a document that a host sent for another address, stands for. Goes to the
 * page where the address means one in another form.
 * @returns the path that the document stands for; empty when the app has to show something else
 */
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
