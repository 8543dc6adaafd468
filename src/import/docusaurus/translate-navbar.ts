import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/navigation.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/notes.ts'
import { list, text, values, type Values } from '../common/values.ts'
import { firstDoc } from './cards.ts'
import type { Elsewhere, OldVersion } from './old-versions.ts'
import type { DocusaurusSite, VersionData } from './site.ts'
import type { Targets } from './targets.ts'
import { type Translations, versionFile } from './translations.ts'

type NavEntry = NonNullable<NonNullable<UserConfig['theme']>['nav']>[number]
type NavLink = { page: string; text: Label } | { text: Label; link: string }

export interface NavContext {
  site: DocusaurusSite
  targets: Targets
  translations: Translations
  note: Note
  /** The old version whose configuration is written; undefined for the current site. */
  old: OldVersion | undefined
  /** There is a menu of versions, which docsgen makes. */
  hasVersions: boolean
  elsewhere: Elsewhere
}

const FILE = 'docusaurus-theme-classic/navbar.json'
/** Items that docsgen shows by itself. */
const BUILT_IN = new Set(['localeDropdown', 'search'])

/** The entries of the navbar. */
export function translateNavbar(navbar: Values, context: NavContext): NavEntry[] {
  return list(navbar['items']).flatMap(item => navEntry(values(item), context))
}

function navEntry(item: Values, context: NavContext): NavEntry[] {
  const type = text(item['type'])
  if (type === 'docsVersionDropdown') return versionMenu(item, context)
  const items = list(item['items'])
  if (type !== 'dropdown' && items.length === 0) return navLink(item, context)
  const links = items.flatMap(inner => navLink(values(inner), context))
  return links.length > 0 ? [{ text: labelOf(item, context), items: links }] : []
}

function navLink(item: Values, context: NavContext): NavLink[] {
  const { site, targets, note } = context
  const type = text(item['type'])
  if (type !== undefined && BUILT_IN.has(type)) return []
  if (type === 'html' || type?.startsWith('custom-')) {
    note(`The navbar item of type \`${type}\` is left out.`)
    return []
  }
  const versions = site.versions.filter(
    ({ version }) => version.instance === (text(item['docsPluginId']) ?? 'default'),
  )
  const last = versions.find(({ version }) => version.isLast)
  const label = labelOf(item, context)
  if (type === 'doc' || type === 'docSidebar') {
    const id = type === 'doc' ? text(item['docId']) : firstOf(last, text(item['sidebarId']))
    const doc = last?.folders.get('/')?.docs.find(candidate => candidate.id === id)
    return doc ? [{ page: targets.addressOf(doc), text: label === '' ? doc.title : label }] : []
  }
  if (type === 'docsVersion')
    return last ? startOf(last, context, label === '' ? last.version.label : label) : []
  return plainLink(item, label, context)
}

function plainLink(item: Values, label: Label, context: NavContext): NavLink[] {
  const to = text(item['to']) ?? text(item['href'])
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: label === '' ? to : label, link: to }]
  const page = leadsTo(to, context)
  if (page !== undefined) return [{ page, text: label }]
  const link = context.elsewhere(localOf(to, context), { path: '/' })
  if (link !== undefined) return [{ text: label, link }]
  context.note(
    `The menu entry \`${String(item['label'] ?? to)}\` (\`${to}\`) leads to no page that is taken over, and was left out.`,
  )
  return []
}

/** The page of the same version that an address of the configuration means; undefined where there is none. */
export function leadsTo(to: string, context: NavContext): string | undefined {
  const { targets, old } = context
  const local = localOf(to, context)
  if (old && !`${local}/`.startsWith(old.path)) return undefined
  const path = old ? `/${local.slice(old.path.length)}` : local
  return targets.atAddress(path) === undefined ? undefined : path
}

/** An address of the configuration below the base, without query and hash. */
export function localOf(to: string, { site }: Pick<NavContext, 'site'>): string {
  const base = String(site.config['baseUrl'] ?? '/')
  const local =
    base !== '/' && to.startsWith(base) ? `/${to.slice(base.length)}` : to.startsWith('/') ? to : `/${to}`
  return local.replace(/[?#].*$/s, '')
}

function firstOf(data: VersionData | undefined, sidebar: string | undefined): string | undefined {
  for (const node of data?.sidebars.get(sidebar ?? '') ?? []) {
    const id = node.kind === 'doc' ? node.id : node.kind === 'category' ? firstDoc(node) : undefined
    if (id !== undefined) return id
  }
  return undefined
}

/** Versions as a menu that leads to the start of each. */
function versionMenu(item: Values, context: NavContext): NavEntry[] {
  const id = text(item['docsPluginId']) ?? 'default'
  const versions = context.site.versions.filter(({ version }) => version.instance === id)
  return versionEntry(versions, context)
}

function versionLabel(data: VersionData, { translations }: NavContext): Label {
  return translations.label(versionFile(data), 'version.label', data.version.label)
}

/** A menu of versions; none for one version alone. */
export function versionEntry(versions: readonly VersionData[], context: NavContext): NavEntry[] {
  const start = (data: VersionData) => startOf(data, context, versionLabel(data, context))
  // The menu that docsgen makes has all but what is still to come.
  if (context.hasVersions) return versions.filter(({ version }) => !version.isLast).flatMap(start)
  const links = versions.flatMap(start)
  const last = versions.find(({ version }) => version.isLast)
  return versions.length > 1 && links.length > 0
    ? [{ text: last ? versionLabel(last, context) : '', items: links }]
    : []
}

function startOf(data: VersionData, { targets }: NavContext, label: Label): NavLink[] {
  const docs = data.folders.get('/')?.docs ?? []
  const home = docs.find(doc => doc.address.replace(/\/$/, '') === data.version.path)
  const first = [...data.sidebars.keys()].map(name => firstOf(data, name)).find(id => id !== undefined)
  const doc = home ?? docs.find(({ id }) => id === first) ?? docs[0]
  return doc ? [{ page: targets.addressOf(doc), text: label }] : []
}

/** The page that a button of a home page leads to. */
export function startPage(context: NavContext): string | undefined {
  const last = context.site.versions.find(({ version }) => version.isLast)
  const [link] = last ? startOf(last, context, '') : []
  return link && 'page' in link ? link.page : undefined
}

function labelOf(item: Values, { translations }: NavContext): Label {
  const label = text(item['label'])
  return label === undefined ? '' : translations.label(FILE, `item.label.${label}`, label)
}
