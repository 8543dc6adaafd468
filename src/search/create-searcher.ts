import type { SearchManifest } from './format.ts'
import { type SearchContext, type Searcher, searchWhole } from './searcher.ts'

/** The searcher over an index. What large ones need is loaded for them only. */
export async function createSearcher(manifest: SearchManifest, context: SearchContext): Promise<Searcher> {
  if ('whole' in manifest) return searchWhole(manifest, context)
  const { searchLarge } = await import('./large.ts')
  return searchLarge(manifest.parts, context)
}
