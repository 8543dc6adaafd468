import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { nearest } from '../lib/text.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { LanguageLink, LocaleView, PageView } from '../schema/view.ts'
import type { Finding } from '../schema/finding.ts'
import type { Frontmatter, PageFrontmatter } from '../schema/frontmatter.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Page } from '../schema/site.ts'
import { safeDecode, withBase } from '../shared/addresses.ts'
import { editUrl, translateUrl } from './locale-view.ts'
import { directionOf } from '../shared/languages.ts'
import { isStale, localPathOf, SOURCE_LOCALE } from './translations.ts'
import { createMeta, descriptionOf, markdownPath, hasMarkdown } from './head.ts'
import type { PageLookup } from './links.ts'
import { type NavContext, type Sidebar, isLarge, neighbours, orderOf } from './navigation.ts'

export interface ViewInput {
  layouts: readonly string[]
  /** By name, without base. */
  parts?: Readonly<Record<string, string>>
  /** ISO dates by site-relative file. */
  lastUpdated: ReadonlyMap<string, string>
}

interface ViewContext extends ViewInput {
  locale: LocaleView
  sidebars: Sidebar[]
  nav: NavContext
  languagesOf: ReturnType<typeof createLanguageLinks>
}

export function withView<Placed extends Omit<Page, 'view'>>(placed: Placed, context: ViewContext) {
  let view: PageView | undefined
  const page: Placed & Pick<Page, 'view'> = {
    ...placed,
    get view() {
      return (view ??= createPageView(page, context))
    },
  }
  return page
}

function createPageView(page: Page, context: ViewContext): PageView {
  const { record, original, parts = [] } = page
  const { frontmatter, title } = record
  const { locale, nav } = context
  const { config } = nav
  const { base, theme } = config
  const sidebar = sidebarIndex(page, context)
  const items = context.sidebars[sidebar]?.items
  const order = items && isLarge(items) ? orderOf(items) : undefined
  const { languages, alternates } = context.languagesOf(page, locale)
  // For search engines, a fallback is its original.
  const address = withBase(base, (original ?? page).record.path)
  const canonical = config.url ? config.url + address : original && address
  const [first, ...others] = page.headings
  // A title of level 2: only lower headings follow.
  const top = first?.depth === 2 && others.every(({ depth }) => depth > 2) ? first.title : undefined
  const tags = (page.head ?? []).filter(({ tag }) => tag !== 'meta')
  if (config.machines.markdown && hasMarkdown(page, config)) {
    const href = withBase(base, markdownPath((original ?? page).record))
    tags.unshift({ tag: 'link', attributes: { rel: 'alternate', type: 'text/markdown', href } })
  }
  const loads = parts.flatMap(part => context.parts?.[part] ?? []).map(file => withBase(base, file))
  const source = original || page.locale === SOURCE_LOCALE ? undefined : nav.lookup.regular(localPathOf(page))
  const showsDate = theme.lastUpdated && frontmatter.lastUpdated !== false
  return {
    key: record.key,
    path: record.path,
    locale: page.locale,
    lang: frontmatter.lang ?? locale.lang,
    title,
    documentTitle: documentTitle(page, locale.title),
    description: original?.view.description ?? descriptionOf(page, locale, config),
    meta: original?.view.meta ?? createMeta(page, locale, config, { canonical, languages }),
    alternates: original ? [] : alternates,
    layout: layoutOf(frontmatter, context.layouts),
    frontmatter: viewFrontmatter(page),
    headers: record.headers ?? [],
    languages,
    sidebar,
    ...neighbours(page, items ?? [], nav),
    outline: theme.outline && frontmatter.outline !== false,
    topHeading: top === title ? undefined : top,
    canonical,
    editLink: editLink(page, context),
    lastUpdated: (showsDate && context.lastUpdated.get(page.file)) || undefined,
    head: tags.length > 0 ? tags : undefined,
    loads: loads.length > 0 ? loads : undefined,
    data: page.data,
    fallback: original && fallbackView(page, original, context),
    stale: (source && !source.original && isStale(source, page)) || undefined,
    sidebarPath: order && (order.places.get(withBase(base, record.path))?.path ?? []),
  }
}

/** `page | site`, without repetition; `metaTitle` wins, `titleTemplate` replaces the site's title. */
function documentTitle({ record: { title, frontmatter } }: PageSummary, siteTitle: string) {
  const { metaTitle, home, titleTemplate: template } = frontmatter
  if (metaTitle) return metaTitle
  const own = home && siteTitle ? siteTitle : frontmatter.title?.trim() || title
  if (template === false) return own || 'docsgen'
  if (template)
    return template.includes(':title') ? template.replaceAll(':title', () => own) : `${own} | ${template}`
  return (own === siteTitle ? [own] : [own, siteTitle]).filter(Boolean).join(' | ') || 'docsgen'
}

