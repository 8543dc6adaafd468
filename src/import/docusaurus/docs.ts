import path from 'node:path/posix'
import GithubSlugger from 'github-slugger'
import { parse } from 'yaml'
import { attempt, listFiles, matchesAny, readText } from '../../lib/files.ts'
import { readPage } from '../common/page.ts'
import { at, list, text, type Values, values } from '../common/values.ts'

/** `02-basics` is `basics`, 2. Dates and versions stay. */
function readNumber(name: string): { name: string; position?: number } {
  const [, digits, rest] = /^(?!\d+[-_.]\d)(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(name) ?? []
  return rest === undefined ? { name } : { name: rest, position: Number(digits) }
}

export function withoutNumbers(path: string): string {
  const names = path.split('/').map(name => readNumber(name).name)
  return names.join('/')
}

/** The documents of a version in one language. Partials are relative to `folder`. */
export type DocFolder = Awaited<ReturnType<typeof readDocs>>

export type Doc = DocFolder['docs'][number]

const PAGE = /\.mdx?$/i

/**
 * Reads the documents in a folder, relative to the site's root; none where it doesn't exist.
 * @param base beginning of all addresses, without slash at the end
 * @param options those of the docs plugin
 */
export async function readDocs(root: string, folder: string, base: string, options: Values) {
  const exclude = list(options['exclude']).map(String)
  const all = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const pages = all.filter(file => PAGE.test(file) && !matchesAny(file, exclude))
  const isPartial = (file: string) => file.split('/').some(name => name.startsWith('_'))
  const docs = pages.filter(file => !isPartial(file)).map(createDoc)
  return { folder, docs, partials: pages.filter(isPartial) }

  function createDoc(source: string) {
    const file = path.join(folder, source)
    const page = readPage(readText(path.join(root, file)) ?? '')
    const { id, slug: ownSlug, title, sidebar_position: wanted, parse_number_prefixes } = page.frontmatter
    const stem = path.basename(source).replace(PAGE, '')
    const isNumbered = options['numberPrefixParser'] !== false && parse_number_prefixes !== false
    const { name, position } = isNumbered ? readNumber(stem) : { name: stem }
    const own = text(id) ?? name
    const above = path.dirname(source)
    const bare = above === '.' ? '' : `${isNumbered ? withoutNumbers(above) : above}/`
    const slug = textOrNumber(ownSlug)
    const isIndex = slug === undefined && isFolderPage(source)
    const local = slug?.startsWith('/') ? slug : isIndex ? `/${bare}` : path.resolve(`/${bare}`, slug ?? own)
    // Menus show titles without marks of Markdown.
    const heading = page.heading?.replace(/[`*]|\[([^[\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    return {
      /** Its id in sidebars: `tutorial/intro`. */
      id: bare + own,
      /** Relative to the folder of its version. */
      source,
      /** Relative to the site's root. */
      file,
      /** Folder in `source`, `.` at the top. */
      folder: above,
      /** Address in its language, without the language's path and base: `/docs/next/intro`. */
      address: `${base}${local}`.replace(/\/{2,}/g, '/'),
      position: typeof wanted === 'number' ? wanted : position,
      title: textOrNumber(title) ?? heading ?? own,
      page,
    }
  }
}

function textOrNumber(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** `index`, `README` and a page with the name of its folder are the folder's page. */
function isFolderPage(source: string): boolean {
  const stem = path.basename(source).replace(PAGE, '').toLowerCase()
  return ['index', 'readme', path.basename(path.dirname(source)).toLowerCase()].includes(stem)
}

/** A document, a link, or a category, which has entries. */
export interface SidebarNode {
  /** Undefined for the title of the document. */
  label: string | undefined
  id?: string | undefined
  href?: string
  items?: SidebarNode[]
  /** The name of a category's label in translations. */
  key?: string
  /** Undefined for a category that readers can't close. */
  collapsed?: boolean | undefined
  index?: GeneratedIndex | undefined
}

interface GeneratedIndex {
  address: string
  title: string | undefined
  description: string | undefined
}

/**
 * The sidebars of a version by name, with all generated entries. `given` is what its file exports; without one, there is one of the
 * whole folder.
 * @param root absolute folder of the documents
 * @param base beginning of their addresses
 * @param options those of the docs plugin
 */
export function resolveSidebars(
  given: unknown,
  { root, docs, base, options }: { root: string; docs: readonly Doc[]; base: string; options: Values },
): Map<string, SidebarNode[]> {
  const byId = new Map(docs.map(doc => [doc.id, doc]))
  // Generated pages are counted in the order of the sidebars, so that equal labels get the same addresses.
  const slugger = new GithubSlugger()
  const sidebars = given === undefined ? { defaultSidebar: [{ type: 'autogenerated' }] } : values(given)
  return new Map(Object.entries(sidebars).map(([name, items]) => [name, nodes(items)]))

  function nodes(items: unknown): SidebarNode[] {
    if (Array.isArray(items)) return items.flatMap(node)
    return Object.entries(values(items)).flatMap(([label, inner]) => category({ label, items: inner }))
  }

  function node(item: unknown): SidebarNode[] {
    if (typeof item === 'string') return docNode(item)
    const entry = values(item)
    switch (entry['type']) {
      case 'doc':
      case 'ref':
        return docNode(String(entry['id']), text(entry['label']))
      case 'link':
        return [{ label: String(entry['label'] ?? ''), href: String(entry['href'] ?? '') }]
      case 'autogenerated':
        return nodes(folderEntries(path.join(String(entry['dirName'] ?? '.')).replace(/\/$/, '')))
      case 'category':
        return category(entry)
      default:
        return entry['type'] === undefined ? nodes(entry) : []
    }
  }

  function docNode(id: string, label?: string): SidebarNode[] {
    const doc = byId.get(id)
    return !doc || doc.page.frontmatter['draft'] === true ? [] : [{ id, label }]
  }

  function category(entry: Values): SidebarNode[] {
    const label = String(entry['label'] ?? '')
    const link = values(entry['link'])
    const id = link['type'] === 'doc' && byId.has(String(link['id'])) ? String(link['id']) : undefined
    const index = link['type'] === 'generated-index' ? indexOf(link, label) : undefined
    const items = nodes(entry['items'])
    if (items.length === 0) return id === undefined ? [] : [{ id, label }]
    const isOn = (own: unknown, standard: unknown) => (typeof own === 'boolean' ? own : standard !== false)
    const isOpen = !isOn(entry['collapsible'], options['sidebarCollapsible'])
    const collapsed = isOpen ? undefined : isOn(entry['collapsed'], options['sidebarCollapsed'])
    return [{ label, key: text(entry['key']) ?? label, collapsed, id, index, items }]
  }

  function indexOf({ slug, title, description }: Values, label: string): GeneratedIndex {
    const local = text(slug) ?? `/category/${slugger.slug(label)}`
    const address = `${base}/${local}`.replace(/\/{2,}/g, '/')
    return { address, title: text(title), description: text(description) }
  }

  /** By number, then by file name. */
  function folderEntries(folder: string): Values[] {
    const prefix = folder === '.' ? '' : `${folder}/`
    const deeper = docs.filter(doc => !['.', folder].includes(doc.folder) && doc.folder.startsWith(prefix))
    const below = deeper.flatMap(doc => doc.folder.slice(prefix.length).split('/')[0] ?? [])
    const own = docs.filter(doc => doc.folder === folder)
    const entries = [
      ...own.map(({ id, position = Infinity, source, page }) => ({
        position,
        name: path.basename(source),
        entry: { type: 'doc', id, label: page.frontmatter['sidebar_label'] } as Values,
      })),
      ...Array.from(new Set(below), name => ({ name, ...folderEntry(prefix + name) })),
    ]
    return entries
      .toSorted((a, b) => (a.position === b.position ? (a.name < b.name ? -1 : 1) : a.position - b.position))
      .map(({ entry }) => entry)
  }

  function folderEntry(folder: string): { position: number; entry: Values } {
    const about = readCategory(folder)
    const { link, label, position: given } = about
    const id = text(at(link, 'id'))
    const isOwn = link === undefined || at(link, 'type') === 'doc'
    const isNamed = (doc: Doc) =>
      id === undefined ? isFolderPage(doc.source) : `/${doc.id}`.endsWith(`/${id}`)
    const linked = docs.find(doc => isOwn && doc.folder === folder && isNamed(doc))
    const { name, position } = readNumber(path.basename(folder))
    const entry = {
      ...about,
      type: 'category',
      label: text(label) ?? linked?.page.frontmatter['sidebar_label'] ?? linked?.title ?? name,
      link: linked ? { type: 'doc', id: linked.id } : link,
      items: folderEntries(folder).filter(({ id }) => linked === undefined || id !== linked.id),
    }
    return { position: typeof given === 'number' ? given : (linked?.position ?? position ?? Infinity), entry }
  }

  /** The content of `_category_.json` or `.yml` in a folder. */
  function readCategory(folder: string): Values {
    const files = ['json', 'yml', 'yaml'].map(ending => path.join(root, folder, `_category_.${ending}`))
    const written = files.map(readText).find(found => found !== undefined) ?? ''
    return values(attempt(() => parse(written) as unknown))
  }
}

export function firstDoc(nodes: readonly SidebarNode[]): string | undefined {
  return nodes.map(({ id, items = [] }) => id ?? firstDoc(items)).find(id => id !== undefined)
}

export function indexed(nodes: readonly SidebarNode[]): (SidebarNode & { index: GeneratedIndex })[] {
  return nodes.flatMap(node => [
    ...(node.index ? [{ ...node, index: node.index }] : []),
    ...indexed(node.items ?? []),
  ])
}

/** The entries beside a document, or those of the category that links to it. */
export function siblingsOf(id: string, nodes: readonly SidebarNode[]): readonly SidebarNode[] | undefined {
  const isOther = (node: SidebarNode) => node.id !== id || node.items !== undefined
  if (!nodes.every(isOther)) return nodes.filter(isOther)
  const inner = nodes.map(({ id: own, items = [] }) => (own === id ? items : siblingsOf(id, items)))
  return inner.find(Boolean)
}
