// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { PageView } from '../../../src/schema/view.ts'
import { renderBody, homePage, link, notFoundPage, sampleLocale, samplePage } from './sample.tsx'

const locale = sampleLocale()
const PAGES: [string, PageView][] = [
  ['Layout', samplePage()],
  ['Home', homePage],
  ['NotFound', notFoundPage],
  ['Page', samplePage({ layout: 'Page' })],
]

/** Content of the not-found page is empty: its layout brings the heading. */
function bodyOf(page: PageView): HTMLElement {
  return renderBody(page, locale, page.notFound ? '' : undefined)
}

const pageWith = (changes: Partial<PageView>) => renderBody(samplePage(changes), locale)
const textsOf = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].map(element => element.textContent)
const valuesOf = (root: Element, selector: string, name: string) =>
  [...root.querySelectorAll(selector)].map(element => element.getAttribute(name))
const count = (root: Element, selector: string) => root.querySelectorAll(selector).length

it.each([
  [true, '', 1],
  [false, null, 0],
])('a page without a footer keeps the way to offline reading: %s', (offline, text, buttons) => {
  const body = renderBody(samplePage({ frontmatter: { footer: false } }), { ...locale, offline })
  expect(count(body, '[data-offline-open]')).toBe(buttons)
  const footer = body.querySelector('footer')
  expect(footer === null ? null : footer.textContent.replace(locale.strings.offlineManage, '')).toBe(text)
})

describe.each(PAGES)('%s', (_name, page) => {
  const body = bodyOf(page)
  const elements = [...body.querySelectorAll('*')]
  const ownTexts = (element: Element) =>
    [...element.childNodes].flatMap(node => (node.nodeType === 3 ? [node.textContent ?? ''] : []))

  it('wraps text that has siblings, so that translators can edit the document', () => {
    const mixed = elements.filter(
      each => each.childElementCount > 0 && ownTexts(each).some(text => text.trim()),
    )
    expect(mixed.map(element => element.outerHTML)).toEqual([])
  })

  it('writes no text of its own: everything comes from the strings or from data', () => {
    const attributes = ['aria-label', 'title', 'alt']
    const texts = elements.flatMap(each => [
      ...ownTexts(each),
      ...attributes.map(name => each.getAttribute(name) ?? ''),
    ])
    expect(texts.filter(text => /\p{L}/u.test(text.replace(/«[^»]*»/g, '')))).toEqual([])
  })

  it('opens external links in a new window, with rel and a word about it', () => {
    const external = [...body.querySelectorAll('a')].filter(({ href }) => href.startsWith('https://'))
    expect(external.length).toBeGreaterThan(0)
    for (const { target, rel, textContent } of external) {
      expect([target, rel]).toEqual(['_blank', 'noopener noreferrer'])
      expect(textContent).toContain('«opensNewWindow»')
    }
  })

  it('names every button and hides what only scripts can serve', () => {
    for (const button of body.querySelectorAll('button')) {
      expect(button.type).toBe('button')
      expect(button.getAttribute('aria-label') ?? button.textContent).toMatch(/«.+»/)
      const works = button.hasAttribute('popovertarget') || button.closest('[data-js][hidden]') !== null
      expect(works, button.outerHTML).toBe(true)
    }
  })
})

