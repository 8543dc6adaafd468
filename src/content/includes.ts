/** Includes and snippets, inserted as text before a page is parsed; and code, where none are. */
import path from 'node:path/posix'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Place } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import type { SourceFile } from '../schema/page.ts'
import type { PrivateReason } from '../schema/site.ts'
import { describePrivate } from '../site/assets.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { findLimitProblem } from './parser-guards.ts'
import { report } from './page-context.ts'
import { flowLine } from './remark/syntax.ts'
import { eachNode } from './tree.ts'

/** `real`: the file that isn't for readers, which a link may lead to. */
export type StoredText =
  | { kind: 'text'; text: string }
  | { kind: 'missing' }
  | { kind: 'outside' }
  | { kind: 'private'; real: string; reason: PrivateReason }
  | { kind: 'invalid'; message: string; line: number; column: number }

export interface IncludeContext {
  read(file: string): StoredText
  similar(file: string): string | undefined
  /** Site-relative: `!!!include(path)!!!` and `@` start from it. */
  includeRoot: string
  /** As it's spelled on disk; undefined where pages may not name files. */
  locate(file: string): string | undefined
}

interface Line {
  text: string
  file: string
  line: number
}

interface Part extends Pick<SourceFile, 'file' | 'body'> {
  bodyLine: number
}

/** Characters that an include counts at least: empty ones that double at every step must end, too. */
const LEAST_SIZE = 256

