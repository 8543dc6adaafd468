import path from 'node:path'
import type { Session } from '../cache/threads/session.ts'
import type { LoadedSite } from '../load.ts'
import { emitSearchIndexes } from '../render/pages.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { createAnalyser } from '../search/terms.ts'
import { languageOf } from '../search/build/languages.ts'
import type { SearchManifest } from '../search/format.ts'
import { createSearcher, type Searcher } from '../search/searcher.ts'
import {
  createAddressTable,
  localeOfAddress,
  resolvePath,
  safeDecode,
  stripBase,
} from '../shared/addresses.ts'
import { isFile } from '../lib/files.ts'
import { nearest } from '../lib/text.ts'
import type { OutputFile, Page, Site } from '../schema/site.ts'
import { hasAnchor } from '../site/links.ts'

type AskedQuery = { query: string; expected: string[]; place: Place | undefined }

const FIRST = 3

/** A query on each line, followed by the addresses that answer it; `#` begins a comment. */
export function parseQueries(list: string, file: string) {
  return list.split(/\r?\n/).flatMap((text, row) => {
    const [, query = text.trim(), addresses = ''] = /^\s*(\S.*?)((?:\s+\/\S*)+)\s*$/.exec(text) ?? []
    const expected = addresses.split(/\s+/).filter(Boolean)
    return /^(?:#|$)/.test(query) ? [] : [{ query, expected, place: { file, line: row + 1, column: 1 } }]
  })
}

/** Reports queries without an expected page among the first results. */
export async function askSearch(session: Session, loaded: LoadedSite, asked: readonly AskedQuery[]) {
  const files = new Map<string, string>()
  const read = <T>(file: string) => JSON.parse(files.get(file) ?? '') as T
  const keep = (file: OutputFile) => void files.set(file.path, String(file.content))
  const manifests = await emitSearchIndexes(session, loaded, keep)
  const { site } = loaded
  const known = [...site.pages, ...site.fallbacks].map(page => page.view.path)
  const redirects = site.redirects.map(({ from, to }) => [safeDecode(from), to] as const)
  const table = createAddressTable(known, redirects)
  const pathOf = (address: string) => resolvePath(table, address.replace(/[?#].*/, ''))?.path
  const searchers = new Map<string, Promise<Searcher>>()
  const open = async (manifest: string, lang: string) => {
    const data = read<SearchManifest>(manifest)
    const language = await languageOf(lang, data.language)
    const load = async <T>(file: string) => read<T>(`assets/search/${file}`)
    return createSearcher(data, { language, analyse: createAnalyser(language), load })
  }
  const findings = asked.map(async ({ query, expected, place }) => {
    const problem = (message: string, hint?: string): Finding[] => [
      { rule: 'search/ranking', severity: 'error', message, place, hint },
    ]
    const [address] = expected
    const example = 'End the line with the URL of a page, for example `/guide/`.'
    if (address === undefined) return problem(`The query \`${query}\` has no expected page.`, example)
    const lost = expected.find(each => pathOf(each) === undefined)
    const like = lost && nearest(lost, known)
    const unknown = `The query \`${query}\` expects \`${lost}\`, which doesn't match any page.`
    if (lost !== undefined) return problem(unknown, like && `Did you mean \`${like}\`?`)
    const path = localeOfAddress(address, Object.keys(site.locales))
    const { lang = '' } = site.locales[path] ?? {}
    const manifest = manifests.get(path)
    const unsearchable = `The query \`${query}\` can't be checked because \`${path}\` has no search.`
    if (!manifest) return problem(unsearchable, 'Enable it with `theme.search`.')
    const searcher = searchers.get(path) ?? open(manifest, lang)
    searchers.set(path, searcher)
    const { pages } = await (await searcher)(query)
    const found = pages.slice(0, FIRST).map(([place]) => place?.path ?? '')
    const paths = expected.map(pathOf)
    if (found.some(each => paths.includes(each))) return []
    const first = found.map(each => `\`${each}\``).join(', ')
    const message = `\`${paths[0]}\` isn't among the first ${FIRST} search results for \`${query}\`: ${first || 'there are no results'}.`
    const hint = 'Use the words of the query in a heading of that page, or add synonyms to `search.synonyms`.'
    return problem(message, hint)
  })
  return (await Promise.all(findings)).flat()
}

/** A sitemap, or an address on each line, absolute or from the root of the host; `#` begins a comment. */
export function parseUrlList(text: string) {
  const isXml = text.includes('<loc>')
  return text.split(/\r?\n/).flatMap((line, row) => {
    const found = isXml
      ? Array.from(line.matchAll(/<loc>([^<]*)/g), ([, loc = '']) =>
          loc.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
        )
      : [line]
    const addresses = found.map(address => address.trim()).filter(address => /^[^#]/.test(address))
    return addresses.map(address => ({ address, line: row + 1 }))
  })
}

/** Reports lost anchors, and addresses that neither the site nor its `old` versions below it answer. */
export function compareUrls(
  listed: ReturnType<typeof parseUrlList>,
  file: string,
  site: Site,
  old: readonly { path: string; site: Site }[] = [],
): Finding[] {
  const { base } = site.config
  const sites = [...old, { path: '/', site }]
  const byPath = new Map<string, Page>()
  const redirects: [string, string][] = []
  for (const { path: top, site: each } of sites) {
    const below = (address: string) => top.slice(0, -1) + address
    for (const page of [...each.pages, ...each.fallbacks]) byPath.set(below(page.view.path), page)
    for (const { from, to } of each.redirects)
      redirects.push([below(safeDecode(from)), to.startsWith('/') ? below(to) : to])
  }
  const table = createAddressTable(byPath.keys(), redirects)
  const isPublic = (address: string) =>
    sites.some(({ path: top, site: { root, config } }) => {
      const folder = path.join(root, config.publicDir)
      return address.startsWith(top) && isFile(folder, address.slice(top.length))
    })
  let hints = 0
  // A suggestion takes long.
  const suggest = (lost: string) => ((hints += 1) > 200 ? undefined : nearest(lost, byPath.keys()))
  return listed.flatMap(({ address, line }) => {
    const lost = { severity: 'error' as const, place: { file, line, column: 1 } }
    const bare = address.replace(/^https?:\/\/[^/?#]+\/?/i, '/')
    const [, pathname = '', , hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(bare) ?? []
    const local = pathname.startsWith('/') ? stripBase(pathname, base) : undefined
    const found = local === undefined ? undefined : resolvePath(table, local)
    const page = found && byPath.get(found.path)
    if (!found) {
      if (local !== undefined && isPublic(safeDecode(local))) return []
      const wanted = local ?? address
      const message = `The URL \`${wanted}\` no longer exists.`
      const hint = `Add a redirect to \`redirects\`: \`'${wanted}': '${(local && suggest(local)) ?? '…'}'\`.`
      return [{ ...lost, rule: 'routes/lost-address', message, hint }]
    }
    if (!page || found.hash !== '' || hasAnchor(page, hash)) return []
    const message = `\`${found.path}\` no longer has the anchor \`#${safeDecode(hash.slice(1))}\`.`
    const hint = 'Add the id to a heading with `{#…}`, or restore the old heading.'
    return [{ ...lost, rule: 'routes/lost-anchor', message, hint }]
  })
}
