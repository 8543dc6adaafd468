import path from 'node:path'
import { readFileSync } from 'node:fs'
import { hashContent } from '../lib/hash.ts'
import { replaceTags, replaceValues } from '../lib/html.ts'
import { packageRoot } from '../lib/package.ts'
import type { LoadedSite } from '../load.ts'
import type { LocaleView, PageView, SidebarItem } from '../schema/view.ts'
import { safeDecode, withBase } from '../shared/addresses.ts'
import { escapeHtml } from '../shared/escape.ts'
import { printFile, DASHBOARD_FILE } from '../site/assets.ts'
import { orderOf } from '../site/navigation.ts'
import { metaPolicyText } from '../site/policy.ts'
import { attributes, policyTag, unescapeValue, fillAddresses } from './files/page.ts'
import type { Staging } from './files/staging.ts'
import { formatDashboard, REPORT_STYLE } from '../check/report/html.ts'
import { lastCommitDates } from '../lib/git.ts'
import { withTexts } from '../cache/threads/parsed-pages.ts'
import type { ReadableSite } from '../schema/site.ts'
import { createDashboard } from '../check/report/todo.ts'

export async function emitPrint(loaded: LoadedSite, staging: Staging) {
  const { config, locales } = loaded.site
  const content = readFileSync(path.join(packageRoot, 'templates/styles/additions/print-page.css'), 'utf8')
  const sheet = `assets/css/print-page.${hashContent(content)}.css`
  await staging.write({ path: sheet, content })
  for (const locale of Object.values(locales)) {
    const document = renderLocale(loaded, locale, withBase(config.base, `/${sheet}`))
    await staging.write({ path: printFile(locale.path), content: document })
  }
}

