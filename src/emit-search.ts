import { hashContent } from './lib/hash.ts'
import type { Staging } from './output/staging.ts'
import type { Site } from './schema/site.ts'
import type { SearchFiles, SearchFilesInput } from './search/create-search-files.ts'
import { searchPages } from './search/search-pages.ts'
import type { Session } from './session.ts'

/**
 * Writes the search index of every locale, or takes it from the cache where no section changed. Returns locale path →
 * output path of the manifest; nothing where the site has no search. A hosted index has the local one to fall back on.
 */
export async function emitSearch(
  session: Session,
  site: Site,
  staging: Staging,
): Promise<Map<string, string>> {
  const manifests = new Map<string, string>()
  for (const { path, code, lang, search } of Object.values(site.locales)) {
    if (search.provider === 'none') continue
    const pages = searchPages(site.pages.filter(page => page.locale === path))
    const key = hashContent(JSON.stringify(['search', code, lang, pages]), 32)
    const stored = session.rendered.get(key)
    const { files, manifest } = stored ? unpack(stored) : await create({ locale: { code, lang }, pages })
    if (!stored) session.rendered.set(key, Buffer.from(JSON.stringify({ files, manifest })))
    for (const file of files) await staging.write(file)
    manifests.set(path, manifest)
  }
  return manifests
}

async function create(input: SearchFilesInput): Promise<SearchFiles> {
  const { createSearchFiles } = await import('./search/create-search-files.ts')
  return createSearchFiles(input)
}

function unpack(stored: Buffer): SearchFiles {
  return JSON.parse(stored.toString()) as SearchFiles
}
