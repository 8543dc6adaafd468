import path from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sheets } from '../../src/bundle/browser.ts'
import { findThemeSource } from '../../src/bundle/bundler.ts'
import { stringsFor } from '../strings-for.ts'
import { IS_FULL } from '../support/full.ts'
import { useServedSite } from './browser.ts'
import { createLanguagesSite, LANGUAGES } from './languages-site.ts'

/** Long words, and lines without spaces; every language with `DOCSGEN_FULL=1`. */
const SAMPLE = ['de', 'ja']
const chosen = LANGUAGES.filter(({ lang }) => IS_FULL || SAMPLE.includes(lang))
const RIGHT_TO_LEFT = ['ar', 'fa', 'he']

const served = useServedSite(() => createLanguagesSite(chosen))

beforeAll(async () => {
  const folder = path.resolve(import.meta.dirname, '../..')
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: {
      contents: "export * from './status.ts'; export * from './offline/update-prompt.ts'",
      resolveDir: path.join(folder, 'src/client'),
    },
    bundle: true,
    format: 'iife',
    globalName: 'notices',
    write: false,
    plugins: [sheets(await findThemeSource(folder))],
  })
  notices = outputFiles[0]?.text ?? ''
}, 120_000)

/** What does not fit: runs in the page. Code, tables and tabs, which scroll sideways, and texts for screen readers only have their place. */
function findOverflow(): string[] {
  const root = document.documentElement
  const found = root.scrollWidth > innerWidth ? [`wider than the window: ${root.scrollWidth}`] : []
  const scrolls = (element: Element) => element.closest('pre, .table-region, .tab-list') !== null
  const wordsOf = /[^\s\-–…()\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu
  // What a button says in a word is one in scripts without spaces, too.
  const wholeButton = /^[^\s]{1,4}$/g
  const brokenWord = ({ childNodes, tagName }: Element): string | undefined =>
    [...childNodes]
      .filter(node => node.nodeType === Node.TEXT_NODE)
      .flatMap(node =>
        [wordsOf, ...(tagName === 'BUTTON' ? [wholeButton] : [])].flatMap(words =>
          [...(node.textContent ?? '').matchAll(words)].map(match => ({ node, match })),
        ),
      )
      .find(({ node, match }) => {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })?.match[0]
  for (const element of document.body.querySelectorAll('*')) {
    const { left, right, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const isSeen = width > 1 && height > 1 && style.visibility === 'visible' && element.checkVisibility()
    if (!isSeen) continue
    const name = `${element.tagName}.${element.getAttribute('class')} “${element.textContent?.trim().slice(0, 40)}”`
    const broken = brokenWord(element)
    if (broken !== undefined) found.push(`${name} breaks “${broken}”`)
    if (!scrolls(element) && (left < -1 || right > innerWidth + 1))
      found.push(`${name} from ${left} to ${right}`)
    const isClipped =
      style.overflowX !== 'visible' && !scrolls(element) && element.scrollWidth > element.clientWidth + 1
    if (isClipped) found.push(`${name} is cut off: ${element.scrollWidth} of ${element.clientWidth}`)
  }
  return found
}

/** What tells a reader that a page did not load, or that there is a new version, as the client shows it. */
let notices: string

/** Shows one of these notices in place of those before. */
async function show(page: Page, call: string): Promise<void> {
  await page.locator('.load-status, .update-prompt').evaluateAll(shown => shown.forEach(box => box.remove()))
  await page.evaluate(`${notices}; ${call}`)
}

const tellCall = (text: string, retry: string) =>
  `notices.showFailure(${JSON.stringify(text)}, ${JSON.stringify({ retry })}, () => undefined)`

/** Opens what readers open on phones, one after the other. */
const VIEWS: Record<string, (page: Page, lang: string) => Promise<void>> = {
  home: page => page.locator('h1').waitFor(),
  // Its source has changed since it was translated.
  page: page => page.goto(page.url() + 'guide.html').then(() => page.locator('.notice-stale').waitFor()),
  drawer: async page => {
    await page.click('.menu-button')
    await page.locator('#docsgen-drawer').waitFor()
  },
  languages: async page => {
    await page.reload()
    await page.locator('[popovertarget="docsgen-languages"]').locator('visible=true').first().click()
    await page.locator('#docsgen-languages').waitFor()
  },
  search: async (page, lang) => {
    await page.reload()
    await page.locator('[data-search-open]').locator('visible=true').first().click()
    await page.locator('.search-dialog input').fill(stringsFor(lang).onThisPage)
    await page.locator('.search-dialog [role=option]').first().waitFor()
  },
  nothing: async page => {
    await page.locator('.search-dialog input').fill('xqzwvkyjw')
    await page.locator('.search-dialog', { hasText: 'xqzwvkyjw' }).waitFor()
    await page.locator('.search-dialog [role=option]').first().waitFor({ state: 'detached' })
  },
  offline: async page => {
    await page.reload()
    await page.click('[data-offline-open]')
    await page.locator('dialog#docsgen-offline').waitFor()
  },
  saved: async (page, lang) => {
    const { offlineRemove } = stringsFor(lang)
    await page.locator('.offline-panel-act').first().click()
    await page.locator('.offline-panel-act', { hasText: offlineRemove }).first().waitFor()
  },
  'not found': async page => {
    await page.goto(page.url().replace('guide.html', '404.html'))
    await page.locator('h1').waitFor()
  },
  'not translated': async page => {
    await page.goto(page.url().replace('404.html', 'new.html'))
    await page.locator('.notice-fallback').waitFor()
  },
  'not loaded': async (page, lang) => {
    const { loadFailed, retry } = stringsFor(lang)
    await show(page, tellCall(loadFailed, retry))
    await page.locator('.load-status').waitFor()
  },
  'not saved': async (page, lang) => {
    const { loadOffline, retry } = stringsFor(lang)
    await show(page, tellCall(loadOffline, retry))
  },
  update: async (page, lang) => {
    const view = JSON.stringify({ strings: stringsFor(lang), lang })
    await show(page, `notices.showUpdatePrompt(${view}, { accepted() {}, dismissed() {} })`)
    await page.locator('.update-prompt button').first().waitFor()
  },
  'old version': async page => {
    await page.goto(
      page
        .url()
        .replace(served.server.origin, `${served.server.origin}/1.x`)
        .replace('new.html', 'gone.html'),
    )
    await page.locator('.version-notice').waitFor()
  },
  // The current version lacks the page: its entry says so.
  versions: async page => {
    await page.click('.menu-button')
    await page.locator('#docsgen-drawer .language-note').first().waitFor()
  },
  // What a reader of this language is offered on a page of another one.
  offer: async page => {
    await page.goto(new URL('/guide.html', page.url()).href)
    await page.locator('[data-search-open]').locator('visible=true').first().focus()
    await page.locator('.language-bar').waitFor()
  },
}

describe.each(chosen)('the interface in $lang', ({ lang, path: folder }) => {
  test('fits phones of 320 px, in every place that readers open', async () => {
    const viewport = { width: 320, height: 640 }
    const { page } = await served.open(folder, {
      viewport,
      reducedMotion: 'reduce',
      locale: lang,
      serviceWorkers: 'allow',
    })
    const direction = await page.evaluate(() => getComputedStyle(document.body).direction)
    expect(direction).toBe(RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr')
    const found: string[] = []
    for (const [name, open] of Object.entries(VIEWS)) {
      await open(page, lang)
      found.push(...(await page.evaluate(findOverflow)).map(problem => `${name}: ${problem}`))
    }
    expect(found).toEqual([])
  })
})
