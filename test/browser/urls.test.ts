import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preview } from '../../src/server/preview.ts'
import { launchBrowser } from './browser.ts'
import { heading, visit, waitUntilSaved, watchPage } from './offline-page.ts'
import type { TestSite } from '../sites/site.ts'
import { CONFIG, createOfflineSite } from './offline-site.ts'

const DOTTED = ['rel/2.0', 'rel/1.x', 'rel/node.js']
const FOLDERS = ['README', 'guide/README', 'api/Wrapper/README']
const PAGES = [...FOLDERS, 'guide/first', 'guide/second', 'api/mount', ...DOTTED]

const FORMS = [
  { urls: 'clean', base: '/lib/', end: '' },
  { urls: 'directory', base: '/', end: '/' },
] as const

describe.each(FORMS)('addresses in the form $urls, base $base', ({ urls, base, end }) => {
  const state = {} as { site: TestSite; browser: Browser; folder: string }
  const addressOf = (page: string) => (/^(.*\/)?README$/.test(page) ? page.slice(0, -6) : page + end)
  const paths = ['', 'zh/', 'fr/'].flatMap(locale => PAGES.map(page => base + locale + addressOf(page)))

  beforeAll(async () => {
    state.browser = await launchBrowser()
    state.site = createOfflineSite({ ...CONFIG, urls, base })
    for (const locale of ['', 'zh/', 'fr/'])
      for (const page of DOTTED) state.site.write(`content/${locale}${page}.md`, `# About ${page}\n`)
    state.folder = await state.site.build('dist')
  })
  afterAll(async () => {
    await state.browser?.close()
    state.site?.remove()
  })

  test('every link of the site leads to its page, with the server and without, and every form of an address', async () => {
    const server = await preview({
      outDir: state.folder,
      base,
      urls,
      allowedHosts: [],
      port: 0,
      strictPort: true,
      host: undefined,
    })
    if ('busy' in server) throw new Error('No port is free.')
    const origin = `http://localhost:${server.port}`
    const { page, errors, loads } = await watchPage(await state.browser.newContext())
    await visit(page, origin + base)
    await waitUntilSaved(page)
    const links = await linksFrom(paths)
    expect(
      [...links].filter(
        link => !paths.includes(link) && link !== `${base}zh/guide/${encodeURIComponent('测试')}${end}`,
      ),
    ).toEqual([])

    await server.close()
    for (const path of links) {
      const response = await page.goto(origin + path)
      expect([path, response?.status(), response?.headers()['content-type']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(await heading(page)).not.toBe('')
      expect(new URL(page.url()).pathname).toBe(path)
    }
    const first = base + addressOf('guide/first')
    for (const form of ['guide/first', 'guide/first/', 'guide/first.html', 'GUIDE/First', 'old.html']) {
      await page.goto(`${origin}${base}${form}?q#part`)
      await page.waitForFunction(path => location.pathname === path, first)
      expect(await heading(page)).toBe('First')
      expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?q#part')
    }
    const before = loads()
    await page.click(`.content a[href="${base}${addressOf('guide/second')}"]`)
    await page.waitForFunction(() => document.title.startsWith('Second'))
    for (const dotted of DOTTED) {
      await page.click(`.sidebar a[href="${base}${addressOf(dotted)}"]`)
      await page.waitForFunction(name => document.title.startsWith(`About ${name}`), dotted)
    }
    expect(loads()).toBe(before)
    expect(errors).toEqual([])

    /** The addresses of this site in the documents. */
    async function linksFrom(documents: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>()
      for (const path of documents) {
        const answer = await page.request.get(origin + path, { maxRedirects: 0 })
        expect([path, answer.status()]).toEqual([path, 200])
        for (const [, href = ''] of (await answer.text()).matchAll(/<a [^>]*?href="(\/[^"#]*)/g))
          found.add(href)
      }
      return found
    }
  })
})
