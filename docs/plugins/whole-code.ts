import { definePlugin } from 'docsgen'
import type { Emphasis, Nodes, PhrasingContent, Root, Text } from 'mdast'

/** Longer inline code can break, because it doesn't fit on a line on a phone. */
const LONGEST = 24
const OPENING = /[（「(“]$/
const CLOSING = /^[）」、。：，；)”,.:;?!]+/

/**
 * Keeps names and options such as `--no-cache` in a line of text from breaking at their hyphens: wraps them, with the
 * punctuation around them, in an element that `site.css` doesn't break.
 */
export default definePlugin({
  name: 'whole-code',
  markdown: { remark: [() => (tree: Root) => keepWhole(tree)] },
})

function keepWhole(node: Nodes): void {
  if (node.type === 'tableCell' || !('children' in node)) return
  if (node.type === 'paragraph') node.children = node.children.map(wrap)
  else node.children.forEach(keepWhole)
}

function wrap(node: PhrasingContent, index: number, siblings: PhrasingContent[]): PhrasingContent {
  if (node.type !== 'inlineCode' || node.value.length > LONGEST || !/\W/.test(node.value)) return node
  const next = siblings[index + 1]
  // `{lang=…}` follows the code.
  if (next?.type === 'text' && next.value.startsWith('{')) return node
  const children = [...cut(siblings[index - 1], OPENING), node, ...cut(next, CLOSING)]
  const { position } = node
  return {
    type: 'emphasis',
    data: { hName: 'span', hProperties: { className: ['whole'] } },
    children,
    position,
  } as Emphasis
}

/** Removes the match of a pattern from a text. */
function cut(node: PhrasingContent | undefined, pattern: RegExp): Text[] {
  if (node?.type !== 'text') return []
  const [found] = pattern.exec(node.value) ?? []
  if (found === undefined) return []
  node.value = node.value.replace(pattern, '')
  return [{ type: 'text', value: found }]
}
