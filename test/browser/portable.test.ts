import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder, createTestSite } from '../sites/site.ts'
import { createVersionsSite } from '../sites/versions-site.ts'
import { useServedSite, chooseScheme } from './browser.ts'
import { find, firstHref } from './search-site.ts'

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Portable',
  base: './',
  fallback: 'none',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ja/': { lang: 'ja', label: '日本語' } },
  redirects: { '/old.html': '/guide/start.html' },
  security: { meta: true },
  theme: { logo: '/logo.svg', sidebar: 'auto', suggestLanguage: true },
})
`
const COUNTER = `import { useState } from 'react'
export const client = 'load'
export default function Counter() {
  const [count, setCount] = useState(1)
  return <button type="button" id="counter" onClick={() => setCount(count + 1)}>{count}</button>
}
`
const FILES = {
  'site.config.ts': CONFIG,
  'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  'content/README.md': '# Home\n\nGo to [Start](./guide/start.md#install).\n',
  'content/guide/README.md':
    '# Guide\n\n:::: tabs\n::: tab One\nfirst\n:::\n::: tab Two\nsecond\n:::\n::::\n\n<Counter />\n',
  'content/guide/start.md': '# Start\n\n## Install\n\nThe zebra runs.\n\n## Use\n\nMore.\n',
  'content/ja/README.md': '# ホーム\n\n日本語。\n',
  'content/ja/guide/start.md': '# 開始\n\nここで検索できます。\n',
  'templates/markdown/Counter.tsx': COUNTER,
}

const parent = path.join(createFolder().root, 'my docs ü')
const folder = path.join(parent, '文書')
const served = useServedSite(
  () => createTestSite(FILES),
  { base: '/any/where/', csp: true },
  async site => {
    const { code, stderr } = await site.run(['build'])
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/ (?:error|warning) /)])
    cpSync(site.output, folder, { recursive: true })
    return folder
  },
)

async function openPage(): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await served.open(undefined, { locale: 'en-US', serviceWorkers: 'allow' })
  page.on('console', message => message.type() === 'warning' && problems.push(message.text()))
  page.on('requestfailed', request => {
    // What was still loading when the page was left is no loss.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(request.url())
  })
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  return { page, problems }
}

async function searchFor(page: Page, query: string): Promise<void> {
  await find(page, query)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, menu: 'language' | 'version', link: string): Promise<void> {
  await page.click(`.${menu}-menu button`)
  await page.click(`#docsgen-${menu}s a${link}`)
}

async function takeOver(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  const isTaken = () =>
    Object.keys(document.getElementById('docsgen-app') ?? {}).some(key => key.startsWith('__react'))
  await page.waitForFunction(isTaken)
}

/** What a reader does; `at` is the address of the site's folder. */
async function readAround(page: Page, at: string): Promise<void> {
  await page.goto(`${at}index.html`)
  const width = (image: HTMLImageElement) => image.naturalWidth
  expect(await page.locator('.brand img').first().evaluate(width)).not.toBe(0)
  await page.click('.content a:text("Start")')
  await page.waitForURL(`${at}guide/start.html#install`)
  await takeOver(page)
  expect(await page.locator('.sidebar a').first().getAttribute('href')).toBe('../index.html')

  await find(page, 'zebra')
  expect(await firstHref(page)).toBe('../guide/start.html#install')
  await page.keyboard.press('Escape')

  await chooseScheme(page, 'dark')
  await page.click('.sidebar a:text("Guide")')
  await page.waitForURL(`${at}guide/index.html`)
  await page.waitForSelector('html[data-scheme=dark]')
  await page.click('.tab-list button:text("Two")')
  expect(await page.locator('.tab').last().isVisible()).toBe(true)
  await takeOver(page)
  await page.click('#counter')
  await page.waitForFunction(() => document.getElementById('counter')?.textContent === '2')
  await page.reload()
  await page.waitForSelector('html[data-scheme=dark]')

  await page.goto(`${at}old.html?a=1#use`)
  await page.waitForURL(`${at}guide/start.html?a=1#use`)
  await choose(page, 'language', '[hreflang=ja]')
  await page.waitForURL(`${at}ja/guide/start.html?a=1#use`)
  await searchFor(page, '検索')
  await page.waitForFunction(() => !document.querySelector('.search-dialog'))
  expect(page.url()).toBe(`${at}ja/guide/start.html`)
}

it('opens as files, from a folder with spaces and letters of other scripts', async () => {
  const { page, problems } = await openPage()
  await readAround(page, `${pathToFileURL(folder).href}/`)
  expect(problems).toEqual([])
})

it('opens over http below any path', async () => {
  const { page, problems } = await openPage()
  await readAround(page, `${served.server.origin}/any/where/`)
  expect(problems).toEqual([])
})

