import type { AnyChunk } from './chunk-loader.ts'
import { type StandIn, standInView } from '../shared/views.ts'
import type { PageChunk, PageView } from '../schema/view.ts'

/** A page that shows the content of `original`. @param own its chunk, where it has one */
export function joinChunks(
  own: AnyChunk | undefined,
  { page: original, html }: PageChunk,
  where: Omit<StandIn, 'original'>,
): PageChunk {
  const view = { ...standInView({ ...where, original }), ...own?.page }
  const entries = Object.entries(view).filter(([, value]) => value !== null)
  return { page: Object.fromEntries(entries) as unknown as PageView, html }
}
