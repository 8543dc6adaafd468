import path from 'node:path/posix'
import { matchesAny } from '../../lib/path-patterns.ts'
import { listFiles } from '../../lib/files.ts'
import { readText } from '../../lib/read-text.ts'
import { readPage, type ReadPage } from '../common/mdx/write-page.ts'
import { text } from '../common/values.ts'
import { readNumber, withoutNumbers } from './number-prefix.ts'
import type { DocsVersion } from './versions.ts'

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
