import { safeDecode } from '../shared/addresses.ts'
import { compareNames, numberOf } from '../shared/compare-names.ts'
import type { PageSummary } from '../schema/page.ts'
import type { SidebarItem } from '../schema/view.ts'
import { isReformed } from './former-addresses.ts'
import type { NavContext } from './nav-link.ts'
import { ownPlace, pageEntry } from './sidebar-entry.ts'

/** A folder of pages. */
interface Folder {
  /** Last segment of its path, decoded. */
  name: string
  /** The page of the folder itself. */
  index?: PageSummary
  /** File names, decoded → pages. */
  pages: Map<string, PageSummary>
  folders: Map<string, Folder>
}

/** A page that sidebars may list, by its address without that of the locale. */
interface ListedPage {
  address: string
  page: PageSummary
}

/** The pages that sidebars may list, sorted: those under a prefix stand together. */
export function listedPages({ pages, config, locale }: NavContext): ListedPage[] {
  return pages
    .filter(page => !page.record.frontmatter.unlisted && !ownPlace(page).hidden)
    .map(page => {
      const { record } = page
      const path = isReformed(record, config.urls) ? record.regularPath : record.path
      return { address: `/${path.slice(locale.length)}`, page }
    })
    .toSorted((a, b) => Number(a.address > b.address) - Number(a.address < b.address))
}

/**
 * Without configuration: the pages under `prefix`, folders as groups within groups. What has an `order` comes first, then
 * what begins with a number, in the order of the numbers; then pages, then folders, by name.
 */
export function autoSidebar(
  context: NavContext,
  prefix: string,
  listed: readonly ListedPage[],
): SidebarItem[] {
  const root = createFolder('')
  for (let index = firstUnder(prefix, listed); index < listed.length; index += 1) {
    const { address, page } = listed[index] as ListedPage
    if (!address.startsWith(prefix)) break
    addPage(root, address.slice(prefix.lastIndexOf('/') + 1), page)
  }
  const own = root.index ? [pageEntry(root.index, undefined, context)] : []
  return [...own, ...itemsOf(root, context)]
}

/** Where the pages begin whose addresses are not before `prefix`. */
function firstUnder(prefix: string, listed: readonly ListedPage[]): number {
  let [first, end] = [0, listed.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((listed[middle] as ListedPage).address < prefix) first = middle + 1
    else end = middle
  }
  return first
}

function createFolder(name: string): Folder {
  return { name, pages: new Map(), folders: new Map() }
}

/** `path` is encoded and relative to the folder. */
function addPage(root: Folder, path: string, page: PageSummary): void {
  const names = path.split('/').map(safeDecode)
  const file = names.pop() ?? ''
  let folder = root
  for (const name of names) {
    const inner = folder.folders.get(name) ?? createFolder(name)
    folder.folders.set(name, inner)
    folder = inner
  }
  if (file === '') folder.index = page
  else folder.pages.set(file, page)
}

interface Entry {
  name: string
  isFolder: boolean
  /** What its page says. */
  order: number | undefined
  item: SidebarItem
}

function itemsOf(folder: Folder, context: NavContext): SidebarItem[] {
  const pages = [...folder.pages].map(([name, page]): Entry => {
    return { name, isFolder: false, order: orderOf(page), item: pageEntry(page, undefined, context) }
  })
  const folders = [...folder.folders.values()].map((inner): Entry => {
    const order = inner.index && orderOf(inner.index)
    return { name: inner.name, isFolder: true, order, item: group(inner, context) }
  })
  return [...pages, ...folders].toSorted(compareEntries).map(({ item }) => item)
}

function orderOf({ record }: PageSummary): number | undefined {
  return record.frontmatter.order
}

function compareEntries(a: Entry, b: Entry): number {
  const [left = Infinity, right = Infinity] = [a.order, b.order]
  if (left !== right) return left - right
  const numbered = Number(numberOf(b.name) !== undefined) - Number(numberOf(a.name) !== undefined)
  if (numbered !== 0) return numbered
  if (numberOf(a.name) === undefined && a.isFolder !== b.isFolder) return a.isFolder ? 1 : -1
  return compareNames(a.name, b.name)
}

/** A folder is called as its page is; one without a page by its name, as words. */
function group(folder: Folder, context: NavContext): SidebarItem {
  const items = itemsOf(folder, context)
  if (folder.index) {
    const { collapsed } = ownPlace(folder.index)
    const entry = pageEntry(folder.index, undefined, context)
    return { ...entry, items, ...(collapsed === undefined ? {} : { collapsed }) }
  }
  return { text: wordsOf(folder.name), items }
}

/** `2-first_steps` → `First steps`. */
function wordsOf(name: string): string {
  const words =
    name
      .replace(/^\d+[-_. ]+(?=\S)/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || name
  const [first = '', ...others] = words
  return first.toUpperCase() + others.join('')
}
