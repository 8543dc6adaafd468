import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { useServedSite } from './browser.ts'
import {
  ALL_PAGES,
  createFallbackSite,
  LANGUAGES,
  type Language,
  ORIGIN,
  titleOf,
  VERSIONS,
  type Version,
} from './fallback-site.ts'
import { heading, visit, waitUntilSaved, watchPage } from './offline-page.ts'
import { TRUSTED_POLICY } from './offline-server.ts'
import { IS_FULL } from '../support/full.ts'

const served = useServedSite(() => createFallbackSite(true), { csp: TRUSTED_POLICY, compress: true })

/** A page of a version in a language. */
interface Cell {
  version: Version
  language: Language
  page: string
}

/** pages × languages × versions. */
const MATRIX: readonly Cell[] = VERSIONS.flatMap(version =>
  version.languages.flatMap(language => ALL_PAGES.map(page => ({ version, language, page }))),
)
const current = VERSIONS[0] as Version

const addressOf = ({ version, language, page }: Cell) =>
  version.base + language.locale.slice(1) + page.slice(1)
const isTranslated = ({ language, page }: Cell) => language.pages.includes(page)

/** The same page in another version. */
function inVersion({ language, page }: Cell, version: Version): Cell {
  return { version, language: version.languages.find(({ lang }) => lang === language.lang)!, page }
}

/** Where what stands at an address is from: itself, another language; undefined where nothing stands there. */
function contentOf(cell: Cell): Cell | undefined {
  if (isTranslated(cell)) return cell
  if (cell.page.startsWith('/news/')) return undefined
  const others = cell.language.chain.map(locale => ({
    ...cell,
    language: cell.version.languages.find(other => other.locale === locale)!,
  }))
  return others.find(isTranslated)
}

const CELLS = MATRIX.filter(contentOf)
const MISSING = MATRIX.filter(cell => !contentOf(cell))
/** The telling ones, where there is no time for all. */
const sampleOf = (cells: readonly Cell[]) =>
  IS_FULL ? cells : cells.filter((_cell, index) => index % 29 === 0)

/** What must be true at the address of a cell. */
function expected(cell: Cell) {
  const now = contentOf(inVersion(cell, current))
  const shown = cell.version === current ? contentOf(cell) : (now ?? contentOf(cell))
  const isReplaced = (other: Cell) =>
    cell.version !== current && contentOf(inVersion(other, current)) !== undefined
  const others = cell.version.languages.map(language => ({ ...cell, language })).filter(isTranslated)
  const source = { ...cell, language: cell.version.languages[0]! }
  const alternates = [
    ...others.map(other => [other.language.lang, other] as const),
    ['x-default', source] as const,
  ].filter(([, other]) => !isReplaced(other))
  return {
    canonical: ORIGIN + addressOf(shown!),
    alternates:
      isTranslated(cell) && !isReplaced(cell)
        ? alternates.map(([lang, other]) => [lang, ORIGIN + addressOf(other)])
        : [],
    menu: VERSIONS.map(version => {
      const other = inVersion(cell, version)
      return addressOf(contentOf(other) ? other : { ...other, page: '/' })
    }),
  }
}

const fileOf = (address: string) =>
  path.join(served.site.output, address.endsWith('/') ? `${address}index.html` : address)
const pairs = (text: string) =>
  [...text.matchAll(/hreflang="([^"]+)" href="(https[^"]+)"/g)].map(([, lang, href]) => [lang, href])

/** What the document of a cell says. */
function found(cell: Cell) {
  const html = readFileSync(fileOf(addressOf(cell)), 'utf8')
  const menu = /<ul id="docsgen-versions"[^]*?<\/ul>/.exec(html)?.[0] ?? ''
  return {
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    alternates: pairs(html),
    menu: [...menu.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href),
  }
}

