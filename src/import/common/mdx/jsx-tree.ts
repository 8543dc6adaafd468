import type { JsxExpression, JsxPart, JsxTag } from './scan-jsx.ts'

/** What a text in MDX consists of. Indices are those of the text. */
export type JsxNode = JsxText | JsxElement | JsxExpression

export interface JsxText {
  kind: 'text'
  start: number
  end: number
}

export interface JsxElement {
  kind: 'element'
  tag: JsxTag
  /** Of the start tag, and behind the end tag. */
  start: number
  end: number
  children: JsxNode[]
}

interface Open {
  /** None for the text as a whole. */
  tag?: JsxTag
  children: JsxNode[]
}

/** The tree of a text's parts; a tag without its other one is text. */
export function createTree(parts: readonly JsxPart[], length: number): JsxNode[] {
  const pairs = pairTags(parts)
  const stack: Open[] = [{ children: [] }]
  let at = 0
  const children = () => (stack.at(-1) as Open).children
  const takeText = (end: number, next: number) => {
    if (end > at) children().push({ kind: 'text', start: at, end })
    at = next
  }
  for (const part of parts) {
    if (part.kind === 'expression') {
      takeText(part.start, part.end)
      children().push(part)
    } else if (part.isWhole) {
      takeText(part.start, part.end)
      children().push({ kind: 'element', tag: part, start: part.start, end: part.end, children: [] })
    } else if (part.closes && pairs.has(part)) {
      takeText(part.start, part.end)
      const { tag, children: inner } = stack.pop() as Required<Open>
      children().push({ kind: 'element', tag, start: tag.start, end: part.end, children: inner })
    } else if (pairs.has(part)) {
      takeText(part.start, part.end)
      stack.push({ tag: part, children: [] })
    }
  }
  takeText(length, length)
  return stack[0]?.children ?? []
}

/** The tags that have their other one. */
function pairTags(parts: readonly JsxPart[]): Set<JsxTag> {
  const paired = new Set<JsxTag>()
  const open: JsxTag[] = []
  for (const part of parts) {
    if (part.kind !== 'tag' || part.isWhole) continue
    if (!part.closes) {
      open.push(part)
      continue
    }
    const at = open.findLastIndex(tag => tag.name === part.name)
    const start = open[at]
    if (!start) continue
    paired.add(start).add(part)
    open.length = at
  }
  return paired
}
