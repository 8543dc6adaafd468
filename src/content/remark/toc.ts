import type { Element } from 'hast'
import type { Paragraph, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { type MarkdownNode, replaceNodes } from '../nodes.ts'
import { contextOf, mark } from '../page-context.ts'
import { element } from '../../lib/html.ts'
import type { Heading } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/escape.ts'

const MARK = /^\[\[toc\]\][ \t]*(?:\n|$)/i
/** A longer list helps nobody and would be larger than the page. */
const MAX_ENTRIES = 500

/** Puts the list of headings in place of `[[toc]]`, a line of its own at the start of a paragraph. */
export function remarkToc() {
  return (tree: Root): void =>
    replaceNodes(tree, node => (node.type === 'paragraph' ? splitToc(node) : undefined))
}

function splitToc(node: Paragraph): MarkdownNode[] | undefined {
  const [text, ...others] = node.children
  if (text?.type !== 'text') return undefined
  const match = MARK.exec(text.value)
  if (!match) return undefined
  const value = text.value.slice(match[0].length)
  const inline = value === '' ? others : [{ ...text, value }, ...others]
  return [{ type: 'toc' }, ...(inline.length === 0 ? [] : [{ ...node, children: inline }])]
}

export function tocHandler(state: State): Element {
  const context = contextOf(state.options.file ?? undefined)
  return element('div', mark(context, { kind: 'toc' }))
}

/** Nested list of the level 2 and 3 headings, with their real ids. */
export function tocHtml(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3).slice(0, MAX_ENTRIES)
  const groups: { top: Heading | undefined; inner: Heading[] }[] = []
  for (const heading of shown) {
    const group = groups.at(-1)
    if (heading.depth === 3 && group) group.inner.push(heading)
    else if (heading.depth === 3) groups.push({ top: undefined, inner: [heading] })
    else groups.push({ top: heading, inner: [] })
  }
  const items = groups.map(({ top, inner }) => {
    const nested = inner.length === 0 ? '' : inner.map(heading => `<li>${link(heading)}</li>`).join('')
    if (!top) return nested
    return `<li>${link(top)}${nested === '' ? '' : `<ul>${nested}</ul>`}</li>`
  })
  return `<div class="table-of-contents"><ul>${items.join('')}</ul></div>`
}

function link(heading: Heading): string {
  return `<a href="#${escapeHtml(heading.id)}">${escapeHtml(heading.title)}</a>`
}
