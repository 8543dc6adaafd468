import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hit, type SearchHost, sendHits, startSearchHost } from '../support/search-host.ts'
import { isSameDocument, type Opened, useServedSite, waitForTitle } from './browser.ts'
import { createSearchSite, find, firstHref, options, typeQuery } from './search-site.ts'
import { STRICT_POLICY } from './serve-folder.ts'

const KEY = 'key-of-the-host'
const LOCAL = '/docs/guide/events.html'
const fromSecond = sendHits([hit('/docs/api/options.html', 'From the second host')])

const hosts = {} as { first: SearchHost; second: SearchHost }
const create = (search: object) => createSearchSite({ provider: 'docsearch', indexName: 'site', ...search })
const served = useServedSite(
  async () => {
    hosts.first = await startSearchHost(sendHits([]))
    hosts.second = await startSearchHost(fromSecond)
    const origins = [hosts.first.origin, hosts.second.origin]
    return create({ key: KEY, hosts: origins, facetFilters: ['tags:current'] })
  },
  { base: '/docs/' },
)
let opened: Opened

beforeEach(() => {
  for (const host of Object.values(hosts)) host.received.length = 0
  hosts.first.answer = sendHits([hit('/docs/api/options.html', 'From the first host')])
})
afterAll(() => Promise.all([hosts.first?.close(), hosts.second?.close()]))

/** Opens a page under the policy of the site, the configured hosts and nothing else, and asks as one input. */
async function search(query: string, address = '/'): Promise<Page> {
  const origins = `${hosts.first.origin} ${hosts.second.origin}`
  served.server.options.csp ??= STRICT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${origins}`)
  opened = await served.open(`/docs${address}`)
  await find(opened.page, query)
  return opened.page
}

const asked = () => [hosts.first.received.length, hosts.second.received.length]
const titles = (page: Page) => page.locator('.search-page').allInnerTexts()

describe('a host that answers', () => {
  test('is asked once in the language of the page, which its policy allows', async () => {
    const page = await search('abc', '/ja/')
    const [{ method, url, headers, body } = {} as SearchHost['received'][number]] = hosts.first.received
    expect(asked()).toEqual([1, 0])
    expect([method, url.pathname]).toEqual(['POST', '/1/indexes/*/queries'])
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(url.searchParams.get('x-algolia-api-key')).toBe(KEY)
    expect(url.searchParams.get('x-algolia-application-id')).toBe('BH4D9OD16A')
    const levels = [0, 1, 2, 3, 4, 5, 6].map(level => `hierarchy.lvl${level}`)
    expect(body.requests).toEqual([
      {
        indexName: 'site',
        query: 'abc',
        hitsPerPage: 20,
        attributesToRetrieve: [...levels, 'content', 'type', 'url'],
        attributesToSnippet: [...levels.slice(1), 'content'].map(name => `${name}:15`),
        facetFilters: ['lang:ja', 'tags:current'],
      },
    ])
    expect(await titles(page)).toEqual(['From the first host'])
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'Mounting options')
    expect(await isSameDocument(page)).toBe(true)
    expect(opened.problems).toEqual([])
  })

  test('with markup in every field shows it as text', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const value = { value: evil }
    const levels = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map(level => [`lvl${level}`, value]))
    const plain = Object.fromEntries(Object.keys(levels).map(level => [level, evil]))
    const bad = {
      url: '/docs/api/options.html#x',
      type: evil,
      content: evil,
      hierarchy: plain,
      _snippetResult: { content: value, hierarchy: levels },
      _highlightResult: { content: value, hierarchy: levels },
    }
    hosts.first.answer = sendHits([bad, { ...bad, url: 'javascript:alert(1)' }, { ...bad, url: 'data:,x' }])
    const page = await search('abc')
    expect(await options(page).count()).toBe(1)
    expect(await options(page).innerText()).toContain(evil)
    expect(await page.locator('.search-dialog :is(img, script)').count()).toBe(0)
    expect(opened.problems).toEqual([])
  })
})

test('a host that the policy forbids leaves the index of the site, and a note says so', async () => {
  served.server.options.csp = true
  const page = await search('keyboard')
  expect(await firstHref(page)).toContain(LOCAL)
  expect(await page.locator('.search-note').innerText()).toContain('from your device')
  expect(await page.locator('.search-note').getAttribute('role')).toBe('status')
  expect(hosts.first.received).toEqual([])
})

test('a site without a key asks no host and uses its own index', async () => {
  const keyless = create({ hosts: [hosts.first.origin] })
  served.server.folder = await keyless.build()
  const { page, problems } = await served.open('/docs/')
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(served.server.origin)) elsewhere.push(request.url())
  })
  await typeQuery(page, 'keyboard')
  expect(await firstHref(page)).toContain(LOCAL)
  expect([asked(), elsewhere, problems]).toEqual([[0, 0], [], []])
  keyless.remove()
})

test('the key is in the configuration that the search loads, and in no document or script', () => {
  const files = Object.keys(served.site.hashes('dist'))
    .filter(name => !/\.(?:gz|br)$/.test(name))
    .filter(name => served.site.read(`dist/${name}`).includes(KEY))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(name => !/^(?:assets\/locales|offline)\/.*\.json$/.test(name))).toEqual([])
})
