import type { BootData } from '../schema/view.ts'
import { localeOfAddress } from '../shared/addresses.ts'
import { createLocaleData, localeCodeOf, requestedPath } from './pages.ts'
import { findTarget } from './router.ts'

/** Path of a not-found document; goes to the page that its address means. Empty when the app shows another page. */
export async function findPlace({ base, view, page }: BootData) {
  const requested = requestedPath(new URL(location.href), base)
  const data = createLocaleData(base)
  const { locales } = await data.view(view)
  const index = await data.index(localeCodeOf(locales, requested), requested)
  const target = findTarget(new URL(location.href), base, index)
  if (target.path !== undefined || target.isExternal) {
    if (new URL(target.href).pathname === location.pathname && !target.isExternal) return ''
    location.replace(target.href)
    return requested
  }
  const paths = locales.map(locale => locale.path)
  return page.notFound && localeOfAddress(requested, paths) === page.locale ? requested : ''
}
