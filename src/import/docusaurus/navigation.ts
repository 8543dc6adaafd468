import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import { list, sameOrEach, text, type Values, values } from '../common/values.ts'
import { firstDoc, type SidebarNode } from './docs.ts'
import { categoryLabel } from './pages.ts'
import { docsOf, elsewhere, localOf, type SiteLocale, type Version, type Writing } from './site.ts'

type NavEntry = NonNullable<NonNullable<UserConfig['theme']>['nav']>[number]
type NavLink = { page: string; text: Label } | { text: Label; link: string }

/** The page of the same output that an address of the configuration means, below the path of the output. */
export function pageAt(to: string, { site, out }: Writing): string | undefined {
  const local = localOf(to, site)
  return out.at(local) === undefined ? undefined : out.local(local)
}

/** The same in a language, or the address of a page of another output. */
export function addressOf(
  to: string,
  locale: Pick<SiteLocale, 'path'>,
  writing: Writing,
): string | undefined {
  const page = pageAt(to, writing)
  return page === undefined
    ? elsewhere(localOf(to, writing.site), locale, writing)
    : locale.path + page.slice(1)
}

/** The entries of the navbar, with a menu of versions, without which readers would no longer find the others. */
export function translateNavbar(navbar: Values, writing: Writing): NavEntry[] {
  const items = list(navbar['items']).map(values)
  const hasMenu = items.some(item => item['type'] === 'docsVersionDropdown')
  const entries = items.flatMap(item => navEntry(item, writing))
  return hasMenu || writing.out.from !== '' ? entries : [...entries, ...versionMenu({}, writing)]
}

function navEntry(item: Values, writing: Writing): NavEntry[] {
  if (item['type'] === 'docsVersionDropdown') return versionMenu(item, writing)
  const items = list(item['items'])
  if (item['type'] !== 'dropdown' && items.length === 0) return navLink(item, writing)
  const links = items.flatMap(inner => navLink(values(inner), writing))
  return links.length > 0 ? [{ text: labelOf(item, writing), items: links }] : []
}

function navLink(item: Values, writing: Writing): NavLink[] {
  const { out, note } = writing
  const type = text(item['type'])
  const last = versionsOf(item, writing).find(version => version.isLast)
  const label = labelOf(item, writing)
  switch (type) {
    // docsgen shows these automatically.
    case 'localeDropdown':
    case 'search':
      return []
    case 'doc':
    case 'docSidebar': {
      const sidebar = last?.sidebars.get(text(item['sidebarId']) ?? '') ?? []
      const id = type === 'doc' ? item['docId'] : firstDoc(sidebar)
      const doc = last && docsOf(last).find(candidate => candidate.id === id)
      return doc ? [{ page: out.addressOf(doc), text: label === '' ? doc.title : label }] : []
    }
    case 'docsVersion':
      return last ? startOf(last, writing, label === '' ? last.label : label) : []
  }
  if (type === 'html' || type?.startsWith('custom-')) {
    note(`The navbar item of type \`${type}\` is left out.`)
    return []
  }
  const to = text(item['to']) ?? text(item['href'])
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: label === '' ? to : label, link: to }]
  const page = pageAt(to, writing)
  if (page !== undefined) return [{ page, text: label }]
  const link = addressOf(to, { path: '/' }, writing)
  if (link !== undefined) return [{ text: label, link }]
  note(
    `The menu entry \`${String(item['label'] ?? to)}\` (\`${to}\`) leads to no page that is imported, and was left out.`,
  )
  return []
}

function labelOf(item: Values, { site }: Writing): Label {
  const label = text(item['label'])
  return label ? site.label('docusaurus-theme-classic/navbar.json', `item.label.${label}`, label) : ''
}

function versionsOf(item: Values, { out }: Writing): Version[] {
  const id = text(item['docsPluginId']) ?? 'default'
  return out.versions.filter(({ instance }) => instance === id)
}

/** A menu of versions; none for one version alone. */
function versionMenu(item: Values, writing: Writing): NavEntry[] {
  const versions = versionsOf(item, writing)
  const labelOf = (version: Version) =>
    writing.site.label(`${version.translated}.json`, 'version.label', version.label)
  const start = (version: Version) => startOf(version, writing, labelOf(version))
  // The menu that docsgen makes has all but what is still to come.
  if (writing.outputs.length > 1) return versions.filter(({ isLast }) => !isLast).flatMap(start)
  const links = versions.flatMap(start)
  const last = versions.find(({ isLast }) => isLast)
  return versions.length > 1 && links.length > 0 ? [{ text: last ? labelOf(last) : '', items: links }] : []
}

function startOf(version: Version, { out }: Writing, label: Label): NavLink[] {
  const docs = docsOf(version)
  const home = docs.find(doc => doc.address.replace(/\/$/, '') === version.path)
  const first = [...version.sidebars.values()].map(firstDoc).find(id => id !== undefined)
  const doc = home ?? docs.find(({ id }) => id === first) ?? docs[0]
  return doc ? [{ page: out.addressOf(doc), text: label }] : []
}

