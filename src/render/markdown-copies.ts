import path from 'node:path'
import { readFileSync } from 'node:fs'
import { withBase, encodePath } from '../shared/addresses.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Page, PlacedSite, Site } from '../schema/site.ts'
import { escapeMarkdown, markdownAddress, markdownLink, escapeHtml } from '../shared/escape.ts'
import {
  createCopyHead,
  createCopyLinks,
  llmsName,
  pagesWithCopies,
  copyFile,
  copyPath,
  wholeAddress,
} from '../site/markdown-copies.ts'
import type { LoadedSite } from '../load.ts'
import type { LocaleView, SidebarItem } from '../schema/view.ts'
import { LINK_PLACEHOLDER } from '../schema/page.ts'

/** Writes a Markdown copy of each page, and `llms.txt` and `llms-full.txt` of each language. */
export async function emitMarkdownCopies({ site, contents }: LoadedSite, staging: Staging): Promise<void> {
  const inputOf = createCopyInputs(site)
  for (const page of pagesWithCopies(site)) {
    const content = renderMarkdownCopy(contents.readMarkdown(page.file), inputOf(page))
    await staging.write({ path: copyFile(page), content })
  }
  for (const { locale, list, pages } of createLlms(site)) {
    await staging.write(list)
    const name = llmsName(locale, 'llms-full')
    const head = `# ${escapeMarkdown(locale.title || site.config.title || locale.label)}\n`
    const parts = pages.flatMap(page => {
      const address = wholeAddress(site.config, withBase(site.config.base, page.view.path), name)
      const copy = readFileSync(path.join(staging.folder, copyFile(page)))
      return [Buffer.from(`\n---\n\nSource: ${address}\n\n`), copy]
    })
    await staging.write({ path: name, content: Buffer.concat([Buffer.from(head), ...parts]) })
  }
}

/** Returns what the Markdown copy of a page is made from besides its text. */
export function createCopyInputs(site: PlacedSite): (page: Page) => CopyInput {
  const linked = createCopyLinks(site)
  return page => {
    const locale = site.locales[page.locale]
    if (!locale) throw new Error('There is no such language.')
    const own = (address: string) => linked(address, copyFile(page))
    const addresses = page.addresses.map(address =>
      own(typeof address === 'string' ? address : (address?.src ?? '')),
    )
    return { ...createCopyHead(page, locale, own), addresses }
  }
}

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
 * `llms.txt` of each language (llmstxt.org): title, description, and the pages by the groups of its sidebars, as their Markdown copies.
 * Neither pages that search does not find nor those that no menu lists are in it.
 */
export function createLlms(site: Site): ListedLocale[] {
  const listed = pagesWithCopies(site).filter(isListed)
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
    const link = markdownLink(view.title || view.path, address(copyPath(record)))
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

/** Everything that the Markdown copy of a page is made from besides its text. */
interface CopyInput {
  /** Heading of level 1; absent where the text has one. */
  heading?: string
  /** What stands below the heading. */
  blocks: string[]
  /** Address for each placeholder of the text. */
  addresses: string[]
}

/** In links, placeholders stand in angle brackets, because no address without them holds a NUL. */
// eslint-disable-next-line no-control-regex
const IN_LINK = /<\u0000(\d+)\u0000>/g

/** Returns the Markdown copy of a page from its text (`PageContent.markdown`). */
export function renderMarkdownCopy(markdown: string, { heading, blocks, addresses }: CopyInput): string {
  const text = markdown
    .replace(IN_LINK, (_match, index: string) => markdownAddress(addresses[Number(index)] ?? ''))
    .replace(LINK_PLACEHOLDER, (_match, index: string) => escapeHtml(addresses[Number(index)] ?? ''))
    .trim()
  const [title, body] = heading === undefined ? splitTitle(text) : [heading, text]
  return [title, ...blocks, body].filter(part => part !== '').join('\n\n') + '\n'
}

/** A heading of level 1 is the first line, if there is one. */
function splitTitle(text: string): [title: string, body: string] {
  if (!text.startsWith('# ')) return ['', text]
  const end = text.indexOf('\n')
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end).trimStart()]
}
