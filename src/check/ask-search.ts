import type { Session } from '../cache/workers/session.ts'
import type { LoadedSite } from '../load.ts'
import { indexPages } from '../render/search-index.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { createAnalyser } from '../search/terms.ts'
import { languageOf } from '../search/build/languages.ts'
import type { SearchManifest } from '../search/format.ts'
import { createSearcher, type Searcher } from '../search/searcher.ts'
import { localeOfAddress } from '../shared/addresses.ts'

interface AskedQuery {
  query: string
  expected: readonly string[]
  place?: Place
}

const FIRST = 3

/** Reads a query in each line, then the addresses that answer it, which begin with a slash; `#` begins a comment. */
export function parseQueries(list: string, file: string): AskedQuery[] {
  return list.split(/\r?\n/).flatMap((text, row): AskedQuery[] => {
    const [, query = text.trim(), addresses = ''] = /^\s*(\S.*?)((?:\s+\/\S*)+)\s*$/.exec(text) ?? []
    const expected = addresses.split(/\s+/).filter(Boolean)
    return /^(?:#|$)/.test(query) ? [] : [{ query, expected, place: { file, line: row + 1, column: 1 } }]
  })
}

/** Asks the search of the site; each query without an expected page among the first three is a finding. */
export async function askSearch(
  session: Session,
  loaded: LoadedSite,
  asked: readonly AskedQuery[],
): Promise<Finding[]> {
  const files = new Map<string, string>()
  const manifests = await indexPages(session, loaded, file => void files.set(file.path, String(file.content)))
  const searchers = new Map<string, Promise<Searcher>>()
  const open = async (manifest: string, lang: string): Promise<Searcher> => {
    const data = JSON.parse(files.get(manifest) ?? '') as SearchManifest
    const language = await languageOf(lang, data.language)
    const load = async <T>(file: string): Promise<T> =>
      JSON.parse(files.get(`assets/search/${file}`) ?? '') as T
    return createSearcher(data, { language, analyse: createAnalyser(language), load })
  }
  const findings = asked.map(async ({ query, expected, place }): Promise<Finding[]> => {
    const problem = (message: string): Finding[] => [
      { rule: 'search/answer', severity: 'error', message, place },
    ]
    const [address] = expected
    if (address === undefined)
      return problem(`The query \`${query}\` names no address; it must end in one, such as \`/guide/\`.`)
    const path = localeOfAddress(address, Object.keys(loaded.site.locales))
    const { lang = '' } = loaded.site.locales[path] ?? {}
    const manifest = manifests.get(path)
    if (manifest === undefined) return []
    const searcher = searchers.get(path) ?? open(manifest, lang)
    searchers.set(path, searcher)
    const { pages } = await (await searcher)(query)
    const found = pages.slice(0, FIRST).map(([place]) => place?.path ?? '')
    const paths = expected.map(each => each.replace(/#.*/, ''))
    if (found.some(each => paths.includes(each))) return []
    const first = found.map(each => `\`${each}\``).join(', ')
    return problem(
      `Searching for \`${query}\` doesn't find \`${paths[0]}\` among the first ${FIRST} pages: ${first || 'there are no results'}.`,
    )
  })
  return (await Promise.all(findings)).flat()
}
