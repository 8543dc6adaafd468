import { localizeAddress } from '../addresses/localize-address.ts'
import type { LocaleIndex, LocaleView, PageView } from '../schema/view.ts'

/** Links in content of another language lead to what the language of the open page has at the same path, as in its document. */
export function localizeLinks(
  { fallback }: PageView,
  { base, path }: LocaleView,
  pages: LocaleIndex['pages'] = {},
): void {
  if (!fallback) return
  const way = { base, from: fallback.locale, to: path, has: (page: string) => Object.hasOwn(pages, page) }
  for (const link of document.querySelectorAll('[data-content] a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const own = localizeAddress(href, way)
    if (own !== href) link.setAttribute('href', own)
  }
}
