import { join, resolve } from 'node:path'
import path from 'node:path/posix'
import GithubSlugger from 'github-slugger'
import { parse } from 'yaml'
import { listFiles, readText } from '../../lib/files.ts'
import { matchesAny, sitePath } from '../../lib/paths.ts'
import { list, text, type Values, values } from '../common/importer.ts'
import { type ReadPage, readPage } from '../common/page.ts'

/** `2021-11-foo`, `7.0-foo`: dates and versions are no numbers in front. */
const IGNORED = /^\d+[-_.]\d+/
const PREFIXED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/

/** The name of a file or folder without the number in front that orders it: `02-basics` is `basics`, 2. */
function readNumber(name: string): { name: string; position?: number } {
  const [, digits, rest] = IGNORED.test(name) ? [] : (PREFIXED.exec(name) ?? [])
  return rest === undefined ? { name } : { name: rest, position: Number(digits) }
}

/** A path without the numbers of its names. */
export function withoutNumbers(path: string): string {
  return path
    .split('/')
    .map(name => readNumber(name).name)
    .join('/')
}

export interface DocsInstance {
  id: string
  options: Values
}

/** A version of the documents of an instance. */
export interface DocsVersion {
  instance: string
  /** `current`, or as `versions.json` calls it. */
  name: string
  label: string
  /** Beginning of its addresses, without slash at the end: `/docs/next`; empty at the top. */
  path: string
  /** Folder in the language of the site, relative to the root. */
  folder: string
  /** Its folder in `i18n/<locale>/…`, relative to that of the locale. */
  translated: string
  /** File of its sidebars, relative to the root; undefined for one that is made of the folder. */
  sidebars: string | undefined
  /** Patterns of files that are no documents. */
  exclude: string[]
  /** Numbers in front of names are removed. */
  hasNumbers: boolean
  /** The version that readers are led to. */
  isLast: boolean
}

