import { pageAddress, isOutside, safeDecode } from '../../../shared/addresses.ts'
import type { Frontmatter } from '../../../schema/frontmatter.ts'
import type { Page, Site } from '../../../schema/site.ts'
import { createPageLookup } from '../../../site/page-lookup.ts'

/** A link that a page's frontmatter holds. */
export interface FrontmatterLink {
  page: Page
  key: 'actionLink' | 'prev' | 'next' | 'actions' | 'features'
  url: string
  /** The file of the page it leads to; undefined when there is none. */
  to: Page | undefined
  /** Source file of the draft it leads to. */
  draft?: string
}

/** Internal links in the frontmatter of all pages, with where they lead. */
export function listFrontmatterLinks(site: Site): FrontmatterLink[] {
  const lookup = createPageLookup([...site.pages, ...site.fallbacks], site.drafts)
  const pages = new Map(site.pages.map(page => [page.file, page]))
  return site.pages.flatMap(page =>
    linksOf(page).flatMap(([key, url]) => {
      if (typeof url !== 'string' || url === '' || url.startsWith('#') || isOutside(url)) return []
      const address = addressOf(url, page)
      const found = lookup.find(address)?.page
      const draft = found ? undefined : lookup.draft(address)
      const to = found && pages.get(found.file)
      return [{ page, key, url, to, ...(draft ? { draft: draft.file } : {}) }]
    }),
  )
}

type Given = [key: FrontmatterLink['key'], url: string | undefined]

function linksOf({ record: { frontmatter } }: Page): Given[] {
  const { actionLink, prev, next, actions = [], features = [] } = frontmatter
  const given: Given[] = [
    ['actionLink', actionLink],
    ['prev', linkOf(prev)],
    ['next', linkOf(next)],
  ]
  return [
    ...given,
    ...actions.map(({ link }): Given => ['actions', link]),
    ...features.map(({ link }): Given => ['features', link]),
  ]
}

function linkOf(neighbour: Frontmatter['prev']): string | undefined {
  return typeof neighbour === 'object' ? neighbour.link : neighbour || undefined
}

/** Decoded address without query and hash; a Markdown file stands for its page. */
function addressOf(url: string, page: Page): string {
  const { pathname } = new URL(url, `http://site${page.record.regularPath}`)
  return pageAddress(safeDecode(pathname))
}
