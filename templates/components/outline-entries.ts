import type { Header } from '../../src/schema/page.ts'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { isolate } from '../../src/shared/views.ts'

export interface OutlineEntry {
  header: Header
  /** Level 3 headings below it. */
  children: Header[]
}

/** An outline with more links helps nobody. */
const MAX_HEADINGS = 500

/**
 * Headings of a page as a tree: level 3 below the level 2 before it. A page that begins with its title, or with
 * another level 2 heading that all others stand below, is shown without it, and level 3 headings without a level 2 stand
 * at the top.
 */
export function outlineEntries(page: PageView, dir?: LocaleView['dir']): OutlineEntry[] {
  const [first, ...others] = page.headers
  const startsWithTitle = first?.level === 2 && first.title === (page.topHeading ?? page.title)
  const headers = (startsWithTitle ? others : page.headers)
    .filter(({ level }) => level === 2 || page.frontmatter.outline !== 2)
    .slice(0, MAX_HEADINGS)
    .map(header => ({ ...header, title: isolate(header.title, dir) }))
  const entries: OutlineEntry[] = []
  let hasParent = false
  for (const header of headers) {
    const parent = entries.at(-1)
    if (header.level === 3 && hasParent && parent) parent.children.push(header)
    else entries.push({ header, children: [] })
    if (header.level === 2) hasParent = true
  }
  return entries
}