function sidebarIndex({ record, locale }: PageSummary, { sidebars }: ViewContext) {
  const { frontmatter, regularPath } = record
  if (frontmatter.sidebar === false || frontmatter.home) return -1
  // The layout makes it from the page; the number only means that there is one.
  if (frontmatter.sidebar === 'auto') return sidebars.length
  const paths = ['/' + regularPath.slice(locale.length), regularPath]
  const isBelow = (prefix: string) => paths.some(path => path.startsWith(prefix))
  return sidebars.findIndex(({ prefix, items }) => items.length > 0 && isBelow(prefix))
}

function editLink(page: PageSummary, { nav, locale }: ViewContext) {
  const { theme, contentDir, locales } = nav.config
  if (page.plugin !== undefined || page.original) return undefined
  if (!(page.record.frontmatter.editLink ?? theme.editLinks)) return undefined
  const href = editUrl(theme, path.posix.relative(contentDir, page.file))
  const text = locales[page.locale]?.editLinkText ?? locale.strings.editPage
  return href ? { text, href, external: true } : undefined
}

function fallbackView(page: PageSummary, original: PageSummary, { nav, locale }: ViewContext) {
  const { locales, base, theme } = nav.config
  const language = locales[original.locale]
  const lang = original.record.frontmatter.lang ?? language?.lang ?? locale.lang
  const isEditable = theme.editLinks && page.plugin === undefined
  return {
    locale: original.locale,
    lang,
    dir: language?.dir ?? directionOf(lang),
    label: language?.label ?? lang,
    href: withBase(base, original.record.path),
    translate: isEditable ? translateUrl(theme, page.record.relativePath) : undefined,
  }
}

type Values = Record<string | number, unknown>

/** Frontmatter for templates: without bookkeeping, with real addresses. */
function viewFrontmatter({ record, links, addresses }: Page) {
  const { source: _source, meta: _meta, redirectFrom: _redirectFrom, ...rest } = record.frontmatter
  if (links.every(({ key }) => !key)) return rest
  const shown: PageFrontmatter = structuredClone(rest)
  for (const [index, { key = [] }] of links.entries()) {
    const parent = key.slice(0, -1).reduce((value, name) => value[name] as Values, shown as Values)
    const last = key.at(-1)
    if (last !== undefined) parent[last] = addresses[index]
  }
  return shown
}

const DEFAULT = 'Layout'

/** In kebab or Pascal form. */
export function layoutOf({ layout, home }: Frontmatter, layouts: readonly string[]) {
  return findLayout(layout ?? (home ? 'Home' : DEFAULT), layouts) ?? DEFAULT
}

function findLayout(wanted: string, layouts: readonly string[]) {
  if (wanted === 'doc' && !layouts.includes('Doc')) return DEFAULT
  const pascal = wanted.replace(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase())
  return layouts.find(name => name === wanted || name === pascal)
}

export function reportUnknownLayouts(
  pages: readonly Pick<PageSummary, 'record' | 'keyPlaces'>[],
  layouts: readonly string[],
): Finding[] {
  return pages.flatMap(({ record, keyPlaces }): Finding[] => {
    const { layout } = record.frontmatter
    if (layout === undefined || findLayout(layout, layouts)) return []
    const near = nearest(layout, layouts)
    const known = near
      ? `Did you mean \`${near}\`?`
      : `Available layouts: ${layouts.map(name => `\`${name}\``).join(', ')}.`
    const message = `There is no layout \`${layout}\`, so the page uses \`${DEFAULT}\`.`
    const hint = `${known} You can add others in \`templates/layouts/\`.`
    const place = keyPlaces['layout']
    return [{ rule: 'frontmatter/unknown-layout', severity: 'warning', place, message, hint }]
  })
}

type PageLanguages = Pick<PageView, 'languages' | 'alternates'>

/** A page and its translations share one object: a fifth of the memory. */
export function createLanguageLinks(config: SiteConfig, lookup: PageLookup) {
  const known = new Map<string, PageLanguages>()
  return (page: PageSummary, { locales }: LocaleView): PageLanguages => {
    const local = page.record.regularPath.slice(page.locale.length)
    const languages = locales.map(({ path: locale, lang, label, home }): LanguageLink => {
      const target = locale === page.locale ? page : lookup.regular(safeDecode(locale + local))
      const href = target ? withBase(config.base, target.record.path) : home
      const fallback = target?.original ? (true as const) : undefined
      return { locale, lang, label, href, translated: target !== undefined && !fallback, fallback }
    })
    const before = known.get(local)
    if (before && isDeepStrictEqual(before.languages, languages)) return before
    const found = { languages, alternates: alternatesOf(languages, config) }
    known.set(local, found)
    return found
  }
}

/** Real translations and `x-default`, absolute. */
function alternatesOf(languages: readonly LanguageLink[], { url }: SiteConfig) {
  if (!url || languages.length < 2) return []
  const real = languages.filter(language => language.translated)
  const links = real.map(({ lang, href }) => ({ hreflang: lang, href: url + href }))
  const source = real.find(({ locale }) => locale === '/')
  return source ? [...links, { hreflang: 'x-default', href: url + source.href }] : links
}
