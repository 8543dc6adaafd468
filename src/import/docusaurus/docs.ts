import path from 'node:path/posix'
import GithubSlugger from 'github-slugger'
import { parse } from 'yaml'
import { listFiles, readText, matchesAny } from '../../lib/files.ts'
import { text, type Values, values } from '../common/values.ts'
import { type ReadPage, readPage } from '../common/page.ts'

/** The name of a file or folder without the number that orders it: `02-basics` is `basics`, 2. Dates and versions stay. */
function readNumber(name: string): { name: string; position?: number } {
  const [, digits, rest] = /^(?!\d+[-_.]\d)(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(name) ?? []
  return rest === undefined ? { name } : { name: rest, position: Number(digits) }
}

/** A path without the numbers of its names. */
export function withoutNumbers(path: string): string {
  const names = path.split('/').map(name => readNumber(name).name)
  return names.join('/')
}

/** A document of one version in one language. */
export interface Doc {
  /** What sidebars call it: `tutorial/intro`. */
  id: string
  /** Relative to the folder of its version. */
  source: string
  /** Relative to the site's root. */
  file: string
  /** Folder in `source`, `.` at the top. */
  folder: string
  /** Address in its language, without the language's path and base: `/docs/next/intro`. */
  address: string
  position: number | undefined
  title: string
  page: ReadPage
}

/** All documents of a version in one language, and the partials that they include. */
export interface DocFolder {
  /** Relative to the site's root. */
  folder: string
  docs: Doc[]
  /** Relative to `folder`. */
  partials: string[]
}

interface DocOptions {
  /** Beginning of all addresses, without slash at the end. */
  base: string
  /** Patterns of files that are no documents. */
  exclude: string[]
  /** Numbers at the beginning of names are removed. */
  hasNumbers: boolean
}

const PAGE = /\.mdx?$/i

/** Reads the documents in a folder; none where it doesn't exist. */
export async function readDocs(root: string, folder: string, options: DocOptions): Promise<DocFolder> {
  const all = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const pages = all.filter(file => PAGE.test(file) && !matchesAny(file, options.exclude))
  const isPartial = (file: string) => file.split('/').some(name => name.startsWith('_'))
  const docs = pages
    .filter(file => !isPartial(file))
    .map(source => createDoc(source, path.join(folder, source), { root, ...options }))
  return { folder, docs, partials: pages.filter(isPartial) }
}

function createDoc(
  source: string,
  file: string,
  { root, base, hasNumbers }: DocOptions & { root: string },
): Doc {
  const page = readPage(readText(path.join(root, file)) ?? '')
  const { frontmatter } = page
  const stem = path.basename(source).replace(PAGE, '')
  const isNumbered = hasNumbers && frontmatter['parse_number_prefixes'] !== false
  const { name, position } = isNumbered ? readNumber(stem) : { name: stem }
  const own = text(frontmatter['id']) ?? name
  const folder = path.dirname(source)
  const bare = folder === '.' ? '' : `${isNumbered ? withoutNumbers(folder) : folder}/`
  const slug = textOrNumber(frontmatter['slug'])
  const isIndex = slug === undefined && isFolderPage(source)
  const local = slug?.startsWith('/') ? slug : isIndex ? `/${bare}` : path.resolve(`/${bare}`, slug ?? own)
  const wanted = frontmatter['sidebar_position']
  return {
    id: bare + own,
    source,
    file,
    folder,
    address: `${base}${local}`.replace(/\/{2,}/g, '/'),
    position: typeof wanted === 'number' ? wanted : position,
    // Menus show titles without marks of Markdown.
    title:
      textOrNumber(frontmatter['title']) ??
      page.heading?.replace(/[`*]|\[([^[\]]{0,200})\]\([^)]{0,500}\)/g, '$1') ??
      own,
    page,
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

/** An entry of a sidebar, with all that was to be generated. */
export type SidebarNode =
  | { kind: 'doc'; id: string; label: string | undefined }
  | { kind: 'link'; label: string; href: string }
  | Category

export interface Category {
  kind: 'category'
  label: string
  /** The name of its label in translations. */
  key: string
  collapsed: boolean
  collapsible: boolean
  /** The document that it links to. */
  doc?: string
  /** The page that lists its entries. */
  index?: { address: string; title: string | undefined; description: string | undefined }
  items: SidebarNode[]
}

interface SidebarContext {
  /** Absolute folder of the version's documents. */
  root: string
  docs: readonly Doc[]
  /** Beginning of the version's addresses. */
  base: string
  isCollapsed: boolean
  isCollapsible: boolean
}

/** The sidebars of a version by name. `given` is what its file exports; without one, there is one of the whole folder. */
export function resolveSidebars(given: unknown, context: SidebarContext): Map<string, SidebarNode[]> {
  const { root, docs, base, isCollapsed, isCollapsible } = context
  const byId = new Map(docs.map(doc => [doc.id, doc]))
  // Generated pages are counted in the order of the sidebars, so that equal labels get the same addresses.
  const slugger = new GithubSlugger()
  const sidebars = given === undefined ? { defaultSidebar: [{ type: 'autogenerated' }] } : values(given)
  return new Map(Object.entries(sidebars).map(([name, items]) => [name, nodes(items)]))

  /** A list of entries, or an object of categories by their labels. */
  function nodes(items: unknown): SidebarNode[] {
    if (Array.isArray(items)) return items.flatMap(node)
    return Object.entries(values(items)).flatMap(([label, inner]) => category({ label, items: inner }))
  }

  function node(item: unknown): SidebarNode[] {
    if (typeof item === 'string') return docNode(item, undefined)
    const entry = values(item)
    switch (entry['type']) {
      case 'doc':
      case 'ref':
        return docNode(String(entry['id']), text(entry['label']))
      case 'link':
        return [{ kind: 'link', label: String(entry['label'] ?? ''), href: String(entry['href'] ?? '') }]
      case 'autogenerated':
        return nodes(folderEntries(path.join(String(entry['dirName'] ?? '.')).replace(/\/$/, '')))
      case 'category':
        return category(entry)
      default:
        return entry['type'] === undefined ? nodes(entry) : []
    }
  }

  function docNode(id: string, label: string | undefined): SidebarNode[] {
    const doc = byId.get(id)
    return !doc || doc.page.frontmatter['draft'] === true ? [] : [{ kind: 'doc', id, label }]
  }

  function category(entry: Values): SidebarNode[] {
    const label = String(entry['label'] ?? '')
    const link = linkOf(values(entry['link']), label)
    const items = nodes(entry['items'])
    if (items.length === 0) return link.doc === undefined ? [] : [{ kind: 'doc', id: link.doc, label }]
    const flag = (key: string, standard: boolean) => (typeof entry[key] === 'boolean' ? entry[key] : standard)
    const collapsible = flag('collapsible', isCollapsible)
    const collapsed = flag('collapsed', isCollapsed) && collapsible
    const key = text(entry['key']) ?? label
    return [{ kind: 'category', label, key, collapsible, collapsed, ...link, items }]
  }

  function linkOf(link: Values, label: string): Pick<Category, 'doc' | 'index'> {
    const { type, id, slug, title, description } = link
    if (type === 'doc') return byId.has(String(id)) ? { doc: String(id) } : {}
    if (type !== 'generated-index') return {}
    const local = text(slug) ?? `/category/${slugger.slug(label)}`
    const address = `${base}/${local}`.replace(/\/{2,}/g, '/')
    return { index: { address, title: text(title), description: text(description) } }
  }

  /** Entries of the documents of a folder and of those below it: by number, then by file name. */
  function folderEntries(folder: string): Values[] {
    const prefix = folder === '.' ? '' : `${folder}/`
    const below = docs.flatMap(doc =>
      doc.folder !== '.' && doc.folder !== folder && doc.folder.startsWith(prefix)
        ? (doc.folder.slice(prefix.length).split('/')[0] ?? [])
        : [],
    )
    const entries = [
      ...docs
        .filter(doc => doc.folder === folder)
        .map(({ id, position, source, page }) => ({
          position,
          name: path.basename(source),
          entry: { type: 'doc', id, label: page.frontmatter['sidebar_label'] } as Values,
        })),
      ...[...new Set(below)].map(name => ({ name, ...folderEntry(prefix + name) })),
    ]
    return entries
      .toSorted(
        (a, b) =>
          (a.position === b.position ? 0 : (a.position ?? Infinity) - (b.position ?? Infinity)) ||
          (a.name < b.name ? -1 : 1),
      )
      .map(({ entry }) => entry)
  }

  function folderEntry(folder: string): { position: number | undefined; entry: Values } {
    const about = readCategory(folder)
    const { id } = values(about['link'])
    const isOwn = about['link'] === undefined || values(about['link'])['type'] === 'doc'
    const linked = docs.find(
      doc =>
        isOwn &&
        doc.folder === folder &&
        (text(id) === undefined ? isFolderPage(doc.source) : `/${doc.id}`.endsWith(`/${String(id)}`)),
    )
    const { name, position } = readNumber(path.basename(folder))
    const given = about['position']
    return {
      position: typeof given === 'number' ? given : (linked?.position ?? position),
      entry: {
        ...about,
        type: 'category',
        label: text(about['label']) ?? linked?.page.frontmatter['sidebar_label'] ?? linked?.title ?? name,
        link: linked ? { type: 'doc', id: linked.id } : about['link'],
        items: folderEntries(folder).filter(entry => linked === undefined || entry['id'] !== linked.id),
      },
    }
  }

  /** The content of `_category_.json` or `.yml` in a folder. */
  function readCategory(folder: string): Values {
    const files = ['json', 'yml', 'yaml'].map(ending => path.join(root, folder, `_category_.${ending}`))
    try {
      return values(parse(files.map(readText).find(found => found !== undefined) ?? ''))
    } catch {
      return {}
    }
  }
}

/** The first document of a list of entries. */
export function firstDoc(nodes: readonly SidebarNode[]): string | undefined {
  for (const node of nodes) {
    const id = node.kind === 'doc' ? node.id : node.kind === 'link' ? undefined : firstOf(node)
    if (id !== undefined) return id
  }
  return undefined
}

/** The document that a category links to: its own, or the first in it. */
export function firstOf(category: Category): string | undefined {
  return category.doc ?? firstDoc(category.items)
}

/** Categories that have a generated page, at any depth. */
export function indexed(nodes: readonly SidebarNode[]): (Category & Required<Pick<Category, 'index'>>)[] {
  return nodes.flatMap(node =>
    node.kind !== 'category'
      ? []
      : [...(node.index ? [{ ...node, index: node.index }] : []), ...indexed(node.items)],
  )
}

/** The entries beside a document, or below it where a category links to it. */
export function siblingsOf(id: string, nodes: readonly SidebarNode[]): readonly SidebarNode[] | undefined {
  if (nodes.some(node => node.kind === 'doc' && node.id === id))
    return nodes.filter(node => node.kind !== 'doc' || node.id !== id)
  for (const node of nodes) {
    const found =
      node.kind !== 'category' ? undefined : node.doc === id ? node.items : siblingsOf(id, node.items)
    if (found) return found
  }
  return undefined
}
