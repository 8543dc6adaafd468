import { isOutside } from '../../shared/addresses.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Note } from './notes.ts'
import type { PagePaths } from './page-paths.ts'
import { list, text, values } from './values.ts'

type Locale = NonNullable<UserConfig['locales']>[string]
type NavEntry = NonNullable<Locale['nav']>[number]
type NavLink = { page: string; text: string } | { text: string; link: string }
type NavGroup = { text: string; items: NavLink[] }

/** What translating needs besides the value. */
export interface TranslateContext {
  pages: PagePaths
  /** Locale path. */
  locale: string
  note: Note
  /** The whole address of a file of the public folder; undefined where there is no such file, or nobody knows the site's. */
  fileAddress?: (address: string) => string | undefined
}

/** The header navigation of VuePress (B148, B149) and VitePress. Undefined when there is none. */
export function translateNav(nav: unknown, context: TranslateContext): NavEntry[] | undefined {
  if (!Array.isArray(nav)) return undefined
  return nav.flatMap(item => navEntry(item, context))
}

function navEntry(item: unknown, context: TranslateContext): NavEntry[] {
  const { text: label, link, items } = values(item)
  const name = text(label) ?? ''
  const inner = list(items).flatMap(entry => menuEntry(entry, context))
  if (inner.length > 0) {
    const page = typeof link === 'string' ? context.pages.find(link) : undefined
    return [{ text: name, items: inner, ...(page ? { page } : {}) }]
  }
  return navLink(item, context)
}

/** A link of a menu, or a group of links below a title. */
function menuEntry(item: unknown, context: TranslateContext): (NavLink | NavGroup)[] {
  const { text: label, items } = values(item)
  if (list(items).length === 0) return navLink(item, context)
  const links = list(items).flatMap(entry => navLink(entry, context))
  return links.length > 0 ? [{ text: text(label) ?? '', items: links }] : []
}

function navLink(item: unknown, context: TranslateContext): NavLink[] {
  const { text: label, link } = values(item)
  return typeof link === 'string'
    ? translateLink({ name: text(label) ?? '', link, where: 'navigation' }, context)
    : []
}

interface GivenLink {
  name: string
  /** As written, from the root of the site. */
  link: string
  where: 'navigation' | 'sidebar'
}

/** A link to a page, to a file or to another site; none, with a note, where it leads to nothing. */
export function translateLink({ name, link, where }: GivenLink, context: TranslateContext): NavLink[] {
  const address = isOutside(link) ? link : context.fileAddress?.(link)
  if (address !== undefined) return [{ text: name, link: address }]
  // VitePress takes `guide/start`, on any page, for an address below the root.
  const page = context.pages.find(link) ?? context.pages.find(`/${link}`)
  if (page === undefined) {
    context.note(`The ${where} entry \`${name}\` (\`${link}\`) leads to no page and was left out.`)
    return []
  }
  if (link.includes('#'))
    context.note(`The ${where} entry \`${name}\` leads to the page, not to \`${link}\`.`)
  return [{ page, text: name }]
}
