import { fallbackChunk } from '../render/page.ts'
import type { FallbackPage, Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'

/** What a fallback has in place of a chunk with content: empty where it needs none. @param locale that of the page */
export function ownChunk(page: Page | FallbackPage, locale: LocaleView): { chunk?: string } {
  if (!page.original || !('view' in page.original)) return {}
  return { chunk: fallbackChunk(page.view, page.original.view, locale) }
}
