import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createTestSite, inContent, type TestSite } from '../sites/site.ts'
import { type FolderServer, serveFolder, type ServeOptions } from './browser.ts'

const evil = '`<img src=x onerror=alert(1)>`'

const PAGES: Record<string, string> = {
  'README.md': '# Start\n\nWelcome.\n',
  'api/mount.md': `# mount\n\nCreates a wrapper of a mounted component.\n\n## Arguments\n\nA component and mounting options.\n\n## Returns\n\nA wrapper of the component.\n`,
  'api/options.md': `# Mounting options\n\nWhat mounting takes.\n\n${Array.from({ length: 8 }, (_, index) => `## Option ${index}\n\nAn option of the component, number ${index}.\n`).join('\n')}`,
  'guide/events.md': `# Events\n\nTrigger a click.\n\n## Keyboard ${evil}\n\nPress a key of the keyboard ${evil}.\n`,
  'guide/hidden.md': '---\nsearch: false\n---\n\n# Quiet\n\nThe leakalpha page.\n',
  'guide/comment.md':
    '# Comment\n\nBefore. <!-- leakbeta -->\n\n<!--\n## leakgamma\n\nMore.\n-->\n\nAfter.\n',
  'ja/README.md': '# はじめる\n\nコンポーネントをマウントする。\n',
  'ja/api/mount.md': '# マウント\n\nコンポーネントのラッパを作る。\n',
}

const config = (search: string): string => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  base: '/docs/',
  fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/ja/': { lang: 'ja', label: '日本語' },
  },
  theme: { search: ${search}, nav: ['/api/mount', '/api/options'] },
})
`

/** Builds a small site in two languages under `/docs/`. @param search the value of `theme.search`, as source text */
export async function buildSearchSite(search: string): Promise<TestSite> {
  const site = createTestSite({ ...inContent(PAGES), 'site.config.ts': config(search) })
  await site.build()
  return site
}

/** A page of the site, and everything around it that a test may look at. */
export interface SearchTab {
  page: Page
  context: BrowserContext
  server: FolderServer
  /** Console errors, uncaught errors, violations of the policy, and dialogs of scripts. */
  problems: string[]
  close(): Promise<void>
}

export interface TabOptions {
  browser: Browser
  output: string
  /** Path after `/docs`. */
  address: string
  serve?: ServeOptions
  viewport?: { width: number; height: number }
}

/** Serves the site and opens a page of it, without a worker: the network is what the test says it is. */
export async function openTab({ browser, output, address, serve, viewport }: TabOptions): Promise<SearchTab> {
  const server = await serveFolder(output, { csp: true, base: '/docs/', ...serve })
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1200, height: 800 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => void (message.type() === 'error' && problems.push(message.text())))
  page.on('pageerror', error => problems.push(String(error)))
  page.on('dialog', dialog => problems.push(`dialog ${dialog.message()}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error('policy', event.violatedDirective))
    Object.assign(self, { isSameDocument: true })
  })
  await page.goto(`${server.origin}/docs${address}`)
  const close = async (): Promise<void> => {
    await context.close()
    await server.close()
  }
  return { page, context, server, problems, close }
}

/** Opens the dialog by its shortcut and types. */
export async function typeQuery(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type(query)
}
