import { withBase, encodePath } from '../shared/addresses.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Page, Site } from '../schema/site.ts'
import type { LocaleView, SidebarItem } from '../schema/view.ts'
import { escapeMarkdown, markdownLink } from '../shared/escape.ts'
import { llmsName, twinPath } from '../site/twin-address.ts'
import { pagesWithTwins, wholeAddress } from '../site/twin-links.ts'

interface Section {
  title: string
  pages: Page[]
}

/** A language for programs: its list of pages, and its pages in the order of that list. */
export interface ListedLocale {
  locale: LocaleView
  list: OutputFile
  pages: Page[]
}

/**
 * `llms.txt` of each language (llmstxt.org): title, description, and the pages by the groups of its sidebars, as their twins.
 * Neither pages that search does not find nor those that no menu lists are in it.
 */
export function createLlms(site: Site): ListedLocale[] {
  const listed = pagesWithTwins(site).filter(isListed)
  return Object.values(site.locales).map(locale => {
    const own = listed.filter(page => page.locale === locale.path)
    const sections = groupPages(own, locale, site)
    const name = llmsName(locale, 'llms')
    const address = (path: string) => wholeAddress(site.config, withBase(site.config.base, path), name)
    const blocks = [
      `# ${escapeMarkdown(locale.title || site.config.title || locale.label)}`,
      ...(locale.description === '' ? [] : [`> ${escapeMarkdown(locale.description)}`]),
      ...sections.map(section => sectionText(section, address)),
      optional(locale, site, address),
    ]
    const list = { path: name, content: blocks.join('\n\n') + '\n' }
    return { locale, list, pages: sections.flatMap(({ pages }) => pages) }
  })
}

function isListed({ record: { frontmatter } }: Page): boolean {
  return frontmatter.unlisted !== true && frontmatter.search !== false
}

/** Each page once, where a sidebar lists it first; what no group has comes before all groups, under a title of its own. */
function groupPages(pages: readonly Page[], { sidebars, strings }: LocaleView, { config }: Site): Section[] {
  const byAddress = new Map(pages.map(page => [withBase(config.base, page.view.path), page]))
  const listed = (href: string | undefined): Page[] => {
    const page = byAddress.get(href ?? '')
    byAddress.delete(href ?? '')
    return page ? [page] : []
  }
  const listedAll = ({ link, items }: SidebarItem): Page[] => [
    ...listed(link?.href),
    ...items.flatMap(listedAll),
  ]
  const home = pages
    .filter(({ view, locale }) => view.path === locale)
    .flatMap(({ view }) => listed(withBase(config.base, view.path)))
  const loose: Page[] = []
  const groups = Object.values(sidebars)
    .flat()
    .flatMap((item): Section[] => {
      const found = listedAll(item)
      if (item.items.length > 0) return [{ title: item.text, pages: found }]
      loose.push(...found)
      return []
    })
  const first = { title: strings.sidebarNavigation, pages: [...home, ...loose, ...byAddress.values()] }
  return [first, ...groups].filter(section => section.pages.length > 0)
}

function sectionText({ title, pages }: Section, address: (path: string) => string): string {
  const lines = pages.map(({ view, record, excerpt }) => {
    const about = record.frontmatter.description ?? excerpt
    const link = markdownLink(view.title || view.path, address(twinPath(record)))
    return `- ${link}${about === '' ? '' : `: ${escapeMarkdown(about)}`}`
  })
  return `## ${escapeMarkdown(title)}\n\n${lines.join('\n')}`
}

/** What a program with little room leaves out: everything at once, and the other languages. */
function optional(locale: LocaleView, { locales }: Site, address: (path: string) => string): string {
  const link = (text: string, name: string) => `- ${markdownLink(text, address(encodePath(`/${name}`)))}`
  const others = Object.values(locales).filter(({ path }) => path !== locale.path)
  return [
    '## Optional\n',
    link('llms-full.txt', llmsName(locale, 'llms-full')),
    ...others.map(other => link(other.label, llmsName(other, 'llms'))),
  ].join('\n')
}
