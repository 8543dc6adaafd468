import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/navigation.ts'
import { isOutside } from '../../shared/addresses.ts'
import { leadsTo, localOf, type NavContext } from './translate-navbar.ts'
import { sameOrEach, versionFile } from './translations.ts'
import { categoryLabel } from './cards.ts'
import type { Category, SidebarNode } from './sidebars.ts'
import type { SiteLocale, VersionData } from './site.ts'
import type { Targets } from './targets.ts'

type Sidebar = NonNullable<NonNullable<UserConfig['theme']>['sidebar']>
type Entry = Extract<Sidebar, unknown[]>[number]

interface SidebarInput extends NavContext {
  versions: readonly VersionData[]
  locales: readonly SiteLocale[]
}

/** The sidebars of all versions by the beginnings of their addresses, the longest first. */
export function translateSidebars(input: SidebarInput): Record<string, Entry[]> {
  const found = input.versions.flatMap(data => {
    const lists = new Map(
      [...data.sidebars].map(([name, nodes]) => [name, entries(nodes, { ...input, data, sidebar: name })]),
    )
    return findPrefixes(data, input.targets).map(([prefix, name]) => [prefix, lists.get(name) ?? []] as const)
  })
  return Object.fromEntries(found.toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1)))
}

interface EntryContext extends SidebarInput {
  data: VersionData
  sidebar: string
}

function entries(nodes: readonly SidebarNode[], context: EntryContext): Entry[] {
  return nodes.flatMap(node => entry(node, context))
}

function entry(node: SidebarNode, context: EntryContext): Entry[] {
  const { data, sidebar, targets, translations } = context
  const address = (id: string) => {
    const doc = data.folders.get('/')?.docs.find(candidate => candidate.id === id)
    return doc && doc.page.frontmatter['unlisted'] !== true ? targets.addressOf(doc) : undefined
  }
  if (node.kind === 'doc') {
    const page = address(node.id)
    if (page === undefined) return []
    const own = data.folders.get('/')?.docs.find(({ id }) => id === node.id)?.page.frontmatter[
      'sidebar_label'
    ]
    if (node.label === undefined || node.label === own) return [page]
    return [
      {
        page,
        text: translations.label(versionFile(data), `sidebar.${sidebar}.doc.${node.label}`, node.label),
      },
    ]
  }
  if (node.kind === 'link') {
    const key = `sidebar.${sidebar}.link.${node.label}`
    const link = linkOf(node.href, context)
    if (link === undefined) return []
    return [{ text: translations.label(versionFile(data), key, node.label), link }]
  }
  const page = node.index?.address ?? (node.doc === undefined ? undefined : address(node.doc))
  return [
    {
      text: labelOf(node, context),
      items: entries(node.items, context),
      ...(page === undefined ? {} : { page }),
      ...(node.collapsible ? { collapsed: node.collapsed } : { collapsible: false }),
    },
  ]
}

/**
 * Where a link leads: an old version names its own pages from its top, and those of others by where they are. Undefined,
 * with a note, where no page is taken over; a file of the site may be there.
 */
function linkOf(href: string, context: NavContext): string | undefined {
  if (isOutside(href)) return href
  const found = leadsTo(href, context) ?? context.elsewhere(localOf(href, context), { path: '/' })
  if (found !== undefined) return found + href.replace(/^[^?#]*/, '')
  if (/\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(localOf(href, context))) return href
  context.note(`The sidebar’s link \`${href}\` leads to no page that is taken over, and was left out.`)
  return undefined
}

/** The label of a category in all languages; of a page that is translated, its label there. */
function labelOf(category: Category, { data, sidebar, locales, targets, translations }: EntryContext): Label {
  return sameOrEach(
    locales.map(locale => [
      locale.path,
      categoryLabel(sidebar, category, { data, locale, targets, translations }),
    ]),
  )
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
