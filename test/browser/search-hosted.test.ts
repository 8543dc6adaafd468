import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  hit,
  type SearchHost,
  sendHits,
  sendJson,
  startSearchHost,
} from '../support/search-host.ts'
import { type Opened, useServedSite } from './browser.ts'
import { createSearchSite, openTab, typeQuery } from './search-site.ts'
import { STRICT_POLICY } from './serve-folder.ts'

const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
const KEY = 'key-of-the-host'
const fromSecond = sendHits([hit('/docs/api/options.html', 'From the second host')])

const hosts = {} as { first: SearchHost; second: SearchHost }
const create = (search: object) => createSearchSite(JSON.stringify({ provider: 'docsearch', ...search }))
const served = useServedSite(
  async () => {
    hosts.first = await startSearchHost(sendHits([]))
    hosts.second = await startSearchHost(fromSecond)
    const origins = [hosts.first.origin, hosts.second.origin]
    return create({ key: KEY, indexName: 'site', hosts: origins, facetFilters: ['tags:current'] })
  },
  { base: '/docs/' },
)
let tab: Opened

beforeEach(async () => {
  await hosts.first.reopen()
  for (const host of Object.values(hosts)) host.received.length = 0
  hosts.first.answer = sendHits([hit('/docs/api/options.html', 'From the first host')])
})
afterAll(() => Promise.all([hosts.first?.close(), hosts.second?.close()]))

/** Opens a page under the policy of the site: the configured hosts and nothing else. */
async function visit(address = '/', csp: boolean | string = policy()): Promise<Page> {
  served.server.options.csp = csp
  tab = await openTab(served, address)
  return tab.page
}
const policy = (): string =>
  STRICT_POLICY.replace(
    "connect-src 'self'",
    `connect-src 'self' ${hosts.first.origin} ${hosts.second.origin}`,
  )

async function search(query: string, address = '/'): Promise<Page> {
  const page = await visit(address)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  // As one input: on a busy machine the letters would come so slowly that each is a query.
  await page.keyboard.insertText(query)
  return page
}

const firstOption = (page: Page) => page.getByRole('option').first()
const titles = (page: Page) => page.locator('.search-page').allInnerTexts()
/** Failed requests are what these tests are about; everything else on the console is a fault. */
const faults = () => tab.problems.filter(text => !text.startsWith('Failed to load resource'))

describe('a host that answers', () => {
  test.each([
    ['/', 'en-US'],
    ['/ja/', 'ja'],
  ])('is asked once in the language of the page, %s', async (address, lang) => {
    const page = await search('abc', address)
    await firstOption(page).waitFor()
    const [{ method, url, headers, body } = {} as SearchHost['received'][number]] = hosts.first.received
    expect([hosts.first.received.length, hosts.second.received.length]).toEqual([1, 0])
    expect([method, url.pathname]).toEqual(['POST', '/1/indexes/*/queries'])
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(url.searchParams.get('x-algolia-api-key')).toBe(KEY)
    expect(url.searchParams.get('x-algolia-application-id')).toBe('BH4D9OD16A')
    expect(body.requests).toHaveLength(1)
    expect(body.requests[0]).toMatchObject({ indexName: 'site', query: 'abc', hitsPerPage: 20 })
    expect(body.requests[0]?.facetFilters).toEqual([`lang:${lang}`, 'tags:current'])
    expect(await titles(page)).toEqual(['From the first host'])
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Mounting options' }).waitFor()
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(tab.problems).toEqual([])
  })

  test('with markup in every field shows it as text', async () => {
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
    await firstOption(page).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    expect(await firstOption(page).innerText()).toContain(evil)
    expect(await page.locator('.search-dialog :is(img, script)').count()).toBe(0)
    expect(tab.problems).toEqual([])
  })
})

describe('a host that fails', () => {
  test.each([403])(
    'with %i is not asked around: the index of the site answers, and the reader is told',
    async status => {
      hosts.first.answer = (_request, response) => sendJson(response, { message: 'no' }, status)
      const page = await search('keyboard')
      await firstOption(page).waitFor()
      expect(await firstOption(page).getAttribute('href')).toContain('/docs/guide/events.html')
      expect(await page.locator('.search-note').innerText()).toContain('from this device')
      expect(await page.locator('.search-note').getAttribute('role')).toBe('status')
      expect([hosts.first.received.length, hosts.second.received.length]).toEqual([1, 0])
      expect(faults()).toEqual([])
    },
  )

  test.each<[string, Answer]>([
    ['with HTML', (_request, response) => response.end('<!doctype html><p>Sign in</p>')],
    ['by waiting five seconds', (_request, response) => void setTimeout(() => response.end(), 5000)],
  ])('%s gives way to the next host', async (_name, answer) => {
    hosts.first.answer = answer
    const page = await search('keyboard')
    await firstOption(page).waitFor()
    expect(await titles(page)).toEqual(['From the second host'])
    expect(await page.locator('.search-note').innerText()).toBe('')
    expect(faults()).toEqual([])
  })
})

test('a site without a key asks no host and uses its own index', async () => {
  const keyless = create({ indexName: 'site', hosts: [hosts.first.origin] })
  served.server.folder = await keyless.build()
  const page = await visit()
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(served.server.origin)) elsewhere.push(request.url())
  })
  await typeQuery(page, 'keyboard')
  await firstOption(page).waitFor()
  expect(await firstOption(page).getAttribute('href')).toContain('/docs/guide/events.html')
  expect([hosts.first.received.length, elsewhere]).toEqual([0, []])
  expect(tab.problems).toEqual([])
  keyless.remove()
})

test('the key is in the configuration that the search loads, and in no document or script', () => {
  const files = readdirSync(served.site.output, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(path.join(served.site.output, name)).isFile() && !/\.(?:gz|br)$/.test(name))
    .filter(name => readFileSync(path.join(served.site.output, name), 'utf8').includes(KEY))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(name => !/^(?:assets\/locales|offline)\/.*\.json$/.test(name))).toEqual([])
})

describe('under a content security policy', () => {
  test('the strict one with the configured hosts is enough', async () => {
    const page = await search('keyboard')
    await firstOption(page).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Mounting options' }).waitFor()
    const response = await page.request.get(page.url())
    expect(response.headers()['content-security-policy']).toContain(hosts.first.origin)
    expect(response.headers()['content-security-policy']).not.toContain('unsafe')
    expect(tab.problems).toEqual([])
  })

  test('one that forbids the hosts leaves the index of the site', async () => {
    const page = await visit('/', true)
    await typeQuery(page, 'keyboard')
    await firstOption(page).waitFor()
    expect(await firstOption(page).getAttribute('href')).toContain('/docs/guide/events.html')
    expect(hosts.first.received).toEqual([])
  })
})