/** The versions of an instance, the newest first: of a site without any, its documents as they are. */
export function readVersions(root: string, { id, options }: DocsInstance): DocsVersion[] {
  const prefix = id === 'default' ? '' : `${id}_`
  const frozen = options['disableVersioning'] === true ? [] : readNames(join(root, `${prefix}versions.json`))
  const hasCurrent = options['includeCurrentVersion'] !== false || frozen.length === 0
  const only = list(options['onlyIncludeVersions']).map(String)
  const names = [...(hasCurrent ? ['current'] : []), ...frozen].filter(
    name => only.length === 0 || only.includes(name),
  )
  const last = text(options['lastVersion']) ?? names.find(name => name !== 'current') ?? 'current'
  const folder = trimmed(text(options['path']) ?? 'docs')
  const settings = values(options['versions'])
  return names.map(name => {
    const own = values(settings[name])
    const isCurrent = name === 'current'
    const part = text(own['path']) ?? (own['path'] === '' || name === last ? '' : isCurrent ? 'next' : name)
    const route = trimmed(`${String(options['routeBasePath'] ?? 'docs')}/${part}`)
    const plugin = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`
    const sidebars = options['sidebarPath']
    return {
      instance: id,
      name,
      label: text(own['label']) ?? (isCurrent ? (frozen.length > 0 ? 'Next' : 'current') : name),
      path: route === '' ? '' : `/${route}`,
      folder: isCurrent ? folder : `${prefix}versioned_docs/version-${name}`,
      translated: `${plugin}/${isCurrent ? 'current' : `version-${name}`}`,
      sidebars: isCurrent
        ? typeof sidebars === 'string'
          ? // It may be absolute: `require.resolve('./sidebars.js')`.
            sitePath(root, resolve(root, sidebars))
          : undefined
        : `${prefix}versioned_sidebars/version-${name}-sidebars.json`,
      exclude: list(options['exclude']).map(String),
      hasNumbers: options['numberPrefixParser'] !== false,
      isLast: name === last,
    }
  })
}

function readNames(file: string): string[] {
  try {
    return list(JSON.parse(readText(file) ?? '[]')).map(String)
  } catch {
    return []
  }
}

function trimmed(route: string): string {
  return route
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/')
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

/** All documents of a version in one language, and the files that pages take in or show. */
export interface DocFolder {
  /** Relative to the site's root. */
  folder: string
  docs: Doc[]
  /** Pages whose names begin with `_`, relative to `folder`. */
  parts: string[]
  /** Files that are no pages, relative to `folder`. */
  assets: string[]
}

const PAGE = /\.mdx?$/i

/** Reads the documents in a folder; there are none where it is not there. */
export async function readDocs(
  root: string,
  folder: string,
  { path: base, exclude, hasNumbers }: Pick<DocsVersion, 'path' | 'exclude' | 'hasNumbers'>,
): Promise<DocFolder> {
  const all = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const files = all.filter(file => !matchesAny(file, exclude))
  const isPart = (file: string) => file.split('/').some(name => name.startsWith('_'))
  const pages = files.filter(file => PAGE.test(file))
  const docs = pages
    .filter(file => !isPart(file))
    .map(source => createDoc(root, folder, { source, base, hasNumbers }))
  return {
    folder,
    docs,
    parts: pages.filter(isPart),
    assets: files.filter(file => !PAGE.test(file) && !/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(file)),
  }
}

function createDoc(
  root: string,
  folder: string,
  { source, base, hasNumbers }: { source: string; base: string; hasNumbers: boolean },
): Doc {
  const file = path.join(folder, source)
  const page = readPage(readText(path.join(root, file)) ?? '')
  const { frontmatter } = page
  const stem = path.basename(source).replace(PAGE, '')
  const isNumbered = hasNumbers && frontmatter['parse_number_prefixes'] !== false
  const { name, position } = isNumbered ? readNumber(stem) : { name: stem }
  const own = text(frontmatter['id']) ?? name
  const at = path.dirname(source)
  const bare = at === '.' ? '' : `${isNumbered ? withoutNumbers(at) : at}/`
  const given = frontmatter['slug']
  const slug = typeof given === 'string' || typeof given === 'number' ? String(given) : undefined
  const isIndex = slug === undefined && isFolderPage(stem, at)
  const local = slug?.startsWith('/') ? slug : isIndex ? `/${bare}` : path.resolve(`/${bare}`, slug ?? own)
  const wanted = frontmatter['sidebar_position']
  return {
    id: bare + own,
    source,
    file,
    folder: at,
    address: `${base}${local}`.replace(/\/{2,}/g, '/'),
    position: typeof wanted === 'number' ? wanted : position,
    title: titleOf(page) ?? own,
    page,
  }
}

/** `index`, `README` and a page with the name of its folder are the folder's page. */
function isFolderPage(stem: string, folder: string): boolean {
  return ['index', 'readme', path.basename(folder).toLowerCase()].includes(stem.toLowerCase())
}

/** The title that a menu shows: without marks of Markdown. */
function titleOf({ frontmatter, heading }: ReadPage): string | undefined {
  const given = frontmatter['title']
  if (typeof given === 'string' || typeof given === 'number') return String(given)
  return heading?.replace(/[`*]|\[([^[\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
}

function isIndexDoc({ source, folder }: Pick<Doc, 'source' | 'folder'>): boolean {
  return isFolderPage(path.basename(source).replace(PAGE, ''), folder)
}

/** An entry of a sidebar, with all that was to be generated. */
export type SidebarNode = DocNode | LinkNode | Category

export interface DocNode {
  kind: 'doc'
  id: string
  label: string | undefined
}

export interface LinkNode {
  kind: 'link'
  label: string
  href: string
}

export interface Category {
  kind: 'category'
  label: string
  /** What translations call it where that is not its label. */
  key: string
  collapsed: boolean
  collapsible: boolean
  /** The document that it leads to. */
  doc?: string
  /** The page that lists what is in it. */
  index?: { address: string; title: string | undefined; description: string | undefined }
  items: SidebarNode[]
}

export interface SidebarContext {
  /** Absolute folder of the version's documents. */
  folder: string
  docs: readonly Doc[]
  /** Beginning of the version's addresses. */
  base: string
  isCollapsed: boolean
  isCollapsible: boolean
}

/** The sidebars of a version by name. `given` is what its file says; one of the whole folder where there is none. */
export function resolveSidebars(given: unknown, context: SidebarContext): Map<string, SidebarNode[]> {
  const sidebars =
    given === undefined ? { defaultSidebar: [{ type: 'autogenerated', dirName: '.' }] } : values(given)
  const resolver = new Resolver(context)
  return new Map(Object.entries(sidebars).map(([name, items]) => [name, resolver.nodes(items)]))
}

class Resolver {
  readonly #context: SidebarContext
  readonly #docs: Map<string, Doc>
  readonly #slugger = new GithubSlugger()

  constructor(context: SidebarContext) {
    this.#context = context
    this.#docs = new Map(context.docs.map(doc => [doc.id, doc]))
  }

  /** A list of entries; as an object, categories by their labels. */
  nodes(items: unknown): SidebarNode[] {
    if (Array.isArray(items)) return items.flatMap(item => this.#node(item))
    return Object.entries(values(items)).flatMap(([label, inner]) =>
      this.#category({ label, items: inner }, list(inner).length > 0 ? inner : values(inner)),
    )
  }

  #node(item: unknown): SidebarNode[] {
    if (typeof item === 'string') return this.#doc(item, undefined)
    const entry = values(item)
    switch (entry['type']) {
      case 'doc':
      case 'ref':
        return this.#doc(String(entry['id']), text(entry['label']))
      case 'link':
        return [{ kind: 'link', label: String(entry['label'] ?? ''), href: String(entry['href'] ?? '') }]
      case 'autogenerated':
        return this.#folder(trimFolder(String(entry['dirName'] ?? '.')))
      case 'category':
        return this.#category(entry, entry['items'])
      case undefined:
        return this.nodes(entry)
      default:
        return []
    }
  }

  #doc(id: string, label: string | undefined): SidebarNode[] {
    const doc = this.#docs.get(id)
    if (!doc || doc.page.frontmatter['draft'] === true) return []
    return [{ kind: 'doc', id, label }]
  }

  #category(entry: Values, items: unknown): SidebarNode[] {
    const label = String(entry['label'] ?? '')
    const link = this.#link(values(entry['link']), label)
    const inner = this.nodes(items)
    if (inner.length === 0) return link.doc === undefined ? [] : [{ kind: 'doc', id: link.doc, label }]
    const { isCollapsed, isCollapsible } = this.#context
    const collapsible = typeof entry['collapsible'] === 'boolean' ? entry['collapsible'] : isCollapsible
    const collapsed = typeof entry['collapsed'] === 'boolean' ? entry['collapsed'] : isCollapsed
    const key = text(entry['key']) ?? label
    return [
      {
        kind: 'category',
        label,
        key,
        collapsible,
        collapsed: collapsed && collapsible,
        ...link,
        items: inner,
      },
    ]
  }

  /** Generated pages are counted in the order of the sidebar, so that equal labels get the same addresses. */
  #link(link: Values, label: string): Pick<Category, 'doc' | 'index'> {
    const { type, id, slug, title, description } = link
    if (type === 'doc') return this.#docs.has(String(id)) ? { doc: String(id) } : {}
    if (type !== 'generated-index') return {}
    const local = text(slug) ?? `/category/${this.#slugger.slug(label)}`
    const address = `${this.#context.base}/${local}`.replace(/\/{2,}/g, '/')
    return { index: { address, title: text(title), description: text(description) } }
  }

  /** The documents of a folder and those below it, as a sidebar that is generated has them. */
  #folder(folder: string): SidebarNode[] {
    return this.nodes(this.#entries(folder))
  }

  #entries(folder: string): Values[] {
    const { docs } = this.#context
    const here = docs.filter(doc => doc.folder === folder)
    const below = new Set(docs.flatMap(doc => childFolder(doc.folder, folder) ?? []))
    const entries = [
      ...here.map(doc => ({
        position: doc.position,
        source: path.basename(doc.source),
        entry: { type: 'doc', id: doc.id, label: doc.page.frontmatter['sidebar_label'] },
      })),
      ...[...below].map(name => this.#folderEntry(folder === '.' ? name : `${folder}/${name}`, name)),
    ]
    return entries.toSorted(compare).map(({ entry }) => entry)
  }

  #folderEntry(folder: string, source: string): Placed {
    const about = this.#readCategory(folder)
    const docs = this.#context.docs.filter(doc => doc.folder === folder)
    const link = values(about['link'])
    const isOwn = about['link'] === undefined || link['type'] === 'doc'
    const wanted = text(link['id'])
    const linked = isOwn
      ? docs.find(doc =>
          wanted === undefined ? isIndexDoc(doc) : doc.id.endsWith(`/${wanted}`) || doc.id === wanted,
        )
      : undefined
    const { name, position } = readNumber(source)
    const items = this.#entries(folder).filter(({ id }) => linked === undefined || id !== linked.id)
    const entry = {
      type: 'category',
      label: text(about['label']) ?? linked?.page.frontmatter['sidebar_label'] ?? linked?.title ?? name,
      key: about['key'],
      collapsible: about['collapsible'],
      collapsed: about['collapsed'],
      link: linked ? { type: 'doc', id: linked.id } : about['link'],
      items,
    }
    const given = about['position']
    return { position: typeof given === 'number' ? given : (linked?.position ?? position), source, entry }
  }

  /** What `_category_.json` or `.yml` says of a folder. */
  #readCategory(folder: string): Values {
    for (const ending of ['json', 'yml', 'yaml']) {
      const found = readText(path.join(this.#context.folder, folder, `_category_.${ending}`))
      try {
        if (found !== undefined) return values(parse(found))
      } catch {
        return {}
      }
    }
    return {}
  }
}

interface Placed {
  position: number | undefined
  source: string
  entry: Values
}

/** Those with a number first, then by file name. */
function compare(a: Placed, b: Placed): number {
  const [first, second] = [a.position ?? Infinity, b.position ?? Infinity]
  if (first !== second) return first - second
  return a.source < b.source ? -1 : a.source > b.source ? 1 : 0
}

/** The folder right below another that leads to a folder. */
function childFolder(folder: string, above: string): string | undefined {
  if (folder === '.' || folder === above) return undefined
  if (above === '.') return folder.split('/')[0]
  return folder.startsWith(`${above}/`) ? folder.slice(above.length + 1).split('/')[0] : undefined
}

function trimFolder(folder: string): string {
  return folder.replace(/^\.\//, '').replace(/\/$/, '') || '.'
}
