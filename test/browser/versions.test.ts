import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { judge, SCHEMES } from './axe.ts'
import { clickLink, DESKTOP, hrefs, isIdle, PHONE, place, useServedSite, waitForTitle } from './browser.ts'
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
import { heading, manifestOf, TRUSTED, visit, waitUntilSaved } from './offline.ts'
import { typeQuery } from './search-site.ts'

const served = useServedSite(createFallbackSite, TRUSTED)

interface Cell {
  version: Version
  language: Language
  page: string
}

const MATRIX: readonly Cell[] = VERSIONS.flatMap(version =>
  version.languages.flatMap(language => ALL_PAGES.map(page => ({ version, language, page }))),
)
const current = VERSIONS[0] as Version

const addressOf = ({ version, language, page }: Cell) =>
  version.base + language.locale.slice(1) + page.slice(1)
const isTranslated = ({ language, page }: Cell) => language.pages.includes(page)

function inVersion({ language, page }: Cell, version: Version): Cell {
  return { version, language: version.languages.find(({ lang }) => lang === language.lang)!, page }
}

/** The page whose content an address shows: its own, or that of another language; undefined where there is no page. */
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
/** Cells of every version and of most languages; all with `DOCSGEN_FULL=1`. */
const sampleOf = (cells: readonly Cell[]) =>
  IS_FULL ? cells : cells.filter((_cell, index) => index % 36 === 0)

/** Alternates of a cell: its translations and the source, but those that the current version replaces. */
function alternatesOf(cell: Cell): string[][] {
  const isReplaced = (other: Cell) =>
    cell.version !== current && contentOf(inVersion(other, current)) !== undefined
  if (!isTranslated(cell) || isReplaced(cell)) return []
  const others = cell.version.languages.map(language => ({ ...cell, language })).filter(isTranslated)
  const source = { ...cell, language: cell.version.languages[0]! }
  return [...others.map(other => [other.language.lang, other] as const), ['x-default', source] as const]
    .filter(([, other]) => !isReplaced(other))
    .map(([lang, other]) => [lang, ORIGIN + addressOf(other)])
}

const versionLinks = (cell: Cell) =>
  VERSIONS.map(version => {
    const other = inVersion(cell, version)
    return addressOf(contentOf(other) ? other : { ...other, page: '/' })
  })

function expected(cell: Cell) {
  const { version, language } = cell
  const content = contentOf(cell)!
  const isFallback = content !== cell
  const now = version === current ? undefined : contentOf(inVersion(cell, current))
  const others = version.languages.map(other => ({ ...cell, language: other }))
  const pages = ALL_PAGES.map(page => ({ ...cell, page }))
  return {
    lang: language.lang,
    dir: language.dir,
    content: isFallback ? [content.language.lang, content.language.dir] : [null, null],
    canonical: ORIGIN + addressOf(now ?? content),
    alternates: alternatesOf(cell),
    notice: isFallback ? addressOf(content) : undefined,
    // The pages of a language that its sidebar marks; homes have no sidebar.
    marked:
      cell.page === '/'
        ? undefined
        : pages
            .filter(other => contentOf(other) && !isTranslated(other))
            .map(addressOf)
            .toSorted(),
    languages: others.map(other => [
      addressOf(contentOf(other) ? other : { ...other, page: '/' }),
      isTranslated(other) || other.language === language ? '' : contentOf(other) ? 'fallback' : 'home',
    ]),
    versions: versionLinks(cell),
  }
}

const fileOf = (address: string) => `dist${address}${address.endsWith('/') ? 'index.html' : ''}`

