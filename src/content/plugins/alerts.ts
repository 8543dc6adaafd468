import type { Blockquote } from 'mdast'
import type { ContainerNode } from '../nodes.ts'

const MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i

/** A block quote that starts with a line `[!NOTE]` and the like is an alert (GitHub's form); undefined for others. */
export function alertOf(node: Blockquote): ContainerNode | undefined {
  const [first, ...blocks] = node.children
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined
  const match = MARK.exec(text.value)
  if (!match?.[1]) return undefined
  const rest = text.value.slice(match[0].length)
  const inline =
    rest === '' ? first.children.slice(1) : [{ ...text, value: rest }, ...first.children.slice(1)]
  if (inline[0]?.type === 'break') inline.shift()
  const children = inline.length === 0 ? blocks : [{ ...first, children: inline }, ...blocks]
  const alert: ContainerNode = {
    type: 'container',
    name: match[1].toLowerCase(),
    title: '',
    alert: true,
    children,
  }
  return node.position ? { ...alert, position: node.position } : alert
}
