import type { Blockquote } from 'mdast'
import { ALERTS } from '../../schema/containers.ts'
import type { ContainerNode } from '../nodes.ts'

const MARK = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i

/** A block quote that starts with a line `[!NOTE]` and the like is an alert (GitHub's form); undefined for others. */
export function alertOf(node: Blockquote): ContainerNode | undefined {
  const [first, ...blocks] = node.children
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined
  const match = MARK.exec(text.value)
  const name = match?.[1]?.toLowerCase()
  if (!match || name === undefined || !Object.hasOwn(ALERTS, name)) return undefined
  const value = text.value.slice(match[0].length)
  const others = first.children.slice(1)
  const inline = value === '' ? others : [{ ...text, value }, ...others]
  if (inline[0]?.type === 'break') inline.shift()
  const children = inline.length === 0 ? blocks : [{ ...first, children: inline }, ...blocks]
  const alert: ContainerNode = {
    type: 'container',
    name,
    title: '',
    rest: { text: '', at: 0 },
    alert: true,
    size: 0,
    closed: true,
    children,
  }
  return node.position ? { ...alert, position: node.position } : alert
}
