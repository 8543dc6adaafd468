import type { Code } from 'mdast'
import { withoutEscapes } from './ansi.ts'
import { type LineMark, type MarkedCode, mayHaveMarkers, readMarkers } from './markers.ts'

/** What the info string of a fence says. Words without meaning here, such as `test`, are left to other tools. */
export interface Fence {
  /** First word, without braces and options, as written; of `diff-js`, what follows `diff-`. */
  lang: string
  /** Everything after the language, as written. */
  meta: string
  /** 1-based numbers of highlighted lines. */
  highlighted: ReadonlySet<number>
  /** A highlighted line, as written, that the code does not have. */
  beyond: number | undefined
  /** First line number, `false` for none, undefined to follow the site's setting. */
  lineNumbers: number | false | undefined
  /** `title="…"`, `title=…`, `[title]` or `file=…`. */
  title: string | undefined
  /** Lines begin with a sign: `+` added, `-` removed. */
  diff: boolean
  /** Long lines are broken. */
  wrap: boolean
  /** Closed until a reader opens it. */
  folded: boolean
}

/** Options that a fence can have. */
export const FENCE_OPTIONS = [
  'title',
  'file',
  'filename',
  'lang',
  'line-numbers',
  'no-line-numbers',
  'showLineNumbers',
  'startLineNumber',
  'start',
  'wrap',
  'fold',
  'collapse',
]

const LINES = /\{([\d,\-\s]+)\}/
const QUOTED = /(?<=^|\s)([\w-]{1,40})=(?:"([^"]{0,200})"|'([^']{0,200})')/g
const NUMBERED = /(?:^|\s)showLineNumbers\{(\d{1,9})\}/

/**
 * Reads the info string: language, `{1,3-5}`, `:line-numbers`, `[title]`, `title="…"`, `file=name`,
 * `showLineNumbers`, `{start=5}`, `wrap`, `fold`.
 */
