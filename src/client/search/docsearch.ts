/**
 * A client of a hosted DocSearch index, for as long as it answers. What comes back is a third party's
 * text and is never taken for markup.
 */
import { groupHits } from './docsearch-hits.ts'
import type { Provider } from './providers.ts'

export interface DocSearchOptions {
  appId: string
  apiKey: string
  indexName: string
  /** Origins to ask instead of the provider's own, in this order. */
  hosts: readonly string[]
  /** Filters beside the one of the language. */
  facetFilters: readonly string[]
  lang: string
  /** Milliseconds; only tests set them. */
  delay?: number
  timeout?: number
}

/** How long typing must rest before the service is asked. */
const DELAY = 120
/** How long a host may take. */
const TIMEOUT = 2000
const HITS = 20
const LEVELS = [0, 1, 2, 3, 4, 5, 6]

/** The provider over a hosted index. It rejects when no host gives a usable answer. */
export function createDocSearch(options: DocSearchOptions): Provider {
  return async (query, signal) => {
    await pause(options.delay ?? DELAY, signal)
    return { groups: groupHits(await askHosts(options, query.trim(), signal)), missing: [] }
  }
}

/** The body of a request: the filter of the page's language first, others after it, one language only. */
export function createRequest(options: DocSearchOptions, query: string): string {
  const { indexName, lang, facetFilters } = options
  const others = facetFilters.filter(filter => !filter.startsWith('lang:'))
  const request = {
    indexName,
    query,
    hitsPerPage: HITS,
    attributesToRetrieve: [...LEVELS.map(level => `hierarchy.lvl${level}`), 'content', 'type', 'url'],
    attributesToSnippet: [...LEVELS.slice(1).map(level => `hierarchy.lvl${level}:15`), 'content:15'],
    facetFilters: [...new Set([`lang:${lang}`, ...others])],
  }
  return JSON.stringify({ requests: [request] })
}

/** Origins to try: the configured ones, else the provider's own with its three substitutes in random order. */
export function hostsOf({ hosts, appId }: Pick<DocSearchOptions, 'hosts' | 'appId'>): string[] {
  if (hosts.length > 0) return [...hosts]
  const substitutes = [1, 2, 3].map(number => ({ number, order: Math.random() }))
  substitutes.sort((a, b) => a.order - b.order)
  return [
    `https://${appId}-dsn.algolia.net`,
    ...substitutes.map(({ number }) => `https://${appId}-${number}.algolianet.com`),
  ]
}

/** Hits of the first host that answers; a host that refuses the request (4xx) ends the search for one. */
async function askHosts(options: DocSearchOptions, query: string, signal: AbortSignal): Promise<unknown[]> {
  const address = `/1/indexes/*/queries?${new URLSearchParams({
    'x-algolia-agent': 'docsgen',
    'x-algolia-api-key': options.apiKey,
    'x-algolia-application-id': options.appId,
  })}`
  const body = createRequest(options, query)
  let failure: unknown = new Error('No search host is configured.')
  for (const host of hostsOf(options)) {
    signal.throwIfAborted()
    try {
      return await askHost(
        host + address,
        body,
        AbortSignal.any([signal, AbortSignal.timeout(options.timeout ?? TIMEOUT)]),
      )
    } catch (error) {
      if (error instanceof Refusal) throw error
      failure = error
    }
  }
  throw failure
}

/** The service understood and said no: another host would say the same. */
class Refusal extends Error {}

async function askHost(address: string, body: string, signal: AbortSignal): Promise<unknown[]> {
  // A plain text body spares the browser a preflight request.
  const headers = { 'content-type': 'text/plain' }
  const response = await fetch(address, { method: 'POST', headers, body, signal, credentials: 'omit' })
  if (response.status >= 400 && response.status < 500)
    throw new Refusal(`The search service answered ${response.status}.`)
  if (!response.ok) throw new Error(`The search service answered ${response.status}.`)
  const answer = (await response.json()) as { results?: { hits?: unknown }[] } | null
  const hits = answer?.results?.[0]?.hits
  if (!Array.isArray(hits)) throw new Error('The search service answered something else than hits.')
  return hits.slice(0, HITS)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
