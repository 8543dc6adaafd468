import type { Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { escapeMarkdown, markdownLink } from '../shared/escape.ts'

/** What a twin says before the text of its page: what a reader sees of the frontmatter. */
export interface TwinHead {
  /** Heading of level 1; absent where the text has one. */
  heading?: string
  /** Blocks of Markdown that stand below the heading. */
  blocks: string[]
}

/** The title and the description; of a home page, what its hero and its features say. */
export function createTwinHead(
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
