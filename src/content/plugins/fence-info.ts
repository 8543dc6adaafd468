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
/** Highest line that can be highlighted: keeps `{1-999999999}` cheap. */
const MAX_LINE = 100_000

/** Reads the info string (B83, B88): language, `{1,3-5}`, `:line-numbers`, `[title]`, `file=name`. */
export function readFence(node: Pick<Code, 'lang' | 'meta'>): Fence {
  // The parser decodes references, so the language may hold spaces (X-CLASS-1): only its first word counts.
  const info = `${node.lang ?? ''} ${node.meta ?? ''}`.trim()
  const lang = /^[^\s{[:]*/.exec(node.lang ?? '')?.[0] ?? ''
  const meta = info.slice(lang.length).trim()
  return {
    lang,
    meta,
    highlighted: highlightedLines(meta),
    lineNumbers: lineNumbers(meta),
    title: /\[([^\]]{1,120})\]/.exec(meta)?.[1] ?? /(?:^|\s)file=(\S+)/.exec(meta)?.[1],
  }
}

function highlightedLines(meta: string): Set<number> {
  const lines = new Set<number>()
  for (const part of (LINES.exec(meta)?.[1] ?? '').split(',')) {
    const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? []
    if (first === undefined) continue
    const end = Math.min(Number(last), MAX_LINE)
    for (let line = Number(first); line <= end; line += 1) lines.add(line)
  }
  return lines
}

function lineNumbers(meta: string): number | false | undefined {
  if (/(?:^|\s|:)no-line-numbers\b/.test(meta)) return false
  const match = /:line-numbers\b(?:=(\d+))?/.exec(meta)
  return match ? Number(match[1] ?? 1) : undefined
}
