import type { Nodes } from 'mdast'
import type { ComponentNode, ContainerNode } from '../nodes.ts'
import { type PageContext, placeOf } from '../page-context.ts'

/** Reports a container that ends with what it stands in, and so holds more than its author meant. */
export function reportUnclosed(
  node: ContainerNode | ComponentNode,
  parent: Nodes | undefined,
  context: PageContext,
): void {
  // Colons that were meant for it end something else, or nothing.
  context.endsToCome += 1
  const colons = ':'.repeat(node.size)
  const isEndedByItsOwn =
    (parent?.type === 'container' || parent?.type === 'component') &&
    parent.closed &&
    parent.size <= node.size
  const isOnPage = parent === undefined || parent.type === 'root'
  context.findings.push({
    rule: 'markdown/unclosed-container',
    severity: 'warning',
    place: placeOf(context, node),
    message: `\`${colons} ${node.name}\` is not closed: it goes on to the end of ${isOnPage ? 'the page' : 'what it stands in'}.`,
    hint: isEndedByItsOwn
      ? `Its \`${colons}\` ends the container around it: write that one with more colons, \`${colons}:\`.`
      : `Write \`${colons}\` in a line of its own behind its content, indented as its first line is.`,
  })
}
