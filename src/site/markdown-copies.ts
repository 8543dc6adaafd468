import type { SiteConfig } from '../schema/config.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { Page, PlacedSite } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { safeDecode, withBase } from '../shared/addresses.ts'
import { escapeMarkdown, markdownLink } from '../shared/escape.ts'
import { isKeptOut } from './head.ts'

/**
 * Path of the Markdown twin of a page, encoded, without base: `/guide/start.html`, `/guide/start/` and `/guide/start` have
 * `/guide/start.md`, the folder `/guide/` has `/guide/index.md`.
 */
export function copyPath({ path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>): string {
  if (!path.endsWith('/')) return `${path.replace(/\.html?$/, '')}.md`
  return path === '/' || regularPath.endsWith('/') ? `${path}index.md` : `${path.slice(0, -1)}.md`
}

/** Pages that have twins: all but those that search engines shall leave out. A site that is left out as a whole has its robots.txt. */
export function hasCopy(page: PageSummary, config: SiteConfig): boolean {
  return config.noindex || !isKeptOut(page, config)
}

/** Output path of the twin of a page. */
export function copyFile({ record }: Pick<PageSummary, 'record'>): string {
  return safeDecode(copyPath(record)).slice(1)
}

/** Output path of the list of a language's pages, and of the text of them all. */
export function llmsName({ path }: Pick<LocaleView, 'path'>, kind: 'llms' | 'llms-full'): string {
  return `${safeDecode(path).slice(1)}${kind}.txt`
}

/** What a twin says before the text of its page: what a reader sees of the frontmatter. */
interface TwinHead {
  /** Heading of level 1; absent where the text has one. */
  heading?: string
  /** Blocks of Markdown that stand below the heading. */
  blocks: string[]
}

/** The title and the description; of a home page, what its hero and its features say. */
export function createCopyHead(
  { record, headings, view }: Page,
  locale: LocaleView,
  address: (link: string) => string,
): TwinHead {
  const { frontmatter } = view
  const hasTitle = headings.some(({ depth }) => depth === 1)
  const isHome = view.layout === 'Home'
  const name = isHome ? (frontmatter.heroText ?? (locale.title || record.title)) : record.title
  const heading = hasTitle || name === '' ? {} : { heading: `# ${escapeMarkdown(name)}` }
  if (!isHome) return { ...heading, blocks: quotation(frontmatter.description) }
  const { heroSubtitle, tagline, description } = frontmatter
  const line = tagline === undefined ? (description ?? locale.description) : (tagline ?? undefined)
  return {
    ...heading,
    blocks: [
      ...quotation(heroSubtitle),
      ...quotation(line),
      ...actions(frontmatter, address),
      ...features(frontmatter, address),
    ],
  }
}

function quotation(text: string | undefined): string[] {
  return text === undefined || text.trim() === '' ? [] : [`> ${escapeMarkdown(text)}`]
}

type HomeMatter = Page['view']['frontmatter']

function actions(
  { actionText, actionLink, actions: more = [] }: HomeMatter,
  address: (link: string) => string,
): string[] {
  const first =
    actionText !== undefined && actionLink !== undefined ? [{ text: actionText, link: actionLink }] : []
  const lines = [...first, ...more].map(({ text, link }) => `- ${markdownLink(text, address(link))}`)
  return lines.length === 0 ? [] : [lines.join('\n')]
}

function features({ features: all = [] }: HomeMatter, address: (link: string) => string): string[] {
  const lines = all.map(({ title, details, link, linkText }) => {
    const name =
      link !== undefined && linkText === undefined
        ? markdownLink(title, address(link))
        : escapeMarkdown(title)
    const about = details === undefined ? '' : `: ${escapeMarkdown(details)}`
    const more =
      link !== undefined && linkText !== undefined ? ` ${markdownLink(linkText, address(link))}` : ''
    return `- **${name}**${about}${more}`
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

type TwinSite = Pick<PlacedSite, 'config' | 'pages' | 'fallbacks'>

/** The pages of a site that have Markdown twins, in its order. */
export function pagesWithCopies<T extends PageSummary>({
  config,
  pages,
}: {
  config: SiteConfig
  pages: T[]
}): T[] {
  return pages.filter(page => hasCopy(page, config))
}

type Place = Pick<SiteConfig, 'url' | 'relative'>

/**
 * An address that stands in a file of the output: whole where the site knows its own; seen from that file where the site opens
 * from any path. `file` is its path in the output.
 */
export function wholeAddress({ url = '', relative }: Place, address: string, file: string): string {
  if (!address.startsWith('/')) return address
  return relative ? '../'.repeat(file.split('/').length - 1) + address.slice(1) : url + address
}

/**
 * What links of pages become in their twins: twins again, where the page that they lead to has one, and whole addresses
 * otherwise. What stands in for a page that a language lacks has no twin: its original's is meant.
 */
export function createCopyLinks(site: TwinSite): (address: string, file: string) => string {
  const { config } = site
  const twins = new Map<string, string>()
  for (const { record } of pagesWithCopies(site))
    twins.set(withBase(config.base, record.path), withBase(config.base, copyPath(record)))
  for (const { record, original } of site.fallbacks) {
    const twin = twins.get(withBase(config.base, original.record.path))
    if (twin !== undefined) twins.set(withBase(config.base, record.path), twin)
  }
  return (address, file) => {
    const end = address.search(/[?#]/)
    const path = end === -1 ? address : address.slice(0, end)
    const twin = twins.get(path)
    if (twin === undefined) return wholeAddress(config, address, file)
    const hash = address.indexOf('#')
    return wholeAddress(config, twin, file) + (hash === -1 ? '' : address.slice(hash))
  }
}
