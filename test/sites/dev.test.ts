import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isIdle, launchBrowser, wake } from '../browser/browser.ts'
import { type RunningServer, startServer, until } from './serve.ts'
import { createTestSite, preload, twoLanguages } from './site.ts'

const LONG = Array.from({ length: 80 }, (_line, index) => `Paragraph ${index}.\n`).join('\n')
const GUIDE = (text: string) => `# Guide\n\n${text}\n\n## First\n\n${LONG}\n\n## Second\n\n${LONG}\n`

const FILES = {
  'site.config.ts': twoLanguages("theme: { nav: ['/guide.html'] }, redirects: { '/old': '/guide.html' },"),
  'content/README.md': '# Home\n\nHello. [Guide](./guide.md)\n',
  'content/guide.md': GUIDE('Before.'),
  'content/parts/shared.md': 'Shared words.\n',
  'content/with-part.md': '# With a part\n\n<!--@include: ./parts/shared.md-->\n',
  'content/fr/README.md': '# Accueil\n\nBonjour.\n',
  'public/hello.txt': 'hello\n',
}

describe('docsgen dev', () => {
  const site = createTestSite(FILES)
  let browser: Browser
  let server: RunningServer
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    server = await startServer(site, ['dev'])
    return () => Promise.all([browser.close(), server.stop()])
  })
  afterEach(async () => {
    await page?.close()
    const changed = Object.entries(FILES).filter(([file, text]) => site.read(file) !== text)
    // The next test begins with the site as it was.
    if (changed.length > 0)
      await reloaded(() => {
        for (const [file, text] of changed) site.write(file, text)
      })
  })

  /** Saves something; settles when the server has loaded it. */
  async function reloaded(save: () => void): Promise<void> {
    const { length } = server.output()
    save()
    await until(() => server.output().slice(length).includes(' loaded in '))
  }

  /** Opens an address; a mark on the window shows later whether the app was loaded again. */
  async function open(address: string): Promise<void> {
    page = await browser.newPage()
    await page.goto(server.origin + address)
    await page.waitForFunction(() => document.querySelector('[data-content]') !== null)
    await until(() => appRuns(), 'the app')
    await page.evaluate(() => Object.assign(window, { sameWindow: true }))
  }
  /** The app answers the event that hands it a change. */
  const appRuns = () =>
    page
      .evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /locales\/\w+\.json/.test(name)),
      )
      // The page is loaded again when the site of the test before changes back just now.
      .catch(() => false)
  const isSameWindow = () => page.evaluate(() => 'sameWindow' in window)
  /** `?` while the page is being loaded. */
  const text = (selector = '[data-content]') =>
    page.evaluate(name => document.querySelector(name)?.textContent ?? '', selector).catch(() => '?')

  it('answers pages in all languages, files, redirects and not-found pages, and writes nothing to the output', async () => {
    const get = (address: string) => fetch(server.origin + address, { redirect: 'manual' })
    expect(await (await get('/')).text()).toContain('Hello.')
    expect(await (await get('/fr/')).text()).toContain('Bonjour.')
    expect(await (await get('/hello.txt')).text()).toBe('hello\n')
    expect((await get('/old')).headers.get('location')).toBe('/guide.html')
    expect((await get('/guide')).headers.get('location')).toBe('/guide.html')
    const missing = await get('/fr/nope.html')
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('<html lang="fr"')
    expect(await (await get('/assets/locales/en.json')).json()).toMatchObject({
      pages: {
        '/guide.html': [expect.stringMatching(/^v-[0-9a-f]{8}\.dev\.js$/), 'Guide', expect.any(Number)],
      },
    })
    expect(readdirSync(site.root)).not.toContain('dist')
  })

  it('puts a save on screen without loading the app again, and keeps the scroll position', async () => {
    await open('/guide.html')
    await page.evaluate(() => scrollTo(0, 900))
    site.write('content/guide.md', GUIDE('After.'))
    await until(async () => (await text()).includes('After.'))
    expect(await isSameWindow()).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(900)
  })

  it('misses no save, however quickly they come', async () => {
    await open('/guide.html')
    for (const pause of [0, 3, 12, 25, 45, 60]) {
      site.write('content/guide.md', GUIDE(`First of ${pause}.`))
      await page.waitForTimeout(pause)
      site.write('content/guide.md', GUIDE(`Second of ${pause}.`))
      await until(async () => (await text()).includes(`Second of ${pause}.`))
    }
  })

  it('shows a new title in the document, the outline and the navigation', async () => {
    await open('/guide.html')
    const renamed = GUIDE('Text.').replace('# Guide', '# Manual').replace('## First', '## Start')
    site.write('content/guide.md', renamed)
    await until(async () => (await page.title()).startsWith('Manual'))
    expect(await text('header')).toContain('Manual')
    expect(await page.locator('a[href$="#start"]').count()).toBeGreaterThan(0)
    expect(await isSameWindow()).toBe(true)
  })

  it('renders pages that include a changed file, and shows them also after a visit elsewhere', async () => {
    await open('/with-part.html')
    site.write('content/parts/shared.md', 'Other words.\n')
    await until(async () => (await text()).includes('Other words.'))
    await page.click('header a[href="/guide.html"]')
    await until(async () => (await text()).includes('Before.'))
    await reloaded(() => site.write('content/parts/shared.md', 'Third words.\n'))
    await page.goBack()
    await until(async () => (await text()).includes('Third words.'))
    expect(await isSameWindow()).toBe(true)
  })

  it('has what a document needs that was sent just before a save', async () => {
    const document = await (await fetch(`${server.origin}/guide.html`)).text()
    const [, view = ''] = /"view":"([^"]+)"/.exec(document) ?? []
    const navigation = async (address: string) =>
      (await (await fetch(server.origin + address)).json()) as unknown
    const before = await navigation(view)
    site.write('content/guide.md', GUIDE('Text.').replace('# Guide', '# Handbook'))
    await until(async () => (await (await fetch(`${server.origin}/`)).text()).includes('Handbook'))
    expect(await navigation(view)).toEqual(before)
  })

  it('loads new, renamed and deleted pages', async () => {
    const status = async (address: string) => (await fetch(server.origin + address)).status
    await open('/later.html')
    site.write('content/later.md', '# Later\n\nIt came.\n')
    await until(async () => (await text()).includes('It came.'), 'the new page')
    renameSync(path.join(site.root, 'content/later.md'), path.join(site.root, 'content/latest.md'))
    await until(async () => (await status('/latest.html')) === 200 && (await status('/later.html')) === 404)
    rmSync(path.join(site.root, 'content/latest.md'))
    await until(async () => (await status('/latest.html')) === 404)
  })

  it('loads changed configuration, templates and public files', async () => {
    await open('/')
    site.write('site.config.ts', FILES['site.config.ts'].replace("title: 'Example'", "title: 'Renamed'"))
    await until(async () => (await page.title()).includes('Renamed'))
    site.write('public/hello.txt', 'changed\n')
    await until(async () => (await (await fetch(`${server.origin}/hello.txt`)).text()) === 'changed\n')
    site.write('public/new.txt', 'new\n')
    await until(async () => (await fetch(`${server.origin}/new.txt`)).status === 200)
    site.write('public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await until(async () => (await page.locator('link[rel=icon]').getAttribute('href')) === '/favicon.svg')
    const layout = 'export default ({ children }) => <main><p id="own">Own layout</p>{children}</main>\n'
    site.write('templates/layouts/Layout.tsx', layout)
    await until(async () => (await text('#own')) === 'Own layout', 'the layout')
    rmSync(path.join(site.root, 'templates'), { recursive: true })
    await until(async () => (await text('#own')) === '', 'the built-in layout')
  })

  it('shows problems over the page and in the terminal, as text, and recovers with the next save', async () => {
    await open('/guide.html')
    site.write('content/guide.md', '---\ntitle: [\n---\n\n# <img src=x onerror=alert(1)>\n')
    const box = page.locator('docsgen-problems')
    await box.waitFor()
    expect(await box.locator('section').first().textContent()).toContain('content/guide.md:')
    expect(await box.locator('section').first().textContent()).not.toContain(site.root)
    expect(await box.locator('img').count()).toBe(0)
    await server.printed(/content\/guide\.md:\d+:\d+ error/)
    site.write('content/guide.md', GUIDE('Again.'))
    await until(async () => (await text()).includes('Again.'))
    await until(async () => (await box.count()) === 0)
  })

  it('shows drafts, marked as such', async () => {
    site.write('content/draft.md', '---\ndraft: true\n---\n\n# Draft\n\n[Guide](./guide.md)\n')
    await until(async () => (await fetch(`${server.origin}/draft.html`)).status === 200)
    await open('/draft.html')
    const mark = page.locator('docsgen-draft')
    expect(await mark.textContent()).toBe('')
    expect(await mark.evaluate(({ shadowRoot }) => shadowRoot?.textContent)).toMatch(/^Draft/)
    await page.locator('[data-content] a[href="/guide.html"]').click()
    await until(async () => (await text()).includes('Before.') && (await mark.count()) === 0)
    rmSync(path.join(site.root, 'content/draft.md'))
  })

  it('reports the template that fails, and recovers', async () => {
    const layout = (code: string) =>
      `export default ({ children }) => { ${code}; return <main>{children}</main> }\n`
    site.write('templates/layouts/Layout.tsx', layout(`throw new Error('<b>broken</b>')`))
    await until(async () => (await fetch(server.origin)).status === 500)
    const shown = await (await fetch(server.origin)).text()
    expect(shown).toMatch(/A template failed on .*: &lt;b&gt;broken&lt;\/b&gt;/)
    expect(shown).toContain('templates/layouts/Layout.tsx:1:')
    expect(shown).toContain('&gt; 1 | export default')
    for (const secret of [site.root, process.cwd(), process.env['PATH'] ?? 'PATH', 'node_modules'])
      expect(shown).not.toContain(secret)
    expect(shown).not.toMatch(/\n\s+at /)
    site.write('templates/layouts/Layout.tsx', `throw new Error('at once')\n${layout('')}`)
    await server.printed(/Layout\.tsx:1:7 error templates\/failed A template failed while loading: at once/)
    site.write('templates/layouts/Layout.tsx', 'export default (')
    await server.printed(/templates\/layouts\/Layout\.tsx:\d+:\d+ error/)
    rmSync(path.join(site.root, 'templates'), { recursive: true })
    await until(async () => (await fetch(server.origin)).status === 200)
  })

  it('finds text, with an index that is made when it is asked for', async () => {
    await open('/')
    await page.keyboard.press('Control+k')
    await page.locator('dialog input').fill('shared words')
    await until(async () => (await text('dialog')).includes('With a part'))
  })

  it('works under the strict policy without a complaint, and registers no worker', async () => {
    page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(`${server.origin}/guide.html`)
    // The first interaction is where built sites register it.
    await wake(page)
    await isIdle(page)
    expect(complaints).toEqual([])
    expect(asked.filter(address => address === '/guide.html')).toHaveLength(1)
    expect(asked).not.toContain('/service-worker.js')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })

  it('removes the worker of an earlier built site', async () => {
    await site.run(['build'])
    const preview = await startServer(site, ['preview'])
    page = await browser.newPage()
    await page.goto(preview.origin)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js')
      await navigator.serviceWorker.ready
    })
    await preview.stop()
    await startServer(site, ['dev', '--port', String(preview.port), '--strict-port'])
    await until(async () => (await fetch(preview.origin).catch(() => undefined))?.status === 200)
    await page.goto(`${preview.origin}/guide.html`)
    await until(
      () =>
        page
          .evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length === 0)
          .catch(() => false),
      () => 'the worker to go',
    )
  })
})

