import type { PageView } from '../schema/view.ts'

/**
 * Loads the style sheets and scripts that a page uses; the browser keeps what is there already. Without them it can still be
 * read, so none of the promises rejects.
 */
export function loadParts({ loads = [] }: PageView): (Promise<unknown> | undefined)[] {
  return loads.map(href => (href.endsWith('.css') ? loadSheet(href) : import(href).catch(() => undefined)))
}

function loadSheet(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return undefined
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.querySelector('link[rel="stylesheet"]')?.after(link)
  return new Promise(resolve => (link.onload = link.onerror = resolve))
}