/** What documents say. Runs in the browser. */
function readDocuments(texts: readonly string[]) {
  return texts.map(text => {
    const root = new DOMParser().parseFromString(text, 'text/html')
    const find = (selector: string) => [...root.querySelectorAll(selector)]
    const linksOf = (selector: string) => find(selector).map(link => link.getAttribute('href'))
    return {
      lang: root.documentElement.lang,
      dir: root.documentElement.dir,
      content: find('[data-content]').flatMap(each => [each.getAttribute('lang'), each.getAttribute('dir')]),
      canonical: linksOf('link[rel=canonical]')[0],
      alternates: find('link[rel=alternate]').map(link => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
      notice: linksOf('.notice-fallback a')[0],
      marked: root.querySelector('.sidebar a')
        ? linksOf('.sidebar a:has(.untranslated)').toSorted()
        : undefined,
      languages: find('#docsgen-languages a').map(link => {
        const words = link.querySelector('.language-note')?.textContent ?? ''
        const kind = words === '' ? '' : /home|accueil|inicial/.test(words) ? 'home' : 'fallback'
        return [link.getAttribute('href'), kind]
      }),
      versions: linksOf('#docsgen-versions a'),
    }
  })
}

describe('every page in every language of every version', () => {
  test('is where the matrix says, and says what the matrix says', async () => {
    const parts = LANGUAGES.map(({ pages }) => pages.length / LANGUAGES[0]!.pages.length)
    expect(parts).toEqual([1, 1, 0.4, 0.2, 0])
    expect(VERSIONS.map(({ base }) => CELLS.filter(({ version }) => version.base === base).length)).toEqual([
      47, 48, 35,
    ])
    const { page } = await served.open()
    const texts = CELLS.map(cell => served.site.read(fileOf(addressOf(cell))))
    for (const [index, found] of (await page.evaluate(readDocuments, texts)).entries())
      expect([addressOf(CELLS[index]!), found]).toEqual([addressOf(CELLS[index]!), expected(CELLS[index]!)])
    for (const cell of MISSING)
      expect([addressOf(cell), existsSync(`${served.site.root}/${fileOf(addressOf(cell))}`)]).toEqual([
        addressOf(cell),
        false,
      ])
  })

  test('the sitemap has what is its own canonical address in the current version, with the same alternates', () => {
    const urls = served.site.read('dist/sitemap.xml').split('<url>').slice(1)
    const listed = urls.map(url => ({
      address: /<loc>([^<]*)/.exec(url)?.[1],
      alternates: [...url.matchAll(/hreflang="([^"]+)" href="(https[^"]+)"/g)].map(([, ...pair]) => pair),
    }))
    const own = CELLS.filter(cell => cell.version === current && isTranslated(cell))
    const byAddress = new Map(own.map(cell => [ORIGIN + addressOf(cell), alternatesOf(cell)]))
    expect(listed.map(({ address }) => address).toSorted()).toEqual([...byAddress.keys()].toSorted())
    for (const { address, alternates } of listed) expect(alternates).toEqual(byAddress.get(address ?? ''))
  })

  test('no content is stored twice: a fallback has a chunk only of what differs, and its pack has no content', () => {
    const { read } = served.site
    const list = (code: string) => JSON.parse(read(`dist/assets/locales/${code}.json`)).pages
    const [arabic, source] = [list('ar'), list('en')]
    const [, title, , original, content] = arabic['/ar/guide/start.html']
    expect([title, original]).toEqual(['Start en-US', '/guide/start.html'])
    expect(content).toBe(source['/guide/start.html'][0])
    const own = read(`dist/assets/js/${list('pt-BR')['/pt-BR/guide/next.html'][0]}`)
    // Its neighbours are translated.
    expect(own).toMatch(/\bprev:/)
    expect(own).not.toContain('quokkas')
    const { locales, shared } = manifestOf(served.site)
    const needs = Object.fromEntries(locales.map(locale => [locale.code, locale.needs]))
    expect(needs).toMatchObject({ ar: ['en'], 'pt-PT': ['en', 'pt-BR'], fr: undefined })
    const packs = locales.find(({ code }) => code === 'ar')?.packs ?? []
    for (const { url } of [...packs, ...shared]) expect(read(`dist${url}`)).not.toContain('quokkas')
  })
})

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
    old: cell.version === current ? '' : versionLinks(cell)[0],
    isFallback: content !== cell,
  }
}

/** Offline, a fallback is put together once the document is there. */
const shows = (page: Page, cell: Cell) =>
  expect.poll(() => shownOn(page).catch(() => 'not yet')).toEqual(wanted(cell))