describe('docsgen dev, as a program', () => {
  it('watches what the configuration names, and announces no load while that is broken', async () => {
    const site = createTestSite({
      '.git/HEAD': '',
      'docs/README.md': '# Docs\n\nOld.\n',
      'static/a.txt': 'old',
      'lib/a.md': '# A\n\nOld.\n',
    })
    symlinkSync('../lib/a.md', path.join(site.root, 'docs/a.md'))
    const server = await startServer(site, ['dev', '--poll', '50'])
    const shows = (address: string, text: string) =>
      until(async () => (await (await fetch(server.origin + address)).text()).includes(text))
    await shows('/', 'Hello.')
    site.write('site.config.ts', twoLanguages("contentDir: 'docs', publicDir: 'static',"))
    await shows('/', 'Old.')
    site.write('docs/README.md', '# Docs\n\nNew.\n')
    await shows('/', 'New.')
    site.write('static/a.txt', 'new')
    site.write('static/b.txt', 'b')
    await shows('/a.txt', 'new')
    await shows('/b.txt', 'b')
    await shows('/a.html', 'Old.')
    site.write('lib/a.md', '# A\n\nLinked.\n')
    await shows('/a.html', 'Linked.')
    site.write('site.config.ts', 'export default { titel: 1 }')
    await server.printed(
      /site\.config\.ts changed, but the site can't be loaded until the errors are fixed\. Meanwhile, docsgen serves the last working version\.(?: 1 known problem\.)?\n/,
    )
    const before = server.output().length
    site.write('docs/README.md', '# Docs\n\nNewer.\n')
    await server.printed(/docs\/README\.md .*changed, but the site can't be loaded .* 1 known problem\.\n/)
    expect(server.output().slice(before)).not.toContain('loaded in')
    await shows('/', 'New.')
    site.write('site.config.ts', twoLanguages("contentDir: 'docs'"))
    await shows('/', 'Newer.')
  })

  it('starts with a configuration that cannot be used, says why, and shows the site once it can', async () => {
    const site = createTestSite({
      'site.config.ts': `import { title } from './lib/title.ts'\n${twoLanguages('title, contentDir: "later",')}`,
    })
    const helper = 'lib/title.ts'
    const watch = 'fs.watch = () => { console.error("asked for events"); return { on() {}, close() {} } }'
    const options = { nodeArgs: preload(site, watch), env: { DOCSGEN_POLL: '50' } }
    const server = await startServer(site, ['dev'], options)
    await server.printed(/Could not resolve/)
    const problems = await fetch(server.origin)
    expect(problems.status).toBe(500)
    expect(await problems.text()).toContain('Could not resolve')
    site.write(helper, 'export const title =')
    await server.printed(/title\.ts:1:\d+ error config/)
    site.write(helper, "export const title = 'Fixed'")
    await server.printed(/The content folder `later` doesn't exist/)
    site.write('later/README.md', '# Home\n\nHello.\n')
    await until(async () => (await (await fetch(server.origin)).text()).includes('Fixed'))
    expect(server.output()).not.toContain('asked for events')
  })

  it('serves a site below its base, from a folder with spaces and marks in its name, and keeps the cache', async () => {
    const outer = createTestSite()
    const folder = path.join(outer.root, "a [b] (c) {d} é #%20?&'😀")
    const site = createTestSite({ 'site.config.ts': twoLanguages("base: '/docs/',") }, folder)
    await site.build()
    const before = site.hashes('dist')
    const server = await startServer(site, ['dev'])
    expect(server.output()).toContain(`http://localhost:${server.port}/docs/`)
    const root = await fetch(server.origin, { redirect: 'manual' })
    expect([root.status, root.headers.get('location')]).toEqual([302, '/docs/'])
    const home = async () => (await fetch(`${server.origin}/docs/`)).text()
    const [, script] = /<script type="module" src="(\/docs\/[^"]+)"/.exec(await home()) ?? []
    expect((await fetch(server.origin + script)).status).toBe(200)
    expect((await fetch(`${server.origin}/elsewhere`)).status).toBe(404)
    const text = site.read('content/README.md')
    site.write('content/README.md', '# Home\n\nChanged.\n')
    await until(async () => (await home()).includes('Changed.'))
    await server.stop()
    site.write('content/README.md', text)
    await site.build()
    expect(site.hashes('dist')).toEqual(before)
  })

  it('takes the next port when one is taken, and fails with --strict-port', async () => {
    const site = createTestSite()
    const port = String((await startServer(site, ['dev'])).port)
    const strict = await site.run(['dev', '--port', port, '--strict-port'])
    expect(strict.code).toBe(1)
    expect(strict.stderr).toContain(`Port ${port} is already in use.`)
    const second = await startServer(site, ['dev', '--port', port])
    expect(second.output()).toContain(`Port ${port} is already in use; using `)
  })
})
