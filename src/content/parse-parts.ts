import type { Root, RootContent } from 'mdast'
import type { SourceFile } from '../schema/page.ts'
import type { PageProcessor } from './processor.ts'

const MOST_REMEMBERED = 1e6

/** Trees of included files by their text, as the parser made them. A thread that parses several pages with one file parses it once. */
const remembered = new WeakMap<PageProcessor['processor'], Map<string, RootContent[]>>()

/** Parses the body of a page: a page that includes others in parts, where these are the same as parts of the whole. */
export function parseMarkdown({ body, origins }: SourceFile, { processor }: PageProcessor): Root {
  const trees = remembered.get(processor) ?? new Map<string, RootContent[]>()
  remembered.set(processor, trees)
  const parts = origins.length > 1 ? splitIncludes(body, origins) : [body]
  if (parts.length === 1 && !trees.has(trimLines(body))) return processor.parse(body)
  const children: RootContent[] = []
  let lines = 0
  for (const part of parts) {
    const text = trimLines(part)
    const tree = trees.get(text) ?? processor.parse(text).children
    if (!isClosed(tree.at(-1), text)) return processor.parse(body)
    trees.set(text, tree)
    const above = lines + countLines(/^(?:[ \t]*\n)*/.exec(part)?.[0] ?? '')
    children.push(...tree.map(node => copyBelow(node, above)))
    lines += countLines(part)
  }
  let size = 0
  for (const text of [...trees.keys()].toReversed()) {
    size += text.length
    if (size > MOST_REMEMBERED) trees.delete(text)
  }
  return { type: 'root', children }
}

/**
 * Cuts a body where included text begins and ends, if a heading at the margin is there, after a blank line. Definitions and
 * footnotes work across the whole page: one with a line that looks like one is not cut.
 */
function splitIncludes(body: string, origins: SourceFile['origins']): string[] {
  const lines = body.split('\n')
  if (lines.some(line => /^[^`]*\]:/.test(line))) return [body]
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
  const sorted = files
    .toSorted((a, b) => b.includes.length - a.includes.length)
    .flatMap(file => [file, ...file.includes.flatMap(name => byName.get(name) ?? [])])
  return [...new Set(sorted)]
}
