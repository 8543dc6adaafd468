import path from 'node:path'
import { nearest } from '../lib/text.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { FallbackView, LanguageLink, LocaleView, PageView } from '../schema/view.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageFrontmatter } from '../schema/frontmatter.ts'
import type { PageHeadTag, PageSummary } from '../schema/page.ts'
import type { FallbackPage, Page, PlacedFallback, PlacedPage, PlacedSite, Site } from '../schema/site.ts'
import { localAddress, localizeAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { editUrl, translateUrl } from './edit-link.ts'
import { createMeta, descriptionOf } from './head.ts'
import { type PageLookup, linkedAddress } from './links.ts'
import { directionOf } from './locale-view.ts'
import { hasTwin, twinPath } from './markdown-copies.ts'
import { type NavContext, type Sidebar, isLarge, neighbours, orderOf } from './navigation.ts'

export interface ViewContext {
  config: SiteConfig
  lookup: PageLookup
  locale: LocaleView
  sidebars: Sidebar[]
  nav: NavContext
  /** Layout names that exist. */
  layouts: readonly string[]
  /** Addresses without base of what pages may load besides, by name. */
  parts: Readonly<Record<string, string>>
  /** ISO date of the last commit by site-relative file. */
  lastUpdated: ReadonlyMap<string, string>
  /** Relative paths of translations whose source changed. */
  stale: ReadonlySet<string>
  /** Finds the translations of a page. */
  languagesOf: ReturnType<typeof createLanguageLinks>
}

/** Everything a layout shows of one page, besides its content. */
function createPageView(page: PageSummary, context: ViewContext): PageView {
  const { record } = page
  const { frontmatter } = record
  const { config, locale } = context
  const sidebar = sidebarIndex(page, context)
  const { languages, alternates } = context.languagesOf(page, locale)
  const editing = editLink(page, context)
  const updated =
    config.theme.lastUpdated && frontmatter.lastUpdated !== false && context.lastUpdated.get(page.file)
  const around = neighbours(page, context.sidebars[sidebar]?.items ?? [], context.nav)
  // A page in another language than that of its address is no page of its own for search engines.
  const address = withBase(config.base, (page.original ?? page).record.path)
  const canonical = config.url ? config.url + address : page.original && address
  const view: PageView = {
    key: record.key,
    path: record.path,
    locale: page.locale,
    lang: frontmatter.lang ?? locale.lang,
    title: record.title,
    documentTitle: documentTitle(page, locale.title),
    description: descriptionOf(page, locale, config),
    meta: createMeta(page, locale, { config, canonical, languages }),
    alternates: page.original ? [] : alternates,
    layout: layoutOf(page, context.layouts),
    frontmatter: viewFrontmatter(page, context),
    headers: record.headers ?? [],
    languages,
    sidebar,
    ...around,
    outline: config.theme.outline && frontmatter.outline !== false,
  }
  const top = topHeading(page)
  if (top !== undefined && top !== record.title) view.topHeading = top
  if (canonical) view.canonical = canonical
  if (editing) view.editLink = editing
  if (updated) view.lastUpdated = updated
  const tags = [...twinLink(page, config), ...(page.head?.filter(({ tag }) => tag !== 'meta') ?? [])]
  if (tags.length > 0) view.head = tags
  const loads = (page.parts ?? []).flatMap(part => context.parts[part] ?? [])
  if (loads.length > 0) view.loads = loads.map(address => withBase(config.base, address))
  if (page.data) view.data = page.data
  if (page.original) view.fallback = fallbackView(page, page.original, context)
  if (context.stale.has(record.relativePath)) view.stale = true
  const items = context.sidebars[sidebar]?.items
  if (items && isLarge(items))
    view.sidebarPath = orderOf(items).paths.get(withBase(config.base, record.path)) ?? []
  return view
}

/** Leads programs to the Markdown twin; of a page that its language lacks, to that of the original. */
function twinLink(page: PageSummary, config: SiteConfig): PageHeadTag[] {
  if (!config.machines.markdown || !hasTwin(page, config)) return []
  const href = withBase(config.base, twinPath((page.original ?? page).record))
  return [{ tag: 'link', attributes: { rel: 'alternate', type: 'text/markdown', href } }]
}

/** B130: `page | site`; only what exists of the two, and once where they are the same; `metaTitle` wins; a title of the frontmatter is used as it is. */
function documentTitle(page: PageSummary, siteTitle: string): string {
  const { title, frontmatter } = page.record
  const { metaTitle, home, titleTemplate: template } = frontmatter
  if (metaTitle) return metaTitle
  const own = home && siteTitle ? siteTitle : frontmatter.title?.trim() || title
  if (template === false) return own || 'docsgen'
  if (template)
    return template.includes(':title') ? template.replaceAll(':title', () => own) : `${own} | ${template}`
  return (own === siteTitle ? [own] : [own, siteTitle]).filter(Boolean).join(' | ') || 'docsgen'
}

/** The level 2 heading that stands for the page: the first one, with only lower ones after it. */
function topHeading({ headings: [first, ...others] }: PageSummary): string | undefined {
  return first?.depth === 2 && others.every(({ depth }) => depth > 2) ? first.title : undefined
}

function sidebarIndex(page: PageSummary, context: ViewContext): number {
  const { frontmatter } = page.record
  if (frontmatter.sidebar === false || frontmatter.home) return -1
  // The layout makes this one from the page itself; the number only says that there is one.
  if (frontmatter.sidebar === 'auto') return context.sidebars.length
  const local = '/' + page.record.regularPath.slice(page.locale.length)
  return context.sidebars.findIndex(
    ({ prefix, items }) =>
      items.length > 0 && (local.startsWith(prefix) || page.record.regularPath.startsWith(prefix)),
  )
}

/** The path of a file in the folder of the content. */
function insideContent(file: string, { contentDir }: SiteConfig): string {
  const isInside = file.startsWith(`${contentDir}/`)
  return isInside ? file.slice(contentDir.length + 1) : path.posix.relative(contentDir, file)
}

function editLink(page: PageSummary, { config, locale }: ViewContext): PageView['editLink'] {
  if (page.plugin !== undefined || page.original) return undefined
  if (!(page.record.frontmatter.editLink ?? config.theme.editLinks)) return undefined
  const href = editUrl(config.theme, insideContent(page.file, config))
  const text = config.locales[page.locale]?.editLinkText ?? locale.strings.editPage
  return href ? { text, href, external: true } : undefined
}

/** What readers are told of a page that their language lacks. */
function fallbackView(
  page: PageSummary,
  original: PageSummary,
  { config, locale }: ViewContext,
): FallbackView {
  const language = config.locales[original.locale]
  const lang = original.record.frontmatter.lang ?? language?.lang ?? locale.lang
  const view: FallbackView = {
    locale: original.locale,
    lang,
    dir: language?.dir ?? directionOf(lang),
    label: language?.label ?? lang,
    href: withBase(config.base, original.record.path),
  }
  const translate =
    config.theme.editLinks && page.plugin === undefined
      ? translateUrl(config.theme, page.record.relativePath)
      : undefined
  if (translate) view.translate = translate
  return view
}

/** Frontmatter for layouts: without what is bookkeeping, with the home page's actions as real addresses. */
function viewFrontmatter(page: PageSummary, { lookup, config }: ViewContext): PageFrontmatter {
  const { source: _source, meta: _meta, redirectFrom: _redirectFrom, ...rest } = page.record.frontmatter
  const { original } = page
  const has = (path: string) => lookup.exact(safeDecode(path)) !== undefined
  const address = (link: string): string => {
    const found = linkedAddress(link, page.record.regularPath, { base: config.base, lookup })
    if (!original) return found
    return localizeAddress(found, { base: config.base, from: original.locale, to: page.locale, has })
  }
  if (rest.actionLink) rest.actionLink = address(rest.actionLink)
  if (rest.actions) rest.actions = rest.actions.map(action => ({ ...action, link: address(action.link) }))
  if (rest.features)
    rest.features = rest.features.map(feature => ({
      ...feature,
      ...(typeof feature.icon === 'object' ? { icon: localPicture(feature.icon, config.base) } : {}),
      ...(feature.link === undefined ? {} : { link: address(feature.link) }),
    }))
  if (rest.heroImage) rest.heroImage = localPicture(rest.heroImage, config.base)
  return rest
}

/** Pictures with base. */
function localPicture<T extends string | Record<string, string | undefined>>(picture: T, base: string): T {
  if (typeof picture === 'string') return localAddress(base, picture) as T
  const entries = Object.entries(picture).map(([key, value]) => [
    key,
    key === 'alt' ? value : localAddress(base, value ?? ''),
  ])
  return Object.fromEntries(entries) as T
}

/** Makes the views of pages: the build has all made, a program that shows few pages those of these. */
export class PageViews {
  readonly #contexts: ReadonlyMap<string, ViewContext>

  /** @param contexts by locale path */
  constructor(contexts: ReadonlyMap<string, ViewContext>) {
    this.#contexts = contexts
  }

  /** The same page with its view, which is made once; of a fallback, its original with its own, too. */
  of(page: PlacedFallback): FallbackPage
  of(page: PlacedPage): Page
  of(page: PlacedPage | PlacedFallback): Page {
    if (hasView(page)) return page
    return isFallback(page) ? this.#ofFallback(page) : Object.assign(page, { view: this.#create(page) })
  }

  /** The same site with the views of all its pages. */
  ofSite(site: PlacedSite): Site {
    const pages = site.pages.map(page => this.of(page))
    const fallbacks = site.fallbacks.map(page => this.of(page))
    return Object.assign(site, { pages, fallbacks })
  }

  #ofFallback(page: PlacedFallback): FallbackPage {
    const original = this.of(page.original)
    // For search engines it is the original.
    const { meta, description } = original.view
    return Object.assign(page, { original, view: { ...this.#create(page), meta, description } })
  }

  #create(page: PlacedPage): PageView {
    const context = this.#contexts.get(page.locale)
    if (!context) throw new Error('Every page is in a language of the site.')
    return createPageView(page, context)
  }
}

function hasView(page: PlacedPage): page is Page {
  return 'view' in page
}

function isFallback(page: PlacedPage | PlacedFallback): page is PlacedFallback {
  return page.original !== undefined
}

const DEFAULT = 'Layout'

/** B138: the layout that the frontmatter names if there is one of that name, in kebab or Pascal form. */
export function layoutOf(
  { record: { frontmatter } }: Pick<PageSummary, 'record'>,
  layouts: readonly string[],
): string {
  return findLayout(frontmatter.layout ?? (frontmatter.home ? 'Home' : DEFAULT), layouts) ?? DEFAULT
}

function findLayout(wanted: string, layouts: readonly string[]): string | undefined {
  // The name that VitePress has for it.
  if (wanted === 'doc' && !layouts.includes('Doc')) return DEFAULT
  const pascal = wanted.replace(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase())
  return layouts.find(name => name === wanted || name === pascal)
}

/** Pages whose frontmatter names a layout that there is not: they are shown in the usual one. */
export function reportUnknownLayouts(
  pages: readonly Pick<PageSummary, 'record' | 'keyPlaces'>[],
  layouts: readonly string[],
): Finding[] {
  return pages.flatMap(({ record, keyPlaces }) => {
    const { layout } = record.frontmatter
    if (layout === undefined || findLayout(layout, layouts)) return []
    const near = nearest(layout, layouts)
    const place = keyPlaces['layout']
    return [
      {
        rule: 'frontmatter/unknown-layout',
        severity: 'warning' as const,
        ...(place ? { place } : {}),
        message: `There is no layout \`${layout}\`; the page is shown in \`${DEFAULT}\`.`,
        hint: `${near ? `Did you mean \`${near}\`?` : `There are ${layouts.map(name => `\`${name}\``).join(', ')}.`} Others are files of \`templates/layouts/\`.`,
      },
    ]
  })
}