/** The page that a button of a home page links to. */
export function startPage(writing: Writing): string | undefined {
  const last = writing.out.versions.find(({ isLast }) => isLast)
  const [link] = last ? startOf(last, writing, '') : []
  return link && 'page' in link ? link.page : undefined
}

type Sidebar = NonNullable<NonNullable<UserConfig['theme']>['sidebar']>
type Entry = Extract<Sidebar, unknown[]>[number]

/** The sidebars of all versions by the beginnings of their addresses, the longest first; undefined without any. */
export function translateSidebars(writing: Writing): Record<string, Entry[]> | undefined {
  const found = writing.out.versions.flatMap(version =>
    findPrefixes(version, writing).map(([prefix, sidebar]) => {
      const nodes = version.sidebars.get(sidebar) ?? []
      return [prefix, nodes.flatMap(node => entry(node, { ...writing, version, sidebar }))] as const
    }),
  )
  const sorted = found.toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
  return found.length > 0 ? Object.fromEntries(sorted) : undefined
}

type EntryContext = Writing & { version: Version; sidebar: string }

function entry(node: SidebarNode, context: EntryContext): Entry[] {
  const { version, sidebar, site, out } = context
  const label = (kind: 'doc' | 'link', standard: string) =>
    site.label(`${version.translated}.json`, `sidebar.${sidebar}.${kind}.${standard}`, standard)
  if (node.kind === 'link') {
    const link = linkOf(node.href, context)
    return link === undefined ? [] : [{ text: label('link', node.label), link }]
  }
  const doc = docOf(node, version)
  const address = doc && doc.page.frontmatter['unlisted'] !== true ? out.addressOf(doc) : undefined
  if (node.kind === 'doc') {
    if (!doc || address === undefined) return []
    const isOwn = node.label === undefined || node.label === doc.page.frontmatter['sidebar_label']
    return [isOwn ? address : { page: address, text: label('doc', node.label ?? '') }]
  }
  const page = node.index ? out.local(node.index.address) : address
  return [
    {
      text: sameOrEach(
        site.locales.map(locale => [locale.path, categoryLabel(sidebar, node, { ...context, locale })]),
      ),
      items: node.items.flatMap(item => entry(item, context)),
      ...(page === undefined ? {} : { page }),
      ...(node.collapsible ? { collapsed: node.collapsed } : { collapsible: false }),
    },
  ]
}

function docOf(node: SidebarNode, version: Version): ReturnType<typeof docsOf>[number] | undefined {
  const id = node.kind === 'doc' ? node.id : node.kind === 'category' ? node.doc : undefined
  return docsOf(version).find(doc => doc.id === id)
}

/** The address of a sidebar's link; undefined, with a note, where no page is imported and no file can be meant. */
function linkOf(href: string, context: EntryContext): string | undefined {
  if (isOutside(href)) return href
  const found = addressOf(href, { path: '/' }, context)
  if (found !== undefined) return found + href.replace(/^[^?#]*/, '')
  if (/\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(localOf(href, context.site))) return href
  context.note(`The sidebar’s link \`${href}\` leads to no page that is imported, and was left out.`)
  return undefined
}

/** The shortest beginnings of addresses that tell the sidebars of a version apart. */
function findPrefixes(version: Version, { out }: Writing): [prefix: string, sidebar: string][] {
  const owners = new Map<string, string>()
  for (const [name, nodes] of version.sidebars) own(nodes, name)
  for (const doc of docsOf(version)) {
    const shown = doc.page.frontmatter['displayed_sidebar']
    if (typeof shown === 'string' && version.sidebars.has(shown)) owners.set(out.addressOf(doc), shown)
  }
  return narrow(out.local(`${version.path}/`), [...owners])

  function own(nodes: readonly SidebarNode[], name: string): void {
    for (const node of nodes) {
      const doc = docOf(node, version)
      const index = node.kind === 'category' && node.index ? out.local(node.index.address) : undefined
      const address = doc ? out.addressOf(doc) : index
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
  const counts = new Map<string, number>()
  for (const [, sidebar] of pages) counts.set(sidebar, (counts.get(sidebar) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (!most) return []
  const [standard] = most
  const folderOf = (address: string) => address.slice(0, address.indexOf('/', prefix.length) + 1)
  const folders = new Set(pages.map(([address]) => folderOf(address)).filter(Boolean))
  const single = pages.filter(([address, sidebar]) => folderOf(address) === '' && sidebar !== standard)
  const inner = [...folders].flatMap(folder =>
    narrow(
      folder,
      pages.filter(([address]) => folderOf(address) === folder),
      standard,
    ),
  )
  return [...(standard === above ? [] : [[prefix, standard] as [string, string]]), ...single, ...inner]
}
