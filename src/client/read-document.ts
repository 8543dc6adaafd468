import { loadLayout } from './layouts.ts'
import type { BootData, LocaleView } from '../schema/view.ts'
import type { ShownPage } from './router/load-view.ts'

/**
 * What the document shows already, as the router would have loaded it. The content is taken from the document, as it
 * was before islands changed it.
 */
export async function readDocument(
  boot: BootData,
  view: Promise<LocaleView>,
): Promise<{ container: HTMLElement; first: ShownPage & { html: string } }> {
  const container = document.getElementById('docsgen-app')
  const content = container?.querySelector<HTMLElement & { asBuilt?: string }>('[data-content]')
  if (!container || !content) throw new Error('The document has no content to take over.')
  const [locale, layout] = await Promise.all([view, loadLayout(boot.page.layout)])
  const html = content.asBuilt ?? content.innerHTML
  return { container, first: { page: boot.page, locale, view: boot.view, layout, html } }
}
