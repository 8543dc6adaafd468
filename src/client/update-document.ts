import { headTags, OWN_HEAD_TAG } from '../shared/views.ts'
import type { LocaleView, PageView } from '../schema/view.ts'
import { localizeAddress } from '../shared/addresses.ts'
import { element } from './dom.ts'
import type { LoadedIndex, LocaleData } from './locale-data.ts'

export function updateHead(page: PageView, locale: LocaleView): void {
  document.title = page.documentTitle
  const root = document.documentElement
  // Setting what is set already would make the browser style the whole document again.
  if (root.lang !== page.lang) root.lang = page.lang
  if (root.dir !== locale.dir) root.dir = locale.dir
  for (const old of document.head.querySelectorAll(`[${OWN_HEAD_TAG}]`)) old.remove()
  const tags = headTags(page).map(({ tag, attributes }) =>
    element(tag, { ...attributes, [OWN_HEAD_TAG]: '' }),
  )
  document.head.append(...tags)
}

/** Makes links in content of another language lead to the page of the open page's language at the same path, as in its document. */
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
    const apply = ({ data }: LoadedIndex) => {
      if (Object.hasOwn(data.pages, wanted)) link.setAttribute('href', own)
    }
    if (own === href) continue
    const known = locales.peek(code, wanted)
    if (known) apply(known)
    else void locales.index(code, wanted).then(apply, () => undefined)
  }
}
