import type { SiteConfig } from '../schema/config.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { Page, Site } from '../schema/site.ts'
import { META_ATTRIBUTES } from '../schema/values.ts'
import type { LocaleView, PageView } from '../schema/view.ts'
import { isOutside, localAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { contentType } from '../shared/http.ts'
import { escapeJson } from '../shared/escape.ts'
import { orderOf } from './navigation.ts'

type MetaTag = Record<string, string>

export function descriptionOf(page: PageSummary, locale: LocaleView, config: SiteConfig) {
  const { frontmatter } = page.record
  const own = frontmatter.meta?.find(tag => tag['name'] === 'description')?.['content']
  return own ?? frontmatter.description ?? (locale.description || config.description)
}

/** The first of each identity wins. */
export function createMeta(
  page: Page,
  locale: LocaleView,
  config: SiteConfig,
  { canonical, languages }: Pick<PageView, 'canonical' | 'languages'>,
): MetaTag[] {
  const { record, excerpt } = page
  const { frontmatter, title } = record
  const description = descriptionOf(page, locale, config)
  // `zh-CN` → `zh_CN`.
  const ogLocale = (lang: string) => lang.replace('-', '_')
  const others = languages.filter(language => language.translated && language.locale !== page.locale)
  const image = imageTags(page, config)
  const authors = authorsOf(page).map(({ name }) => name)
  return mergeTags([
    { name: 'description', content: description },
    ...givenTags(page, config),
    { property: 'og:title', content: title || locale.title },
    { property: 'og:description', content: frontmatter.description ?? (excerpt || description) },
    { property: 'og:type', content: frontmatter.home ? 'website' : 'article' },
    { property: 'og:site_name', content: locale.title },
    { property: 'og:url', content: canonical ?? '' },
    { property: 'og:locale', content: ogLocale(locale.lang) },
    ...others.map(({ lang }) => ({ property: 'og:locale:alternate', content: ogLocale(lang) })),
    ...image,
    { name: 'twitter:card', content: image.length > 0 ? 'summary_large_image' : 'summary' },
    { name: 'author', content: authors.join(', ') },
  ])
}

function authorsOf({ record }: Pick<PageSummary, 'record'>): { name: string; link?: string | undefined }[] {
  const { authors = [] } = record.frontmatter
  return authors.map(author => (typeof author === 'string' ? { name: author } : author))
}

function givenTags(
  { record, head = [] }: Pick<PageSummary, 'record' | 'head'>,
  { head: ofSite, noindex }: Pick<SiteConfig, 'head' | 'noindex'>,
): MetaTag[] {
  const metas = [...head, ...ofSite].filter(({ tag }) => tag === 'meta')
  return [
    ...(record.frontmatter.meta ?? []),
    ...metas.map(({ attributes }) =>
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)])),
    ),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

function isFull(tag: MetaTag) {
  return Object.values(tag).every(value => value !== '')
}

/** True for a page that search engines should skip: its Markdown copy must not be found either. */
export function isKeptOut(...given: Parameters<typeof givenTags>) {
  const robots = givenTags(...given).find(tag => tag['name'] === 'robots' && isFull(tag))
  return /noindex|none/i.test(robots?.['content'] ?? '')
}

/** The address is absolute where the site knows its own. */
function imageTags({ record, links, addresses }: Page, config: SiteConfig): MetaTag[] {
  const { url = '', base, machines } = config
  const image = record.frontmatter.image ?? machines.image
  if (!image) return []
  const { src, alt = '' } = typeof image === 'string' ? { src: image } : image
  const own = addresses[links.findIndex(({ key }) => key?.[0] === 'image')]
  const inSite = () => localAddress(base, new URL(src, 'http://site/').pathname)
  const address = typeof own === 'string' ? own : isOutside(src) ? src : inSite()
  return [
    { property: 'og:image', content: isOutside(address) ? address : url + address },
    { property: 'og:image:alt', content: alt },
  ]
}

function mergeTags(tags: readonly MetaTag[]): MetaTag[] {
  const merged = new Map<string, MetaTag>()
  for (const tag of tags.filter(isFull)) {
    const known = Object.fromEntries(Object.entries(tag).filter(([name]) => META_ATTRIBUTES.has(name)))
    if (Object.keys(known).length === 0) continue
    const identity = tag['name'] ?? tag['property'] ?? tag['itemprop']
    // A page may have several alternates.
    const key = identity && identity !== 'og:locale:alternate' ? identity : JSON.stringify(known)
    if (!merged.has(key)) merged.set(key, known)
  }
  return [...merged.values()]
}

