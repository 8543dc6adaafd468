import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { attribute, type Element, parseDocument } from '../sites/built-documents.ts'
import { findViolations } from './axe.ts'
import { useServedSite } from './browser.ts'
import { createFallbackSite, LANGUAGES, type Language, ORIGIN, PAGES } from './fallback-site.ts'
import { visit, watchPage } from './offline-page.ts'
import { TRUSTED_POLICY } from './offline-server.ts'

const served = useServedSite(() => createFallbackSite(), { csp: TRUSTED_POLICY, compress: true })

/** The language whose content stands at a page of a language; undefined where there is none. */
function contentOf({ pages, chain }: Language, page: string): Language | undefined {
  if (pages.includes(page)) return undefined
  if (page.startsWith('/news/')) return undefined
  return chain
    .map(locale => LANGUAGES.find(other => other.locale === locale))
    .find(other => other?.pages.includes(page))
}

const addressOf = ({ locale }: Language, page: string) => locale + page.slice(1)

/** What must be true of a page in a language; undefined where there is none. */
function expected(language: Language, page: string) {
  const content = contentOf(language, page)
  const isTranslated = language.pages.includes(page)
  if (!isTranslated && !content) return undefined
  const translations = LANGUAGES.filter(({ pages }) => pages.includes(page))
  const alternates = [
    ...translations.map(other => [other.lang, ORIGIN + addressOf(other, page)]),
    ['x-default', ORIGIN + page],
  ]
  return {
    lang: language.lang,
    dir: language.dir,
    content: content ? [content.lang, content.dir] : [undefined, undefined],
    canonical: ORIGIN + addressOf(content ?? language, page),
    alternates: isTranslated ? alternates : [],
    inSitemap: isTranslated,
    notice: content && addressOf(content, page),
    // The pages of a language that its sidebar marks, and those that it has.
    marked: PAGES.filter(other => contentOf(language, other))
      .map(other => addressOf(language, other))
      .toSorted(),
    languages: LANGUAGES.map(other => [
      other.pages.includes(page) || contentOf(other, page) ? addressOf(other, page) : other.locale,
      other === language || other.pages.includes(page) ? '' : contentOf(other, page) ? 'fallback' : 'home',
    ]),
  }
}

const has = (element: Element, name: string) => (attribute(element, 'class') ?? '').split(' ').includes(name)

/** What a built document says. */
function found(language: Language, page: string, sitemap: string) {
  const address = addressOf(language, page)
  const file = path.join(served.site.output, address.endsWith('/') ? `${address}index.html` : address)
  if (!existsSync(file)) return undefined
  const { elements } = parseDocument(file, readFileSync(file, 'utf8'))
  const html = elements.find(({ tagName }) => tagName === 'html')!
  const content = elements.find(element => attribute(element, 'data-content') !== undefined)!
  const links = (rel: string) =>
    elements.filter(element => element.tagName === 'link' && attribute(element, 'rel') === rel)
  const inside = (outer: Element | undefined) => {
    const { startOffset = 0, endOffset = 0 } = outer?.sourceCodeLocation ?? {}
    return elements.filter(
      ({ sourceCodeLocation: at }) => at && at.startOffset > startOffset && at.endOffset < endOffset,
    )
  }
  const notice = inside(elements.find(element => has(element, 'notice-fallback')))
  const anchors = (all: readonly Element[]) => all.filter(({ tagName }) => tagName === 'a')
  const isMarked = (link: Element) => inside(link).some(element => has(element, 'untranslated'))
  const menu = anchors(inside(elements.find(element => attribute(element, 'id') === 'docsgen-languages')))
  const sidebar = anchors(inside(elements.find(element => has(element, 'sidebar'))))
  const note = (link: Element) => inside(link).find(element => has(element, 'language-note'))
  const text = (element: Element | undefined) =>
    element?.childNodes.map(node => ('value' in node ? node.value : '')).join('') ?? ''
  return {
    lang: attribute(html, 'lang'),
    dir: attribute(html, 'dir'),
    content: [attribute(content, 'lang'), attribute(content, 'dir')],
    canonical: attribute(links('canonical')[0]!, 'href'),
    alternates: links('alternate').map(link => [attribute(link, 'hreflang'), attribute(link, 'href')]),
    inSitemap: sitemap.includes(`<loc>${ORIGIN}${address}</loc>`),
    notice: notice.length > 0 ? attribute(anchors(notice)[0]!, 'href') : undefined,
    marked:
      sidebar.length > 0
        ? sidebar
            .filter(isMarked)
            .map(link => attribute(link, 'href'))
            .toSorted()
        : undefined,
    languages: menu.map(link => {
      const words = text(note(link))
      return [
        attribute(link, 'href'),
        words === '' ? '' : /home|accueil|inicial/.test(words) ? 'home' : 'fallback',
      ]
    }),
  }
}