describe('Layout', () => {
  const body = bodyOf(samplePage())

  it('marks the open page once in the sidebar, and never writes aria-current="false"', () => {
    expect(textsOf(body, 'nav.sidebar [aria-current]')).toEqual(['«open page»'])
    expect(count(body, '[aria-current=false]')).toBe(0)
  })

  it.each([
    [0, []],
    [1, ['«first»', '«second»']],
    [2, ['«first»', '«inner»', '«second»']],
  ])('nests headings of the open page below its link, %i deep', (sidebarDepth, texts) => {
    expect(textsOf(pageWith({ frontmatter: { sidebarDepth } }), 'nav.sidebar .heading-links a')).toEqual(
      texts,
    )
  })

  it('lists levels 2 and 3 in the outline with encoded hashes, where the page wants one', () => {
    const hashes = valuesOf(body, 'nav.outline .heading-links a', 'href')
    expect(hashes).toEqual(['#first', '#inner', '#%E7%AC%AC%E4%BA%8C'])
    expect(pageWith({ outline: false }).querySelector('.outline, .outline-bar')).toBeNull()
  })

  it('shows the section of the open page as active in the top navigation', () => {
    const active = '.top-nav > ul [data-active]'
    expect(count(body, `${active}.disclosure-button`)).toBe(1)
    expect(count(body, '.top-nav > ul > li > a[data-active]')).toBe(0)
  })

  it('shows the links of a group without a name by themselves', () => {
    const nameless = sampleLocale({ nav: [{ text: '', items: [link('/docs/zh/a.html')] }] })
    const nav = renderBody(samplePage(), nameless).querySelector('.top-nav > ul')
    expect(nav?.textContent).toBe('«/docs/zh/a.html»')
    expect(nav?.querySelector('button')).toBeNull()
  })

  it('reaches the page of a disclosure from its list', () => {
    const links = valuesOf(body, '.top-nav > ul .popover a', 'href')
    expect(links).toEqual(['/docs/zh/guides/', 'https://v2.example.org/'])
  })

  it('opens the whole navigation from one button where it does not fit into a row', () => {
    const items = Array.from({ length: 9 }, (_, index) => ({
      text: `A long name ${index}`,
      link: link(`/${index}`),
      items: index === 8 ? [link('/inner')] : [],
    }))
    const many = renderBody(samplePage(), sampleLocale({ nav: items }))
    expect(many.querySelector('.top-nav')?.className).toBe('top-nav from-never')
    expect(valuesOf(many, '.top-nav .nav-all a', 'href').join()).toBe('/0,/1,/2,/3,/4,/5,/6,/7,/8,/inner')
    const few = renderBody(samplePage(), sampleLocale({ title: 'A', nav: items.slice(0, 1) }))
    expect(few.querySelector('.top-nav')?.className).toBe('top-nav')
    expect(few.querySelector('.nav-all')).toBeNull()
  })

  it('links each language by its own name and says where there is no translation', () => {
    const tags = ['en-US', 'zh-CN', 'ru']
    expect(valuesOf(body, '.language-menu a', 'lang')).toEqual(tags)
    expect(valuesOf(body, '.language-menu a', 'hreflang')).toEqual(tags)
    const texts = textsOf(body, '.language-menu a')
    expect(texts).toEqual(['«English»', '«简体中文»', '«Русский»«notTranslated»'])
    expect(valuesOf(body, '.language-menu .language-note', 'lang')).toEqual(['zh-CN'])
    expect(valuesOf(body, '.language-menu a', 'aria-current')).toEqual([null, 'true', null])
  })

  it('leads from a stale translation to its original', () => {
    expect(valuesOf(body, '.notice-stale a', 'href')).toEqual(['/docs/guides/start.html'])
    expect(pageWith({ stale: false }).querySelector('.notice-stale')).toBeNull()
  })

  it('shows the day of the last change the same in every time zone', () => {
    const { textContent, dateTime } = body.querySelector('time')!
    expect([textContent, dateTime]).toEqual(['2026-03-04', '2026-03-04T23:30:00-05:00'])
  })

  it('has the classes of the container', () => {
    const shown = pageWith({ sidebar: -1, frontmatter: { navbar: false, pageClass: 'wide' } })
    expect(count(shown, '.layout.no-navbar.no-sidebar.wide')).toBe(1)
  })
})

describe('Home', () => {
  const home = (frontmatter: PageView['frontmatter']) => renderBody({ ...homePage, frontmatter }, locale)

  it('takes the title of the site and the description by default, and null hides them', () => {
    const actions = ['/one', '/two'].map(address => ({ text: address, link: address }))
    const plain = home({ home: true, actions })
    expect(textsOf(plain, '.hero-name, .hero-line')).toEqual([locale.title, '«page description»'])
    expect(valuesOf(plain, '.hero-action a', 'href')).toEqual(['/one', '/two'])
    const bare = home({ heroText: null, tagline: null })
    expect(bare.querySelector('.hero-name, .hero-line, .hero-image, .features')).toBeNull()
  })
})

it('the not-found page leads home and to the other languages', () => {
  const body = bodyOf(notFoundPage)
  expect(valuesOf(body, 'main .action', 'href')).toEqual(['/docs/zh/'])
  expect(valuesOf(body, '.not-found-languages a', 'lang')).toEqual(['en-US', 'zh-CN', 'ru'])
  expect(body.querySelector('.language-note')).toBeNull()
})
