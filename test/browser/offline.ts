import type { Page } from 'playwright-core'
import type { UserConfig } from '../../src/schema/config.ts'
import type { OfflineManifest, OfflineState } from '../../src/shared/offline.ts'
import { createFolder, PNG, type TestSite } from '../sites/site.ts'
import { type Opened, type OpenOptions, type ServedSite, useServedSite, waitForTitle } from './browser.ts'
import { type ServeOptions, STRICT_POLICY, type Trick } from './serve-folder.ts'

export const TRUSTED_POLICY = `${STRICT_POLICY}; require-trusted-types-for 'script'; trusted-types docsgen`

export const TRUSTED: ServeOptions = { csp: TRUSTED_POLICY, compress: true }

/** A small site in three languages, built as often and as differently as a test needs. */
export interface OfflineSite extends TestSite {
  configure(config: UserConfig): void
}

export const CONFIG: UserConfig = {
  title: 'Fixture',
  fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/zh/': { lang: 'zh-CN', label: '中文' },
    '/fr/': { lang: 'fr', label: 'Français' },
  },
  head: [
    { tag: 'link', attributes: { rel: 'icon', href: '/favicon.png' } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '/extra.css' } },
  ],
  redirects: { '/old.html': '/guide/first.html' },
}

const SOURCES: Record<string, string> = {
  'README.md': '# Home\n\nWelcome.\n\n[First](./guide/first.md)\n',
  'guide/README.md': '# Guide\n\n[First](./first.md), [Second](./second.md)\n',
  'guide/first.md': `# First\n\n${'A long line of text. '.repeat(400)}\n\n## Part\n\nMore.\n\n[Second](./second.md)\n`,
  'guide/second.md': '# Second\n\n![Dot](./dot.png)\n\n[First](./first.md)\n',
  'api/mount.md': '# mount\n\nMounts.\n',
  'api/Wrapper/README.md': '# Wrapper\n\n[mount](../mount.md)\n',
}

export function createOfflineSite(config: UserConfig = CONFIG): OfflineSite {
  const created = createFolder({
    'content/zh/guide/测试.md': '# 测试\n\n一页。\n',
    'public/favicon.png': PNG,
    'public/extra.css': 'h1 { letter-spacing: 0 }\n',
    'public/photo.png': PNG,
    'public/film.mp4': new Uint8Array(5000),
  })
  for (const locale of ['', 'zh/', 'fr/']) {
    for (const [file, text] of Object.entries(SOURCES))
      created.write(`content/${locale}${file}`, text.replace(/^# (.*)/, `# $1 ${locale.slice(0, 2)}`))
    created.write(`content/${locale}guide/dot.png`, PNG)
  }
  const configure = (next: UserConfig) =>
    created.write('site.config.ts', `export default ${JSON.stringify(next)}\n`)
  configure(config)
  return { ...created, configure }
}

/** Builds versions of the site in which every script, every style and every document differ. */
export async function buildVersions<Name extends string>(
  site: OfflineSite,
  versions: readonly Name[],
): Promise<Record<Name, string>> {
  const folders = {} as Record<Name, string>
  for (const [index, name] of versions.entries()) {
    site.write('public/extra.css', `h1 { letter-spacing: 0.00${index + 1}em }\n`)
    site.write(
      'templates/components/Footer.tsx',
      `export function Footer() { return <footer className="footer">${name}</footer> }\n`,
    )
    folders[name] = await site.build(name)
  }
  return folders
}

export interface OfflineSuite<Name extends string> extends ServedSite<OfflineSite> {
  /** Folders of the builds that `prepare` made; the first is served. */
  folders: Record<Name, string>
  /** Opens a page and interacts with it, so that the worker is registered at once. */
  visit(path?: string, options?: OpenOptions): Promise<Opened>
  openSaved(path?: string): Promise<Opened>
  update(page: Page, version: Name): Promise<void>
  answer(trick?: (url: string) => Trick | undefined): void
  asked(beginning: string): string[]
}

export function useOfflineSuite<Name extends string>(
  prepare: (site: OfflineSite) => Promise<Record<Name, string>>,
): OfflineSuite<Name> {
  const folders = {} as Record<Name, string>
  const served = useServedSite(createOfflineSite, TRUSTED, async site => {
    Object.assign(folders, await prepare(site))
    return Object.values<string>(folders)[0] ?? ''
  })
  return Object.assign(served, {
    folders,
    async visit(path = '/', options: OpenOptions = {}) {
      const opened = await served.open(undefined, { serviceWorkers: 'allow', ...options })
      await visit(opened.page, path)
      return opened
    },
    async openSaved(this: OfflineSuite<Name>, path = '/') {
      const opened = await this.visit(path)
      await waitUntilSaved(opened.page)
      return opened
    },
    async update(page: Page, version: Name) {
      served.server.folder = folders[version]
      await askForUpdate(page)
    },
    answer(trick: (url: string) => Trick | undefined = () => undefined) {
      served.server.options.answer = trick
    },
    asked: (beginning: string) =>
      served.server.seen.map(({ url }) => url).filter(url => url.startsWith(beginning)),
  })
}

export function manifestOf({ read }: TestSite, folder = 'dist'): OfflineManifest {
  const [, text = ''] = /^const DOCSGEN_MANIFEST=(.*);$/m.exec(read(`${folder}/service-worker.js`)) ?? []
  return JSON.parse(text) as OfflineManifest
}

/** The site works: a link of it leads on. */
export async function works(page: Page): Promise<void> {
  await page.click('.content a[href="/guide/first.html"]')
  await waitForTitle(page, 'First')
}

/** Ends all workers, as the browser does with idle ones. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.mouse.move(40, 200)
  await page.mouse.move(60, 220)
}

declare global {
  /** What the worker has said on a page (`openPage`). */
  var seenEvents: { name: string; detail: unknown }[]
}

export async function seenEvents(page: Page, name: string): Promise<unknown[]> {
  const events = await page.evaluate(() => self.seenEvents)
  return events.filter(event => event.name === name).map(event => event.detail)
}

export async function waitForEvent(page: Page, name: string): Promise<void> {
  await page.waitForFunction(wanted => self.seenEvents.some(event => event.name === wanted), name)
}

export async function waitUntilSaved(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    self.seenEvents.some(
      ({ name, detail }) =>
        name === 'state' && (detail as OfflineState).locales.every(({ state }) => state === 'saved'),
    ),
  )
}

/** Stores of this origin, or those with something in their names, sorted. */
export async function storeNames(page: Page, part = ''): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return names.filter(name => name.includes(part)).toSorted()
}

export const scopes = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).toSorted(),
  )

export const ask = (page: Page, message: object): Promise<unknown> =>
  page.evaluate(async sent => {
    const { active } = await navigator.serviceWorker.ready
    return new Promise<unknown>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = event => resolve(event.data)
      active?.postMessage(sent, [port2])
    })
  }, message)

/** What the browser does by itself on a navigation or once in a while. */
export const askForUpdate = (page: Page) =>
  page.evaluate(
    async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)),
  )

export async function heading(page: Page): Promise<string> {
  return ((await page.locator('h1').first().textContent()) ?? '').replace(/#/g, '').trim()
}

export const version = async (page: Page) => (await page.locator('footer.footer').textContent()) ?? ''
export const waitForVersion = (page: Page, name: string) =>
  page.waitForFunction(wanted => document.querySelector('footer.footer')?.textContent === wanted, name)