describe('every page in every language of every version', () => {
  test('stands where the matrix says, and its canonical address, alternates and menu are those of the matrix', () => {
    expect(VERSIONS.map(({ base }) => CELLS.filter(({ version }) => version.base === base).length)).toEqual([
      47, 48, 35,
    ])
    for (const cell of CELLS)
      expect([addressOf(cell), found(cell)]).toEqual([addressOf(cell), expected(cell)])
    for (const cell of MISSING)
      expect([addressOf(cell), existsSync(fileOf(addressOf(cell)))]).toEqual([addressOf(cell), false])
  })

  test('alternates lead to each other, to pages that are their own canonical address', () => {
    const byAddress = new Map(CELLS.map(cell => [ORIGIN + addressOf(cell), found(cell)]))
    for (const [address, { canonical, alternates }] of byAddress) {
      if (alternates.length > 0) expect(canonical).toBe(address)
      for (const [, href = ''] of alternates)
        expect([href, byAddress.get(href)?.alternates]).toEqual([href, alternates])
      expect(byAddress.get(canonical ?? '')?.canonical, address).toBe(canonical)
    }
  })

  test('the sitemap has what is its own canonical address in the current version, with the same alternates', () => {
    const text = readFileSync(path.join(served.site.output, 'sitemap.xml'), 'utf8')
    const listed = text.split('<url>').slice(1)
    const own = CELLS.filter(cell => cell.version === current && isTranslated(cell))
    expect(listed.map(url => /<loc>([^<]*)/.exec(url)?.[1]).toSorted()).toEqual(
      own.map(cell => ORIGIN + addressOf(cell)).toSorted(),
    )
    for (const cell of own) {
      const url = listed.find(each => each.includes(`<loc>${ORIGIN}${addressOf(cell)}</loc>`))
      expect([addressOf(cell), pairs(url ?? '')]).toEqual([addressOf(cell), expected(cell).alternates])
    }
  })
})

/** What a reader sees, and what must be seen. */
const shownOn = async (page: Page) => ({
  path: new URL(page.url()).pathname,
  title: await heading(page),
  ...(await page.evaluate(() => ({
    lang: document.documentElement.lang,
    old: document.querySelector('.version-notice a')?.getAttribute('href') ?? '',
    isFallback: document.querySelector('.notice-fallback') !== null,
  }))),
})
function wanted(cell: Cell) {
  const content = contentOf(cell)!
  return {
    path: addressOf(cell),
    title: titleOf(cell.page, content.language.lang, cell.version),
    lang: cell.language.lang,
    old: cell.version === current ? '' : expected(cell).menu[0],
    isFallback: content !== cell,
  }
}

/** Offline, what stands in for a page is put together once the document is there. */
const shows = (page: Page, cell: Cell) =>
  expect.poll(() => shownOn(page).catch(() => 'not yet'), { timeout: 20_000 }).toEqual(wanted(cell))

/** Typed, loaded again, and by a link of the menu in another version. */
async function answersInAllWays(page: Page, cell: Cell): Promise<void> {
  const address = addressOf(cell)
  const from = addressOf(inVersion(cell, VERSIONS[(VERSIONS.indexOf(cell.version) + 1) % 3]!))
  const response = await page.goto(served.server.origin + address)
  expect([address, response?.status()]).toEqual([address, 200])
  await shows(page, cell)
  await page.reload()
  await shows(page, cell)
  if (!existsSync(fileOf(from))) return
  await page.goto(served.server.origin + from)
  const link = page.locator(`#docsgen-versions a[href="${address}"]`)
  await Promise.all([
    page.waitForURL(served.server.origin + address),
    link.evaluate(element => (element as HTMLElement).click()),
  ])
  await shows(page, cell)
}

/** An address without a page: what its own version says of that. */
async function isMissing(page: Page, cell: Cell): Promise<void> {
  const address = addressOf(cell)
  await page.goto(served.server.origin + address)
  await page.waitForFunction(
    ([own, id]) =>
      document.querySelector('.not-found') !== null &&
      location.pathname === own &&
      document.querySelector('#docsgen-versions [aria-current]')?.textContent?.startsWith(id ?? ''),
    [address, cell.version.id],
  )
}

