/** Menus of VuePress and VitePress. */
import type { UserConfig } from '../../schema/config.ts'
import { isOutside, pageAddress, safeDecode } from '../../shared/addresses.ts'
import type { Note } from './importer.ts'
import { list, text, values } from './values.ts'

export type Locale = NonNullable<UserConfig['locales']>[string]
export type Sidebar = NonNullable<Locale['sidebar']>
export type SidebarEntry = Extract<Sidebar, unknown[]>[number]
type NavEntry = NonNullable<Locale['nav']>[number]
type NavLink = { page: string; text: string } | { text: string; link: string }

/** Finds the address of the page, decoded, that an entry of a menu means; undefined when there is none. */
export type FindPage = (reference: string) => string | undefined

/** @param permalinks addresses that pages ask for */
export function createFindPage(files: readonly string[], permalinks: readonly string[] = []): FindPage {
  const regular = files.filter(file => file.endsWith('.md')).map(file => pageAddress(`/${file}`))
  const paths = new Set([...regular, ...permalinks])
  return reference => {
    const bare = safeDecode(reference.replace(/[?#].*/s, '')).replace(
      /(?:(?<=\/)(?:README|index))?\.md$/i,
      '',
    )
    const stem = bare.replace(/(?:index)?\.html$/, '')
    // VuePress led `/path/` to `/path.html` where only that is a page.
    const forms = [bare, `${stem}.html`, stem, `${stem}/`, `${stem.replace(/\/$/, '')}.html`]
    return forms.find(form => paths.has(form))
  }
}

/** What the menus of a language are translated with. */
export interface MenuContext {
  findPage: FindPage
  /** Locale path. */
  locale: string
  note: Note
  /** The whole address of a file of the public folder; undefined where there is no such file, or nobody knows the site's. */
  fileAddress?: (address: string) => string | undefined
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
export function withinLocale(prefix: string, locale: string): string {
  return prefix.startsWith(locale) ? `/${prefix.slice(locale.length)}` : prefix
}

/** The language that the name of a locale's folder is the tag of. */
export function languageOfFolder(path: string): string | undefined {
  return /^\/([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\/$/.exec(path)?.[1]
}

/** The header navigation: links and menus of them, which may have groups. */
export function translateNav(nav: unknown, context: MenuContext): NavEntry[] | undefined {
  if (!Array.isArray(nav)) return undefined
  const linkOf = (item: unknown): NavLink[] => {
    const { text: label, link } = values(item)
    return typeof link === 'string' ? translateLink(text(label) ?? '', link, 'navigation', context) : []
  }
  return nav.flatMap((item): NavEntry[] => {
    const { text: label, link, items } = values(item)
    const inner = list(items).flatMap((entry): (NavLink | { text: string; items: NavLink[] })[] => {
      const { text: group, items: links } = values(entry)
      if (list(links).length === 0) return linkOf(entry)
      const found = list(links).flatMap(linkOf)
      return found.length > 0 ? [{ text: text(group) ?? '', items: found }] : []
    })
    if (inner.length === 0) return linkOf(item)
    const page = typeof link === 'string' ? context.findPage(link) : undefined
    return [{ text: text(label) ?? '', items: inner, ...(page ? { page } : {}) }]
  })
}

/** A link to a page, to a file or to another site; none, with a note, where it leads to nothing. `link` starts at the root of the site. */
export function translateLink(
  name: string,
  link: string,
  where: 'navigation' | 'sidebar',
  { findPage, fileAddress, note }: MenuContext,
): NavLink[] {
  const address = isOutside(link) ? link : fileAddress?.(link)
  if (address !== undefined) return [{ text: name, link: address }]
  // VitePress takes `guide/start`, on any page, for an address below the root.
  const page = findPage(link) ?? findPage(`/${link}`)
  if (page === undefined) {
    note(`The ${where} entry \`${name}\` (\`${link}\`) leads to no page and was left out.`)
    return []
  }
  if (link.includes('#')) note(`The ${where} entry \`${name}\` leads to the page, not to \`${link}\`.`)
  return [{ page, text: name }]
}
