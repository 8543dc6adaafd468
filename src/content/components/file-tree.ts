import type { Element, ElementContent } from 'hast'
import * as z from 'zod'
import { element, text } from '../../lib/html.ts'
import { defineComponent, type Tools } from './component.ts'

/** Files and folders, from a plain list. */
export const fileTree = defineComponent({
  name: 'file-tree',
  about: 'Files and folders, from a plain list: what ends in a slash or has a list of its own is a folder.',
  kinds: ['container'],
  props: z.strictObject({}),
  render(_props, children, tools) {
    const list = children.find(isList)
    if (!list)
      tools.report({ message: 'The file tree is no list.', hint: 'Write `- ` before each file and folder.' })
    for (const child of children) if (isList(child)) drawList(child, tools)
    return [element('div', { className: ['file-tree'] }, children)]
  },
})

function isList(node: ElementContent): node is Element {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol')
}

function isItem(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'li'
}

function drawList(list: Element, tools: Tools): void {
  for (const item of list.children.filter(isItem)) drawItem(item, tools)
}

/** An item becomes a drawing, its name, what is said of it, and the list within. */
function drawItem(item: Element, tools: Tools): void {
  const content = item.children.flatMap(child =>
    child.type === 'element' && child.tagName === 'p' ? child.children : [child],
  )
  const nested = content.filter(isList)
  for (const list of nested) drawList(list, tools)
  const [first, ...rest] = content.filter(child => !isList(child) && !isBlank(child))
  if (!first) return
  const [name, comment] = splitName(first)
  const isMore = /^(?:\u2026|\.{3})$/.test(textOf(name))
  const isFolder = nested.length > 0 || textOf(name).endsWith('/')
  const drawing = isMore ? undefined : tools.icon(isFolder ? 'folder' : 'file')
  const sign = drawing ? [element('span', { className: ['glyph'], ariaHidden: 'true' }, [drawing])] : []
  const said = [...comment, ...rest]
  const word = isFolder ? hidden(` (${tools.texts['folder'] ?? ''})`) : []
  item.children = [
    element('span', { className: ['file-name'] }, [...sign, element('bdi', { dir: 'ltr' }, [name]), ...word]),
    ...(said.some(node => !isBlank(node)) ? [element('span', { className: ['file-comment'] }, said)] : []),
    ...nested,
  ]
}

function hidden(value: string): ElementContent[] {
  return [element('span', { className: ['visually-hidden'] }, [text(value)])]
}

/** The name ends with the first space of a plain text. */
function splitName(node: ElementContent): [name: ElementContent, comment: ElementContent[]] {
  if (node.type !== 'text') return [node, []]
  const value = node.value.trimStart()
  const end = value.search(/\s/)
  return end === -1 ? [text(value), []] : [text(value.slice(0, end)), [text(value.slice(end))]]
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === ''
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
