import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, serveFolder, type FolderServer, type ServeOptions } from './browser.ts'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const evil = '`<img src=x onerror=alert(1)>`'

const PAGES: Record<string, string> = {
  'README.md': '# Start\n\nWelcome.\n',
  'api/mount.md': `# mount\n\nCreates a wrapper of a mounted component.\n\n## Arguments\n\nA component and mounting options.\n\n## Returns\n\nA wrapper of the component.\n`,
  'api/options.md': `# Mounting options\n\nWhat mounting takes.\n\n${Array.from({ length: 8 }, (_, index) => `## Option ${index}\n\nAn option of the component, number ${index}.\n`).join('\n')}`,
  'guide/events.md': `# Events\n\nTrigger a click.\n\n## Keyboard ${evil}\n\nPress a key of the keyboard ${evil}.\n`,
  'ja/README.md': '# はじめる\n\nコンポーネントをマウントする。\n',
  'ja/api/mount.md': '# マウント\n\nコンポーネントのラッパを作る。\n',
}

const config = (search: string): string => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  base: '/docs/',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/ja/': { lang: 'ja', label: '日本語' },
  },
  theme: { search: ${search}, nav: ['/api/mount', '/api/options'] },
})
`

const folders: string[] = []

/** Builds the site; gives the folder of its output. */
async function build(search: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'docsgen-search-'))
  folders.push(root)
  const files = Object.entries(PAGES).map(([name, text]) => [`content/${name}`, text] as const)
  for (const [name, text] of [...files, ['site.config.ts', config(search)] as const]) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  await promisify(execFile)(process.execPath, [program, 'build', root, '--silent'])
  return path.join(root, 'dist')
}

let browser: Browser
let output: string
let server: FolderServer
let context: BrowserContext
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  output = await build("'local'")
})
afterEach(async () => {
  await context?.close()
  await server?.close()
})
afterAll(async () => {
  await browser?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function visit(
  address: string,
  options: ServeOptions = {},
  viewport = { width: 1200, height: 800 },
): Promise<Page> {
  server = await serveFolder(output, { csp: true, base: '/docs/', ...options })
  // Without a worker, so that the network is what the test says it is.
  context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  const page = await context.newPage()
  problems = []
  page.on('console', message => void (message.type() === 'error' && problems.push(message.text())))
  page.on('pageerror', error => problems.push(String(error)))
  page.on('dialog', dialog => problems.push(`dialog ${dialog.message()}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error('policy', event.violatedDirective))
    Object.assign(self, { isSameDocument: true })
  })
  await page.goto(`${server.origin}/docs${address}`)
  return page
}

const dialog = (page: Page) => page.locator('dialog.search-dialog')
const input = (page: Page) => page.getByRole('combobox')
const options = (page: Page) => page.getByRole('option')
const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')
const address = (page: Page) => decodeURI(page.url().slice(server.origin.length))
const waitForTitle = (page: Page, title: string) => page.locator('h1', { hasText: title }).waitFor()

async function open(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await input(page).waitFor()
  await page.keyboard.type(query)
  await options(page).first().waitFor()
}

