import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import { list, text, values, type Values } from '../common/keys.ts'
import { BADGES } from './components.ts'
import { sidebarOf, type StarlightPage } from './pages.ts'

type Sidebar = NonNullable<NonNullable<UserConfig['theme']>['sidebar']>
type Entry = Extract<Sidebar, unknown[]>[number]
type BadgeType = 'tip' | 'info' | 'warning' | 'danger'

export interface SidebarContext {
  /** Pages of the default language. */
  pages: readonly StarlightPage[]
  /** Locale path → language, the default one first. */
  languages: ReadonlyMap<string, string>
  note: Note
}

/** The sidebar as a list; of a site without one, all its pages. */
export function translateSidebar(given: unknown, context: SidebarContext): Entry[] {
  const items = given === undefined ? [{ autogenerate: { directory: '' } }] : list(given)
  return items.flatMap(item => entry(typeof item === 'string' ? { slug: item } : values(item), context))
}

function entry(item: Values, context: SidebarContext): Entry[] {
  const { label, link, slug, items, collapsed, autogenerate } = item
  if (autogenerate !== undefined) {
    const inner = folder(String(values(autogenerate)['directory'] ?? '').replace(/^\/|\/$/g, ''), context)
    return text(label) ? [{ text: labelOf(item, context), items: inner, ...closed(collapsed) }] : inner
  }
  if (Array.isArray(items)) {
    const inner = translateSidebar(items, context)
    return [{ text: labelOf(item, context), items: inner, ...closed(collapsed), ...badged(item, context) }]
  }
  const to = text(link) ?? (typeof slug === 'string' ? `/${slug}/` : undefined)
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: labelOf(item, context), link: to, ...badged(item, context) }]
  const page = context.pages.find(
    known => `/${known.slug}/`.replace('//', '/') === `/${to}/`.replace(/\/{2,}/g, '/'),
  )
  if (!page) {
    context.note(`The sidebar entry \`${text(label) ?? to}\` (\`${to}\`) leads to no page and was left out.`)
    return []
  }
  const address = addressOf(page)
  const badge = badged(item, context)
  if (text(label) === undefined)
    return Object.keys(badge).length > 0 ? [{ page: address, ...badge }] : [address]
  return [{ page: address, text: labelOf(item, context), ...badge }]
}

function closed(collapsed: unknown): { collapsed: boolean } {
  return { collapsed: collapsed === true }
}

/** The address of a page in any language. */
export function addressOf({ slug }: Pick<StarlightPage, 'slug'>): string {
  return slug === '' ? '/' : `/${slug}/`
}

/** Pages of a folder and groups of those below it, by `order` and address. */
function folder(directory: string, context: SidebarContext): Entry[] {
  const prefix = directory === '' ? '' : `${directory}/`
  const inside = context.pages.filter(
    page => `${page.slug}/`.startsWith(prefix) && sidebarOf(page)['hidden'] !== true,
  )
  const groups = new Map<string, StarlightPage[]>()
  const single: StarlightPage[] = []
  for (const page of inside) {
    const [name, ...below] = page.slug.slice(prefix.length).split('/')
    const isFolderPage = page.target.endsWith('/README.md') && page.slug !== directory
    if (name !== undefined && (below.length > 0 || (isFolderPage && page.slug !== '')))
      groups.set(name, [...(groups.get(name) ?? []), page])
    else single.push(page)
  }
  const orderOf = (page: StarlightPage) => Number(sidebarOf(page)['order'] ?? Infinity)
  const placed = [
    ...single.map(page => ({ order: orderOf(page), name: page.slug, entries: [addressOf(page)] as Entry[] })),
    ...[...groups].map(([name, pages]) => ({
      order: Math.min(...pages.map(orderOf)),
      name: prefix + name,
      entries: [{ text: name, items: folder(prefix + name, context), collapsed: false }] as Entry[],
    })),
  ]
  const compare = (a: number, b: number) => (a === b ? 0 : a - b)
  return placed
    .toSorted((a, b) => compare(a.order, b.order) || a.name.localeCompare(b.name))
    .flatMap(({ entries }) => entries)
}

function labelOf({ label, translations }: Values, { languages }: SidebarContext): Label {
  return inLanguages(label, values(translations), languages)
}

/** A text with translations by language, or an object of them, as a label. */
export function inLanguages(
  standard: unknown,
  translations: Values,
  languages: ReadonlyMap<string, string>,
): Label {
  const first = text(standard) ?? text(Object.values(values(standard))[0]) ?? ''
  const all = { ...values(standard), ...translations }
  const texts = [...languages].map(([path, lang]) => {
    const said = text(all[lang]) ?? text(all[path.slice(1, -1)]) ?? text(all[lang.split('-')[0] ?? ''])
    return [path, said ?? first] as const
  })
  const own = texts.filter(([path, said], index) => index === 0 || said !== first || path === '/')
  return own.length > 1 ? Object.fromEntries(own) : (own[0]?.[1] ?? first)
}

function badged(
  { badge }: Values,
  { languages }: SidebarContext,
): { badge?: { text: Label; type?: BadgeType } } {
  if (badge === undefined || badge === null) return {}
  const given = typeof badge === 'string' ? { text: badge } : values(badge)
  const type = BADGES[text(values(badge)['variant']) ?? ''] as BadgeType | undefined
  return { badge: { text: inLanguages(given['text'], {}, languages), ...(type ? { type } : {}) } }
}