export function readFence(node: Pick<Code, 'lang' | 'meta' | 'value'>): Fence {
  if (!node.meta && PLAIN_LANGUAGE.test(node.lang ?? ''))
    return { lang: node.lang ?? '', meta: '', diff: false, ...NO_OPTIONS }
  // The parser decodes references, so the language may hold spaces: only its first word counts.
  const info = `${node.lang ?? ''} ${node.meta ?? ''}`.trim()
  const lang = /^[^\s{[:]*/.exec(node.lang ?? '')?.[0] ?? ''
  const meta = info.slice(lang.length).trim()
  const inner = /^diff-(?=.)/i.test(lang)
    ? lang.slice(5)
    : /^diff$/i.test(lang)
      ? langOption(meta)
      : undefined
  const language = { lang: inner ?? lang, meta, diff: inner !== undefined }
  return meta === '' ? { ...language, ...NO_OPTIONS } : { ...language, ...readOptions(meta, node.value) }
}

/** Says nothing but its own name. */
const PLAIN_LANGUAGE = /^(?!diff)[\w#+.-]*$/i

type Options = Omit<Fence, 'lang' | 'meta' | 'diff'>

/** Most fences have none. */
const NO_OPTIONS: Options = {
  highlighted: new Set(),
  beyond: undefined,
  lineNumbers: undefined,
  title: undefined,
  wrap: false,
  folded: false,
}

function readOptions(meta: string, code: string): Options {
  const quoted = new Map([...meta.matchAll(QUOTED)].map(match => [match[1] ?? '', match[2] ?? match[3]]))
  const words = meta.replace(QUOTED, '')
  const title = quoted.get('title') ?? quoted.get('filename') ?? quoted.get('file')
  return {
    ...highlightedLines(words.replace(NUMBERED, ''), code),
    lineNumbers: lineNumbers(meta),
    title:
      title ??
      /\[([^\]]{1,120})\]/.exec(words)?.[1] ??
      /(?:^|\s)(?:title|file(?:name)?)=(\S+)/.exec(words)?.[1],
    wrap: /(?:^|\s)wrap(?:=true)?(?=\s|$)/.test(words),
    folded: /(?:^|\s)(?:fold|collapse)(?=\s|$)/.test(words),
  }
}

/** Of `diff lang="js"`: what the lines are in. */
function langOption(meta: string): string | undefined {
  return /(?:^|\s)lang=["']?([\w#+.-]+)/.exec(meta)?.[1]
}

/** Lines of the code that one of the ranges holds. However many ranges there are, each line is met once. */
function highlightedLines(meta: string, code: string): Pick<Fence, 'highlighted' | 'beyond'> {
  const highlighted = new Set<number>()
  const list = LINES.exec(meta)?.[1]
  if (list === undefined) return { highlighted, beyond: undefined }
  const count = code.split('\n').length
  const ranges = list.split(',').flatMap(readRange)
  const outside = ranges.find(({ first, last }) => first < 1 || last > count)
  let next = 1
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    for (next = Math.max(next, first); next <= Math.min(last, count); next += 1) highlighted.add(next)
  }
  return { highlighted, beyond: outside && (outside.first < 1 ? outside.first : outside.last) }
}

function readRange(text: string): { first: number; last: number }[] {
  const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(text) ?? []
  return first === undefined ? [] : [{ first: Number(first), last: Number(last) }]
}

function lineNumbers(meta: string): number | false | undefined {
  if (/(?:^|\s|:)no-line-numbers\b|(?:^|\s)showLineNumbers=false\b/.test(meta)) return false
  const start = /(?:^|[\s{])start(?:LineNumber)?=["']?(\d{1,9})/.exec(meta)?.[1] ?? NUMBERED.exec(meta)?.[1]
  const match = /:line-numbers\b(?:=(\d+))?|(?:^|\s)showLineNumbers\b/.exec(meta)
  return match || start ? Number(match?.[1] ?? start ?? 1) : undefined
}

/** What a block shows of the code as written. Lines are 0-based. */
export interface ShownCode {
  /** To be highlighted: without markers, and without the signs of a diff. */
  code: string
  /** The same as text: without escape sequences of terminals. */
  plain: string
  /** Marks by line; undefined where lines need no elements of their own. */
  marks: MarkedCode['marks'] | undefined
  words: MarkedCode['words']
  problems: MarkedCode['problems']
}

/** Reads the markers of code; the many blocks that have none are left as they are. */
export function readShownCode(fence: Fence, value: string): ShownCode {
  const written = mayHaveMarkers(value) ? readMarkers(value) : undefined
  const { words = [], problems = [] } = written ?? {}
  const signed = fence.diff ? readSigns(written?.code ?? value) : undefined
  const code = signed?.code ?? written?.code ?? value
  const plain = fence.lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code
  const isMarked = fence.diff || fence.wrap || words.length > 0 || (written && written.marks.size > 0)
  // Lines may have gone away without leaving a mark: those that the fence names are lines of the code as written.
  if (!isMarked && plain === value) return { code, plain, marks: undefined, words, problems }
  const marks = new Map(written?.marks)
  const add = (line: number, mark: LineMark) => marks.set(line, new Set(marks.get(line)).add(mark))
  for (const [line, mark] of signed?.marks ?? []) add(line, mark)
  if (fence.highlighted.size > 0) {
    const rows = written?.rows ?? code.split('\n').map((_, row) => row)
    rows.forEach((row, line) => fence.highlighted.has(row + 1) && add(line, 'highlighted'))
  }
  return { code, plain, marks: isMarked || marks.size > 0 ? marks : undefined, words, problems }
}

/** The lines of a diff without the sign that each begins with, which says what was added and removed. */
function readSigns(code: string): { code: string; marks: Map<number, LineMark> } {
  const lines = code.split('\n')
  const marks = new Map<number, LineMark>()
  lines.forEach((line, index) => {
    if (line.startsWith('+')) marks.set(index, 'added')
    if (line.startsWith('-')) marks.set(index, 'removed')
  })
  const hasColumn = lines.every(line => line === '' || /^[-+ ]/.test(line))
  const bare = lines.map((line, index) => (hasColumn || marks.has(index) ? line.slice(1) : line))
  return { code: bare.join('\n'), marks }
}
