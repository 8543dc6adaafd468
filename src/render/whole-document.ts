import type { LocaleView, PageView, SidebarItem } from '../schema/view.ts'
import { escapeHtml } from '../shared/escape.ts'
import { attributes, policyTag } from './document.ts'
import { idsIn, type PrintedPage, printedHtml } from './whole-page.ts'

/** A page with its content, addresses filled in. */
export interface PrintPage {
  view: PageView
  /** Address with base. */
  href: string
  html: string
}

export interface PrintInput {
  locale: LocaleView
  /** In reading order. */
  pages: readonly PrintPage[]
  /** Style sheets, with base. */
  styles: readonly string[]
  /** What the document may load, where its host cannot say so. */
  policy: string | undefined
}

/** All pages of a language as one document, for reading and printing as a whole: no script, no menus, working links. */
export function renderPrint({ locale, pages, styles, policy }: PrintInput): string {
  const printed = pages.map(({ href, html }, index): PrintedPage => ({
    id: `p${index + 1}`,
    href,
    html,
    ids: new Set(idsIn(html)),
  }))
  const byHref = new Map(printed.map(page => [page.href, page]))
  const articles = pages.map(({ view }, index) => {
    const page = printed[index]
    return page
      ? article(
          view,
          page,
          printedHtml(page, href => byHref.get(href)),
        )
      : ''
  })
  const { title, description, strings } = locale
  return `<!DOCTYPE html>
<html${attributes({ lang: locale.lang, dir: locale.dir })}>
<head>
<meta charset="utf-8">
${policyTag({ policy })}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${styles.map(href => `<link${attributes({ rel: 'stylesheet', href })}>\n`).join('')}</head>
<body>
<header>
<p class="print-title">${escapeHtml(title)}</p>
${description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`}</header>
<nav${attributes({ 'aria-label': strings.sidebarNavigation })}>
${contents(locale, pages, byHref)}
</nav>
<main>
${articles.join('\n')}
</main>
</body>
</html>
`
}

/** A page without a heading of its own, such as a home page, has its title. */
function article(view: PageView, { id }: PrintedPage, html: string): string {
  const { lang, dir } = view.fallback ?? { lang: view.lang, dir: undefined }
  const heading = /<h1[ >]/.test(html) ? '' : `<h1>${escapeHtml(view.title)}</h1>\n`
  return `<article${attributes({ id, class: 'content', lang, dir: dir ?? false })}>\n${heading}${html}</article>`
}

/** The sidebars as lists, each page once; those that are in none stand around them. */
function contents(
  { home, sidebars }: LocaleView,
  pages: readonly PrintPage[],
  byHref: ReadonlyMap<string, PrintedPage>,
): string {
  const left = new Map(byHref)
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
  const entryOf = ({ view: { title }, href }: PrintPage): SidebarItem => ({
    text: title,
    link: { text: title, href, external: false },
    items: [],
  })
  const first = pages.filter(({ href }) => href === home).map(entryOf)
  return [first, ...Object.values(sidebars), pages.map(entryOf)].map(tree).filter(Boolean).join('\n')
}
