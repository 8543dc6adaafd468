/** Bare addresses, emoji, lists, task lists with names, and tables that scroll. */
import { nameToEmoji } from 'gemoji'
import type { Element } from 'hast'
import type { List, ListItem, PhrasingContent, Root, Table, Text } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { element } from '../../lib/html.ts'
import { plural } from '../../lib/text.ts'
import { eachNode, type MarkdownNode, replaceNodes } from '../tree.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { reportUnopened } from './mistakes.ts'

type Found = { start: number; end: number; node: PhrasingContent }

function splitText(node: MarkdownNode, find: (text: Text) => Found[]) {
  const found = node.type === 'text' ? find(node) : []
  if (node.type !== 'text' || found.length === 0) return
  const textOf = (start: number, end?: number): Text[] => {
    const value = node.value.slice(start, end)
    const escapedColons = node.data?.escapedColons?.map(at => at - start)
    const data = escapedColons && { data: { escapedColons } }
    return value === '' ? [] : [{ type: 'text', value, ...data, ...positionIn(node, start) }]
  }
  const parts = found.flatMap((each, index) => [...textOf(found[index - 1]?.end ?? 0, each.start), each.node])
  return [...parts, ...textOf(found.at(-1)?.end ?? 0)]
}

/** Exact in the first line only: in others, indentation and marks of quotes are unknown. */
function positionIn({ value, position }: Text, at: number) {
  if (!position || value.slice(0, at).includes('\n')) return position ? { position } : {}
  const { start, end } = position
  return { position: { start: { ...start, column: start.column + at }, end } }
}

declare module 'mdast' {
  interface TextData {
    escapedColons?: number[]
  }
}

/** Notes escaped colons, which aren't part of a short code. */
export const ESCAPED_COLONS: TreeExtension = {
  exit: {
    characterEscapeValue(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'text' && this.sliceSerialize(token) === ':')
        ((node.data ??= {}).escapedColons ??= []).push(node.value.length)
      this.config.exit['data']?.call(this, token)
    },
  },
}

