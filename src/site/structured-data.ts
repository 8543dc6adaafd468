import { withBase } from '../shared/addresses.ts'
import type { Page, PlacedSite } from '../schema/site.ts'
import type { LocaleView, NavLink, SidebarItem } from '../schema/view.ts'
import { escapeJson } from '../shared/escape.ts'
import { isKeptOut } from './meta.ts'

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
