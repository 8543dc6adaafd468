import { definePlugin } from 'docsgen'
import type { Emphasis, Nodes, PhrasingContent, Root, Text } from 'mdast'

/** The longest code in a line of text that stays whole: it fits into a line on a phone. */
const LONGEST = 24
const OPENING = /[（「(“]$/
const CLOSING = /^[）」、。：，；)”,.:;?!]+/

/**
 * Names and options in a line of text, such as `--no-cache`, are not broken at their hyphens: they stand in an element that
 * `site.css` keeps whole, with the signs before and behind them, which may not begin or end a line.
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
  // `{lang=…}` is read behind the code itself.
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

/** Takes what a pattern finds out of a text. */
function cut(node: PhrasingContent | undefined, pattern: RegExp): Text[] {
  if (node?.type !== 'text') return []
  const [found] = pattern.exec(node.value) ?? []
  if (found === undefined) return []
  node.value = node.value.replace(pattern, '')
  return [{ type: 'text', value: found }]
}
