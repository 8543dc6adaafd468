import { join, resolve } from 'node:path'
import path from 'node:path/posix'
import { listFiles, readText } from '../../lib/files.ts'
import { matchesAny, sitePath } from '../../lib/paths.ts'
import { list, text, values, type Values } from '../common/keys.ts'
import { readPage, type ReadPage } from '../common/page.ts'

/** `2021-11-foo`, `7.0-foo`: dates and versions are no numbers in front. */
const IGNORED = /^\d+[-_.]\d+/
const PREFIXED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/

/** The name of a file or folder without the number in front that orders it: `02-basics` is `basics`, 2. */
export function readNumber(name: string): { name: string; position?: number } {
  const [, digits, rest] = IGNORED.test(name) ? [] : (PREFIXED.exec(name) ?? [])
  return rest === undefined ? { name } : { name: rest, position: Number(digits) }
}

/** A path with the numbers of all its names taken away. */
export function withoutNumbers(path: string): string {
  return path
    .split('/')
    .map(name => readNumber(name).name)
    .join('/')
}

/** A docs plugin with its options. */
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
  /** Numbers in front of names are taken away. */
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
    .map(source => createDoc({ root, folder, source, base, hasNumbers }))
  return {
    folder,
    docs,
    parts: pages.filter(isPart),
    assets: files.filter(file => !PAGE.test(file) && !/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(file)),
  }
}

interface DocInput {
  root: string
  folder: string
  source: string
  base: string
  hasNumbers: boolean
}

function createDoc({ root, folder, source, base, hasNumbers }: DocInput): Doc {
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

/** True for the page that stands for its folder. */
export function isIndexDoc({ source, folder }: Pick<Doc, 'source' | 'folder'>): boolean {
  return isFolderPage(path.basename(source).replace(PAGE, ''), folder)
}