/** All pages of a language as one document, without scripts and menus. */
function renderLocale(loaded: LoadedSite, locale: LocaleView, sheet: string) {
  const { site, theme } = loaded
  const pages = pagesInOrder(loaded, locale)
  const byHref = new Map(pages.map(page => [page.href, page]))
  const loads = pages.flatMap(({ view }) => view.loads ?? []).filter(href => href.endsWith('.css'))
  const styles = new Set([withBase(site.config.base, theme.entries.style), ...loads, sheet])
  const { title, description } = locale
  return `<!DOCTYPE html>
<html${attributes({ lang: locale.lang, dir: locale.dir })}>
<head>
<meta charset="utf-8">
${policyTag({ policy: metaPolicyText(site) })}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${[...styles].map(href => `<link${attributes({ rel: 'stylesheet', href })}>\n`).join('')}</head>
<body>
<header>
<p class="print-title">${escapeHtml(title)}</p>
${description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`}</header>
<nav${attributes({ 'aria-label': locale.strings.sidebarNavigation })}>
${tableOfContents(locale, pages)}
</nav>
<main>
${pages.map(page => article(page, printedHtml(page, byHref))).join('\n')}
</main>
</body>
</html>
`
}

export interface PrintedPage {
  /** Prefix of its ids, and its own: `p3`. */
  id: string
  href: string
  html: string
  ids: ReadonlySet<string>
}

type PrintPage = PrintedPage & { view: PageView }

/** Home page, pages of sidebars in their order, the rest by address. */
function pagesInOrder({ site, contents }: LoadedSite, locale: LocaleView) {
  const own = [...site.pages, ...site.fallbacks].filter(({ view }) => view.locale === locale.path)
  const shown = own.filter(({ record }) => !record.frontmatter.unlisted)
  const pages = new Map(shown.map(page => [withBase(site.config.base, page.record.path), page]))
  const listed = Object.values(locale.sidebars).flatMap(items => orderOf(items).pages.map(({ href }) => href))
  const order = new Set([locale.home, ...listed, ...[...pages.keys()].toSorted()])
  const present = [...order].flatMap(href => pages.get(href) ?? [])
  return present.map(({ file, addresses, record, view }, index) => {
    const html = fillAddresses(contents.readHtml(file), addresses)
    const href = withBase(site.config.base, record.path)
    return { view, id: `p${index + 1}`, href, html, ids: new Set(idsIn(html)) }
  })
}

/** A page without a heading gets its title. */
function article({ view, id }: PrintPage, html: string) {
  const { lang, dir } = view.fallback ?? { lang: view.lang, dir: undefined }
  const heading = /<h1[ >]/.test(html) ? '' : `<h1>${escapeHtml(view.title)}</h1>\n`
  return `<article${attributes({ id, class: 'content', lang, dir: dir ?? false })}>\n${heading}${html}</article>`
}

/** Lists each page once. */
function tableOfContents({ home, sidebars }: LocaleView, pages: readonly PrintPage[]) {
  const left = new Map(pages.map(page => [page.href, page]))
  const tree = (items: readonly SidebarItem[]): string => {
    const entries = items.map(({ text, link, items: below }) => {
      const page = link && left.get(link.href)
      if (page) left.delete(page.href)
      const list = tree(below)
      const label = escapeHtml(link?.text ?? text)
      if (page) return `<li><a href="#${page.id}">${label}</a>${list}</li>`
      return list && `<li>${label}${list}</li>`
    })
    return entries.some(Boolean) ? `<ul>${entries.join('')}</ul>` : ''
  }
  const own = pages.map(({ view: { title: text }, href }): SidebarItem => {
    return { text, link: { text, href, external: false }, items: [] }
  })
  const first = own.filter(({ link }) => link?.href === home)
  return [first, ...Object.values(sidebars), own].map(tree).filter(Boolean).join('\n')
}

/** Attributes with ids, separated by spaces. */
const REFERENCES =
  /^(?:for|headers|list|popovertarget|commandfor|aria-(?:labelledby|describedby|controls|owns|details|flowto|activedescendant))$/

export function idsIn(html: string) {
  const ids: string[] = []
  replaceTags(html, tag => {
    const [, id] = / id="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>') + 1)) ?? []
    if (id !== undefined) ids.push(unescapeValue(id))
    return tag
  })
  return ids
}

/** Prefixes ids, points links to `pages` at their place in the document, and opens details. */
export function printedHtml(page: PrintedPage, pages: ReadonlyMap<string, PrintedPage>) {
  const linkTo = (address: string) => {
    const [, href = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
    const target = address.startsWith('#') ? page : pages.get(href)
    const isThere = target?.ids.has(safeDecode(hash.slice(1)))
    return target && escapeHtml(`#${target.id}${isThere ? hash.replace('#', '-') : ''}`)
  }
  const inside = (id: string) => (page.ids.has(unescapeValue(id)) ? `${page.id}-${id}` : id)
  return replaceTags(page.html, tag => {
    const isLink = tag.startsWith('<a ')
    const replaced = replaceValues(tag, (name, value) => {
      if (name === 'id') return `${page.id}-${value}`
      if (name === 'name') return tag.startsWith('<input') ? `${page.id}-${value}` : undefined
      if (REFERENCES.test(name)) return value.split(' ').map(inside).join(' ')
      if (name === 'loading') return 'eager'
      if (isLink && name === 'href') return linkTo(unescapeValue(value))
      if (name.endsWith('href') && value.startsWith('#')) return `#${inside(value.slice(1))}`
      return value.replace(/url\(#([^()]*)\)/g, (_all, id) => `url(#${inside(id)})`)
    })
    return replaced.replace(/^<details(?! open)/, '<details open')
  })
}

type Shown = { locales?: readonly string[] | undefined; published?: boolean }

/** `published`: as part of the site. In a report, links lead to the published site. */
export async function dashboardOf(site: ReadableSite, { locales, published = false }: Shown) {
  const { url, contentDir } = site.config
  const { dates } = await lastCommitDates(site.root, contentDir)
  return createDashboard(site, { locales, dates, published, origin: published ? '' : url })
}

export async function dashboardDocuments({ site, contents }: LoadedSite) {
  const content = REPORT_STYLE.trimStart()
  const sheet = { path: `assets/css/translations.${hashContent(content)}.css`, content }
  const html = formatDashboard(await dashboardOf(withTexts(site, contents), { published: true }), {
    sheet: withBase(site.config.base, `/${sheet.path}`),
    home: site.locales['/']?.home,
    policy: metaPolicyText(site),
  })
  return { page: { path: DASHBOARD_FILE, content: html }, sheet }
}
