import { readFileSync } from 'node:fs'
import type { Session } from '../cache/workers/session.ts'
import type { LoadedSite } from '../load.ts'
import { indexPages } from '../render/search-index.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { createAnalyser } from '../search/analyse.ts'
import { languageOf } from '../search/build/languages.ts'
import type { SearchManifest } from '../search/format.ts'
import { createSearcher, type Searcher } from '../search/searcher.ts'
import { localeOfAddress } from '../shared/addresses.ts'

/** A query, and addresses without base of which one is to be among the first pages. */
interface AskedQuery {
  query: string
  expected: readonly string[]
  place?: Place
}

/** Pages among which an expected one is to be. */
const FIRST = 3

/**
 * Reads a list of queries: in each line a query, then the addresses that answer it, which begin with a slash. Empty lines and
 * those that begin with `#` are left out. Throws what reading throws.
 */
export function readQueries(file: string, shown: string): AskedQuery[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .flatMap((text, row): AskedQuery[] => {
      const [, query = '', addresses = ''] = /^\s*([^#\s].*?)((?:\s+\/\S*)+)\s*$/.exec(text) ?? []
      const place = { file: shown, line: row + 1, column: 1 }
      if (query === '') return /^\s*(#|$)/.test(text) ? [] : [{ query: text.trim(), expected: [], place }]
      return [{ query, expected: addresses.trim().split(/\s+/), place }]
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
  const locales = Object.values(loaded.site.locales)
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
      { rule: 'search/answer', severity: 'error', message, ...(place && { place }) },
    ]
    const [address] = expected
    if (address === undefined)
      return problem(`The query \`${query}\` names no address; it must end in one, such as \`/guide/\`.`)
    const path = localeOfAddress(
      address,
      locales.map(each => each.path),
    )
    const { lang = '' } = locales.find(each => each.path === path) ?? {}
    const manifest = manifests.get(path)
    if (manifest === undefined) return []
    const searcher = searchers.get(path) ?? open(manifest, lang)
    searchers.set(path, searcher)
    const { pages } = await (await searcher)(query)
    const found = pages.map(([place]) => place?.path ?? '')
    const paths = expected.map(each => each.replace(/#.*/, ''))
    if (found.slice(0, FIRST).some(each => paths.includes(each))) return []
    const first = found
      .slice(0, FIRST)
      .map(each => `\`${each}\``)
      .join(', ')
    return problem(
      `Searching for \`${query}\` doesn't find \`${paths[0]}\` among the first ${FIRST} pages: ${first || 'there are no results'}.`,
    )
  })
  return (await Promise.all(findings)).flat()
}
