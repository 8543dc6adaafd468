import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLocal } from '../../src/client/search/local.ts'
import { loadLanguage } from '../../src/client/search/load-language.ts'
import type { Provider, ResultGroup } from '../../src/client/search/results.ts'
import type { LocaleIndex } from '../../src/schema/locale-index.ts'
import { createAnalyser } from '../../src/shared/search/analyse.ts'
import type { WholeManifest } from '../../src/shared/search/format.ts'
import { copyCorpus, HAS_CORPUS } from '../corpus/corpus.ts'
import { LANGS } from '../corpus/search-site.ts'
import { belowGates, measureRecall, queriesOf, recallLine } from '../support/recall.ts'
import { launchBrowser } from './browser.ts'
import { type OfflineServer, startServer } from './offline-server.ts'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')

/** What the dialog shows, and how long it took from the keystroke on, in milliseconds. */
interface Shown {
  groups: ResultGroup[]
  took: number
}

/** Types a query into the open dialog and reads what it shows. Runs in the page. */
async function askDialog(query: string): Promise<Shown> {
  const input = document.querySelector<HTMLInputElement>('.search-dialog [role="combobox"]')
  const list = document.querySelector('#search-results')
  const message = document.querySelector('.search-message')
  if (!input || !list || !message) throw new Error('The dialog is not open.')
  const type = (text: string): void => {
    input.value = text
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }))
  }
  const segments = (part: Element | null) =>
    Array.from(part?.childNodes ?? [], node => ({
      text: node.textContent ?? '',
      marked: node.nodeName === 'MARK',
    }))
  type('')
  await new Promise(resolve => setTimeout(resolve))
  if (list.childElementCount > 0) throw new Error('Earlier results are still shown.')
  const isAnswered = () => list.childElementCount > 0 || Boolean(message.textContent?.includes(query.trim()))
  const start = performance.now()
  const answered = new Promise<number>(resolve => {
    const observer = new MutationObserver(() => {
      if (!isAnswered()) return
      observer.disconnect()
      resolve(performance.now() - start)
    })
    observer.observe(list, { childList: true })
    observer.observe(message, { childList: true })
  })
  type(query)
  const took = await answered
  const groups = Array.from(list.querySelectorAll('[role="group"]'), group => ({
    title: group.querySelector('.search-page')?.textContent ?? '',
    options: Array.from(group.querySelectorAll('[role="option"]'), option => ({
      href: option.getAttribute('href') ?? '',
      title: segments(option.querySelector('.search-title')),
      excerpt: segments(option.querySelector('.search-excerpt')),
    })),
  }))
  return { groups, took }
}

describe.skipIf(!HAS_CORPUS)('search in the built corpus, in Chromium (skipped without ../shared)', () => {
  const state = {} as { browser: Browser; server: OfflineServer; dist: string; remove(): void }
  let context: BrowserContext

  beforeAll(async () => {
    const { root, remove } = copyCorpus()
    await promisify(execFile)(process.execPath, [program, 'build', root, '--silent', '--no-cache'])
    const dist = path.join(root, 'dist')
    Object.assign(state, { remove, dist, server: await startServer(dist), browser: await launchBrowser() })
  })
  afterEach(async () => {
    await context?.close()
  })
  afterAll(async () => {
    await state.browser?.close()
    await state.server?.close()
    state.remove?.()
  })

  /** The page of a locale with everything loaded that is there before anybody searches. */
  async function openHome(code: string): Promise<Page> {
    // Without a worker, so that the server sees every request.
    context = await state.browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${state.server.origin}${code === 'en' ? '/' : `/${code}/`}`)
    await page.mouse.move(5, 5)
    await page.mouse.move(6, 6)
    await page.waitForFunction(() => document.querySelector('#docsgen-announcer'))
    await page.waitForLoadState('networkidle')
    return page
  }

  async function openDialog(page: Page, query: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.insertText(query)
    await page.getByRole('option').first().waitFor()
  }

  /** The same code on the same index in Node.js. */
  async function createNode(code: string): Promise<Provider> {
    const read = <T>(file: string) => JSON.parse(readFileSync(path.join(state.dist, file), 'utf8')) as T
    const { search = '' } = read<LocaleIndex>(`assets/locales/${code}.json`)
    return createLocal(read<WholeManifest>(search), {
      base: '/',
      analyse: createAnalyser(await loadLanguage(LANGS[code] ?? '')),
    })
  }

  test.each(Object.keys(LANGS))(
    '%s: the dialog reaches the gates of recall and shows what Node.js finds',
    async code => {
      const page = await openHome(code)
      await openDialog(page, 'mount')
      const node = await createNode(code)
      const times: number[] = []
      const recall = await measureRecall(code, async query => {
        const { groups, took } = await page.evaluate(askDialog, query)
        times.push(took)
        let expected: ResultGroup[] = []
        await node.search(query, new AbortController().signal, found => (expected = found))
        expect([query, groups]).toEqual([query, expected])
        return groups.map(group => group.options[0]?.href.replace(/#.*/, '') ?? '')
      })
      times.sort((a, b) => a - b)
      const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
      // For information: other work on the machine decides these.
      console.log(`${recallLine(code, recall)}; input to results: median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
      expect(recall.count).toBe(queriesOf(code).filter(({ kind }) => kind !== 'none').length)
      expect(recall.count).toBeGreaterThan(40)
      expect(belowGates(recall)).toEqual([])
    },
  )

  test.each(Object.keys(LANGS))(
    '%s: the first result costs no more than its budget, compressed',
    async code => {
      const page = await openHome(code)
      state.server.seen.length = 0
      await openDialog(page, 'mount')
      const { seen } = state.server
      expect(seen.map(({ url }) => url)).toContainEqual(expect.stringMatching(/^\/assets\/search\//))
      const total = seen.reduce((sum, { bytes }) => sum + bytes, 0)
      console.log(`${code}: ${total} bytes in ${seen.length} requests until the first result`)
      expect(total).toBeLessThanOrEqual(code === 'zh' || code === 'ja' ? 100_000 : 60_000)
    },
  )
})
