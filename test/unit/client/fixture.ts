import type { LocaleIndex, LocaleView, PageChunk, PageView } from '../../../src/schema/view.ts'
import { ENGLISH } from '../../../src/schema/strings.ts'

export function pageChunk(path: string, changes: Partial<PageView> = {}): PageChunk {
  const locale = path.startsWith('/zh/') ? '/zh/' : '/'
  const page: PageView = {
    key: `v-${[...path].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) >>> 0}`,
    path,
    locale,
    lang: locale === '/zh/' ? 'zh-CN' : 'en-US',
    title: `Title of ${path}`,
    documentTitle: `Title of ${path} | Site`,
    description: '',
    meta: [],
    alternates: [],
    layout: 'Layout',
    frontmatter: {},
    headers: [],
    languages: [],
    sidebar: -1,
    outline: false,
    ...changes,
  }
  return { page, html: `<h1>${page.title}</h1><h2 id="first">First</h2><h2 id="第二">Second</h2>` }
}

export function localeView(code: 'en' | 'zh', base = '/'): LocaleView {
  const home = base.slice(0, -1)
  const locales = [
    { path: '/', code: 'en', lang: 'en-US', label: 'English', home: `${home}/` },
    { path: '/zh/', code: 'zh', lang: 'zh-CN', label: '简体中文', home: `${home}/zh/` },
  ]
  const own = locales.find(locale => locale.code === code) ?? locales[0]
  return {
    path: own?.path ?? '/',
    code,
    lang: own?.lang ?? 'en-US',
    dir: 'ltr',
    label: own?.label ?? '',
    title: code === 'zh' ? '站点' : 'Site',
    description: '',
    selectText: '',
    base,
    home: own?.home ?? '/',
    locales,
    nav: [],
    sidebars: [],
    sidebarDepth: 1,
    strings: code === 'en' ? ENGLISH : { ...ENGLISH, notFoundTitle: '未找到页面' },
    search: { provider: 'none' },
    offline: false,
  }
}

/** The page table of a locale with the given paths; `/api/` has the chunk `v-api-.1.js`. */
export function localeIndex(
  code: 'en' | 'zh',
  paths: string[],
  redirects: Record<string, string> = {},
): LocaleIndex {
  return {
    view: `/assets/locales/${code}.1.json`,
    theme: '1a2b3c4d',
    pages: Object.fromEntries(paths.map(path => [path, [chunkFile(path), `Title of ${path}`, 20_000]])),
    redirects,
  }
}

export function chunkFile(path: string, version = 1): string {
  return `v${decodeURI(path).replace(/\W+/g, '-')}.${version}.js`
}
