import { fallbackChunk } from '../render/page.ts'
import type { FallbackPage, Page } from '../schema/site.ts'

/** What a fallback has in place of a chunk with content. */
export function ownChunk(page: Page | FallbackPage): { chunk?: string } {
  if (!page.original || !('view' in page.original)) return {}
  return { chunk: fallbackChunk(page.view, page.original.view) }
}
