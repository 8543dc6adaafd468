import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyCorpus, HAS_CORPUS } from '../corpus/corpus.ts'
import { type FolderServer, launchBrowser, serveFolder } from './browser.ts'
import { findViolations } from './axe.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url))
const IS_FULL = Boolean(process.env['DOCSGEN_FULL'])

/** One page of every kind: home, section index, API page, guide, long page, page without sidebar entry, not found. */
const KINDS = [
  '/',
  '/zh/guides/',
  '/ja/api/wrapper/find.html',
  '/ru/guides/getting-started.html',
  '/fr/api/options.html',
  '/pt/upgrading-to-v1/',
  '/api/wrapper/',
  '/fr/404.html',
]

describe.skipIf(!HAS_CORPUS)(
  'every page of the corpus in Chromium (skipped where ../shared is absent)',
  () => {
    const state = {} as { browser: Browser; server: FolderServer; paths: string[]; remove(): void }

    beforeAll(async () => {
      const { root, remove } = copyCorpus()
      execFileSync(process.execPath, [PROGRAM, 'build', root, '--silent', '--no-cache'])
      const dist = path.join(root, 'dist')
      const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.html') && !name.endsWith('404.html'))
        .map(name => '/' + name.replace(/(^|\/)index\.html$/, '$1'))
        .toSorted()
      const server = await serveFolder(dist, { csp: true })
      Object.assign(state, { browser: await launchBrowser(), server, paths, remove })
    })

    afterAll(async () => {
      await state.browser?.close()
      await state.server?.close()
      state.remove?.()
    })

    const chosen = () =>
      IS_FULL
        ? [...state.paths, '/fr/404.html']
        : [...new Set([...KINDS, ...state.paths.filter((_path, index) => index % 20 === 0)])]

    test(
      'opens and hydrates under the strict policy with 0 violations, 0 console errors, and the same text with and without JavaScript (X-CSP-1, C-10, C-13)',
      async () => {
        const problems: string[] = []
        const withScripts = await state.browser.newContext({ serviceWorkers: 'block' })
        const withoutScripts = await state.browser.newContext({ javaScriptEnabled: false })
        await withScripts.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', event => {
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)
          })
        })
        const [scripted, plain] = [await withScripts.newPage(), await withoutScripts.newPage()]
        scripted.on('console', message => {
          const text = message.text()
          // The corpus comes with two of its public files only, and a not-found page is a 404 by nature.
          const known = /vueschool\.css|404 \(Not Found\)/.test(text + message.location().url)
          if (message.type() === 'error' && !known) problems.push(`${scripted.url()}: ${text}`)
        })
        scripted.on('pageerror', error => problems.push(`${scripted.url()}: ${error.message}`))
        for (const address of chosen()) {
          await open(scripted, address)
          await plain.goto(state.server.origin + address)
          const [a, b] = [await mainText(scripted), await mainText(plain)]
          if (a !== b || a === '') problems.push(`${address}: the text differs without JavaScript`)
        }
        await withScripts.close()
        await withoutScripts.close()
        expect(problems).toEqual([])
      },
      IS_FULL ? 1_800_000 : 240_000,
    )

    test(
      'has no violation of axe on one page of every kind (A-1)',
      async () => {
        const found: string[] = []
        const settings = [
          { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
          { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
          ...(IS_FULL
            ? ([
                { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
                { colorScheme: 'light', viewport: { width: 360, height: 800 } },
              ] as const)
            : []),
        ] as const
        for (const setting of settings) {
          const context = await state.browser.newContext({
            ...setting,
            bypassCSP: true,
            serviceWorkers: 'block',
          })
          const page = await context.newPage()
          for (const address of IS_FULL ? chosen() : KINDS) {
            await open(page, address)
            const violations = await findViolations(page)
            found.push(...violations.map(violation => `${address} ${setting.colorScheme}: ${violation}`))
          }
          await context.close()
        }
        expect(found).toEqual([])
      },
      IS_FULL ? 3_600_000 : 240_000,
    )

    async function open(page: Page, address: string): Promise<void> {
      await page.goto(state.server.origin + address)
      await page.keyboard.press('Shift')
      await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    }
  },
)

function mainText(page: Page): Promise<string> {
  return page.evaluate(() => (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' '))
}
