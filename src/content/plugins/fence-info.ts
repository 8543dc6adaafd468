import type { Code } from 'mdast'

/** What the info string of a fence says. Words without meaning here, such as `test`, are left to other tools. */
export interface Fence {
  /** First word, without braces and options, as written. */
  lang: string
  /** Everything after the language, as written. */
  meta: string
  /** 1-based numbers of highlighted lines. */
  highlighted: Set<number>
  /** First line number, `false` for none, undefined to follow the site's setting. */
  lineNumbers: number | false | undefined
  /** `[title]` or `file=…`. */
  title: string | undefined
}

const LINES = /\{([\d,\-\s]+)\}/

/** Reads the info string (B83, B88): language, `{1,3-5}`, `:line-numbers`, `[title]`, `file=name`. */
export function readFence(node: Pick<Code, 'lang' | 'meta' | 'value'>): Fence {
  // The parser decodes references, so the language may hold spaces (X-CLASS-1): only its first word counts.
  const info = `${node.lang ?? ''} ${node.meta ?? ''}`.trim()
  const lang = /^[^\s{[:]*/.exec(node.lang ?? '')?.[0] ?? ''
  const meta = info.slice(lang.length).trim()
  return {
    lang,
    meta,
    highlighted: highlightedLines(meta, node.value),
    lineNumbers: lineNumbers(meta),
    title: /\[([^\]]{1,120})\]/.exec(meta)?.[1] ?? /(?:^|\s)file=(\S+)/.exec(meta)?.[1],
  }
}

/** Lines of the code that one of the ranges holds. However many ranges there are, each line is met once. */
function highlightedLines(meta: string, code: string): Set<number> {
  const lines = new Set<number>()
  const list = LINES.exec(meta)?.[1]
  if (list === undefined) return lines
  const count = code.split('\n').length
  const ranges = list.split(',').flatMap(readRange)
  let next = 1
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    for (next = Math.max(next, first); next <= Math.min(last, count); next += 1) lines.add(next)
  }
  return lines
}

function readRange(text: string): { first: number; last: number }[] {
  const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(text) ?? []
  return first === undefined ? [] : [{ first: Number(first), last: Number(last) }]
}

function lineNumbers(meta: string): number | false | undefined {
  if (/(?:^|\s|:)no-line-numbers\b/.test(meta)) return false
  const match = /:line-numbers\b(?:=(\d+))?/.exec(meta)
  return match ? Number(match[1] ?? 1) : undefined
}
