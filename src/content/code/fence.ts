import type { Code } from 'mdast'
import { type PageContext, placeInLine, placeOf } from '../page-context.ts'
import { nearest } from '../../lib/text.ts'

/** What the info string of a fence says. Words without meaning here, such as `test`, are left to other tools. */
export interface Fence {
  /** First word, without braces and options, as written; of `diff-js`, what follows `diff-`. */
  lang: string
  /** Everything after the language, as written. */
  meta: string
  highlighted: ReadonlySet<number>
  /** A highlighted line, as written, that the code does not have. */
  beyond: number | undefined
  /** First line number, `false` for none, undefined to follow the site's setting. */
  lineNumbers: number | false | undefined
  /** `title="…"`, `title=…`, `[title]` or `file=…`. */
  title: string | undefined
  /** Lines begin with a sign: `+` added, `-` removed. */
  diff: boolean
  wrap: boolean
  folded: boolean
}

const OPTIONS =
  'title file filename lang line-numbers no-line-numbers showLineNumbers startLineNumber start wrap fold collapse'.split(
    ' ',
  )

const QUOTED = /(?<=^|\s)([\w-]{1,40})=(?:"([^"]{0,200})"|'([^']{0,200})')/g
const NUMBERED = /(?:^|\s)showLineNumbers\{(\d{1,9})\}/

/** Reads the info string: `js{1,3-5} :line-numbers [title] file=name showLineNumbers {start=5} wrap fold`. */
export function readFence(node: Pick<Code, 'lang' | 'meta' | 'value'>): Fence {
  // The parser decodes references, so the language may hold spaces: only its first word counts.
  const lang = /^[^\s{[:]*/.exec(node.lang ?? '')?.[0] ?? ''
  const meta = `${node.lang ?? ''} ${node.meta ?? ''}`.slice(lang.length).trim()
  const inner = /^diff$/i.test(lang)
    ? /(?:^|\s)lang=["']?([\w#+.-]+)/.exec(meta)?.[1]
    : /^diff-(.+)/i.exec(lang)?.[1]
  const quoted = new Map(
    [...meta.matchAll(QUOTED)].map(([, name, double, single]) => [name, double ?? single]),
  )
  const words = meta.replace(QUOTED, '')
  return {
    lang: inner ?? lang,
    meta,
    diff: inner !== undefined,
    ...highlightedLines(words.replace(NUMBERED, ''), node.value),
    lineNumbers: lineNumbers(meta),
    title:
      quoted.get('title') ??
      quoted.get('filename') ??
      quoted.get('file') ??
      /\[([^\]]{1,120})\]/.exec(words)?.[1] ??
      /(?:^|\s)(?:title|file(?:name)?)=(\S+)/.exec(words)?.[1],
    wrap: /(?:^|\s)wrap(?:=true)?(?=\s|$)/.test(words),
    folded: /(?:^|\s)(?:fold|collapse)(?=\s|$)/.test(words),
  }
}

/** Lines of the code within one of the ranges. Sorted, so that thousands of ranges take no longer than the code is. */
function highlightedLines(meta: string, code: string): Pick<Fence, 'highlighted' | 'beyond'> {
  const highlighted = new Set<number>()
  const list = /\{([\d,\-\s]+)\}/.exec(meta)?.[1]
  if (list === undefined) return { highlighted, beyond: undefined }
  const count = code.split('\n').length
  const ranges = list.split(',').flatMap(range => {
    const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(range) ?? []
    return first === undefined ? [] : [{ first: Number(first), last: Number(last) }]
  })
  const outside = ranges.find(({ first, last }) => first < 1 || last > count)
  let next = 1
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first))
    for (next = Math.max(next, first); next <= Math.min(last, count); next += 1) highlighted.add(next)
  return { highlighted, beyond: outside && (outside.first < 1 ? outside.first : outside.last) }
}

function lineNumbers(meta: string): number | false | undefined {
  if (/(?:^|\s|:)no-line-numbers\b|(?:^|\s)showLineNumbers=false\b/.test(meta)) return false
  const start = /(?:^|[\s{])start(?:LineNumber)?=["']?(\d{1,9})/.exec(meta)?.[1] ?? NUMBERED.exec(meta)?.[1]
  const match = /:line-numbers\b(?:=(\d+))?|(?:^|\s)showLineNumbers\b/.exec(meta)
  return match || start ? Number(match?.[1] ?? start ?? 1) : undefined
}

/** Bidirectional controls can make code read differently than it runs ("Trojan Source"). */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
const BRACED = /\{[^{}]{0,200}\}|\[[^[\]]{0,200}\]|=(?:"[^"]{0,200}"|'[^']{0,200}'|\S*)/g

/** Reports options without effect, and characters that mislead. */
export function reviewFence(node: Code, fence: Fence, context: PageContext, inGroup: boolean): void {
  const report = (rule: string, written: string | undefined, message: string, hint?: string) => {
    const line = node.position?.start.line ?? 1
    const place = written === undefined ? placeOf(context, node) : placeInLine(context, line, written)
    context.findings.push({ rule, severity: 'warning', place, message, ...(hint && { hint }) })
  }
  if (BIDI.test(node.value)) {
    const message = 'This code holds invisible characters that change the direction of text.'
    report('markdown/bidi-in-code', undefined, message)
  }
  if (fence.beyond !== undefined) {
    const message = `The code has no line ${fence.beyond} to highlight: it has ${node.value.split('\n').length}.`
    report('markdown/code-lines', String(fence.beyond), message)
  }
  if (fence.folded && inGroup) {
    const message = 'A block of a code group cannot be folded; it is shown as the others are.'
    report('markdown/code-option', undefined, message)
  }
  for (const word of fence.meta.replace(BRACED, ' ').split(/[\s:]+/)) {
    const near = nearOption(word)
    const message = `\`${word}\` is not an option of a code block; it does nothing.`
    if (near !== undefined) report('markdown/code-option', word, message, `Did you mean \`${near}\`?`)
  }
}

/** The option that a word misspells. Other tools have words of their own: short ones must have the same letters. */
function nearOption(word: string): string | undefined {
  if (word.length < 4 || OPTIONS.includes(word)) return undefined
  const likely = OPTIONS.filter(name => name[0] === word[0]?.toLowerCase())
  const near = nearest(word, likely)
  const letters = (text = '') => [...text].toSorted().join('')
  return word.length < 6 && letters(word) !== letters(near) ? undefined : near
}
