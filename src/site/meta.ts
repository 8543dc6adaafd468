import { localAddress, isOutside } from '../shared/addresses.ts'
import { META_ATTRIBUTES } from '../schema/values.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { LanguageLink, LocaleView } from '../schema/view.ts'

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

/** Meta tags of a page, the first of each identity wins (B132), with Open Graph (H-OG-1). */
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
