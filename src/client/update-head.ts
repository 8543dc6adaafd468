import { headTags, OWN_HEAD_TAG, type HeadTag } from '../shared/views.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/** Title, then language and direction, then the page's own tags; all others stay. */
export function updateHead(page: PageView, locale: LocaleView): void {
  document.title = page.documentTitle
  const root = document.documentElement
  // Setting what is set already would make the browser style the whole document anew.
  if (root.lang !== page.lang) root.lang = page.lang
  if (root.dir !== locale.dir) root.dir = locale.dir
  for (const old of document.head.querySelectorAll(`[${OWN_HEAD_TAG}]`)) old.remove()
  document.head.append(...headTags(page).map(createTag))
}

function createTag({ tag, attributes }: HeadTag): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.setAttribute(OWN_HEAD_TAG, '')
  return element
}
