import type { Extension } from 'mdast-util-from-markdown'
import type { Components } from '../components/registry.ts'
import { readAttributes, readAfterName } from '../attributes.ts'
import { openingBlock } from '../grammar.ts'
import type { ComponentNode, ContainerNode } from '../nodes.ts'

const emptyNode = (kind: ComponentNode['kind']): ComponentNode => ({
  type: 'component',
  name: '',
  kind,
  written: '',
  attributes: [],
  size: 0,
  closed: true,
  children: [],
})

/** From micromark's tokens to `component` nodes. */
export const componentFromMarkdown: Extension = {
  canContainEols: ['component'],
  enter: {
    component(token) {
      this.enter(emptyNode('inline'), token)
    },
    componentBlock(token) {
      this.enter(emptyNode('block'), token)
    },
  },
  exit: {
    componentName(token) {
      const node = this.stack.at(-1)
      if (node?.type !== 'component') return
      node.written = this.sliceSerialize(token)
      node.name = node.written.slice(1)
    },
    componentAttributes(token) {
      const node = this.stack.at(-1)
      if (node?.type !== 'component') return
      const text = this.sliceSerialize(token)
      const read = readAttributes(text, 0)?.attributes ?? [{ name: text, value: true, at: 0 }]
      const { line, column } = token.start
      node.attributes = read
      node.attributesAt = { line: line - (node.position?.start.line ?? line), column }
    },
    component(token) {
      this.exit(token)
    },
    componentBlock(token) {
      const node = this.stack.at(-1)
      const line = this.sliceSerialize(token)
      const opening = openingBlock(line)
      if (node?.type === 'component' && opening) {
        Object.assign(node, { name: opening.name, written: `::${opening.name}` })
        takeAfterName(node, line, opening.nameEnd)
      }
      this.exit(token)
    },
  },
}

/** Takes label and attributes from a line that begins where the node does. */
function takeAfterName(node: ComponentNode, text: string, from: number): void {
  const after = readAfterName(text, from)
  const label = after?.label ?? (after ? undefined : text.slice(from).trim())
  if (label !== undefined && label !== '') node.label = label
  node.attributes = after?.attributes ?? []
  node.attributesAt = { line: 0, column: node.position?.start.column ?? 1 }
}

/** The component that a container with its name is; undefined for other containers. */
export function componentOf(container: ContainerNode, components: Components): ComponentNode | undefined {
  if (container.alert || !components.get(container.name)?.kinds.includes('container')) return undefined
  const { name, size, closed, children, afterName } = container
  const node: ComponentNode = {
    ...emptyNode('container'),
    name,
    written: `${':'.repeat(size)} ${name}`,
    size,
    closed,
    children,
  }
  if (container.position) node.position = container.position
  takeAfterName(node, afterName.text, 0)
  node.attributesAt = { line: 0, column: (node.position?.start.column ?? 1) + afterName.at }
  return node
}
