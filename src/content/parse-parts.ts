import type { Root, RootContent } from 'mdast'
import type { SourceFile } from '../schema/page.ts'
import { withoutCode } from './find-code.ts'
import type { PageProcessor } from './processor.ts'

/** Characters of the parts that a processor remembers. */
const MOST_REMEMBERED = 1e6

/** Trees of included files by their text, as the parser made them. A thread that parses several pages with one file parses it once. */
const remembered = new WeakMap<
  PageProcessor['processor'],
  { trees: Map<string, RootContent[]>; size: number }
>()

/** Parses the body of a page: a page that includes others in parts, where these are the same as parts of the whole. */
export function parseMarkdown({ body, origins }: SourceFile, { processor }: PageProcessor): Root {
  const known = remembered.get(processor) ?? { trees: new Map<string, RootContent[]>(), size: 0 }
  remembered.set(processor, known)
  const parts = origins.length > 1 ? splitIncludes(body, origins) : [body]
  if (parts.length === 1 && !known.trees.has(trimLines(body))) return processor.parse(body)
  const children: RootContent[] = []
  let lines = 0
  for (const part of parts) {
    const text = trimLines(part)
    const tree = known.trees.get(text) ?? processor.parse(text).children
    if (!isClosed(tree.at(-1), text)) return processor.parse(body)
    if (!known.trees.has(text)) {
      known.trees.set(text, tree)
      known.size += text.length
      for (const [oldest] of known.trees) {
        if (known.size <= MOST_REMEMBERED) break
        known.trees.delete(oldest)
        known.size -= oldest.length
      }
    }
    const above = lines + countLines(/^(?:[ \t]*\n)*/.exec(part)?.[0] ?? '')
    children.push(...tree.map(node => copyBelow(node, above)))
    lines += countLines(part)
  }
  return { type: 'root', children }
}

/**
 * Cuts a body where included text begins and ends, if a heading at the margin is there, after a blank line. Definitions and
 * footnotes work across the whole page: one that has any is not cut.
 */
function splitIncludes(body: string, origins: SourceFile['origins']): string[] {
  if (withoutCode(body).includes(']:')) return [body]
  const lines = body.split('\n')
  const parts: string[] = []
  let last = 0
  for (const { from } of origins) {
    let start = from - 1
    while (lines[start]?.trim() === '') start += 1
    if (start <= last || lines[start - 1]?.trim() !== '' || !/^#{1,6}[ \t]/.test(lines[start] ?? '')) continue
    parts.push(lines.slice(last, start).join('\n') + '\n')
    last = start
  }
  return [...parts, lines.slice(last).join('\n')]
}

/** False where a block may go on beyond the text: code, raw HTML or a container without an end. */
function isClosed(last: RootContent | undefined, text: string): boolean {
  if (last?.type === 'code') return /\n {0,3}(?:`{3,}|~{3,})$/.test(text)
  if (last?.type === 'html') return !/^<(?:[!?]|script|pre|style|textarea)/i.test(last.value)
  return last?.type !== 'container' || last.closed
}

/** A copy of a node some lines further down: plugins change the nodes of a page. */
function copyBelow<Node extends RootContent>(node: Node, lines: number): Node {
  const copy = { ...node }
  if (node.position) {
    const { start, end } = node.position
    copy.position = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } }
  }
  if ('children' in copy)
    Object.assign(copy, { children: copy.children.map(child => copyBelow(child, lines)) })
  return copy
}

/** Without blank lines at both ends. */
function trimLines(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end -= 1
  return text.slice(0, end).replace(/^(?:[ \t]*\n)+/, '')
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

/** Puts files behind those that include them, so that one thread gets both. */
export function sortByIncludes(files: readonly SourceFile[]): SourceFile[] {
  const byName = new Map(files.map(file => [file.file, file]))
  const sorted = new Set<SourceFile>()
  for (const file of files.toSorted((a, b) => b.includes.length - a.includes.length)) {
    sorted.add(file)
    for (const name of file.includes) {
      const included = byName.get(name)
      if (included) sorted.add(included)
    }
  }
  return [...sorted]
}
