import type { Code, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** What a fence is for: a whole test file, a module that tests import, an excerpt, or only something to look at. */
export type FenceKind = 'test' | 'file' | 'fragment' | 'shown'

/** One code fence of a page; `line` is the line of its opening marker, counted from 1. */
export interface Fence {
  page: string
  line: number
  lang: string
  kind: FenceKind
  /** File name of a `file=` fence, otherwise empty. */
  name: string
  code: string
}

/** Every code fence of a page, plus one sentence with file:line per fence whose marks are wrong. */
export interface PageFences {
  page: string
  fences: Fence[]
  problems: string[]
}

const aliases: Record<string, string> = { javascript: 'js', typescript: 'ts' }
const marked = new Set(['js', 'jsx', 'ts', 'tsx', 'html', 'vue'])

/** Reads the fences of one page. `page` is the path that messages name, `markdown` the whole file. */
export function readFences(page: string, markdown: string): PageFences {
  const result: PageFences = { page, fences: [], problems: [] }
  visitCode(fromMarkdown(blankFrontmatter(markdown)), node => addFence(result, node))
  return result
}

function visitCode(node: Nodes, visit: (code: Code) => void): void {
  if (node.type === 'code') visit(node)
  if ('children' in node) for (const child of node.children) visitCode(child, visit)
}

/** Keeps the line count, so that positions stay those of the file. */
function blankFrontmatter(markdown: string): string {
  return markdown.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*$/m, (block, at: number) =>
    at === 0 ? block.replace(/[^\n]/g, '') : block,
  )
}

function addFence(result: PageFences, node: Code): void {
  const line = node.position?.start.line ?? 0
  const written = /^[\w-]*/.exec(node.lang ?? '')?.[0] ?? ''
  const lang = aliases[written] ?? written
  const words = (node.meta ?? '').replace(/\{[^}]*\}/g, ' ').split(/\s+/)
  const marks = words.filter(word => /^(test|fragment|file=.+)$/.test(word))
  if (marks.length > 1 || (marked.has(lang) && marks.length === 0)) {
    const found = marks.length === 0 ? 'none' : marks.join(' and ')
    result.problems.push(
      `${result.page}:${line} a ${lang} fence needs exactly one of test, file=<name>, fragment; found ${found}`,
    )
    return
  }
  const { kind, name } = readMark(marks[0], lang)
  result.fences.push({ page: result.page, line, lang, kind, name, code: node.value })
}

function readMark(mark: string | undefined, lang: string): { kind: FenceKind; name: string } {
  if (mark === 'test' || mark === 'fragment') return { kind: mark, name: '' }
  if (mark !== undefined) return { kind: 'file', name: mark.slice('file='.length).replace(/^\.\//, '') }
  return { kind: lang === 'json' ? 'fragment' : 'shown', name: '' }
}