describe('the dialog', () => {
  test('opens by its button and by the shortcut, named, with focus in the input', async () => {
    const page = await visit('/')
    await page.locator('[data-search-open]').first().click()
    expect(await dialog(page).getAttribute('aria-label')).toBe('Search')
    expect(await input(page).evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-search-open'))).toBe(true)
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('finds sections, grouped by page, at most five of each, matches marked', async () => {
    const page = await visit('/')
    await open(page, 'option')
    const groups = page.locator('#search-results').getByRole('group')
    expect(await groups.first().locator('.search-page').innerText()).toBe('Mounting options')
    expect(await groups.first().getByRole('option').count()).toBe(5)
    expect(await options(page).first().locator('mark').first().innerText()).toMatch(/option/i)
    const input_ = input(page)
    expect(await input_.getAttribute('aria-expanded')).toBe('true')
    expect(await input_.getAttribute('aria-controls')).toBe('search-results')
    expect(await input_.getAttribute('aria-activedescendant')).toBe(await active(page).getAttribute('id'))
  })

  test('says how many results there are, after half a second', async () => {
    const page = await visit('/')
    await open(page, 'keyboard')
    const status = page.locator('.search-status')
    expect(await status.textContent()).toBe('')
    await page.waitForFunction(() => document.querySelector('.search-status')?.textContent !== '')
    expect(await status.textContent()).toBe('1 result')
    await input(page).fill('zxqvbn')
    await page.getByText('No results for “zxqvbn”').first().waitFor()
    expect(await options(page).count()).toBe(0)
  })

  test('is worked by keys: arrows around the ends, Home, End, Enter in place', async () => {
    const page = await visit('/')
    await page.mouse.move(5, 5)
    await open(page, 'component')
    const count = await options(page).count()
    const position = () =>
      active(page).evaluate(element => [...document.querySelectorAll('[role="option"]')].indexOf(element))
    expect(await position()).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await position()).toBe(count - 1)
    await page.keyboard.press('ArrowDown')
    expect(await position()).toBe(0)
    await page.keyboard.press('End')
    expect(await position()).toBe(count - 1)
    await page.keyboard.press('Home')
    expect(await position()).toBe(0)
    await input(page).fill('returns wrapper')
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'mount')
    expect(address(page)).toBe('/docs/api/mount.html#returns')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('opens a result in a new tab with Ctrl and Enter, and stays', async () => {
    const page = await visit('/')
    await open(page, 'arguments')
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
    expect(tab.url()).toContain('/docs/api/mount.html#arguments')
    expect(await dialog(page).count()).toBe(1)
  })

  test('follows a click as any link, and a click beside it closes it', async () => {
    const page = await visit('/')
    await open(page, 'arguments')
    await options(page).first().click()
    await waitForTitle(page, 'mount')
    expect(address(page)).toBe('/docs/api/mount.html#arguments')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.mouse.click(5, 5)
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('leaves an input method alone', async () => {
    const page = await visit('/ja/')
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    const client = await context.newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'まうんと', selectionStart: 4, selectionEnd: 4 })
    await page.waitForTimeout(300)
    expect(await options(page).count()).toBe(0)
    await client.send('Input.insertText', { text: 'マウント' })
    await options(page).first().waitFor()
    expect(await input(page).inputValue()).toBe('マウント')
    expect(await options(page).first().getAttribute('href')).toBe('/docs/ja/api/mount.html')
  })

  test('shows markup in headings and texts as text (X-ESC-2)', async () => {
    const page = await visit('/')
    await open(page, 'keyboard')
    expect(await options(page).first().innerText()).toContain('<img src=x onerror=alert(1)>')
    expect(await dialog(page).locator('img').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('opens with the query of the address, in the language of the page', async () => {
    const page = await visit('/ja/?q=%E3%83%A9%E3%83%83%E3%83%91')
    await options(page).first().waitFor()
    expect(await dialog(page).getAttribute('aria-label')).not.toBe('Search')
    expect(await options(page).first().getAttribute('href')).toBe('/docs/ja/api/mount.html')
  })

  test('fills the screen of a phone', async () => {
    const page = await visit('/', {}, { width: 360, height: 640 })
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow).toBe(false)
  })

  test.each(['light', 'dark'] as const)(
    'has no violation of the accessibility rules, %s (A-2)',
    async colorScheme => {
      const page = await visit('/')
      await page.emulateMedia({ colorScheme })
      await open(page, 'component')
      const axe = await readFile(
        path.resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
        'utf8',
      )
      // The policy of the page forbids foreign scripts; the debugger may still run them.
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { axe: tool } = self as unknown as {
          axe: { run(...given: unknown[]): Promise<{ violations: { id: string; nodes: unknown[] }[] }> }
        }
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        const found = await tool.run(document, {
          runOnly: { type: 'tag', values: tags },
          rules: { 'target-size': { enabled: true } },
        })
        return found.violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes).slice(0, 300)}`)
      })
      expect(violations).toEqual([])
    },
  )
})

describe('loading', () => {
  test('a page that is only read loads nothing of the search', async () => {
    const page = await visit('/')
    await page.mouse.move(5, 5)
    await page.waitForLoadState('networkidle')
    expect(server.seen.filter(({ url }) => /search|open\./.test(url))).toEqual([])
  })

  test('of one language only: its index and its stemmer', async () => {
    const page = await visit('/')
    await open(page, 'mount')
    const files = server.seen
      .map(({ url }) => url)
      .filter(url => /\/search\/|\/js\/(?:en|fr|pt|ru)\./.test(url))
    expect(files.map(url => url.replace(/\.[0-9A-Za-z]+\.(js|json)$/, '.$1')).toSorted()).toEqual([
      '/docs/assets/js/en.js',
      '/docs/assets/search/en.json',
    ])
  })

  test('that comes late answers what was typed meanwhile', async () => {
    const page = await visit('/', { delay: url => (/\/search\//.test(url) ? 900 : undefined) })
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await page.getByText('Loading the search index').first().waitFor()
    await options(page).first().waitFor()
    expect(await options(page).count()).toBe(1)
  })

  test('that fails is said, and tried again by the button', async () => {
    const page = await visit('/', { answer: url => (/\/search\//.test(url) ? { status: 500 } : undefined) })
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await page.getByText('Search could not be loaded.').first().waitFor()
    server.options = { csp: true, base: '/docs/' }
    await page.locator('.search-retry').click()
    await options(page).first().waitFor()
  })

  test('once done, search works with the server gone', async () => {
    const page = await visit('/')
    await open(page, 'mount')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await server.close()
    await page.keyboard.press('Control+k')
    await input(page).waitFor()
    await page.keyboard.type('keyboard')
    await options(page).first().waitFor()
    expect(await options(page).count()).toBe(1)
  })
})

describe('a hosted index', () => {
  let host: Server
  let calls: { url: string; filters: string[] }[]
  let isBroken: boolean

  beforeAll(async () => {
    host = createServer((request, response) => {
      let text = ''
      request.on('data', (piece: Buffer) => (text += piece.toString()))
      request.on('end', () => {
        calls.push({ url: request.url ?? '', filters: JSON.parse(text).requests[0].facetFilters })
        response.setHeader('access-control-allow-origin', '*')
        if (isBroken) response.writeHead(403).end('{}')
        else {
          const snippet = {
            hierarchy: { lvl1: { value: '<mark>Hosted</mark> <img src=x onerror=alert(1)>' } },
          }
          const hit = {
            url: '/docs/api/options.html',
            hierarchy: { lvl1: 'Hosted' },
            _snippetResult: snippet,
          }
          response.end(JSON.stringify({ results: [{ hits: [hit] }] }))
        }
      })
    })
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    output = await build(
      `{ provider: 'docsearch', key: 'key-of-the-host', indexName: 'site', hosts: ['${origin}'], facetFilters: ['tags:current'] }`,
    )
  })
  afterAll(() => {
    host?.close()
  })

  /** The strict policy with the configured host, as a site would allow it (S-DS-15). */
  const policy = (): ServeOptions => {
    const { port } = host.address() as AddressInfo
    return {
      csp: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' http://127.0.0.1:${port}; worker-src 'self'; manifest-src 'self'`,
    }
  }

  test('is asked in the language of the page, and its texts stay texts', async () => {
    calls = []
    isBroken = false
    const page = await visit('/ja/', policy())
    await open(page, 'abc')
    expect(calls.map(call => call.filters)).toEqual([['lang:ja', 'tags:current']])
    expect(calls[0]?.url).toContain('x-algolia-api-key=key-of-the-host')
    expect(await options(page).first().innerText()).toContain('Hosted <img src=x onerror=alert(1)>')
    await page.keyboard.press('Enter')
    await waitForTitle(page, 'Mounting options')
    expect(await page.evaluate(() => 'isSameDocument' in self)).toBe(true)
    expect(problems).toEqual([])
  })

  test('that fails gives way to the index of the site, and the reader is told', async () => {
    calls = []
    isBroken = true
    const page = await visit('/', policy())
    await open(page, 'keyboard')
    expect(await options(page).first().getAttribute('href')).toContain('/docs/guide/events.html')
    expect(await page.locator('.search-note').innerText()).toContain('from this device')
  })

  test('has its key in no document (S-DS-14)', async () => {
    const document = await readFile(path.join(output, 'index.html'), 'utf8')
    expect(document).not.toContain('indexName')
    expect(document).not.toContain('key-of-the-host')
  })
})
