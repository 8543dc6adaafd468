import { localizeAddress } from '../shared/addresses.ts'
import type { LoadedIndex, LocaleData } from './locale-data.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/** Links in content of another language lead to what the language of the open page has at the same path, as in its document. */
export function localizeLinks(
  { fallback }: PageView,
  { base, path, code }: LocaleView,
  locales: LocaleData,
): void {
  if (!fallback) return
  for (const link of document.querySelectorAll('[data-content] a[href]')) {
    const href = link.getAttribute('href') ?? ''
    let wanted = ''
    const has = (page: string) => Boolean((wanted = page))
    const own = localizeAddress(href, { base, from: fallback.locale, to: path, has })
    const lead = ({ data }: LoadedIndex) => {
      if (Object.hasOwn(data.pages, wanted)) link.setAttribute('href', own)
    }
    if (own === href) continue
    const known = locales.peek(code, wanted)
    if (known) lead(known)
    else void locales.index(code, wanted).then(lead, () => undefined)
  }
}