/** What a page shows of its translations. */
interface PageLanguages {
  languages: LanguageLink[]
  /** Of a real page; one that is shown in place of a translation has none. */
  alternates: PageView['alternates']
}

/** Finds the translations of pages. What a page and its translations have in common is one object: a fifth of the memory. */
export function createLanguageLinks(
  config: SiteConfig,
  lookup: PageLookup,
): (page: PageSummary, locale: Pick<LocaleView, 'locales'>) => PageLanguages {
  const known = new Map<string, PageLanguages>()
  return (page, locale) => {
    const local = page.record.regularPath.slice(page.locale.length)
    const languages = linksOf(page, { config, lookup, locale })
    const before = known.get(local)
    if (before && isSame(before.languages, languages)) return before
    const found = { languages, alternates: alternatesOf(languages, config) }
    known.set(local, found)
    return found
  }
}

interface LinkContext {
  config: SiteConfig
  lookup: PageLookup
  locale: Pick<LocaleView, 'locales'>
}

/** Language menu: the same page in the other language, else that language's home. */
function linksOf(page: PageSummary, { config, lookup, locale }: LinkContext): LanguageLink[] {
  const local = page.record.regularPath.slice(page.locale.length)
  return locale.locales.map(({ path, lang, label, home }) => {
    const target = path === page.locale ? page : lookup.regular(safeDecode(path + local))
    const href = target ? withBase(config.base, target.record.path) : home
    const isFallback = target?.original !== undefined
    const translated = target !== undefined && !isFallback
    return { locale: path, lang, label, href, translated, ...(isFallback ? { fallback: true } : {}) }
  })
}

/** Of menus with the same languages. */
function isSame(some: readonly LanguageLink[], others: readonly LanguageLink[]): boolean {
  return some.every(({ href, translated, fallback }, index) => {
    const other = others[index]
    return other?.href === href && other.translated === translated && other.fallback === fallback
  })
}

/** Real translations and `x-default`, absolute; none without a site address or another language. */
function alternatesOf(languages: readonly LanguageLink[], config: SiteConfig): PageView['alternates'] {
  const real = languages.filter(language => language.translated)
  if (!config.url || languages.length < 2) return []
  const links = real.map(({ lang, href }) => ({ hreflang: lang, href: config.url + href }))
  const fallback = real.find(language => language.locale === '/')
  return fallback ? [...links, { hreflang: 'x-default', href: config.url + fallback.href }] : links
}
