import { expect, test } from 'vitest'
import { preview } from '../../src/server/preview.ts'
import { IS_FULL } from '../support/full.ts'
import { useServedSite, waitForTitle } from './browser.ts'
import { CONFIG, createOfflineSite, heading, visit, waitUntilSaved } from './offline.ts'

const DOTTED = ['rel/2.0', 'rel/1.x', 'rel/node.js']
const FOLDERS = ['README', 'guide/README', 'api/Wrapper/README']
const PAGES = [...FOLDERS, 'guide/first', 'guide/second', 'api/mount', ...DOTTED]
const LOCALES = ['', 'zh/', 'fr/']

const FORMS = [
  { urls: 'clean', base: '/lib/', end: '' },
  { urls: 'directory', base: '/', end: '/' },
] as const

const served = useServedSite(createOfflineSite, {}, async site => {
  for (const locale of LOCALES)
    for (const page of DOTTED) site.write(`content/${locale}${page}.md`, `# About ${page}\n`)
  for (const { urls, base } of FORMS) {
    site.configure({ ...CONFIG, urls, base })
    await site.build(urls)
  }
  return site.root
})

test.each(FORMS)(
  'addresses in the form $urls, base $base: every page opens with the server gone, and every form of an address',
  async ({ urls, base, end }) => {
    const addressOf = (page: string) => base + (/^(.*\/)?README$/.test(page) ? page.slice(0, -6) : page + end)
    const locales = IS_FULL ? LOCALES : LOCALES.slice(1, 2)
    const paths = locales.flatMap(locale => PAGES.map(page => addressOf(locale + page)))
    const where = { outDir: `${served.site.root}/${urls}`, base, urls, allowedHosts: [], embed: [] }
    const server = await preview({ ...where, port: 0, strictPort: true, host: undefined })
    if ('busy' in server) throw new Error('No port is free.')
    const baseURL = `http://localhost:${server.port}`
    const { page, problems, loads } = await served.open(undefined, { baseURL, serviceWorkers: 'allow' })
    await visit(page, base)
    await waitUntilSaved(page)
    await server.close()
    for (const path of paths) {
      const response = await page.goto(path)
      const type = response?.headers()['content-type']
      expect([path, response?.status(), type]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(await heading(page)).not.toBe('')
      expect(new URL(page.url()).pathname).toBe(path)
    }
    for (const form of ['guide/first', 'guide/first/', 'guide/first.html', 'GUIDE/First', 'old.html']) {
      await page.goto(`${base}${form}?q#part`)
      await page.waitForURL(`${addressOf('guide/first')}?q#part`)
      expect(await heading(page)).toBe('First')
    }
    const before = loads()
    await page.click(`.content a[href="${addressOf('guide/second')}"]`)
    await waitForTitle(page, 'Second')
    for (const dotted of DOTTED) {
      await page.click(`.sidebar a[href="${addressOf(dotted)}"]`)
      await waitForTitle(page, `About ${dotted}`)
    }
    expect(loads()).toBe(before)
    expect(problems).toEqual([])
  },
)