/** Icons in the form of manifests, each address once, with base. */
export function iconsOf({ head, base }: Pick<SiteConfig, 'head' | 'base'>) {
  const icons = head.flatMap(({ tag, attributes }) => {
    const { rel, href, sizes, type } = attributes
    const isIcon = /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/i.test(String(rel))
    if (tag !== 'link' || typeof href !== 'string' || href === NO_ICON || !isIcon) return []
    const name = href.replace(/[?#].*$/s, '')
    const size = typeof sizes === 'string' ? sizes : name.toLowerCase().endsWith('.svg') && 'any'
    const known = typeof type === 'string' ? type : contentType(name).split(';')[0]
    const icon = { src: localAddress(base, href), type: known || undefined, sizes: size || undefined }
    return [[href, icon] as const]
  })
  return [...new Map(icons).values()]
}

type Data = Record<string, unknown>

/** JSON-LD, safe in a `<script>`; undefined without the option, and for pages kept out of search. */
export function createStructuredData({ config, locales }: Pick<Site, 'config' | 'locales'>) {
  return (page: Page): string | undefined => {
    const { view } = page
    const locale = config.machines.structuredData ? locales[view.locale] : undefined
    if (!locale || view.canonical === undefined || view.fallback || isKeptOut(page, config)) return undefined
    const website = {
      '@type': 'WebSite',
      name: locale.title || config.title,
      url: (config.url ?? '') + locale.home,
      inLanguage: locale.lang,
    }
    const data =
      view.path === locale.path
        ? { ...website, description: view.description || undefined }
        : { '@graph': [articleData(page, locale, website), breadcrumbs(page, locale, config)] }
    return escapeJson({ '@context': 'https://schema.org', ...data })
  }
}

function articleData(page: Page, locale: LocaleView, website: Data) {
  const { view, record, excerpt } = page
  const { frontmatter } = record
  const image = view.meta.find(({ property }) => property === 'og:image')?.['content']
  const authors = authorsOf(page).map(({ name, link }) => ({ '@type': 'Person', name, url: link }))
  return {
    '@type': 'TechArticle',
    headline: record.title || locale.title || view.path,
    description: (frontmatter.description ?? excerpt) || undefined,
    url: view.canonical,
    mainEntityOfPage: view.canonical,
    inLanguage: view.lang,
    image: image === undefined ? undefined : [image],
    datePublished: frontmatter.date,
    dateModified: view.lastUpdated,
    author: authors.length > 0 ? authors : undefined,
    isPartOf: website,
  }
}

/** Trail from the home page through sidebar groups that have a page. */
function breadcrumbs({ view, record }: Page, locale: LocaleView, config: SiteConfig) {
  const { url = '', base, title } = config
  const own = withBase(base, view.path)
  let items = locale.sidebars[view.sidebar] ?? []
  const above = (orderOf(items).places.get(own)?.path ?? []).slice(0, -1).flatMap(index => {
    const { link, items: below = [] } = items[index] ?? {}
    items = below
    return link && !link.external && link.href !== locale.home && link.href !== own ? [link] : []
  })
  const steps = [
    { name: locale.title || title || locale.label, item: url + locale.home },
    ...above.map(({ text, href }) => ({ name: text, item: url + href })),
    { name: record.title || view.path, item: view.canonical },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

export const MANIFEST_FILE = '/manifest.webmanifest'

export function openSearchFile({ path }: Pick<LocaleView, 'path'>) {
  return `${path}opensearch.xml`
}

/** The results page, or the home page, which opens the dialog; with base. */
export function searchAddress({ base, home, searchPage }: LocaleView) {
  return searchPage === undefined ? home : withBase(base, searchPage)
}

export function searches({ url, machines }: SiteConfig, { search }: LocaleView) {
  return machines.openSearch && url !== undefined && search.provider !== 'none'
}

export function machineLinks(config: SiteConfig, locale: LocaleView): SiteConfig['head'] {
  const type = 'application/opensearchdescription+xml'
  const title = locale.title || config.title || locale.label
  const hasManifest = config.head.some(({ attributes }) => attributes['rel'] === 'manifest')
  const links = [
    ...(searches(config, locale) ? [{ rel: 'search', type, title, href: openSearchFile(locale) }] : []),
    ...(config.machines.manifest && !hasManifest ? [{ rel: 'manifest', href: MANIFEST_FILE }] : []),
  ]
  return links.map(attributes => ({ tag: 'link', attributes }))
}

/** Encoded, without base: `/guide/start.html` → `/guide/start.md`, `/guide/` → `/guide/index.md`. */
export function markdownPath({ path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>) {
  if (!path.endsWith('/')) return `${path.replace(/\.html?$/, '')}.md`
  return path === '/' || regularPath.endsWith('/') ? `${path}index.md` : `${path.slice(0, -1)}.md`
}

export function markdownFile({ record }: Pick<PageSummary, 'record'>) {
  return safeDecode(markdownPath(record)).slice(1)
}

/** False for pages kept out of search engines, unless `robots.txt` covers all pages (`noindex`). */
export function hasMarkdown(page: PageSummary, config: SiteConfig) {
  return config.noindex || !isKeptOut(page, config)
}

/** Output path. */
export function llmsName({ path }: Pick<LocaleView, 'path'>, kind: 'llms' | 'llms-full') {
  return `${safeDecode(path).slice(1)}${kind}.txt`
}

const ICON_FILES = ['favicon.svg', 'favicon.png', 'favicon.ico']

/** Every policy of ours allows it. */
export const NO_ICON = 'data:,'

/** Without an icon, browsers ask for `/favicon.ico`, whatever the base, and report it missing. */
export function withIcon(config: SiteConfig, publicFiles: readonly string[]): SiteConfig {
  if (config.head.some(isIcon)) return config
  const file = ICON_FILES.find(name => publicFiles.includes(name))
  const href = file ? `/${file}` : NO_ICON
  return { ...config, head: [...config.head, { tag: 'link', attributes: { rel: 'icon', href } }] }
}

/** In all spellings that browsers understand. */
export function isIcon({ tag, attributes }: SiteConfig['head'][number]) {
  const names = String(attributes['rel']).toLowerCase()
  return tag === 'link' && names.split(/\s+/).includes('icon')
}