it('an archive opens as files, whatever the path of the site', async () => {
  const { site } = served
  const { code, stdout } = await site.run(['build', '--base', '/docs/', '--zip', 'out/文書.zip'])
  expect([code, stdout]).toEqual([0, ''])
  expect(site.read('dist/guide/start.html')).toContain('href="/docs/guide/"')
  expect(site.hashes('dist')).toHaveProperty('service-worker.js')
  const { page, problems } = await openPage()
  const files = unzipSync(readFileSync(path.join(site.root, 'out/文書.zip')))
  const { root } = createFolder(files, path.join(parent, 'aus dem Archiv'))
  await readAround(page, `${pathToFileURL(root).href}/`)
  expect(await page.locator('[data-offline-open]').isVisible()).toBe(false)
  expect(problems).toEqual([])
})

it('holds nothing that needs a host, and is the same when it is built again', async () => {
  const { site } = served
  expect((await site.run(['build', '--zip'])).code).toBe(0)
  const first = site.hashes('dist')
  const needs = /^_|conf$|worker|^assets\/js\/(?!scheme|portable|redirect)|\.json$/
  expect(Object.keys(first).filter(name => needs.test(name))).toEqual(['.docsgen.json'])
  const { code } = await site.run(['build', '--out-dir', 'other', '--zip', 'new/other.zip'])
  expect(code).toBe(0)
  expect(site.hashes('other')).toEqual(first)
  expect(site.hashes('new')['other.zip']).toBe(site.hashes('.')['dist.zip'])
  const packed = Object.keys(unzipSync(readFileSync(path.join(site.root, 'dist.zip'))))
  expect(packed.toSorted()).toEqual(Object.keys(first).filter(name => name !== '.docsgen.json'))
})

it('an archive that cannot be, or of a build that fails, leaves everything as it was', async () => {
  const { site } = served
  const files = () =>
    Object.fromEntries(Object.entries(site.hashes('.')).filter(([name]) => !name.startsWith('node_modules/')))
  const before = files()
  const inside = await site.run(['build', '--zip', 'dist/docs.zip'])
  expect(inside.code).toBe(1)
  expect(inside.stderr).toContain(
    "The ZIP can't be written to `dist/docs.zip`: every build replaces the whole output folder.",
  )
  site.write('content/guide/broken.md', '<!--@include: ./nowhere.md-->\n')
  expect((await site.run(['build', '--zip'])).code).toBe(1)
  rmSync(path.join(site.root, 'content/guide/broken.md'))
  expect(files()).toEqual(before)
})

/** Links, pictures, scripts and styles of documents in a folder that name no file. */
function lostLinks(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.html'))
    .flatMap(name => {
      const text = readFileSync(path.join(root, name), 'utf8')
      const addresses = [...text.matchAll(/ (?:href|src)="([^"#?]+)/g)].map(([, address = '']) => address)
      const own = addresses.filter(address => !/^[a-z]+:/.test(address))
      const lost = own.filter(
        address => !names.includes(path.join(path.dirname(name), decodeURIComponent(address))),
      )
      return lost.map(address => `${name} → ${address}`)
    })
}

it('has all versions with their fallbacks, as files and as an archive', async () => {
  const versioned = createVersionsSite()
  onTestFinished(() => versioned.remove())
  expect((await versioned.run(['build', '--base', './', '--zip', 'relative.zip'])).code).toBe(0)
  const files = path.join(versioned.root, 'dist')
  expect(lostLinks(files)).toEqual([])
  const packed = Object.keys(unzipSync(readFileSync(path.join(versioned.root, 'relative.zip'))))
  expect(packed.filter(name => name.endsWith('index.html'))).toContain('0.x/ar/index.html')
  const scripts = packed.filter(name => /assets\/js\/portable/.test(name))
  expect(scripts).toEqual([expect.stringMatching(/^assets\/js\//)])

  const { page, problems } = await openPage()
  const at = `${pathToFileURL(files).href}/`
  await page.goto(`${at}guide/start.html`)
  await choose(page, 'version', ':has-text("1.x")')
  await page.waitForURL(`${at}1.x/guide/start.html`)
  await takeOver(page)
  await searchFor(page, 'before')
  await page.waitForURL(`${at}1.x/guide/before.html`)
  await page.click('.version-notice a')
  await page.waitForURL(`${at}guide/moved.html`)
  await page.goto(`${at}0.x/zh/guide/old.html`)
  expect(await page.locator('.content').getAttribute('lang')).toBe('en-US')
  await page.click('.notice-fallback a')
  await page.waitForURL(`${at}0.x/guide/old.html`)
  await takeOver(page)
  await choose(page, 'language', '[hreflang=ar]')
  await page.waitForURL(`${at}0.x/ar/guide/old.html`)
  await takeOver(page)
  await searchFor(page, 'Start')
  await page.waitForURL(`${at}0.x/ar/guide/start.html`)
  expect(problems).toEqual([])
})
