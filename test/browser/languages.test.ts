import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { stringsFor } from '../strings-for.ts'
import { IS_FULL } from '../support/full.ts'
import { useServedSite } from './browser.ts'
import { createLanguagesSite, LANGUAGES } from './languages-site.ts'

/** Long words, and lines without spaces; every language with `DOCSGEN_FULL=1`. */
const SAMPLE = ['de', 'ja']
const chosen = LANGUAGES.filter(({ lang }) => IS_FULL || SAMPLE.includes(lang))
const RIGHT_TO_LEFT = ['ar', 'fa', 'he']

const served = useServedSite(() => createLanguagesSite(chosen))

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
