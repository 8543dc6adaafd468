// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { PageView } from '../../../src/schema/view.ts'
import { renderBody, renderHtml } from './render.tsx'
import { homePage, link, notFoundPage, sampleLocale, samplePage } from './sample.ts'

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

it.each([
  [true, '', 1],
  [false, null, 0],
])('a page without a footer keeps the way to offline reading: %s', (offline, text, buttons) => {
  const body = renderBody(samplePage({ frontmatter: { footer: false } }), { ...locale, offline })
  expect(body.querySelectorAll('[data-offline-open]')).toHaveLength(buttons)
  const footer = body.querySelector('footer')
  expect(footer === null ? null : footer.textContent.replace(locale.strings.offlineManage, '')).toBe(text)
})

describe.each(PAGES)('%s', (_name, page) => {
  const body = bodyOf(page)

  it('has one banner, one main and one contentinfo', () => {
    expect(body.querySelectorAll('header')).toHaveLength(1)
    expect(body.querySelectorAll('footer')).toHaveLength(1)
    expect(body.querySelectorAll('main')).toHaveLength(1)
    expect(body.querySelector('main')?.id).toBe('docsgen-main')
    expect(body.querySelector('main')?.getAttribute('tabindex')).toBe('-1')
  })

  it('gives every navigation a name of its own', () => {
    const names = [...body.querySelectorAll('nav')].map(nav => {
      const labelledBy = nav.getAttribute('aria-labelledby')
      return labelledBy ? body.querySelector(`#${labelledBy}`)?.textContent : nav.getAttribute('aria-label')
    })
    expect(names.length).toBeGreaterThan(0)
    expect(names.every(Boolean)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })

  it('starts with the skip link to main', () => {
    expect(body.querySelector('a, button, [tabindex]')?.getAttribute('href')).toBe('#docsgen-main')
  })

  it('has one level 1 heading', () => {
    expect(body.querySelectorAll('h1')).toHaveLength(1)
  })

  it('needs no inline style, script or event handler', () => {
    expect(body.querySelectorAll('script, style, [style]')).toHaveLength(0)
    const names = [...body.querySelectorAll('*')].flatMap(element => element.getAttributeNames())
    expect(names.filter(name => name.startsWith('on'))).toEqual([])
  })

  it('uses every id once, and refers only to ids that exist', () => {
    const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const name of ['aria-controls', 'aria-labelledby', 'popovertarget']) {
      for (const element of body.querySelectorAll(`[${name}]`))
        expect(ids).toContain(element.getAttribute(name))
    }
  })

  it('wraps text that has siblings, so that translators can edit the document', () => {
    const mixed = [...body.querySelectorAll('*')].filter(element => {
      const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
      return hasText && element.childElementCount > 0
    })
    expect(mixed.map(element => element.outerHTML)).toEqual([])
  })

  it('writes no text of its own: everything comes from the strings or from data', () => {
    const texts = [...body.querySelectorAll('*')].flatMap(element => [
      ...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent ?? ''),
      ...['aria-label', 'title', 'alt'].map(name => element.getAttribute(name) ?? ''),
    ])
    const own = texts.filter(text => /\p{L}/u.test(text.replace(/«[^»]*»/g, '')))
    expect(own).toEqual([])
  })

  it('opens external links in a new window, with rel and a word about it', () => {
    const external = [...body.querySelectorAll('a')].filter(({ href }) => href.startsWith('https://'))
    expect(external.length).toBeGreaterThan(0)
    for (const anchor of external) {
      expect(anchor.target).toBe('_blank')
      expect(anchor.rel).toBe('noopener noreferrer')
      expect(anchor.textContent).toContain('«opensNewWindow»')
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

  it('has disclosures of a button and a list of links', () => {
    for (const disclosure of body.querySelectorAll('.disclosure')) {
      const [button, list] = disclosure.children
      expect(button?.getAttribute('aria-expanded')).toBe('false')
      expect(button?.getAttribute('aria-controls')).toBe(list?.id)
      expect(list?.tagName).toBe('UL')
      expect(list?.querySelectorAll('li > a').length).toBeGreaterThan(0)
      expect(disclosure.querySelector('[role=menu]')).toBeNull()
    }
  })
})

describe('Layout', () => {
  const body = bodyOf(samplePage())
  const sidebar = body.querySelector('nav.sidebar')

  it('marks the open page once in the sidebar, and never writes aria-current="false"', () => {
    const current = [...(sidebar?.querySelectorAll('[aria-current]') ?? [])]
    expect(current.map(element => element.textContent)).toEqual(['«open page»'])
    expect(body.querySelectorAll('[aria-current=false]')).toHaveLength(0)
  })

  it('nests the headings of the open page below its link, as deep as configured', () => {
    const texts = (depth: number) => {
      const page = samplePage({ frontmatter: { sidebarDepth: depth } })
      return [...renderBody(page, locale).querySelectorAll('nav.sidebar .heading-links a')].map(
        a => a.textContent,
      )
    }
    expect(texts(0)).toEqual([])
    expect(texts(1)).toEqual(['«first»', '«second»'])
    expect(texts(2)).toEqual(['«first»', '«inner»', '«second»'])
  })

  it('lists levels 2 and 3 in the outline with encoded hashes', () => {
    const hashes = [...body.querySelectorAll('nav.outline .heading-links a')].map(a => a.getAttribute('href'))
    expect(hashes).toEqual(['#first', '#inner', '#%E7%AC%AC%E4%BA%8C'])
  })

  it('leaves the outline out where the page wants none', () => {
    expect(
      renderBody(samplePage({ outline: false }), locale).querySelector('.outline, .outline-bar'),
    ).toBeNull()
  })

  it('shows the section of the open page as active in the top navigation', () => {
    const button = body.querySelector('.top-nav > ul .disclosure-button')
    expect(button?.hasAttribute('data-active')).toBe(true)
    expect(body.querySelector('.top-nav > ul > li > a')?.hasAttribute('data-active')).toBe(false)
  })

  it('shows the links of a group without a name by themselves', () => {
    const nameless = sampleLocale({ nav: [{ text: '', items: [link('/docs/zh/a.html')] }] })
    const nav = renderBody(samplePage(), nameless).querySelector('.top-nav > ul')
    expect(nav?.textContent).toBe('«/docs/zh/a.html»')
    expect(nav?.querySelector('button')).toBeNull()
  })

  it('reaches the page of a disclosure from its list', () => {
    const links = [...body.querySelectorAll('.top-nav > ul .popover a')].map(a => a.getAttribute('href'))
    expect(links).toEqual(['/docs/zh/guides/', 'https://v2.example.org/'])
  })

  it('opens the whole navigation from one button where it does not fit into a row', () => {
    const items = Array.from({ length: 9 }, (_, index) => ({
      text: `A long name ${index}`,
      link: link(`/${index}`),
      items: index === 8 ? [link('/inner')] : [],
    }))
    const nav = renderBody(samplePage(), sampleLocale({ nav: items })).querySelector('.top-nav')
    expect(nav?.className).toBe('top-nav from-never')
    const all = [...(nav?.querySelectorAll('.nav-all a') ?? [])].map(a => a.getAttribute('href'))
    expect(all).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/inner'])
    const few = renderBody(samplePage(), sampleLocale({ title: 'A', nav: items.slice(0, 1) }))
    expect(few.querySelector('.top-nav')?.className).toBe('top-nav')
    expect(few.querySelector('.nav-all')).toBeNull()
  })

  it('links each language by its own name and says where there is no translation', () => {
    const links = [...body.querySelectorAll('.language-menu a')]
    expect(links.map(a => [a.getAttribute('lang'), a.getAttribute('hreflang')])).toEqual([
      ['en-US', 'en-US'],
      ['zh-CN', 'zh-CN'],
      ['ru', 'ru'],
    ])
    expect(links.map(a => a.textContent)).toEqual(['«English»', '«简体中文»', '«Русский»«notTranslated»'])
    expect(links[2]?.querySelector('.language-note')?.getAttribute('lang')).toBe('zh-CN')
    expect(links[1]?.getAttribute('aria-current')).toBe('true')
  })

  it('leads from a stale translation to its original', () => {
    expect(body.querySelector('.notice-stale a')?.getAttribute('href')).toBe('/docs/guides/start.html')
    const original = samplePage({ stale: false })
    expect(renderBody(original, locale).querySelector('.notice-stale')).toBeNull()
  })

  it('shows the day of the last change the same in every time zone', () => {
    const time = body.querySelector('time')
    expect(time?.textContent).toBe('2026-03-04')
    expect(time?.dateTime).toBe('2026-03-04T23:30:00-05:00')
  })

  it('has the classes of the container', () => {
    const page = samplePage({ sidebar: -1, frontmatter: { navbar: false, pageClass: 'wide' } })
    const classes = renderBody(page, locale).querySelector('.layout')?.className.split(' ')
    expect(classes).toEqual(expect.arrayContaining(['no-navbar', 'no-sidebar', 'wide']))
  })

  it('shows data as text, whatever it holds', () => {
    const evil = '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>&lt;b&gt;${7*7}{{7*7}}$&'
    const evilLink = { ...link('/docs/zh/x'), text: evil }
    const page = samplePage({
      title: evil,
      headers: [{ level: 2, title: evil, slug: evil }],
      prev: evilLink,
      editLink: { ...link('https://x.example/', true), text: evil },
      languages: samplePage().languages.map(language => ({ ...language, label: evil })),
    })
    const sidebars = [[{ text: evil, link: evilLink, items: [] }]]
    const evilLocale = sampleLocale({
      title: evil,
      footer: evil,
      selectText: evil,
      sidebars,
      nav: [{ text: evil, link: evilLink, items: [] }],
    })
    const html = renderHtml(page, evilLocale)
    expect(html).not.toMatch(/<script|<img src=x/)
    const shown = renderBody(page, evilLocale)
    expect(shown.querySelector('.footer p')?.textContent).toBe(evil)
    expect(shown.querySelector('.pager-title')?.textContent).toBe(evil)
    expect(shown.querySelector('.notice-stale a')?.textContent).toBe('«staleSource»')
  })
})

describe('Home', () => {
  it('shows hero, action, features and its own footer', () => {
    const body = bodyOf(homePage)
    expect(body.querySelector('.hero-name')?.textContent).toBe('«hero»')
    expect(body.querySelector('.hero-line')?.textContent).toBe('«tagline»')
    expect(body.querySelector('.hero-image')?.getAttribute('alt')).toBe('«hero alternative»')
    expect(body.querySelector('.hero .action')?.getAttribute('href')).toBe('/docs/zh/guides/')
    expect(body.querySelector('.features li')?.textContent).toBe('«feature»«details»')
    expect(body.querySelector('footer p')?.textContent).toBe('«home footer»')
    expect(body.querySelector('.sidebar, .outline, .pager, .edit-link')).toBeNull()
  })

  it('takes the title of the site and the description by default, and null hides them', () => {
    const plain = renderBody({ ...homePage, frontmatter: { home: true } }, locale)
    expect(plain.querySelector('.hero-name')?.textContent).toBe(locale.title)
    expect(plain.querySelector('.hero-line')?.textContent).toBe('«page description»')
    const actions = [
      { text: 'One', link: '/one' },
      { text: 'Two', link: '/two' },
    ]
    const several = renderBody({ ...homePage, frontmatter: { home: true, actions } }, locale)
    expect([...several.querySelectorAll('.hero-action a')].map(a => a.getAttribute('href'))).toEqual([
      '/one',
      '/two',
    ])
    const bare = renderBody({ ...homePage, frontmatter: { heroText: null, tagline: null } }, locale)
    expect(bare.querySelector('.hero-name, .hero-line, .hero-image, .features')).toBeNull()
  })
})

describe('NotFound', () => {
  it('leads home and to the other languages', () => {
    const body = bodyOf(notFoundPage)
    expect(body.querySelector('main .action')?.getAttribute('href')).toBe('/docs/zh/')
    expect([...body.querySelectorAll('.not-found-languages a')].map(a => a.getAttribute('lang'))).toEqual([
      'en-US',
      'zh-CN',
      'ru',
    ])
    expect(body.querySelector('.language-note')).toBeNull()
  })
})
