import { withBase } from '../shared/addresses/base.ts'
import { hashContent } from '../lib/hash.ts'
import type { Staging } from './files/staging.ts'
import type { CopyInput } from './files/markdown-copy.ts'
import { type OutputFacts, type OutputFile, type WrittenFile, factsOf } from '../schema/output.ts'
import type { Page, PlacedSite, Site } from '../schema/site.ts'
import { escapeMarkdown, markdownLink } from '../shared/markdown-text.ts'
import { llmsName, twinFile, twinPath } from '../site/twin-address.ts'
import { createTwinHead } from '../site/twin-head.ts'
import { createTwinLinks, pagesWithTwins, wholeAddress } from '../site/twin-links.ts'
import type { Session } from '../cache/workers/session.ts'
import type { JoinJob, TwinJob } from '../cache/workers/write-twins.ts'
import type { LoadedSite } from '../steps/load.ts'
import { encodePath } from '../shared/addresses/encode-path.ts'
import type { LocaleView, SidebarItem } from '../schema/view.ts'

/** Markdown twins, `llms.txt` and `llms-full.txt`: threads write what the previous output does not have as it is. */
export async function emitMarkdownCopies(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<void> {
  const { site, contents } = loaded
  const folders = { folder: staging.folder, outDir: staging.outDir }
  const inputOf = createCopyInputs(site)
  const target = { session, staging }
  const twins = pagesWithTwins(site).map(page => {
    const input = inputOf(page)
    return { name: twinFile(page), key: keyOf([contents.keyOf(page.file), input]), page, input }
  })
  const stale = twins.filter(twin => !reuse(twin, target))
  const jobs = stale.map(({ name, page, input }): TwinJob => {
    return { ...input, name, markdown: contents.locateMarkdown(page.file), known: staging.previous.get(name) }
  })
  const written = jobs.length === 0 ? [] : await session.map('twin', { folders }, jobs)
  for (const [index, twin] of stale.entries()) note(twin, written[index], target)

  const listed = createLlms(site)
  for (const { list } of listed) await staging.write(list)
  const full = listed.map(locale => fullText(locale, site, staging))
  const changed = full.filter(file => !reuse(file, target))
  const joined = changed.length === 0 ? [] : await session.map('join', { folders }, changed)
  for (const [index, file] of changed.entries()) note(file, joined[index], target)
}

/** What the twin of a page is made from besides its text. */
export function createCopyInputs(site: PlacedSite): (page: Page) => CopyInput {
  const linked = createTwinLinks(site)
  return page => {
    const locale = site.locales[page.locale]
    if (!locale) throw new Error('There is no such language.')
    const own = (address: string) => linked(address, twinFile(page))
    const addresses = page.addresses.map(address =>
      own(typeof address === 'string' ? address : (address?.src ?? '')),
    )
    return { ...createTwinHead(page, locale, own), addresses }
  }
}

interface Made {
  name: string
  key: string
}

interface Target {
  session: Session
  staging: Staging
}

/** Takes a file over from the previous output; false when it is not there as it was. */
function reuse({ name, key }: Made, { session, staging }: Target): boolean {
  const stored = session.rendered.get(key)
  return stored !== undefined && staging.reuse(name, JSON.parse(stored.toString()) as OutputFacts)
}

function note({ name, key }: Made, file: WrittenFile | undefined, { session, staging }: Target): void {
  if (!file) throw new Error(`The file ${name} was not written.`)
  staging.note(name, file)
  session.rendered.set(key, Buffer.from(JSON.stringify(factsOf(file))))
}

function keyOf(content: unknown): string {
  return hashContent(JSON.stringify(['twin', content]), 32)
}

/** All listed pages of a language as one text, each below its address. */
function fullText(
  { locale, pages }: ReturnType<typeof createLlms>[number],
  { config }: Site,
  staging: Staging,
): JoinJob & Made {
  const head = `# ${escapeMarkdown(locale.title || config.title || locale.label)}\n`
  const name = llmsName(locale, 'llms-full')
  const parts = pages.map(page => {
    const address = wholeAddress(config, withBase(config.base, page.view.path), name)
    return { text: `\n---\n\nSource: ${address}\n\n`, file: twinFile(page) }
  })
  const hashes = parts.map(({ file }) => staging.written.get(file)?.hash)
  return { name, head, parts, known: staging.previous.get(name), key: keyOf([head, parts, hashes]) }
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
