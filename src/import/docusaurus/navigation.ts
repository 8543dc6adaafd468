import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import { list, type Note, text, type Values, values } from '../common/importer.ts'
import { categoryLabel, firstDoc } from './components.ts'
import type { SidebarNode } from './docs.ts'
import { type DocusaurusSite, sameOrEach, type Translations, type VersionData, versionFile } from './site.ts'
import type { Elsewhere, OldVersion, Targets } from './targets.ts'

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
  if (type === 'docsVersionDropdown') return versionEntry(versionsOf(item, context), context)
  const items = list(item['items'])
  if (type !== 'dropdown' && items.length === 0) return navLink(item, context)
  const links = items.flatMap(inner => navLink(values(inner), context))
  return links.length > 0 ? [{ text: labelOf(item, context), items: links }] : []
}

function navLink(item: Values, context: NavContext): NavLink[] {
  const { targets, note } = context
  const type = text(item['type'])
  if (type !== undefined && BUILT_IN.has(type)) return []
  if (type === 'html' || type?.startsWith('custom-')) {
    note(`The navbar item of type \`${type}\` is left out.`)
    return []
  }
  const last = versionsOf(item, context).find(({ version }) => version.isLast)
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
    `The menu entry \`${String(item['label'] ?? to)}\` (\`${to}\`) leads to no page that is imported, and was left out.`,
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

function versionsOf(item: Values, { site }: NavContext): VersionData[] {
  const id = text(item['docsPluginId']) ?? 'default'
  return site.versions.filter(({ version }) => version.instance === id)
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

type Sidebar = NonNullable<NonNullable<UserConfig['theme']>['sidebar']>
type Entry = Extract<Sidebar, unknown[]>[number]

/** The sidebars of all versions by the beginnings of their addresses, the longest first. */
export function translateSidebars(context: NavContext): Record<string, Entry[]> {
  const found = context.site.versions.flatMap(data =>
    findPrefixes(data, context.targets).map(([prefix, sidebar]) => {
      const nodes = data.sidebars.get(sidebar) ?? []
      return [prefix, nodes.flatMap(node => entry(node, { ...context, data, sidebar }))] as const
    }),
  )
  return Object.fromEntries(found.toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1)))
}

interface EntryContext extends NavContext {
  data: VersionData
  sidebar: string
}

function entry(node: SidebarNode, context: EntryContext): Entry[] {
  const { data, sidebar, site, targets, translations } = context
  const label = (kind: 'doc' | 'link', standard: string) =>
    translations.label(versionFile(data), `sidebar.${sidebar}.${kind}.${standard}`, standard)
  if (node.kind === 'link') {
    const link = linkOf(node.href, context)
    return link === undefined ? [] : [{ text: label('link', node.label), link }]
  }
  const id = node.kind === 'doc' ? node.id : node.doc
  const doc = data.folders.get('/')?.docs.find(candidate => candidate.id === id)
  const address = doc && doc.page.frontmatter['unlisted'] !== true ? targets.addressOf(doc) : undefined
  if (node.kind === 'doc') {
    if (!doc || address === undefined) return []
    const isOwn = node.label === undefined || node.label === doc.page.frontmatter['sidebar_label']
    return [isOwn ? address : { page: address, text: label('doc', node.label ?? '') }]
  }
  const page = node.index?.address ?? address
  const labels = site.locales.map(
    locale => [locale.path, categoryLabel(sidebar, node, { ...context, locale })] as const,
  )
  return [
    {
      text: sameOrEach(labels),
      items: node.items.flatMap(item => entry(item, context)),
      ...(page === undefined ? {} : { page }),
      ...(node.collapsible ? { collapsed: node.collapsed } : { collapsible: false }),
    },
  ]
}

/**
 * Where a link leads: an old version names its own pages from its top, and those of others by where they are. Undefined,
 * with a note, where no page is imported; a file of the site may be there.
 */
function linkOf(href: string, context: NavContext): string | undefined {
  if (isOutside(href)) return href
  const found = leadsTo(href, context) ?? context.elsewhere(localOf(href, context), { path: '/' })
  if (found !== undefined) return found + href.replace(/^[^?#]*/, '')
  if (/\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(localOf(href, context))) return href
  context.note(`The sidebar’s link \`${href}\` leads to no page that is imported, and was left out.`)
  return undefined
}

/** The shortest beginnings of addresses that tell the sidebars of a version apart. */
function findPrefixes(
  { version, folders, sidebars }: VersionData,
  targets: Targets,
): [prefix: string, sidebar: string][] {
  const owners = new Map<string, string>()
  for (const [name, nodes] of sidebars) own(nodes, name)
  for (const doc of folders.get('/')?.docs ?? []) {
    const shown = doc.page.frontmatter['displayed_sidebar']
    if (typeof shown === 'string' && sidebars.has(shown)) owners.set(targets.addressOf(doc), shown)
  }
  return narrow(`${version.path}/`, [...owners])

  function own(nodes: readonly SidebarNode[], name: string): void {
    for (const node of nodes) {
      const id = node.kind === 'link' ? undefined : node.kind === 'doc' ? node.id : node.doc
      const doc = folders.get('/')?.docs.find(candidate => candidate.id === id)
      const address = doc
        ? targets.addressOf(doc)
        : node.kind === 'category'
          ? node.index?.address
          : undefined
      if (address !== undefined && !owners.has(address)) owners.set(address, name)
      if (node.kind === 'category') own(node.items, name)
    }
  }
}

/** The sidebar of most pages for all of them, others for the folders and pages that have them. */
function narrow(
  prefix: string,
  pages: readonly [address: string, sidebar: string][],
  above?: string,
): [string, string][] {
  const standard = mostFrequent(pages.map(([, sidebar]) => sidebar))
  if (standard === undefined) return []
  const folders = new Map<string, [string, string][]>()
  const single: [string, string][] = []
  for (const page of pages) {
    const end = page[0].indexOf('/', prefix.length)
    const folder = end === -1 ? undefined : page[0].slice(0, end + 1)
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), page])
    else if (page[1] !== standard) single.push(page)
  }
  const inner = [...folders].flatMap(([folder, below]) => narrow(folder, below, standard))
  return [...(standard === above ? [] : [[prefix, standard] as [string, string]]), ...single, ...inner]
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
