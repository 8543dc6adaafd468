import type { ChangedPage } from '../schema/dev.ts'
import type { BootData } from '../schema/view.ts'
import type { Tools } from './create-tools.ts'
import type { ShownPage } from './router/load-view.ts'

/**
 * Takes over the open page as it is now, whenever the development server hands it over. What was loaded of other pages
 * is forgotten.
 */
export function watchChanges(
  boot: BootData,
  { chunks, locales, layout, trustHtml }: Tools,
  show: (shown: ShownPage) => void,
): void {
  document.addEventListener('docsgen:changed', event => {
    event.preventDefault()
    const { chunk, view, locale } = (event as CustomEvent<ChangedPage>).detail
    chunks.clear()
    chunks.add(chunk)
    Object.assign(boot, { page: chunk.page, view })
    for (const { code } of locale.locales) if (locales.peek(code)) void locales.index(code, undefined, true)
    void layout(chunk.page.layout).then(open =>
      show({ page: chunk.page, locale, view, layout: open, html: trustHtml(chunk.html) }),
    )
  })
}
