import { findCodeSpans, type Span } from './code-spans.ts'
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
const SNIPPET = /^ {0,3}<<<[ \t]*(\S[^\n]{0,1024})$/
/** Longest path of an include with all that belongs to it. */
const MAX_TARGET = 1024

/** How an include is written: what opens it, and what closes it. */
interface Form {
  kind: 'include' | 'comment-include'
  opening: RegExp
  closing: RegExp
}

const FORMS: Form[] = [
  { kind: 'include', opening: /!!![ \t]*include[ \t]*\(/gi, closing: /\)[ \t]*!!!/g },
  { kind: 'comment-include', opening: /<!--[ \t]*@include:/g, closing: /-->/g },
]

/** True when a text may hold a directive at all; saves scanning the many that do not. */
export function mayHaveDirectives(text: string): boolean {
  return ANY.test(text)
}

/** The directives of each line, by line index. Code is left alone: fences, indented code, code spans (quality 1.8). */
export function findDirectives(text: string): Map<number, Directive[]> {
  const scanned = scanLines(text)
  const found = new Map<number, Directive[]>()
  scanned.lines.forEach((line, row) => {
    if (scanned.kinds[row] !== TEXT || !ANY.test(line)) return
    const directives = directivesOf(line)
    if (directives.length > 0) found.set(row, directives)
  })
  const spans = findCodeSpans(scanned, found.keys())
  for (const [row, directives] of found) {
    const kept = outside(directives, spans.get(row) ?? [])
    if (kept.length > 0) found.set(row, kept)
    else found.delete(row)
  }
  return found
}

/** Those that do not begin in a span. Both are in order. */
function outside(directives: readonly Directive[], spans: readonly Span[]): Directive[] {
  let at = 0
  return directives.filter(({ start }) => {
    while (at < spans.length && (spans[at]?.end ?? 0) <= start) at += 1
    return start < (spans[at]?.start ?? Infinity)
  })
}

function directivesOf(line: string): Directive[] {
  const snippet = SNIPPET.exec(line)
  if (snippet) return [create('snippet', snippet[1] ?? '', { start: 0, end: line.length })]
  const found: Directive[] = []
  const finders = FORMS.map(form => new DirectiveFinder(line, form))
  for (let from = 0; ; from = found.at(-1)?.end ?? line.length) {
    const next = finders.map(finder => finder.next(from)).filter(directive => directive !== undefined)
    if (next.length === 0) return found
    found.push(next.reduce((first, other) => (other.start < first.start ? other : first)))
  }
}

/** Finds the directives of one form in a line. Offsets that it is asked for only grow, so that all take linear time. */
class DirectiveFinder {
  readonly #line: string
  readonly #form: Form
  #found: Directive | undefined
  #isDone = false
  /** The closing mark that was found last. */
  #closing: Span = { start: -1, end: -1 }

  constructor(line: string, form: Form) {
    this.#line = line
    this.#form = form
  }

  /** The first directive that begins at `from` or later. */
  next(from: number): Directive | undefined {
    if (this.#isDone || (this.#found && this.#found.start >= from)) return this.#found
    this.#found = this.#search(from)
    this.#isDone = !this.#found
    return this.#found
  }

  #search(from: number): Directive | undefined {
    const { kind, opening } = this.#form
    opening.lastIndex = from
    for (let open = opening.exec(this.#line); open; open = opening.exec(this.#line)) {
      const start = open.index + open[0].length
      const closing = this.#closingAfter(start)
      if (!closing) return undefined
      const target = closing.start - start > MAX_TARGET ? '' : this.#line.slice(start, closing.start).trim()
      if (target !== '') return create(kind, target, { start: open.index, end: closing.end })
    }
    return undefined
  }

  #closingAfter(from: number): Span | undefined {
    if (this.#closing.start >= from) return this.#closing
    const { closing } = this.#form
    closing.lastIndex = from
    const match = closing.exec(this.#line)
    if (match) this.#closing = { start: match.index, end: match.index + match[0].length }
    return match ? this.#closing : undefined
  }
}

function create(kind: Directive['kind'], target: string, span: Span): Directive {
  const plain = { kind, path: target, region: undefined, lines: undefined, title: undefined, ...span }
  return kind === 'include' ? plain : { ...plain, ...readTarget(target) }
}

/** `path#region {lines} [title]`, read from its end. */
function readTarget(target: string): Pick<Directive, 'path' | 'region' | 'lines' | 'title'> {
  const titled = takeBraces(target.trimEnd(), '[', ']')
  const ranged = takeBraces(titled.before, '{', '}')
  const region = /#([\w$-]+)$/.exec(ranged.before)
  return {
    path: (region ? ranged.before.slice(0, region.index) : ranged.before).trim(),
    region: region?.[1],
    lines: ranged.content,
    title: titled.content,
  }
}

/** What stands in braces at the end of a text, and the text before them. */
function takeBraces(
  text: string,
  open: string,
  close: string,
): { before: string; content: string | undefined } {
  const end = text.length - 1
  const from = text.lastIndexOf(close, end - 1) + 1
  const start = text.lastIndexOf(open)
  if (!text.endsWith(close) || start < from) return { before: text, content: undefined }
  return { before: text.slice(0, start).trimEnd(), content: text.slice(start + 1, end) }
}
