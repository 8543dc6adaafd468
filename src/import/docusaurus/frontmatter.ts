import { list, text, values, type Values } from '../common/keys.ts'

/** Keys of Docusaurus that are taken over in other words, or stand in the configuration now. */
const GONE =
  'id slug sidebar_label sidebar_position sidebar_class_name sidebar_custom_props sidebar_key hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level pagination_label pagination_prev pagination_next parse_number_prefixes custom_edit_url keywords displayed_sidebar hide_breadcrumbs last_update format wrapperClassName title_meta no_index'

interface FrontmatterContext {
  /** The title that the page begins with; undefined where it is made of the frontmatter. */
  heading: string | undefined
  /** No sidebar lists the page. */
  isAlone: boolean
  /** The address of a document by its id. */
  addressOf: (id: string) => string | undefined
  differs: (what: string) => void
}

/** The keys of a page in the words of docsgen: undefined takes one away. */
export function translateFrontmatter(
  given: Values,
  { heading, isAlone, addressOf, differs }: FrontmatterContext,
): Values {
  for (const key of ['pagination_label', 'last_update', 'sidebar_class_name'] as const)
    if (given[key] !== undefined) differs(`\`${key}\` in frontmatter is left out`)
  if (text(given['custom_edit_url'])) differs('`custom_edit_url` in frontmatter is left out')
  const title = given['title']
  const label = text(given['sidebar_label'])
  const position = given['sidebar_position']
  return {
    ...Object.fromEntries(GONE.split(' ').map(key => [key, undefined])),
    title: heading === undefined || String(title ?? heading) === heading ? undefined : title,
    sidebar: isAlone ? false : label === undefined ? undefined : { label },
    order: typeof position === 'number' ? position : undefined,
    outline: outline(given),
    prev: neighbour(given['pagination_prev'], addressOf),
    next: neighbour(given['pagination_next'], addressOf),
    editLink: given['custom_edit_url'] === null ? false : undefined,
    ...meta(given),
    tags: tags(given['tags'], differs),
  }
}

function outline(given: Values): boolean | 2 | undefined {
  if (given['hide_table_of_contents'] === true) return false
  return given['toc_max_heading_level'] === 2 ? 2 : undefined
}

function neighbour(id: unknown, addressOf: FrontmatterContext['addressOf']): unknown {
  return id === null ? false : typeof id === 'string' ? addressOf(id) : undefined
}

function meta(given: Values): { meta?: unknown } {
  const keywords = Array.isArray(given['keywords']) ? given['keywords'].join(', ') : text(given['keywords'])
  return keywords ? { meta: [{ name: 'keywords', content: keywords }] } : {}
}

/** Names alone; pages that list what has a tag are none. */
function tags(given: unknown, differs: FrontmatterContext['differs']): string[] | undefined {
  const names = list(given).flatMap(tag => text(tag) ?? text(values(tag)['label']) ?? [])
  if (names.length > 0) differs('Pages of `tags` are not made')
  return names.length > 0 ? names : undefined
}
