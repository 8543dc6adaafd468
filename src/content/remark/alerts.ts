import type { Blockquote, PhrasingContent, Root } from 'mdast'
import { readRuns } from '../text.ts'
import { type ContainerNode, replaceNodes } from '../nodes.ts'
import { emptyContainer } from './syntax.ts'
import { ALERTS } from '../../schema/containers.ts'

const MARK = /^\[!([a-z]+)\](?=[ \t\n]|$)/i

/** Makes alerts of block quotes that start with a line such as `[!NOTE]`, as GitHub does. Text after it is the title, as in VitePress. */
export function remarkAlerts() {
  return (tree: Root): void =>
    replaceNodes(tree, node => {
      const alert = node.type === 'blockquote' ? alertOf(node) : undefined
      return alert && [alert]
    })
}

function alertOf(node: Blockquote): ContainerNode | undefined {
  const [first, ...blocks] = node.children
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined
  const match = MARK.exec(text.value)
  const name = match?.[1]?.toLowerCase()
  if (!match || name === undefined || !ALERTS.has(name)) return undefined
  const value = text.value.slice(match[0].length)
  const [line, rest] = splitLine([{ ...text, value }, ...first.children.slice(1)])
  const titleRuns = readRuns(line)
  const title = titleRuns
    .map(run => run.text)
    .join('')
    .trim()
  const children = rest.length === 0 ? blocks : [{ ...first, children: rest }, ...blocks]
  const alert: ContainerNode = {
    ...emptyContainer,
    name,
    title,
    ...(title === '' ? {} : { titleRuns }),
    alert: true,
    children,
  }
  return node.position ? { ...alert, position: node.position } : alert
}

/** What stands in the first line, and what follows. */
function splitLine(nodes: readonly PhrasingContent[]): [line: PhrasingContent[], rest: PhrasingContent[]] {
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'break') return [nodes.slice(0, index), nodes.slice(index + 1)]
    const end = node.type === 'text' ? node.value.indexOf('\n') : -1
    if (node.type !== 'text' || end === -1) continue
    const value = node.value.slice(end + 1)
    const rest = nodes.slice(index + 1)
    const before = { ...node, value: node.value.slice(0, end) }
    return [[...nodes.slice(0, index), before], value === '' ? rest : [{ ...node, value }, ...rest]]
  }
  return [[...nodes], []]
}
