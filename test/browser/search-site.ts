import type { Page } from 'playwright-core'
import { createTestSite, inContent, type TestSite } from '../sites/site.ts'

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

const config = (search: object | 'local'): string => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site', base: '/docs/', fallback: 'none',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/ja/': { lang: 'ja', label: '日本語' } },
  theme: { search: ${JSON.stringify(search)}, nav: ['/api/mount', '/api/options'] },
})
`

/** A small site in two languages under `/docs/`. @param search the value of `theme.search` */
export const createSearchSite = (search: object | 'local'): TestSite =>
  createTestSite({ ...inContent(PAGES), 'site.config.ts': config(search) })

export const dialog = (page: Page) => page.locator('dialog.search-dialog')
export const input = (page: Page) => page.getByRole('combobox')
export const options = (page: Page) => page.getByRole('option')
export const firstHref = (page: Page) => options(page).first().getAttribute('href')

/** Opens the dialog by its shortcut and puts in a query at once, however busy the machine. */
export async function typeQuery(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await input(page).fill(query)
}

export async function find(page: Page, query: string): Promise<void> {
  await typeQuery(page, query)
  await options(page).first().waitFor()
}
