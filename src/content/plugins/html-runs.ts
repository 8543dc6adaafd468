import type { RootContent } from 'hast'
import { isWholeElement, TAG } from './html-tags.ts'
import { VOID } from '../elements.ts'

/** Blocks from `start` up to `end`. */
export interface Run {
  start: number
  end: number
}

/**
 * Runs of blocks, each from a block with raw HTML to the one in which all its elements are closed, or to the last with raw
 * HTML. Only these reach the HTML parser: whatever an author leaves open or nests wrongly changes no other block.
 */
export function findHtmlRuns(blocks: readonly RootContent[]): Run[] {
  const runs: Run[] = []
  const open: string[] = []
  let start = -1
  let last = -1
  blocks.forEach((block, index) => {
    const html = rawText(block)
    if (html === '') return
    if (start === -1) start = index
    last = index
    trackTags(html, open)
    if (open.length > 0) return
    runs.push({ start, end: index + 1 })
    start = -1
  })
  if (start !== -1) runs.push({ start, end: last + 1 })
  return runs
}

function rawText(node: RootContent): string {
  if (node.type === 'raw') return node.value
  return 'children' in node ? node.children.map(rawText).join('') : ''
}

function trackTags(html: string, open: string[]): void {
  for (const [whole, slash, tag] of html.matchAll(TAG)) {
    if (tag === undefined || VOID.test(tag) || (slash === '' && isWholeElement(whole))) continue
    if (slash === '') open.push(tag.toLowerCase())
    else open.splice(Math.max(open.lastIndexOf(tag.toLowerCase()), 0))
  }
}