describe('in the browser', { timeout: IS_FULL ? 900_000 : 60_000 }, () => {
  test('addresses answer typed, loaded again and by link, those without a page with what their version says', async () => {
    const context = await served.browser.newContext({ serviceWorkers: 'block' })
    const { page, errors } = await watchPage(context)
    for (const cell of sampleOf(CELLS)) await answersInAllWays(page, cell)
    expect(errors).toEqual([])
    for (const cell of sampleOf(MISSING)) await isMissing(page, cell)
    await context.close()
  })

  test('and so they do with the server gone, for a reader of all versions', async () => {
    const context = await served.browser.newContext()
    const { page, errors } = await watchPage(context)
    for (const { base } of VERSIONS) {
      await visit(page, served.server.origin + base)
      await waitUntilSaved(page)
    }
    await served.server.close()
    for (const cell of sampleOf(CELLS)) await answersInAllWays(page, cell)
    expect(errors).toEqual([])
    // There may be such a page by now: readers are told that they are offline, in the language of the address.
    for (const cell of sampleOf(MISSING)) {
      const response = await page.goto(served.server.origin + addressOf(cell))
      const lang = await page.evaluate(() => document.documentElement.lang)
      expect([addressOf(cell), response?.status(), lang]).toEqual([addressOf(cell), 503, cell.language.lang])
    }
    await context.close()
  })

  test('are searched one at a time: that which is read, and others by choice', async () => {
    const { page } = await served.open('/pt-PT/')
    await page.keyboard.press('Control+k')
    const found = () =>
      page
        .getByRole('option')
        .evaluateAll(links => [...new Set(links.map(link => link.getAttribute('href')?.replace(/#.*/, '')))])
    const versions = page.getByRole('group', { name: 'Versões' })
    await page.getByRole('combobox').fill('legacy')
    await page.locator('.search-message', { hasText: 'legacy' }).waitFor()
    expect(await found()).toEqual([])
    for (const [label, expected] of [
      ['1.x', '/1.x/pt-PT/legacy.html'],
      ['0.x', '/0.x/pt-PT/legacy.html'],
    ] as const) {
      await versions.getByRole('button', { name: label }).click()
      await page.locator(`[role="option"][href="${expected}"]`).waitFor()
      expect(await found()).toEqual([expected])
    }
    expect(await page.getByRole('dialog').locator('a[href$="q=legacy"]').getAttribute('href')).toBe(
      '/0.x/pt-PT/search.html?q=legacy',
    )
    await versions.getByRole('button', { name: '2.x' }).click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.goto(`${served.server.origin}/1.x/search.html?q=legacy`)
    expect(await page.locator('.search-option').first().getAttribute('href')).toBe('/1.x/legacy.html')
    expect(await findViolations(page)).toEqual([])
    expect(await page.locator('[data-search-page] [aria-pressed="true"]').innerText()).toBe('1.x')
  })

  test('axe: fallbacks, notices, menus and the bar, light and dark, wide and narrow', async () => {
    const page = await served.browser.newPage({ locale: 'fr-CA', serviceWorkers: 'block' })
    const judge = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([what, colorScheme, await findViolations(page)]).toEqual([what, colorScheme, []])
      }
    }
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, `${served.server.origin}/1.x/ar/guide/start.html`)
      await page.waitForFunction(() => history.state !== null)
      if (width === 360) {
        await page.locator('.header .menu-button').click()
        const open = page.locator('.drawer-nav a[aria-current="true"]')
        // In Arabic, too, it is `1.x` and not `x.1`.
        expect(await open.locator('bdi').textContent()).toBe('1.x')
        expect(await open.evaluate(link => getComputedStyle(link).fontWeight)).toBe('600')
        await judge(`drawer at ${width}`)
      } else
        for (const menu of ['docsgen-versions', 'docsgen-languages']) {
          await page.locator(`[aria-controls="${menu}"]`).click()
          await page.locator(`#${menu} a`).first().waitFor()
          await judge(`${menu} at ${width}`)
        }
      await page.evaluate(() => localStorage.clear())
      await visit(page, `${served.server.origin}/1.x/guide/start.html`)
      await page.locator('.language-bar').waitFor()
      await judge(`bar at ${width}`)
    }
    await page.close()
  })
})

test('the languages are as far as they are said to be', () => {
  const parts = LANGUAGES.map(({ pages }) => pages.length / LANGUAGES[0]!.pages.length)
  expect(parts).toEqual([1, 1, 0.4, 0.2, 0])
})
