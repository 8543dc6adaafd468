/** Text of a hosted DocSearch index is never taken for markup. */
import { MAX_GROUPS, MAX_OPTIONS } from '../../search/format.ts'
import type { SearchView } from '../../schema/view.ts'
import type { Provider, ResultGroup } from './conversation.ts'

export interface DocSearchOptions extends Omit<Extract<SearchView, { provider: 'docsearch' }>, 'provider'> {
  lang: string
  trailOf?(address: string): string[]
  delay?: number
  timeout?: number
}

const DELAY = 120
const TIMEOUT = 2000
const HITS = 20
const MAX_TEXT = 300
const LEVELS = [0, 1, 2, 3, 4, 5, 6].map(level => `lvl${level}`)
const MARK = /(<\/?(?:em|mark)>|<span class="algolia-docsearch-suggestion--highlight">|<\/span>)/
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }))

/** A response of any shape: texts are recognized by their type. */
type Json = { readonly [key: string]: Json } | null | undefined

export function createDocSearch(options: DocSearchOptions): Provider {
  return async (query, signal) => {
    await new Promise(resolve => setTimeout(resolve, options.delay ?? DELAY))
    return { groups: groupHits(await askHosts(options, query.trim(), signal), options), missing: [] }
  }
}

/** Asks the site's own index once the hosted service failed or without network; `announce` is called once. */
export function withFallback(
  hosted: Provider,
  local: () => Promise<Provider>,
  announce: () => void,
): Provider {
  let isHosted = true
  const giveUp = () => {
    if (isHosted) announce()
    isHosted = false
  }
  return async (...asked) => {
    if (!navigator.onLine) giveUp()
    try {
      if (isHosted) return await hosted(...asked)
    } catch (error) {
      asked[1].throwIfAborted()
      console.warn('[docsgen] the search service failed; using the built-in search instead', error)
      giveUp()
    }
    return (await local())(...asked)
  }
}

/** The page's language filter replaces others. */
export function createRequest({ indexName, lang, facetFilters }: DocSearchOptions, query: string) {
  const others = facetFilters.filter(filter => !filter.startsWith('lang:'))
  const levels = LEVELS.map(level => `hierarchy.${level}`)
  const request = {
    indexName,
    query,
    hitsPerPage: HITS,
    attributesToRetrieve: [...levels, 'content', 'type', 'url'],
    attributesToSnippet: [...levels.slice(1), 'content'].map(name => `${name}:15`),
    facetFilters: [...new Set([`lang:${lang}`, ...others])],
  }
  return JSON.stringify({ requests: [request] })
}

export function hostsOf({ hosts, appId }: Pick<DocSearchOptions, 'hosts' | 'appId'>): readonly string[] {
  if (hosts.length > 0) return hosts
  const substitutes = [1, 2, 3].map(number => [Math.random(), `${number}.algolianet.com`] as const)
  const names = substitutes.toSorted(([a], [b]) => a - b).map(([, name]) => name)
  return ['dsn.algolia.net', ...names].map(name => `https://${appId}-${name}`)
}

/** After a refusal (4xx), no other host is asked. */
async function askHosts(options: DocSearchOptions, query: string, signal: AbortSignal) {
  const address = `/1/indexes/*/queries?${new URLSearchParams({
    'x-algolia-agent': 'docsgen',
    'x-algolia-api-key': options.apiKey,
    'x-algolia-application-id': options.appId,
  })}`
  const body = createRequest(options, query)
  // Plain text needs no preflight request.
  const headers = { 'content-type': 'text/plain' }
  let failure: unknown = new Error('No search host is configured.')
  for (const host of hostsOf(options)) {
    signal.throwIfAborted()
    const both = AbortSignal.any([signal, AbortSignal.timeout(options.timeout ?? TIMEOUT)])
    const request: RequestInit = { method: 'POST', headers, body, signal: both, credentials: 'omit' }
    try {
      const response = await fetch(host + address, request)
      failure = new Error(`The search service returned ${response.status}.`)
      if (response.status >= 400 && response.status < 500) break
      if (!response.ok) continue
      const hits = read((await response.json()) as Json, ['results', '0', 'hits'])
      if (Array.isArray(hits)) return hits.slice(0, HITS)
      failure = new Error('The search service returned an unexpected response.')
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function groupHits(hits: readonly Json[], { trailOf }: DocSearchOptions) {
  const groups = new Map<string, ResultGroup>()
  for (const hit of hits) {
    const url = read(hit, ['url'])
    if (typeof url !== 'string' || !URL.canParse(url, location.href)) continue
    const { protocol, origin, pathname, search, hash, href } = new URL(url, location.href)
    if (!/^https?:$/.test(protocol)) continue
    const [book = [], chapter = [], ...headings] = LEVELS.map(level => shown(hit, ['hierarchy', level]))
    const name = [...(chapter.length > 0 ? chapter : book)].map(({ text }) => text).join('')
    const page = origin + pathname + search
    const trail = origin === location.origin ? trailOf?.(pathname) : undefined
    const group = groups.get(page) ?? { title: name || pathname, trail, options: [] }
    if (!groups.has(page) && groups.size === MAX_GROUPS) continue
    groups.set(page, group)
    if (group.options.length === MAX_OPTIONS) continue
    const title = [chapter, ...headings].findLast(segments => segments.length > 0)
    group.options.push({
      // The router needs addresses of this site without origin.
      href: origin === location.origin ? pathname + search + hash : href,
      title: title ?? [{ text: group.title, marked: false }],
      excerpt: shown(hit, ['content']),
    })
  }
  return [...groups.values()]
}

function shown(hit: Json, path: readonly string[]) {
  const places = [['_snippetResult', ...path, 'value'], ['_highlightResult', ...path, 'value'], path]
  const text: unknown = places.map(place => read(hit, place)).find(each => typeof each === 'string' && each)
  return typeof text === 'string' ? parseMarks(text.slice(0, MAX_TEXT)) : []
}

const decode = (reference: string, name: string) => ENTITIES.get(name) ?? reference

/** All other tags stay text. */
function parseMarks(text: string) {
  let isMarked = false
  return text.split(MARK).flatMap(piece => {
    if (MARK.test(piece)) isMarked = !piece.startsWith('</')
    if (MARK.test(piece) || piece === '') return []
    return [{ text: piece.replace(/&([a-z]+|#\w+);/g, decode), marked: isMarked }]
  })
}

function read(value: Json, path: readonly string[]) {
  return path.reduce<Json>((inner, key) => inner?.[key], value)
}