const SHORT_CODE = /:([\w+-]{1,64}):/g
/** Part of a word, except in scripts without spaces between words, and in Korean, which adds endings to words. */
const WORD = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}_]`
/** `std::notes::create()`, `12:100:30` and `/users/:id:/edit` have none. */
const SHORT_CODES = new RegExp(String.raw`(?<!${WORD}|:|(?<!:)/)(?::[\w+-]{1,64}:)+(?!:?${WORD})`, 'gu')

export function remarkEmoji() {
  // The text of an automatic link is its address.
  const isClosed = (node: MarkdownNode) => node.type === 'link' && node.url.endsWith(toString(node))
  return (tree: Root): void => replaceNodes(tree, node => splitText(node, findEmoji), isClosed)
}

function findEmoji({ value: text, data }: Text) {
  const found: Found[] = []
  // The other pattern takes long to compile.
  if (text.search(SHORT_CODE) === -1) return found
  for (const { 0: codes, index: first } of text.matchAll(SHORT_CODES))
    for (const { 0: code, 1: name = '', index } of codes.matchAll(SHORT_CODE)) {
      const start = first + index
      const end = start + code.length
      const value = emojiOf(name)
      if (value === undefined || data?.escapedColons?.some(at => at >= start && at < end)) continue
      found.push({ start, end, node: { type: 'text', value, data: { isBesideId: true } } })
    }
  return found
}

export function replaceEmoji(text: string) {
  const replace = (code: string, name: string) => emojiOf(name) ?? code
  return text.replace(SHORT_CODES, codes => codes.replace(SHORT_CODE, replace))
}

export function withoutEmoji(text: string) {
  return text.replace(SHORT_CODE, (code, name: string) => (emojiOf(name) === undefined ? code : ''))
}

function emojiOf(name: string) {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined
}

/** Bare address up to whitespace, `<`, and Chinese or Japanese punctuation. */
const ADDRESS =
  /(?<![\w/@.:-])(?:https?:\/\/[a-z\d]|www\.[\w-]+\.[a-z\d])[^\s<\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff5e]{0,2048}/gi
const EMAIL = /(?<![\w/.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?<![-_\d])(?![\w-])/g

export function remarkBareAddresses() {
  const isLink = ({ type }: MarkdownNode) => type === 'link' || type === 'linkReference'
  return (tree: Root): void => {
    for (const pattern of [ADDRESS, EMAIL])
      replaceNodes(tree, node => splitText(node, text => findAddresses(text, pattern)), isLink)
  }
}

function findAddresses(node: Text, pattern: RegExp) {
  return Array.from(node.value.matchAll(pattern), ({ 0: written, index: start }) => {
    const value = trimEnd(written)
    const scheme = pattern === EMAIL ? 'mailto:' : /^www\./i.test(value) ? 'http://' : ''
    const children: Text[] = [{ type: 'text', value }]
    const link = { type: 'link' as const, url: scheme + value, title: null, children }
    return { start, end: start + value.length, node: { ...link, ...positionIn(node, start) } }
  })
}

/** Leaves out closing punctuation, and a bracket that the address didn't open. */
function trimEnd(url: string) {
  let end = url.length
  for (;;) {
    const last = url[end - 1] ?? ''
    const isBalanced = () => url.slice(0, end).split('(').length >= url.slice(0, end).split(')').length
    const isExtra = /[?!.,:*_~'"\]}]/.test(last) || (last === ')' && !isBalanced())
    const reference = last === ';' ? /&[a-z0-9]{1,32};$/i.exec(url.slice(0, end))?.[0].length : undefined
    if (!isExtra && reference === undefined) return url.slice(0, end)
    end -= reference ?? 1
  }
}

/** Decides once whether a list is loose; otherwise, each item would go through all others. */
export function listHandler(state: State, node: List) {
  const spread = node.spread || node.children.some(item => item.spread ?? item.children.length > 1)
  return defaultHandlers.list(state, { ...node, children: node.children.map(item => ({ ...item, spread })) })
}

export function listItemHandler(state: State, node: ListItem) {
  const item = defaultHandlers.listItem(state, node, undefined)
  const first = item.children.find(child => child.type === 'element')
  const box = first?.tagName === 'p' ? first.children[0] : first
  if (typeof node.checked === 'boolean' && box?.type === 'element' && box.tagName === 'input')
    box.properties['ariaLabel'] = node.children
      .filter(({ type }) => type !== 'list')
      .map(child => toString(child, { includeImageAlt: false, includeHtml: false }))
      .join(' ')
      .trim()
  return item
}

/** Table in a region that scrolls, also by keyboard; alignment as classes, not as style. */
export function tableHandler(state: State, node: Table) {
  const page = contextOf(state)
  reviewRows(node, page)
  const table = defaultHandlers.table(state, node) as Element
  eachNode(table, cell => {
    if (cell.type !== 'element' || typeof cell.properties.align !== 'string') return
    cell.properties.className = [`align-${cell.properties.align}`]
    delete cell.properties.align
  })
  const ariaLabel = page.uniqueLabel(page.locale.labels.table)
  const properties = { className: ['table-region'], tabIndex: 0, role: 'region', ariaLabel }
  return element('div', page.mark({ kind: 'properties', properties }), [table])
}

/** Reports cells beyond the last column, and colons that became a row. */
function reviewRows({ align, children: rows }: Table, page: PageContext) {
  const columns = align?.length ?? 0
  for (const { children: cells } of rows) {
    const cell = cells.slice(columns).find(({ children }) => children.length > 0)
    if (cell)
      page.report(cell, {
        rule: 'markdown/table-cells',
        message: `This row has ${cells.length} cells, but the table has ${plural(columns, 'column')}; the rest isn't shown.`,
        hint: 'Add a column to the first two rows, or write `\\|` for a literal `|`, even in inline code.',
      })
    const [first] = cells
    const text = first && cells.length === 1 ? toString(first) : ''
    if (first && /^:{3,}$/.test(text)) reportUnopened(text, page.placeOf(first), page)
  }
}