describe('every page in every language', () => {
  test('stands where the matrix says, and says what the matrix says', () => {
    const sitemap = readFileSync(path.join(served.site.output, 'sitemap.xml'), 'utf8')
    for (const language of LANGUAGES)
      for (const page of PAGES) {
        const wanted = expected(language, page)
        // Homes have no sidebar.
        const real = found(language, page, sitemap)
        const given = wanted && page === '/' ? { ...wanted, marked: undefined } : wanted
        expect([addressOf(language, page), real]).toEqual([addressOf(language, page), given])
      }
  })

  test('no content is stored twice: a fallback has a chunk only of what differs, and its pack has no content', () => {
    const list = (code: string) =>
      JSON.parse(readFileSync(path.join(served.site.output, `assets/locales/${code}.json`), 'utf8'))
    const [index, source] = [list('ar'), list('en')]
    const [, title, , original, content] = index.pages['/ar/guide/start.html']
    expect([title, original, content]).toEqual([
      'Start en-US',
      '/guide/start.html',
      source.pages['/guide/start.html'][0],
    ])
    expect(index.pages['/ar/api/mount.html'][0]).toBe('')
    // Its neighbours are translated.
    const [own] = list('pt-BR').pages['/pt-BR/guide/next.html']
    const text = readFileSync(path.join(served.site.output, 'assets/js', own), 'utf8')
    expect(text).toMatch(/\bprev:/)
    expect(text).not.toContain('quokkas')
    const worker = readFileSync(path.join(served.site.output, 'service-worker.js'), 'utf8')
    const [, manifest = ''] = /^const DOCSGEN_MANIFEST=(.*);$/m.exec(worker) ?? []
    const { locales, shared } = JSON.parse(manifest) as {
      locales: { code: string; needs?: string[]; packs: { url: string }[] }[]
      shared: { url: string }[]
    }
    const arabic = locales.find(({ code }) => code === 'ar')
    expect(arabic?.needs).toEqual(['en'])
    expect(locales.find(({ code }) => code === 'pt-PT')?.needs).toEqual(['en', 'pt-BR'])
    expect(locales.find(({ code }) => code === 'fr')).not.toHaveProperty('needs')
    for (const { url } of [...(arabic?.packs ?? []), ...shared])
      expect(readFileSync(path.join(served.site.output, url), 'utf8')).not.toContain('quokkas')
  })
})

const main = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.querySelector('h1')?.textContent?.trim(),
    lang: document.documentElement.lang,
    content: document.querySelector('[data-content]')?.getAttribute('lang') ?? '',
    notice: document.querySelector('.notice-fallback a')?.getAttribute('href') ?? '',
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    links: [...document.querySelectorAll('.content > p a')].map(link => link.getAttribute('href')),
  }))

const opens = (page: Page, title: string) =>
  page.waitForFunction(text => document.querySelector('h1')?.textContent?.startsWith(text), title)

/** Goes on by the app: the document stays. */
const follow = (page: Page, href: string) =>
  page.evaluate(to => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), href)

