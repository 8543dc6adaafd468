import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createDocSearch,
  createRequest,
  hostsOf,
  type DocSearchOptions,
  withFallback,
} from '../../../src/client/search/docsearch.ts'
import type { Provider, ResultGroup } from '../../../src/client/search/conversation.ts'
import {
  type Answer,
  hit,
  type Received,
  type SearchHost,
  sendHits,
  sendJson,
  startSearchHost,
} from '../../support/search-host.ts'

const open: SearchHost[] = []
let received: Received[] = []

async function startHost(answer: Answer): Promise<string> {
  const host = await startSearchHost((request, response) => {
    received.push(request)
    answer(request, response)
  })
  open.push(host)
  return host.origin
}

const options = (hosts: string[], more: Partial<DocSearchOptions> = {}): DocSearchOptions => ({
  appId: 'APPID',
  apiKey: 'search-only-key',
  indexName: 'docs',
  hosts,
  facetFilters: ['tags:current'],
  lang: 'ja',
  delay: 0,
  timeout: 20_000,
  ...more,
})

async function ask(provider: Provider, query = 'mount'): Promise<ResultGroup[]> {
  return (await provider(query, new AbortController().signal)).groups
}
const askHosts = async (...answers: Answer[]): Promise<ResultGroup[]> =>
  ask(createDocSearch(options(await Promise.all(answers.map(startHost)))))

beforeEach(() => {
  received = []
  vi.stubGlobal('location', new URL('https://docs.example.org/ja/guide.html'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  for (const host of open.splice(0)) void host.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the request', () => {
  test('filters by the language of the page whatever else is configured', () => {
    const filters = (lang: string, facetFilters: string[]) =>
      JSON.parse(createRequest(options([], { lang, facetFilters }), 'x')).requests[0].facetFilters
    expect(filters('zh-CN', ['tags:current'])).toEqual(['lang:zh-CN', 'tags:current'])
    expect(filters('fr', [])).toEqual(['lang:fr'])
    expect(filters('fr', ['lang:en-US', 'version:1', 'version:1'])).toEqual(['lang:fr', 'version:1'])
  })

  test('goes to the service and its substitutes when no host is configured', () => {
    const [first, ...others] = hostsOf({ hosts: [], appId: 'BH4D9OD16A' })
    expect(first).toBe('https://BH4D9OD16A-dsn.algolia.net')
    expect(others.toSorted()).toEqual([1, 2, 3].map(number => `https://BH4D9OD16A-${number}.algolianet.com`))
  })
})

describe('answers', () => {
  test('become groups by page, at most five sections each', async () => {
    const sections = Array.from({ length: 7 }, (_, index) =>
      hit(`https://docs.example.org/ja/a.html#s${index}`, 'Mount', `Part ${index}`),
    )
    const groups = await askHosts(sendHits([...sections, hit('https://other.example.org/b.html', 'Other')]))
    expect(groups.map(group => [group.title, group.options.length])).toEqual([
      ['Mount', 5],
      ['Other', 1],
    ])
    expect(groups[0]?.options[0]).toMatchObject({
      href: '/ja/a.html#s0',
      title: [{ text: 'Part 0', marked: false }],
    })
    expect(groups[1]?.options[0]?.href).toBe('https://other.example.org/b.html')
  })

  test('keep their marks, and their references become characters', async () => {
    const marked = {
      ...hit('/a.html', 'x', 'y'),
      _snippetResult: { hierarchy: { lvl2: { value: 'a <em>b</em> &lt;c&gt; <mark>d</mark>' } } },
    }
    const [group] = await askHosts(sendHits([marked]))
    const title = group?.options[0]?.title.map(({ text, marked }) => (marked ? `[${text}]` : text))
    expect(title).toEqual(['a ', '[b]', ' <c> ', '[d]'])
  })

  test('without hierarchy, or of other shapes, do no harm', async () => {
    const hits = [
      { url: '/a.html' },
      { url: 7 },
      null,
      'text',
      { url: '/b.html', hierarchy: null, _snippetResult: [] },
      { url: '/c.html', hierarchy: { lvl1: { toString: null } } },
    ]
    const groups = await askHosts(sendHits(hits))
    expect(groups.map(group => group.title)).toEqual(['/a.html', '/b.html', '/c.html'])
  })
})

test('a host that does not answer in time, or with another shape, gives way to the next one', async () => {
  const answers: Answer[] = [
    () => undefined,
    (_request, response) => sendJson(response, { results: [] }),
    (_request, response) => response.end('<!doctype html><p>Sign in</p>'),
    sendHits([hit('/a.html', 'Mount')]),
  ]
  const hosts = await Promise.all(answers.map(startHost))
  const groups = await ask(createDocSearch(options(hosts, { timeout: 300 })))
  expect(groups.map(({ title }) => title)).toEqual(['Mount'])
  expect(received).toHaveLength(4)
})

test('a search rejects when no host is there', async () => {
  await expect(ask(createDocSearch(options(['http://127.0.0.1:9'])))).rejects.toThrow()
})

test('typing quickly asks once', async () => {
  const host = await startHost(sendHits([]))
  const provider = createDocSearch(options([host], { delay: 50 }))
  const controllers = ['m', 'mo', 'mou'].map(query => {
    const controller = new AbortController()
    provider(query, controller.signal).catch(() => undefined)
    return controller
  })
  for (const controller of controllers) controller.abort()
  await ask(provider, 'moun')
  expect(received.map(call => call.body.requests[0]?.query)).toEqual(['moun'])
})

test.each([
  ['that fails', true, 1],
  ['without a network', false, 0],
])(
  'a service %s is announced once, and the index of the site answers from then on',
  async (_name, onLine, asked) => {
    vi.stubGlobal('navigator', { onLine })
    const host = await startHost((_request, response) => sendJson(response, {}, 403))
    const local: Provider = async query => ({
      groups: [{ title: `local ${query}`, options: [] }],
      missing: [],
    })
    const announce = vi.fn<() => void>()
    const provider = withFallback(createDocSearch(options([host])), async () => local, announce)
    expect((await ask(provider, 'a'))[0]?.title).toBe('local a')
    expect((await ask(provider, 'b'))[0]?.title).toBe('local b')
    expect(received).toHaveLength(asked)
    expect(announce).toHaveBeenCalledTimes(1)
  },
)
