import type { LocaleView, NavLink, SidebarItem } from '../../schema/view.ts'
import { readStoredList, writeStored } from '../document.ts'

const MAX_QUERIES = 6

export type Recent = ReturnType<typeof createRecent>

/** Queries that opened something, the last one first; none where storage is refused. */
export function createRecent(base: string) {
  const key = `docsgen-searches:${base}`
  const list = () => readStoredList<unknown>(key, 'local').filter(query => typeof query === 'string')
  const write = (queries: readonly string[]) =>
    writeStored('local', key, queries.length > 0 ? JSON.stringify(queries.slice(0, MAX_QUERIES)) : undefined)
  return {
    list,
    add: (query: string) => write([query, ...list().filter(other => other !== query)]),
    remove: (query?: string) => write(list().filter(other => query !== undefined && other !== query)),
  }
}

/** What is around a page, outermost first: the header's entry, then groups of the sidebar. */
export function readTrails({ nav, sidebars, home }: Pick<LocaleView, 'nav' | 'sidebars' | 'home'>) {
  const groups = new Map<string, string[]>()
  const read = (items: readonly SidebarItem[], above: string[]) => {
    for (const { text, link, items: below } of items) {
      if (link && !groups.has(link.href)) groups.set(link.href, above)
      read(below, [...above, text])
    }
  }
  for (const items of Object.values(sidebars)) read(items, [])
  return (address: string) => {
    const isAbove = ({ href }: NavLink) =>
      href.endsWith('/') && href !== home && href !== address && address.startsWith(href)
    const entry =
      nav.find(({ items }) => items.some(({ href }) => href === address)) ??
      nav.find(({ link, items }) => [...items, ...(link ? [link] : [])].some(isAbove))
    return [...new Set([...(entry ? [entry.text] : []), ...(groups.get(address) ?? [])])]
  }
}

const MARKS = 'docsgen-search'

export type FindWords = (text: string) => { start: number; end: number }[]

/** Highlights leave the document as it is; without `findWords`, they are removed. */
export function markWords(findWords: FindWords | undefined) {
  const content = document.querySelector('[data-content]')
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(MARKS)
  if (!content || !findWords) return
  const marks = new Highlight()
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { start: startOffset, end: endOffset } of findWords(node.nodeValue ?? ''))
      marks.add(new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset }))
  CSS.highlights.set(MARKS, marks)
}
