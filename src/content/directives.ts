import { scanLines, TEXT } from './scan-lines.ts'

/** A line that takes text from another file. `start` and `end` are offsets in the line. */
export interface Directive {
  kind: 'include' | 'comment-include' | 'snippet'
  path: string
  /** Region name of `#name`, if any. */
  region: string | undefined
  /** Text inside the braces after the path, if any: a range of an include, highlighted lines of a snippet. */
  lines: string | undefined
  /** `[title]` of a snippet. */
  title: string | undefined
  start: number
  end: number
}

const ANY = /!!!\s*include|@include|<<</i
// Each path is limited in length so that hostile lines cost linear time.
const INCLUDE = /!!![ \t]*include[ \t]*\([ \t]*([^\n]{1,1024}?)[ \t]*\)[ \t]*!!!/i
const COMMENT = /<!--[ \t]*@include:[ \t]*([^\n]{1,1024}?)[ \t]*-->/
const SNIPPET = /^ {0,3}<<<[ \t]*(\S[^\n]{0,1024})$/
const TARGET = /^(.*?)(#[\w$-]+)?[ \t]*(?:\{([^{}]*)\})?[ \t]*(?:\[([^\]]*)\])?[ \t]*$/

/** True when a text may hold a directive at all; saves scanning the many that do not. */
export function mayHaveDirectives(text: string): boolean {
  return ANY.test(text)
}

/** The directives of each line, by line index. Code is left alone: fences, indented code, code spans (quality 1.8). */
export function findDirectives(text: string): Map<number, Directive[]> {
  const { lines, kinds } = scanLines(text)
  const found = new Map<number, Directive[]>()
  lines.forEach((line, row) => {
    if (kinds[row] !== TEXT || !ANY.test(line)) return
    const directives = directivesOf(line).filter(
      directive => !isInCodeSpan({ lines, kinds, row, column: directive.start }),
    )
    if (directives.length > 0) found.set(row, directives)
  })
  return found
}

function directivesOf(line: string): Directive[] {
  const snippet = SNIPPET.exec(line)
  if (snippet) return [create('snippet', snippet[1] ?? '', { start: 0, end: line.length })]
  const found: Directive[] = []
  let from = 0
  let next = firstDirective(line, from)
  while (next) {
    found.push(next)
    from = next.end
    next = firstDirective(line, from)
  }
  return found
}

function firstDirective(line: string, from: number): Directive | undefined {
  const rest = line.slice(from)
  const include = INCLUDE.exec(rest)
  const comment = COMMENT.exec(rest)
  const match =
    include && comment ? (include.index < comment.index ? include : comment) : (include ?? comment)
  if (!match) return undefined
  const start = from + match.index
  const kind = match === include ? 'include' : 'comment-include'
  return create(kind, match[1] ?? '', { start, end: start + match[0].length })
}

function create(kind: Directive['kind'], target: string, span: { start: number; end: number }): Directive {
  const plain = { kind, path: target, region: undefined, lines: undefined, title: undefined, ...span }
  if (kind === 'include') return plain
  const parts = TARGET.exec(target)
  if (!parts) return plain
  const [, path = target, region, lines, title] = parts
  return { ...plain, path: path.trim(), region: region?.slice(1), lines, title }
}

interface SpanQuery {
  lines: readonly string[]
  kinds: Uint8Array
  row: number
  column: number
}

/** Looks at the whole paragraph, because a code span may start on an earlier line. */
function isInCodeSpan({ lines, kinds, row, column }: SpanQuery): boolean {
  const isProse = (index: number) => kinds[index] === TEXT && (lines[index] ?? '').trim() !== ''
  let first = row
  while (first > 0 && row - first < 200 && isProse(first - 1)) first -= 1
  let last = row
  while (last + 1 < lines.length && last - row < 200 && isProse(last + 1)) last += 1
  const before = lines.slice(first, row).reduce((sum, line) => sum + line.length + 1, 0)
  return codeSpanCovers(lines.slice(first, last + 1).join('\n'), before + column)
}

function codeSpanCovers(text: string, offset: number): boolean {
  const runs = [...text.matchAll(/\\.|`+/gs)].filter(run => run[0].startsWith('`'))
  let index = 0
  while (index < runs.length) {
    const open = runs[index]
    if (!open || open.index > offset) return false
    const close = runs.findIndex((run, at) => at > index && run[0].length === open[0].length)
    const end = runs[close]
    if (end && end.index > offset) return true
    index = end ? close + 1 : index + 1
  }
  return false
}