/** Typed, by a link of the menu in another version, and with `DOCSGEN_FULL=1` loaded again. */
async function answersInAllWays(page: Page, cell: Cell): Promise<void> {
  const address = addressOf(cell)
  const from = inVersion(cell, VERSIONS[(VERSIONS.indexOf(cell.version) + 1) % 3]!)
  const response = await page.goto(address)
  expect([address, response?.status()]).toEqual([address, 200])
  await shows(page, cell)
  if (IS_FULL) {
    await page.reload()
    await shows(page, cell)
  }
  if (!contentOf(from)) return
  await page.goto(addressOf(from))
  const link = page.locator(`#docsgen-versions a[href="${address}"]`)
  await Promise.all([page.waitForURL(address), link.dispatchEvent('click')])
  await shows(page, cell)
}

describe('in the browser', { timeout: IS_FULL ? 900_000 : 120_000 }, () => {
  test('addresses answer typed and by link, those without a page with what their version says', async () => {
    const { page, problems } = await served.open()
    for (const cell of sampleOf(CELLS)) await answersInAllWays(page, cell)
    expect(problems).toEqual([])
    for (const cell of sampleOf(MISSING)) {
      await page.goto(addressOf(cell))
      await page.waitForSelector('.not-found')
      expect(new URL(page.url()).pathname).toBe(addressOf(cell))
      await page
        .locator('#docsgen-versions [aria-current]', { hasText: cell.version.id })
        .waitFor({ state: 'attached' })
    }
  })

  test('and so they do with the server gone, for a reader of all versions', async () => {
    const { page, problems } = await served.open(undefined, { serviceWorkers: 'allow' })
    for (const { base } of VERSIONS) {
      await visit(page, base)
      await waitUntilSaved(page)
    }
    await served.server.close()
    for (const cell of sampleOf(CELLS)) await answersInAllWays(page, cell)
    expect(problems).toEqual([])
    // There may be such a page by now: the answer is that the reader is offline, in the language of the address.
    for (const cell of sampleOf(MISSING)) {
      const response = await page.goto(addressOf(cell))
      const lang = await page.evaluate(() => document.documentElement.lang)
      expect([addressOf(cell), response?.status(), lang]).toEqual([addressOf(cell), 503, cell.language.lang])
    }
  })

  test('links, history and hashes lead to fallbacks and from them in place, as documents say it', async () => {
    const { page, problems, loads } = await served.open('/pt-PT/faq.html', { app: true })
    const follow = (href: string, title: string) => clickLink(page, `a[href="${href}"]`, { title })
    const main = async () => ({
      ...(await shownOn(page)),
      content: await page.locator('[data-content]').getAttribute('lang'),
      notice: (await hrefs(page, '.notice-fallback a'))[0],
      canonical: await hrefs(page, 'link[rel=canonical]'),
      links: await hrefs(page, '.content > p a'),
    })
    await follow('/pt-PT/api/mount.html', 'mount en-US')
    const shown = await main()
    expect(shown).toEqual({
      path: '/pt-PT/api/mount.html',
      title: 'mount en-US',
      lang: 'pt-PT',
      old: '',
      isFallback: true,
      content: 'en-US',
      notice: '/api/mount.html',
      canonical: [`${ORIGIN}/api/mount.html`],
      links: ['/pt-PT/api/mount.html', '/pt-PT/guide/start.html#second'],
    })
    // From one to another, whose content is that of another language, at a hash.
    await page.click('.content > p a >> nth=1')
    await waitForTitle(page, 'Start pt-BR')
    expect(await place(page)).toBe('/pt-PT/guide/start.html#second')
    const top = await page.locator('#second').evaluate(element => element.getBoundingClientRect().top)
    expect(Math.abs(top)).toBeLessThan(400)
    await page.goBack()
    await waitForTitle(page, 'mount en-US')
    await page.goForward()
    await waitForTitle(page, 'Start pt-BR')
    await follow('/guide/start.html', 'Start en-US')
    expect(await hrefs(page, '.notice-fallback a')).toEqual([])
    expect(loads()).toBe(1)
    await page.goto('/pt-PT/api/mount.html')
    expect(await main()).toEqual(shown)
    expect(problems).toEqual([])
  })

  test('search finds fallbacks after the pages of the language, marked', async () => {
    const { page } = await served.open('/pt-BR/')
    await typeQuery(page, 'quokkasmount')
    const mount = page.locator('.search-option[href="/pt-BR/api/mount.html"]')
    const found = page.locator('.search-group', { has: mount })
    await found.waitFor()
    expect(await found.locator('.search-page').textContent()).toContain('ainda sem tradução')
    await page.locator('.search-input').fill('text')
    await page.locator('.search-group').nth(4).waitFor()
    const groups = await page
      .locator('.search-group')
      .evaluateAll(all => all.map(group => group.querySelector('.untranslated') !== null))
    expect(groups).toEqual(groups.toSorted((a, b) => Number(a) - Number(b)))
    expect(groups.filter(isMarked => !isMarked)).toHaveLength(4)
    const paths = await hrefs(page, '.search-option')
    expect(paths.filter(href => !href?.startsWith('/pt-BR/'))).toEqual([])
  })

  test('a bar offers the language of the browser where the page has it, until it is dismissed', async () => {
    const { page, problems } = await served.open('/guide/start.html', { locale: 'fr-CA', app: true })
    const bar = page.locator('.language-bar')
    await bar.waitFor()
    expect(await hrefs(page, '.language-bar a')).toEqual(['/fr/guide/start.html'])
    expect(await bar.locator('a').textContent()).toBe('Lire cette page en Français')
    await bar.locator('a').click()
    await waitForTitle(page, 'Start fr')
    expect(await bar.count()).toBe(0)
    await clickLink(page, 'a[href="/ar/guide/start.html"]', { title: 'Start en-US' })
    // What was chosen in the menu counts more than what the browser asks for.
    expect(await page.evaluate(() => localStorage.getItem('docsgen-language'))).toBe('ar')
    expect(await bar.count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('docsgen-language', 'pt-BR'))
    await visit(page, '/guide/start.html')
    await bar.waitFor()
    await bar.locator('button').click()
    await visit(page, '/api/')
    await page.waitForFunction(() => history.state !== null)
    await isIdle(page)
    expect(await bar.count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('versions are searched one at a time: that which is read, and others by choice', async () => {
    const { page } = await served.open('/pt-PT/')
    const found = async () =>
      new Set((await hrefs(page, '[role=option]')).map(href => href?.replace(/#.*/, '')))
    const versions = page.getByRole('group', { name: 'Versões' })
    await typeQuery(page, 'legacy')
    await page.locator('.search-message', { hasText: 'legacy' }).waitFor()
    expect(await found()).toEqual(new Set())
    for (const label of ['1.x', '0.x']) {
      const address = `/${label}/pt-PT/legacy.html`
      await versions.getByRole('button', { name: label }).click()
      await page.locator(`[role="option"][href="${address}"]`).waitFor()
      expect(await found()).toEqual(new Set([address]))
    }
    expect(await hrefs(page, 'dialog a[href$="q=legacy"]')).toEqual(['/0.x/pt-PT/search.html?q=legacy'])
    await versions.getByRole('button', { name: '2.x' }).click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.goto('/1.x/search.html?q=legacy')
    expect(await page.locator('.search-option').first().getAttribute('href')).toBe('/1.x/legacy.html')
    expect(await judge(page, SCHEMES)).toEqual([])
    expect(await page.locator('[data-search-page] [aria-pressed="true"]').innerText()).toBe('1.x')
  })

  test('axe finds nothing in fallbacks, notices, menus and the bar', async () => {
    const { page } = await served.open(undefined, { locale: 'fr-CA' })
    const isFine = async (what: string) => expect([what, ...(await judge(page, SCHEMES))]).toEqual([what])
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await visit(page, '/1.x/ar/guide/start.html')
      await page.waitForFunction(() => history.state !== null)
      if (viewport === PHONE) {
        await page.locator('.header .menu-button').click()
        const open = page.locator('.drawer-nav a[aria-current="true"]')
        // In Arabic, too, it is `1.x` and not `x.1`.
        expect(await open.locator('bdi').textContent()).toBe('1.x')
        expect(await open.evaluate(link => getComputedStyle(link).fontWeight)).toBe('600')
        await isFine('drawer')
      } else
        for (const menu of ['docsgen-versions', 'docsgen-languages']) {
          await page.locator(`[aria-controls="${menu}"]`).click()
          await page.locator(`#${menu} a`).first().waitFor()
          await isFine(menu)
        }
      await page.evaluate(() => localStorage.clear())
      await visit(page, '/1.x/guide/start.html')
      await page.locator('.language-bar').waitFor()
      await isFine('bar')
    }
  })
})