/** Inserts includes and snippets, each line in the quotes and list items of its directive. */
export function expandIncludes(page: Part, context: IncludeContext) {
  const origins: SourceFile['origins'] = [{ from: 1, file: page.file, line: page.bodyLine }]
  const findings: SourceFile['findings'] = []
  // Most pages have none: their text isn't copied.
  if (!ANY.test(page.body)) return { body: page.body, origins, includes: [], findings }
  const includes = new Set<string>()
  /** Includes that double at every step report a problem once. */
  const failed = new Set<string>()
  const directivesOf = new Map<string, Map<number, Directive[]>>()
  let size = page.body.length
  const lines = expand(page, [])
  for (const [index, { file, line }] of lines.entries()) {
    const last = origins.at(-1)
    const from = index + 1
    if (last?.file === file && last.line + from - last.from === line) continue
    if (from === 1) origins.pop()
    origins.push({ from, file, line })
  }
  const body = lines.map(({ text }) => text).join('\n')
  return { body, origins, includes: [...includes].toSorted(), findings }

  /** `chain`: from the outermost directive. */
  function expand({ file, body: source, bodyLine }: Part, chain: readonly Place[]): Line[] {
    const directives = directivesOf.get(source) ?? findDirectives(source)
    directivesOf.set(source, directives)
    const expanded: Line[] = []
    for (const [row, text] of source.split('\n').entries()) {
      const line = bodyLine + row
      const found = directives.get(row) ?? []
      let open: Line = { text: '', file, line }
      let at = 0
      for (const directive of found) {
        open.text += text.slice(at, directive.start)
        at = directive.end
        const inserted = expandDirective(directive, { file, line, column: directive.start + 1 }, chain)
        if (inserted.length === 0) open.text += text.slice(directive.start, at)
        const prefix = continuationOf(open.text)
        for (const [index, next] of inserted.entries())
          if (index === 0) open = { ...(open.text.trim() === '' ? next : open), text: open.text + next.text }
          else {
            expanded.push(open)
            open = { ...next, text: (next.text === '' ? prefix.trimEnd() : prefix) + next.text }
          }
      }
      open.text += text.slice(at)
      expanded.push(open)
      // An include alone on its line ends a block: its last line doesn't run into the next one.
      const [only] = found.length === 1 && found[0]?.kind !== 'snippet' ? found : []
      const before = text.slice(0, only?.start)
      const isAlone = only && /^[ \t>]*$/.test(before) && text.slice(only.end).trim() === ''
      if (isAlone && open.text.trim() !== '') expanded.push({ ...open, text: before.trimEnd() })
    }
    return expanded
  }

  function expandDirective(directive: Directive, place: Place, outer: readonly Place[]): Line[] {
    const { kind, region, lines: range } = directive
    const chain = [...outer, place]
    const target = resolveTarget(directive, place)
    const file = target === undefined ? undefined : context.locate(target)
    const key = JSON.stringify([file ?? target, region, range])
    if (failed.has(key)) return []
    const fail = (rule: string, text: string, hint?: string): Line[] => {
      const steps = chain.map(step => `${step.file}:${step.line}`).join(' → ')
      const message = outer.length === 0 ? text : `${text} Included through ${steps}.`
      report({ findings }, place, { rule: `markdown/${rule}`, severity: 'error', message, hint })
      if (outer.length > 0) failed.add(key)
      return []
    }
    if (file !== undefined) includes.add(file)
    const stored: StoredText = file === undefined ? { kind: 'outside' } : context.read(file)
    if (stored.kind === 'private') {
      const { message, hint } = describePrivate(stored.real, stored.reason)
      return fail('include-private', message, hint)
    }
    if (file === undefined || stored.kind === 'outside')
      return fail(
        'include-outside',
        `\`${directive.path}\` is outside the site folder, so it isn't included.`,
        'To publish it, add it or its folder to `markdown.allowFiles`, relative to the configuration.',
      )
    if (stored.kind === 'missing') {
      const near = elsewhere(directive, place) ?? context.similar(file)
      const hint = near === undefined ? undefined : `Did you mean \`${near}\`?`
      const rule = kind === 'snippet' ? 'snippet-missing' : 'include-missing'
      return fail(rule, `There is no file \`${file}\` to include.`, hint)
    }
    if (stored.kind === 'invalid') return fail('include-invalid', `\`${file}\`: ${stored.message}`)
    const whole = { body: stored.text.replace(/\n$/, ''), bodyLine: 1, problem: undefined }
    const text = kind === 'snippet' ? whole : splitFrontmatter(stored.text)
    if (text.problem) return fail('include-invalid', `\`${file}\`: ${text.problem.message}`)
    const part = partOf(directive, text.body)
    if (!part) {
      const missing = region === undefined ? `lines {${range}}` : `region \`${region}\``
      return fail('include-region', `\`${file}\` has no ${missing}.`)
    }
    const body = part.lines.join('\n')
    const bodyLine = text.bodyLine + part.line - 1
    size += Math.max(body.length, LEAST_SIZE)
    if (size > LIMITS.pageSize * 1024 * 1024) {
      if (failed.has('size')) return []
      failed.add('size')
      return fail('include-size', `The page and its includes are larger than ${LIMITS.pageSize} MiB.`)
    }
    if (kind === 'snippet') {
      const [opening, closing] = fencesOf(directive, body)
      const code = part.lines.map((line, index) => ({ text: line, file, line: bodyLine + index }))
      return [{ ...place, text: opening }, ...code, { ...place, text: closing }]
    }
    if (chain.some(step => step.file === file)) {
      const files = [...chain.map(step => step.file), file].map(name => path.normalize(name)).join(' → ')
      const message = `This include is circular: ${files}.`
      return fail('include-circular', message, 'Remove the include from one of these files.')
    }
    if (chain.length > LIMITS.includeDepth)
      return fail('include-depth', `Includes are nested more than ${LIMITS.includeDepth} levels deep.`)
    const before = findings.length
    const inner = expand({ file, body, bodyLine }, chain)
    if (findings.length > before) failed.add(key)
    return inner
  }

  /** In a page, `!!!include` starts from `includeRoot`; all others from the folder of their file. */
  function resolveTarget({ kind, path: written }: Directive, place: Place) {
    const root = context.includeRoot
    const target = written.replaceAll('\\', '/')
    if (target === '' || target.includes('\0')) return undefined
    if (kind !== 'include' && /^@(?:\/|(?=[^/]*$))/.test(target))
      return path.join(root, target.slice(1).replace(/^\/+/, ''))
    if (path.isAbsolute(target) || /^[a-z]:\//i.test(target)) return undefined
    const isRooted = kind === 'include' && place.file === page.file
    return path.join(isRooted ? root : path.dirname(place.file), target)
  }

  /** The file that a missing path may have meant. */
  function elsewhere({ path: written }: Directive, place: Place) {
    const bare = written.replaceAll('\\', '/').replace(/^@?\/?/, '')
    const files = [path.dirname(place.file), context.includeRoot, '.'].map(start => path.join(start, bare))
    return files.find(file => context.locate(file) !== undefined && context.read(file).kind === 'text')
  }
}

const LIST_MARKER = String.raw`(?:[-+*]|\d{1,9}[.)])(?=[ \t])`
const BLOCK_START = new RegExp(`^(?:[ \\t>]|${LIST_MARKER}|\\[\\^[^\\s\\[\\]]{1,100}\\]:)*$`)

/** Prefix that keeps further lines in the blocks that the start of a line opens; empty if text comes before them. */
function continuationOf(start: string) {
  if (!BLOCK_START.test(start)) return ''
  return start.replace(/\[\^.*?\]:[ \t]*/g, '    ').replace(/[^ \t>]/g, ' ')
}

/** `start` and `end` are offsets in the line. */
interface Directive {
  kind: 'include' | 'comment-include' | 'snippet'
  path: string
  region?: string | undefined
  /** In braces: a range of an include, highlighted lines of a snippet. */
  lines?: string | undefined
  title?: string | undefined
  start: number
  end: number
}

const ANY = /!!!\s*include|@include|<<</i
const SNIPPET = /<<<[ \t]*(\S[^\n]{0,1024})$/
const INCLUDE = /!!![ \t]*include[ \t]*\((.{0,1024}?)\)[ \t]*!!!|<!--[ \t]*@include:(.{0,1024}?)-->/gi

const MAY_BE_CODE = /`|~{3}| {4}|\t/
const FENCE = /`{3}|~{3}/

export function findDirectives(text: string): Map<number, Directive[]> {
  const found = new Map<number, Directive[]>()
  if (!ANY.test(text)) return found
  let blocks: ReturnType<typeof findBlocks> | undefined
  // Parsed only if code may be open: by a fence above, or a backtick above in the paragraph.
  let isOpen = false
  let isFenced = false
  let next = 0
  let offset = 0
  for (const [row, line] of text.split('\n').entries()) {
    isFenced ||= FENCE.test(line)
    isOpen = isFenced || (isOpen && line !== '') || MAY_BE_CODE.test(line)
    const directives = directivesIn(line).filter(({ kind, start }) => {
      if (kind !== 'snippet' && !isOpen) return true
      const { code, snippets } = (blocks ??= findBlocks(text))
      const at = offset + start
      while (next < code.length && (code[next]?.end ?? 0) <= at) next += 1
      return kind === 'snippet' ? snippets.has(at) : at < (code[next]?.start ?? Infinity)
    })
    if (directives.length > 0) found.set(row, directives)
    offset += line.length + 1
  }
  return found
}

function directivesIn(line: string): Directive[] {
  const snippet = SNIPPET.exec(line)
  if (snippet?.[1] !== undefined && BLOCK_START.test(line.slice(0, snippet.index)))
    return [{ kind: 'snippet', ...splitTarget(snippet[1]), start: snippet.index, end: line.length }]
  return [...line.matchAll(INCLUDE)].flatMap(({ 0: whole, 1: plain, 2: comment, index }): Directive[] => {
    const span = { start: index, end: index + whole.length }
    if (comment?.trim()) return [{ kind: 'comment-include', ...splitTarget(comment.trim()), ...span }]
    return plain?.trim() ? [{ kind: 'include', path: plain.trim(), ...span }] : []
  })
}

function splitTarget(target: string) {
  let rest = target
  const take = (pattern: RegExp) => {
    rest = rest.trimEnd()
    const match = pattern.exec(rest)
    rest = rest.slice(0, match?.index)
    return match?.[1]
  }
  const title = take(/\[([^[\]]*)\]$/)
  const lines = take(/\{([^{}]*)\}$/)
  const region = take(/#([\w$-]+)$/)
  return { path: rest.trim(), region, lines, title }
}

function partOf({ kind, region, lines: range }: Directive, body: string) {
  const lines = body.split('\n')
  let found = region === undefined ? { lines, line: 1 } : findRegion(lines, region)
  if (kind === 'snippet') return found
  if (region !== undefined) found ??= findHeadingPart(lines, region)
  if (!found || range === undefined) return found
  const [, first = '', comma, last = ''] = /^\s*(\d*)\s*(,)?\s*(\d*)\s*$/.exec(range) ?? []
  if (first === '' && comma === undefined) return undefined
  const from = first === '' ? 1 : Number(first)
  const to = comma === undefined ? from : last === '' ? found.lines.length : Number(last)
  if (from < 1 || from > found.lines.length) return undefined
  return { lines: found.lines.slice(from - 1, to), line: found.line + from - 1 }
}

/** Region marks of common editors: the word, the name. */
const MARK =
  /^(?:\/\/|\/\*|<!--|#pragma(?=\s)|REM|::|--|#|'|;)\s*#?(region|begin|end\s?(?:region)?)\b[:*]?\s*"?([\w$-]*)/i

/** Lines of a region, dedented, without its mark lines and those of regions inside it. */
function findRegion(lines: readonly string[], name: string) {
  const region: string[] = []
  let first = 0
  let depth = 0
  let shared = Infinity
  for (const [index, line] of lines.entries()) {
    const [, word = '', named = ''] = MARK.exec(line.trimStart()) ?? []
    const isEnd = /^end/i.test(word)
    const isStart = word !== '' && named !== '' && !isEnd
    if (first === 0) {
      if (isStart && named === name) first = index + 1
      continue
    }
    if (isEnd && (named === name || (named === '' && depth === 0))) break
    if (isStart) depth += 1
    else if (isEnd) depth = Math.max(0, depth - 1)
    if ((isStart || isEnd) && /region/i.test(line)) continue
    region.push(line)
    if (line.trim() !== '') shared = Math.min(shared, line.search(/[^ \t]/))
  }
  return first === 0 ? undefined : { lines: region.map(line => line.slice(shared)), line: first + 1 }
}

function findHeadingPart(lines: readonly string[], id: string) {
  const depthOf = (line = '') => /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
  const start = lines.findIndex(line => line.startsWith('#') && line.trimEnd().endsWith(`{#${id}}`))
  const depth = depthOf(lines[start])
  if (depth === 0) return undefined
  const length = lines.slice(start + 1).findIndex(line => depthOf(line) > 0 && depthOf(line) <= depth)
  return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
}

/** Braces may hold lines, a language and options: `{1,3 ts:line-numbers wrap}`. */
function fencesOf({ path: file, lines: braces, title }: Directive, code: string): [string, string] {
  const [, range = '', language = '', rest = ''] =
    /^((?:[\d,\s-]*\s)?)([a-z][\w#+.-]*)?((?::|\s)?[^`]*)$/i.exec(braces ?? '') ?? []
  const hasOptions = language !== '' || rest.startsWith(':')
  const lines = hasOptions ? range.trim() || undefined : braces
  const info = (language || path.extname(file).slice(1).toLowerCase()) + (hasOptions ? rest : '')
  const fence = fenceAround(code)
  const shown = (lines === undefined ? '' : ` {${lines}}`) + (title === undefined ? '' : ` [${title}]`)
  return [fence + info + shown, fence]
}

/** Fence with more backticks than any run in the code. */
export function fenceAround(code: string) {
  const runs = code.match(/`{3,}/g) ?? []
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
}

interface FoundCode {
  /** Offsets in the text: of whole lines for a block; in a line, with the backticks. */
  start: number
  end: number
  /** Indices of a block's first line and the line after it. */
  rows?: { first: number; end: number }
}

/** Constructs to disable: tags are text, so that code may follow the line of a component's tag. */
const NO_CODE = 'attention autolink characterReference definition htmlFlow htmlText labelEnd'.split(' ')

/** Blocks and spans in order. A text that is too much for the parser has none. */
export function findCode(text: string): FoundCode[] {
  return MAY_BE_CODE.test(text) ? findBlocks(text).code : []
}

function findBlocks(text: string) {
  const code: FoundCode[] = []
  const snippets = new Set<number>()
  if (findLimitProblem(text)) return { code, snippets }
  const { document } = gfmFootnote()
  const tree = fromMarkdown(text.replace(/<!--(?![ \t]*@include:)(?:[^]*?-->|[^]*)/g, blank), {
    extensions: [gfmTable(), { document, flow: SNIPPETS, disable: { null: NO_CODE } }],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      gfmFootnoteFromMarkdown(),
      { enter: { snippet: ({ start }) => void snippets.add(start.offset) } },
    ],
  })
  eachNode(tree, ({ type, position }) => {
    const { start, end } = position ?? {}
    if (start?.offset === undefined || end?.offset === undefined) return
    if (type === 'inlineCode') code.push({ start: start.offset, end: end.offset })
    if (type !== 'code') return
    const lineStart = text.lastIndexOf('\n', start.offset - 1) + 1
    code.push({ start: lineStart, end: end.offset, rows: { first: start.line - 1, end: end.line } })
  })
  return { code, snippets }
}

/** By character code: 60 is `<`. */
const SNIPPETS = { 60: flowLine('snippet', line => /^[ \t]*<<</.test(line) && SNIPPET.test(line)) }

export function withoutCode(text: string) {
  let masked = ''
  let at = 0
  for (const { start, end } of findCode(text)) {
    masked += text.slice(at, start) + blank(text.slice(start, end))
    at = end
  }
  return masked + text.slice(at)
}

function blank(text: string) {
  return text.replace(/[^\n]/g, ' ')
}
