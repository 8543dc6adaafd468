import type { Strings } from '../../../src/schema/strings.ts'
import { stringsSchema } from '../../../src/schema/config.ts'
import type { LocaleView, NavLink, PageView } from '../../../src/schema/view.ts'
import { renderToString } from 'react-dom/server'
import { PageApp } from '../../../src/shared/page-app.tsx'
import Home from '../../../templates/layouts/Home.tsx'
import Layout from '../../../templates/layouts/Layout.tsx'
import NotFound from '../../../templates/layouts/NotFound.tsx'
import Page from '../../../templates/layouts/Page.tsx'

/** A link whose text is its address in guillemets, so that tests can tell data from text that a component wrote. */
export function link(href: string, external = false): NavLink {
  return { text: `«${href}»`, href, external }
}

/** UI strings that name themselves: `«menu»`. */
export const markedStrings = Object.fromEntries(
  Object.keys(stringsSchema.shape).map(key => [key, `«${key}»`]),
) as Strings

const LANGUAGES = [
  ['/', 'en', 'en-US', '«English»'],
  ['/zh/', 'zh', 'zh-CN', '«简体中文»'],
  ['/ru/', 'ru', 'ru', '«Русский»'],
] as const

/** A locale with everything that a locale can have. */
export function sampleLocale(changes: Partial<LocaleView> = {}): LocaleView {
  return {
    path: '/zh/',
    code: 'zh',
    lang: 'zh-CN',
    dir: 'ltr',
    label: '«简体中文»',
    title: '«site»',
    description: '«site description»',
    selectText: '«languages»',
    base: '/docs/',
    home: '/docs/zh/',
    locales: LANGUAGES.map(([path, code, lang, label]) => ({
      path,
      code,
      lang,
      label,
      home: `/docs${path}`,
    })),
    nav: [
      { text: '«API»', link: link('/docs/zh/api/'), items: [] },
      { text: '«Guides»', link: link('/docs/zh/guides/'), items: [link('https://v2.example.org/', true)] },
    ],
    sidebars: [
      [
        { text: '«home»', link: link('/docs/zh/'), items: [] },
        { text: '«open page»', link: link('/docs/zh/guides/start.html'), items: [] },
        { text: '«group»', items: [{ text: '«member»', link: link('/docs/zh/api/mount.html'), items: [] }] },
      ],
    ],
    sidebarDepth: 1,
    repo: link('https://code.example.org/', true),
    logo: '/docs/logo.png',
    notice: { text: '«notice»', link: link('https://notice.example.org/', true) },
    footer: '«footer»',
    strings: markedStrings,
    search: { provider: 'local' },
    offline: true,
    ...changes,
  }
}

/** A page with everything that a page can have. */
export function samplePage(changes: Partial<PageView> = {}): PageView {
  return {
    key: 'v-00000001',
    path: '/zh/guides/start.html',
    locale: '/zh/',
    lang: 'zh-CN',
    title: '«page»',
    documentTitle: '«page» | «site»',
    description: '«page description»',
    meta: [],
    alternates: [],
    layout: 'Layout',
    frontmatter: {},
    headers: [
      { level: 2, title: '«first»', slug: 'first' },
      { level: 3, title: '«inner»', slug: 'inner' },
      { level: 2, title: '«second»', slug: '第二' },
    ],
    languages: LANGUAGES.map(([path, , lang, label]) => ({
      locale: path,
      lang,
      label,
      href: path === '/ru/' ? '/docs/ru/' : `/docs${path}guides/start.html`,
      translated: path !== '/ru/',
    })),
    sidebar: 0,
    prev: link('/docs/zh/'),
    next: link('/docs/zh/api/'),
    editLink: link('https://code.example.org/edit', true),
    lastUpdated: '2026-03-04T23:30:00-05:00',
    outline: true,
    stale: true,
    ...changes,
  }
}

/** A home page with every key of its frontmatter. */
export const homePage = samplePage({
  layout: 'Home',
  path: '/zh/',
  headers: [],
  sidebar: -1,
  frontmatter: {
    home: true,
    heroImage: '/docs/hero.png',
    heroAlt: '«hero alternative»',
    heroText: '«hero»',
    tagline: '«tagline»',
    actionText: '«action»',
    actionLink: '/docs/zh/guides/',
    features: [{ title: '«feature»', details: '«details»' }],
    footer: '«home footer»',
  },
})

export const notFoundPage = samplePage({
  key: '',
  path: '',
  layout: 'NotFound',
  headers: [],
  sidebar: -1,
  outline: false,
  notFound: true,
})

const LAYOUTS = { Home, Layout, NotFound, Page }

/** The body of a document; needs the environment jsdom. */
export function renderBody(
  page: PageView,
  locale: LocaleView,
  html = '<h1 id="t">«title»</h1>',
): HTMLElement {
  const layout = LAYOUTS[page.layout as keyof typeof LAYOUTS]
  const text = renderToString(<PageApp layout={layout} page={page} locale={locale} html={html} />)
  return new DOMParser().parseFromString(`<!DOCTYPE html><body>${text}`, 'text/html').body
}