describe('in the browser', () => {
  test('links, history, hashes and reloads lead to fallbacks and from them, as documents say it', async () => {
    const context = await served.browser.newContext({ serviceWorkers: 'block' })
    const { page, errors, loads } = await watchPage(context)
    await visit(page, `${served.server.origin}/pt-PT/faq.html`)
    await page.waitForFunction(() => history.state !== null)
    const before = loads()
    await follow(page, '/pt-PT/api/mount.html')
    await opens(page, 'mount en-US')
    const shown = await main(page)
    expect(shown).toEqual({
      path: '/pt-PT/api/mount.html',
      title: 'mount en-US',
      lang: 'pt-PT',
      content: 'en-US',
      notice: '/api/mount.html',
      canonical: `${ORIGIN}/api/mount.html`,
      links: ['/pt-PT/api/mount.html', '/pt-PT/guide/start.html#second'],
    })
    // From one to another, whose content is that of another language, at a hash.
    await page.click('.content > p a >> nth=1')
    await opens(page, 'Start pt-BR')
    expect(await page.evaluate(() => location.hash)).toBe('#second')
    expect(
      await page.locator('#second').evaluate(element => Math.abs(element.getBoundingClientRect().top) < 400),
    ).toBe(true)
    await page.goBack()
    await opens(page, 'mount en-US')
    await page.goForward()
    await opens(page, 'Start pt-BR')
    await follow(page, '/guide/start.html')
    await opens(page, 'Start en-US')
    expect((await main(page)).notice).toBe('')
    expect(loads()).toBe(before)
    await page.goto(`${served.server.origin}/pt-PT/api/mount.html`)
    expect(await main(page)).toEqual(shown)
    await page.goto(`${served.server.origin}/pt-PT/api/nothing.html`)
    expect(await page.locator('.not-found').isVisible()).toBe(true)
    expect(errors.filter(error => !error.includes('404'))).toEqual([])
    await context.close()
  })

  test('search finds what stands in for missing pages behind the own pages, marked', async () => {
    const page = await served.browser.newPage({ serviceWorkers: 'block' })
    await visit(page, `${served.server.origin}/pt-BR/`)
    await page.keyboard.press('Control+k')
    await page.locator('.search-input').fill('quokkasStart quokkasmount')
    await page.locator('.search-input').fill('quokkasmount')
    const found = page.locator('.search-group', {
      has: page.locator('.search-option[href="/pt-BR/api/mount.html"]'),
    })
    await found.waitFor()
    expect(await found.locator('.search-page').textContent()).toContain('ainda sem tradução')
    await page.locator('.search-input').fill('text')
    await page.locator('.search-group').nth(4).waitFor()
    const groups = await page
      .locator('.search-group')
      .evaluateAll(all => all.map(group => group.querySelector('.untranslated') !== null))
    expect(groups).toEqual(groups.toSorted((a, b) => Number(a) - Number(b)))
    expect(groups.filter(isMarked => !isMarked)).toHaveLength(4)
    const paths = await page
      .locator('.search-option')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(paths.every(href => href?.startsWith('/pt-BR/'))).toBe(true)
    await page.close()
  })

  test('a bar offers the language of the browser where the page has it, until it is dismissed', async () => {
    const context = await served.browser.newContext({ locale: 'fr-CA', serviceWorkers: 'block' })
    const { page, errors } = await watchPage(context)
    await visit(page, `${served.server.origin}/guide/start.html`)
    const bar = page.locator('.language-bar')
    await bar.waitFor()
    expect(await bar.locator('a').getAttribute('href')).toBe('/fr/guide/start.html')
    expect(await bar.locator('a').textContent()).toBe('Lire cette page en Français')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
    await bar.locator('a').click()
    await opens(page, 'Start fr')
    expect(await bar.count()).toBe(0)
    await follow(page, '/ar/guide/start.html')
    await opens(page, 'Start en-US')
    // What was chosen in the menu counts more than what the browser asks for.
    expect(await page.evaluate(() => localStorage.getItem('docsgen-language'))).toBe('ar')
    expect(await bar.count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('docsgen-language', 'pt-BR'))
    await visit(page, `${served.server.origin}/guide/start.html`)
    await bar.waitFor()
    await bar.locator('button').click()
    await visit(page, `${served.server.origin}/api/`)
    await page.waitForFunction(() => history.state !== null)
    expect(await bar.count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })
})
