import { isOutside } from '../../shared/addresses.ts'
import type { UserConfig } from '../../schema/config.ts'
import { type TranslateContext, translateLink } from '../common/translate-nav.ts'
import { list, text, type Values, values } from '../common/values.ts'

type Sidebar = NonNullable<NonNullable<UserConfig['locales']>[string]['sidebar']>
type SidebarEntry = Extract<Sidebar, unknown[]>[number]

/** The sidebar: one list, or lists by the beginning of addresses, the longest first. Undefined when there is none. */
export function translateSidebar(
  sidebar: unknown,
  context: TranslateContext & { locales: readonly string[] },
): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (Array.isArray(sidebar)) return entries(sidebar, '', context)
  const byPrefix = Object.entries(values(sidebar))
    .map(([prefix, given]): [string, unknown] => [prefix.startsWith('/') ? prefix : `/${prefix}`, given])
    .filter(([prefix]) => isOf(prefix, context))
    .toSorted(([a], [b]) => depthOf(b) - depthOf(a))
    .map(([prefix, given]): [string, SidebarEntry[]] => {
      const { items, base } = values(given)
      const entriesOf = Array.isArray(given) ? given : list(items)
      return [withinLocale(prefix, context.locale), entries(entriesOf, text(base) ?? '', context)]
    })
  return Object.fromEntries(byPrefix)
}

function depthOf(prefix: string): number {
  return prefix.split('/').length
}

/** A language has the sidebars of its own folder, and those of all pages where it has none. */
function isOf(prefix: string, { locale, locales }: { locale: string; locales: readonly string[] }): boolean {
  const own = locales.filter(other => prefix.startsWith(other)).toSorted((a, b) => b.length - a.length)[0]
  return own === locale || prefix === '/'
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
function withinLocale(prefix: string, locale: string): string {
  return prefix.startsWith(locale) ? `/${prefix.slice(locale.length)}` : prefix
}

function entries(given: readonly unknown[], base: string, context: TranslateContext): SidebarEntry[] {
  return given.flatMap(entry => sidebarEntry(values(entry), base, context))
}

function sidebarEntry(entry: Values, inherited: string, context: TranslateContext): SidebarEntry[] {
  const base = text(entry['base']) ?? inherited
  const name = plainLabel(text(entry['text']) ?? '')
  const written = text(entry['link'])
  const link = written === undefined ? undefined : linkBelow(written, base)
  if (!Array.isArray(entry['items'])) {
    return link === undefined ? [] : translateLink({ name, link, where: 'sidebar' }, context)
  }
  const items = entries(entry['items'], base, context)
  const page = link === undefined ? undefined : (context.pages.find(link) ?? context.pages.find(`/${link}`))
  if (items.length === 0 && page === undefined) return []
  return [{ text: name, items, ...(page ? { page } : {}), ...closing(entry['collapsed']) }]
}

/** VitePress has no button where nothing is said. */
function closing(collapsed: unknown): { collapsible?: false; collapsed?: boolean } {
  return typeof collapsed === 'boolean' ? { collapsed } : { collapsible: false }
}

function linkBelow(link: string, base: string): string {
  if (base === '' || isOutside(link)) return link
  return base + link.replace(/^\//, base.endsWith('/') ? '' : '/')
}

/** Labels of VitePress may be HTML. */
function plainLabel(label: string): string {
  return label
    .replace(/<[a-z/][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')
}
