import type { SiteConfig } from '../schema/config.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { Page, PlacedSite, Site } from '../schema/site.ts'
import { META_ATTRIBUTES } from '../schema/values.ts'
import type { LanguageLink, LocaleView, NavLink, SidebarItem } from '../schema/view.ts'
import { isOutside, localAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { contentType } from '../shared/content-type.ts'
import { escapeJson } from '../shared/escape.ts'

interface MetaContext {
  config: SiteConfig
  canonical: string | undefined
  languages: readonly LanguageLink[]
}

/** B131: the page's own description, else its locale's, else the site's. Search engines also get the first paragraph. */
export function descriptionOf(page: PageSummary, locale: LocaleView, config: SiteConfig): string {
  const { frontmatter } = page.record
  const own = frontmatter.meta?.find(tag => tag['name'] === 'description')?.['content']
  return own ?? frontmatter.description ?? (locale.description || config.description)
}

/** Meta tags of a page, the first of each identity wins, with Open Graph. */
export function createMeta(
  page: PageSummary,
  locale: LocaleView,
  context: MetaContext,
): Record<string, string>[] {
  const { record, excerpt } = page
  const description = descriptionOf(page, locale, context.config)
  const own = record.frontmatter.description ?? (excerpt || description)
  const others = context.languages.filter(language => language.translated && language.locale !== page.locale)
  const tags = [
    { name: 'description', content: description },
    ...givenTags(page, context.config),
    { property: 'og:title', content: record.title || locale.title },
    { property: 'og:description', content: own },
    { property: 'og:type', content: record.frontmatter.home ? 'website' : 'article' },
    { property: 'og:site_name', content: locale.title },
    ...(context.canonical ? [{ property: 'og:url', content: context.canonical }] : []),
    { property: 'og:locale', content: ogLocale(locale.lang) },
    ...others.map(({ lang }) => ({ property: 'og:locale:alternate', content: ogLocale(lang) })),
    ...imageTags(record, context.config),
    { name: 'twitter:card', content: imageOf(record, context.config) ? 'summary_large_image' : 'summary' },
    ...authorTags(record.frontmatter.authors),
  ]
  return mergeTags(tags.filter(isFull))
}

/** What authors give, the first of each name counts: the page, plugins for it, the site. */
function givenTags(
  { record, head = [] }: Pick<PageSummary, 'record' | 'head'>,
  { head: ofSite, noindex }: Pick<SiteConfig, 'head' | 'noindex'>,
): Record<string, string>[] {
  return [
    ...(record.frontmatter.meta ?? []),
    ...head.flatMap(({ tag, attributes }) => (tag === 'meta' ? [attributes] : [])),
    ...ofSite.filter(entry => entry.tag === 'meta').map(entry => stringAttributes(entry.attributes)),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

function isFull(tag: Record<string, string>): boolean {
  return Object.values(tag).every(value => value !== '')
}

/** True for a page that asks search engines to leave it out: its text shall not be found beside it either. */
export function isKeptOut(...given: Parameters<typeof givenTags>): boolean {
  const robots = givenTags(...given).find(tag => tag['name'] === 'robots' && isFull(tag))
  return /noindex|none/i.test(robots?.['content'] ?? '')
}

/** That of the page, else that of the site. */
function imageOf({ frontmatter }: PageRecord, { machines }: SiteConfig): Frontmatter['image'] {
  return frontmatter.image ?? machines.image
}

/** The picture of a page as other sites show it: its address is absolute where the site knows its own. */
function imageTags(record: PageRecord, config: SiteConfig): Record<string, string>[] {
  const { url = '', base } = config
  const image = imageOf(record, config)
  if (!image) return []
  const { src, alt = '' } = typeof image === 'string' ? { src: image } : image
  const inSite = () => (src.startsWith('/') ? src : new URL(src, `http://site${record.path}`).pathname)
  const address = isOutside(src) ? src : url + localAddress(base, inSite())
  return [
    { property: 'og:image', content: address },
    { property: 'og:image:alt', content: alt },
  ]
}

function authorTags(authors: Frontmatter['authors'] = []): Record<string, string>[] {
  const names = authors.map(author => (typeof author === 'string' ? author : author.name))
  return [{ name: 'author', content: names.join(', ') }]
}

function mergeTags(tags: readonly Record<string, string>[]): Record<string, string>[] {
  const merged = new Map<string, Record<string, string>>()
  for (const tag of tags) {
    const isSafe = Object.keys(tag).every(name => META_ATTRIBUTES.has(name))
    const safe = isSafe ? tag : knownAttributes(tag)
    if (Object.keys(safe).length === 0) continue
    const identity = tag['name'] ?? tag['property'] ?? tag['itemprop']
    // Several alternates stand side by side; everything else appears once.
    const key = identity && identity !== 'og:locale:alternate' ? identity : JSON.stringify(safe)
    if (!merged.has(key)) merged.set(key, safe)
  }
  return [...merged.values()]
}

function knownAttributes(tag: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tag).filter(([name]) => META_ATTRIBUTES.has(name)))
}

function stringAttributes(attributes: Record<string, string | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}

/** `zh-CN` → `zh_CN`. */
function ogLocale(lang: string): string {
  return lang.replace('-', '_')
}

/** An icon of the site as manifests have it. */
interface SiteIcon {
  /** With base. */
  src: string
  type?: string
  sizes?: string
}

/** The icons that `head` of the configuration names, those of the same address once. */
export function iconsOf({ head, base }: Pick<SiteConfig, 'head' | 'base'>): SiteIcon[] {
  const icons = head.flatMap(({ tag, attributes }): [string, SiteIcon][] => {
    const { rel, href, sizes, type } = attributes
    if (tag !== 'link' || typeof href !== 'string' || !ICON.test(String(rel))) return []
    const name = href.replace(/[?#].*$/s, '')
    const isDrawing = name.toLowerCase().endsWith('.svg')
    const size = typeof sizes === 'string' ? sizes : isDrawing ? 'any' : undefined
    const known = typeof type === 'string' ? type : contentType(name).split(';')[0]
    return [
      [
        href,
        {
          src: localAddress(base, href),
          ...(known ? { type: known } : {}),
          ...(size ? { sizes: size } : {}),
        },
      ],
    ]
  })
  return [...new Map(icons).values()]
}

const ICON = /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/i

type OfSite = Pick<PlacedSite, 'config' | 'locales'>

/** A node of JSON-LD; what is undefined is left out. */
type Data = Record<string, unknown>

/** Address with base → the entries above it in a sidebar that lead somewhere, outermost first. */
type Trails = ReadonlyMap<string, readonly NavLink[]>

/**
 * What search engines are told of a page (schema.org) as JSON that is safe in a `<script>` element: an article with its place
 * among the others, or the site on the home page of a language. Undefined without an address of the site, and for what search
 * engines leave out.
 */
export function createStructuredData(site: OfSite): (page: Page) => string | undefined {
  const trails = new Map<SidebarItem[], Trails>()
  return page => {
    const { view } = page
    const locale = site.locales[view.locale]
    if (!locale || view.canonical === undefined || view.fallback || isKeptOut(page, site.config))
      return undefined
    if (view.path === locale.path)
      return escapeJson({ '@context': 'https://schema.org', ...siteData(locale, site, view.description) })
    const sidebar = locale.sidebars[view.sidebar] ?? []
    const known = trails.get(sidebar) ?? trailsOf(sidebar)
    trails.set(sidebar, known)
    const graph = [articleData(page, locale, site), breadcrumbs(page, { locale, site, trails: known })]
    return escapeJson({ '@context': 'https://schema.org', '@graph': graph })
  }
}

function siteData(locale: LocaleView, { config }: OfSite, description?: string): Data {
  return {
    '@type': 'WebSite',
    name: locale.title || config.title,
    url: (config.url ?? '') + locale.home,
    inLanguage: locale.lang,
    description: description || undefined,
  }
}

function articleData({ view, record, excerpt }: Page, locale: LocaleView, site: OfSite): Data {
  const { frontmatter } = record
  const image = view.meta.find(({ property }) => property === 'og:image')?.['content']
  const authors = (frontmatter.authors ?? []).map(author => {
    const { name, link } = typeof author === 'string' ? { name: author } : author
    return { '@type': 'Person', name, url: link }
  })
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
    isPartOf: siteData(locale, site),
  }
}

interface TrailContext {
  locale: LocaleView
  site: OfSite
  trails: Trails
}

/** From the home page over the groups of the sidebar that have a page: each has a name and an absolute address. */
function breadcrumbs({ view, record }: Page, { locale, site, trails }: TrailContext): Data {
  const { url = '', base } = site.config
  const own = withBase(base, view.path)
  const above = (trails.get(own) ?? []).filter(({ href }) => href !== locale.home && href !== own)
  const steps = [
    { name: locale.title || site.config.title || locale.label, item: url + locale.home },
    ...above.map(({ text, href }) => ({ name: text, item: url + href })),
    { name: record.title || view.path, item: view.canonical },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

/** The first place of each page counts. */
function trailsOf(sidebar: readonly SidebarItem[]): Trails {
  const trails = new Map<string, readonly NavLink[]>()
  const walk = (items: readonly SidebarItem[], above: readonly NavLink[]): void => {
    for (const { link, items: inner } of items) {
      const isOwn = link !== undefined && !link.external
      if (isOwn && !trails.has(link.href)) trails.set(link.href, above)
      walk(inner, isOwn ? [...above, link] : above)
    }
  }
  walk(sidebar, [])
  return trails
}

/** Path without base of the manifest. */
export const MANIFEST_FILE = '/manifest.webmanifest'

/** Path without base of what describes the search of a language. */
export function openSearchFile({ path }: Pick<LocaleView, 'path'>): string {
  return `${path}opensearch.xml`
}

/** True where browsers can be told of the search of a language. */
export function searches({ url, machines }: SiteConfig, { search }: LocaleView): boolean {
  return machines.openSearch && url !== undefined && search.provider !== 'none'
}

/** Output paths of all of them. */
export function machineNames({ config, locales }: Pick<Site, 'config' | 'locales'>): string[] {
  const search = Object.values(locales).filter(locale => searches(config, locale))
  const names = [...search.map(openSearchFile), ...(config.machines.manifest ? [MANIFEST_FILE] : [])]
  return names.map(name => safeDecode(name).slice(1))
}

/** Links in the heads of all documents of a language to what browsers read of the site; addresses without base. */
export function machineLinks(config: SiteConfig, locale: LocaleView): SiteConfig['head'] {
  const search = {
    rel: 'search',
    type: 'application/opensearchdescription+xml',
    title: locale.title || config.title || locale.label,
    href: openSearchFile(locale),
  }
  const links: SiteConfig['head'] = []
  if (searches(config, locale)) links.push({ tag: 'link', attributes: search })
  const hasManifest = config.head.some(({ attributes }) => attributes['rel'] === 'manifest')
  if (config.machines.manifest && !hasManifest)
    links.push({ tag: 'link', attributes: { rel: 'manifest', href: MANIFEST_FILE } })
  return links
}
