import type { Nodes } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

/** Code in a text: a block, fences included, or code in a line. */
export interface FoundCode {
  isBlock: boolean
  /** Offsets in the text. */
  start: number
  end: number
  /** 1-based. */
  firstLine: number
  lastLine: number
}

const commonMark = unified().use(remarkParse).freeze()

/**
 * Finds the code of a Markdown text, in order, for those who read the text itself: whether something is code only the
 * parser can tell. Containers and other additions hold no more and no less code than they do as CommonMark.
 */
export function findCode(text: string): FoundCode[] {
  const found: FoundCode[] = []
  const visit = (node: Nodes): void => {
    if ('children' in node) node.children.forEach(visit)
    if ((node.type !== 'code' && node.type !== 'inlineCode') || !node.position) return
    const { start, end } = node.position
    found.push({
      isBlock: node.type === 'code',
      start: start.offset ?? 0,
      end: end.offset ?? 0,
      firstLine: start.line,
      lastLine: end.line,
    })
  }
  visit(commonMark.parse(text))
  return found
}

/** The text with spaces in place of code, so that all places stay. */
export function withoutCode(text: string): string {
  let kept = ''
  let at = 0
  for (const { start, end } of findCode(text)) {
    kept += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return kept + text.slice(at)
}
