import path from 'node:path/posix'
import { LIMITS } from '../schema/limits.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { LineOrigin } from '../schema/page.ts'
import type { PrivateReason } from '../schema/site.ts'
import { describePrivate } from '../shared/private-file.ts'
import { findCode } from './find-code.ts'
import { type SplitText, splitFrontmatter } from './frontmatter.ts'
import { type FileLines, linesOf, takeRange } from './regions.ts'
import type { SourceStore } from './source-store.ts'

/** Longest path of an include with all that belongs to it. */
const MAX_TARGET = 1024

/** What pages of a site include from, and what they may. */
export interface IncludeContext {
  store: SourceStore
  /** Files that were included, by name. */
  included: Map<string, IncludedFile>
  /** Texts with their includes in place that had no problem, by what was read: pages that include the same share them. */
  expansions: Map<string, Expansion>
  /** Site-relative folder that `!!!include(path)!!!` and `@` start from; empty for the root itself. */
  includeRoot: string
  /** Why a site-relative file must not be included, if it must not. */
  privateReason(file: string): PrivateReason | undefined
  /** Whether the configuration names it, for instance a site-relative file outside of the site. */
  isAllowed(file: string): boolean
}

/** A file that pages include: its Markdown without frontmatter, and its lines as Markdown and as code. */
interface IncludedFile {
  markdown: SplitText
  body: FileLines
  code: FileLines
}

/** A line and where it is from. */
interface Line {
  text: string
  file: string
  /** 1-based. */
  line: number
}

interface Expansion {
  lines: readonly Line[]
  /** Characters of all lines. */
  size: number
  /** Files taken in, site-relative. */
  includes: ReadonlySet<string>
  findings: readonly Finding[]
  /** Longest chain of includes below this text. */
  height: number
}

/** A part of a file: its lines, and the line of the file that the first one is. */
interface Part {
  file: string
  body: string
  bodyLine: number
}

interface Visit {
  context: IncludeContext
  /** Site-relative file of the page. */
  page: string
  /** The directives that led here, outermost first. */
  chain: readonly Place[]
  /** What was reported already: a file that includes itself twice would else be walked through for ever. */
  failed: Set<string>
}

/**
 * Inserts what the includes and snippets of a page name, as text before parsing: `!!!include(path)!!!`,
 * `<!-- @include: path -->`, `<<< path`. Indentation and quote marks before a directive are repeated on every line of what
 * it names. `origins` tell where runs of lines are from, see `SourceFile`.
 */
export function expandIncludes(
  page: Part,
  context: IncludeContext,
): { body: string; origins: LineOrigin[]; includes: string[]; findings: Finding[] } {
  if (!ANY.test(page.body)) {
    const origins = [{ from: 1, file: page.file, line: page.bodyLine }]
    return { body: page.body, origins, includes: [], findings: [] }
  }
  const { lines, includes, findings } = expand(page, {
    context,
    page: page.file,
    chain: [],
    failed: new Set(),
  })
  const origins: LineOrigin[] = []
  for (const [index, { file, line }] of lines.entries()) {
    const last = origins.at(-1)
    const from = index + 1
    if (last?.file !== file || last.line + from - last.from !== line) origins.push({ from, file, line })
  }
  return {
    body: lines.map(({ text }) => text).join('\n'),
    origins,
    includes: [...includes].toSorted(),
    findings: [...findings],
  }
}

function expand({ file, body, bodyLine }: Part, visit: Visit): Expansion {
  const rows = body.split('\n').map((text, row): Line => ({ text, file, line: bodyLine + row }))
  const directives = findDirectives(body)
  if (directives.size === 0)
    return { lines: rows, size: body.length, includes: new Set(), findings: [], height: 0 }
  const lines: Line[] = []
  const includes = new Set<string>()
  const findings: Finding[] = []
  let size = 0
  let height = 0
  const push = (line: Line): void => {
    lines.push(line)
    size += line.text.length + 1
  }
  for (const [row, line] of rows.entries()) {
    const found = directives.get(row)
    if (found) expandLine(line, found)
    else push(line)
  }
  return { lines, size, includes, findings, height }

  function expandLine(line: Line, found: readonly Directive[]): void {
    // The line that is not complete yet.
    let open: Line = { ...line, text: '' }
    let at = 0
    for (const directive of found) {
      open.text += line.text.slice(at, directive.start)
      at = directive.end
      const place = { file: line.file, line: line.line, column: directive.start + 1 }
      const taken = expandDirective(directive, place, visit)
      for (const name of taken.includes) includes.add(name)
      findings.push(...taken.findings)
      height = Math.max(height, taken.height + 1)
      const isTooLarge = size + taken.size > LIMITS.pageSize * 1024 * 1024
      if (isTooLarge)
        findings.push(
          problem(
            'markdown/include-size',
            place,
            `The page with its includes is larger than ${LIMITS.pageSize} MiB.`,
          ),
        )
      if (isTooLarge || taken.lines.length === 0) open.text += line.text.slice(directive.start, at)
      else open = insert(open, taken.lines)
    }
    open.text += line.text.slice(at)
    push(open)
    // What does not end its last line would run into the next one.
    if (isAlone(line.text, found) && open.text.trim() !== '') push({ ...open, text: '' })
  }

  /** Adds all lines but the last, which may go on; returns that one. */
  function insert(open: Line, taken: readonly Line[]): Line {
    const prefix = isPrefix(open.text) ? open.text : ''
    let last = open
    for (const [index, inserted] of taken.entries()) {
      if (index > 0) push(last)
      const from = index === 0 && open.text.trim() !== '' ? open : inserted
      const start = index === 0 ? open.text : inserted.text === '' ? prefix.trimEnd() : prefix
      // Pages may include millions of lines.
      last = start === '' ? inserted : { ...from, text: start + inserted.text }
    }
    return { ...last }
  }
}

/** True for an include that is the only thing on its line. */
function isAlone(line: string, found: readonly Directive[]): boolean {
  const [only] = found
  if (found.length !== 1 || !only || only.kind === 'snippet') return false
  return isPrefix(line.slice(0, only.start)) && line.slice(only.end).trim() === ''
}

/** Indentation and quote marks. */
function isPrefix(text: string): boolean {
  return /^[ \t>]*$/.test(text)
}

/** What a directive names; no lines and a finding where it cannot be had. */
function expandDirective(directive: Directive, place: Place, visit: Visit): Expansion {
  const { context, failed } = visit
  const chain = [...visit.chain, place]
  const read = readDirective(directive, place, visit)
  const includes = new Set(read.file === undefined ? [] : [read.file])
  const nothing = (...findings: Finding[]): Expansion => ({
    lines: [],
    size: 0,
    includes,
    findings,
    height: 0,
  })
  if ('finding' in read) return nothing(withChain(read.finding, chain))
  const { file, body, bodyLine } = read
  if (directive.kind === 'snippet') {
    const texts = body.split('\n')
    const lines = texts.map((text, index): Line => {
      const isFence = index === 0 || index === texts.length - 1
      return isFence
        ? { text, file: place.file, line: place.line }
        : { text, file, line: bodyLine + index - 1 }
    })
    return { lines, size: body.length, includes, findings: [], height: 0 }
  }
  if (chain.some(step => step.file === file)) {
    const files = [...chain.map(step => step.file), file].map(name => path.normalize(name))
    const message = `This include leads back to a file that is being included: ${files.join(' → ')}.`
    const circular = problem(
      'markdown/include-circular',
      place,
      message,
      'Take the include out of one of these files.',
    )
    return nothing(withChain(circular, chain))
  }
  const tooDeep = problem(
    'markdown/include-depth',
    place,
    `Includes are nested more than ${LIMITS.includeDepth} deep.`,
  )
  if (chain.length > LIMITS.includeDepth) return nothing(withChain(tooDeep, chain))
  const key = `${file}\0${directive.region ?? ''}\0${directive.lines ?? ''}`
  if (failed.has(key)) return nothing()
  const expansion = context.expansions.get(key) ?? expand(read, { ...visit, chain })
  if (expansion.findings.length > 0) failed.add(key)
  else context.expansions.set(key, expansion)
  if (chain.length + expansion.height > LIMITS.includeDepth) return nothing(withChain(tooDeep, chain))
  return { ...expansion, includes: new Set([...expansion.includes, file]) }
}

function problem(rule: string, place: Place, message: string, hint?: string): Finding {
  const finding: Finding = { rule, severity: 'error', place, message }
  return hint === undefined ? finding : { ...finding, hint }
}

/** Tells by which includes a nested problem was reached. */
function withChain(finding: Finding, chain: readonly Place[]): Finding {
  if (chain.length < 2) return finding
  const steps = chain.map(place => `${place.file}:${place.line}`).join(' → ')
  return { ...finding, message: `${finding.message} Included through ${steps}.` }
}

/** A part of a line that takes text from another file. `start` and `end` are offsets in the line. */
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
const OPENING = /!!![ \t]*include[ \t]*\(|<!--[ \t]*@include:/gi

/** The directives of each line, by line index. Code is left alone. */
export function findDirectives(text: string): Map<number, Directive[]> {
  const found = new Map<number, Directive[]>()
  if (!ANY.test(text)) return found
  let offset = 0
  const offsets = new Map<Directive, number>()
  for (const [row, line] of text.split('\n').entries()) {
    const directives = ANY.test(line) ? directivesOf(line) : []
    if (directives.length > 0) found.set(row, directives)
    for (const directive of directives) offsets.set(directive, offset + directive.start)
    offset += line.length + 1
  }
  if (found.size === 0) return found
  const code = findCode(text)
  let next = 0
  for (const [row, directives] of found) {
    const kept = directives.filter(directive => {
      const at = offsets.get(directive) ?? 0
      while (next < code.length && (code[next]?.end ?? 0) <= at) next += 1
      return at < (code[next]?.start ?? Infinity)
    })
    if (kept.length > 0) found.set(row, kept)
    else found.delete(row)
  }
  return found
}

function directivesOf(line: string): Directive[] {
  const [, target] = SNIPPET.exec(line) ?? []
  if (target !== undefined) return [{ kind: 'snippet', ...readTarget(target), start: 0, end: line.length }]
  const found: Directive[] = []
  // A closing mark is looked for once: those of all openings before it are the same.
  const closings = { ')': { at: -1, end: -1 }, '-': { at: -1, end: -1 } }
  for (const { index, 0: opening } of line.matchAll(OPENING)) {
    if (index < (found.at(-1)?.end ?? 0)) continue
    const start = index + opening.length
    const closing = closings[opening.startsWith('!') ? ')' : '-']
    if (closing.at < start) Object.assign(closing, closingAfter(line, start, opening.startsWith('!')))
    const target = closing.at - start > MAX_TARGET ? '' : line.slice(start, closing.at).trim()
    if (closing.at === Infinity || target === '') continue
    const span = { start: index, end: closing.end }
    if (opening.startsWith('!'))
      found.push({
        kind: 'include',
        path: target,
        region: undefined,
        lines: undefined,
        title: undefined,
        ...span,
      })
    else found.push({ kind: 'comment-include', ...readTarget(target), ...span })
  }
  return found
}

function closingAfter(line: string, from: number, isBang: boolean): { at: number; end: number } {
  const pattern = isBang ? /\)[ \t]*!!!/g : /-->/g
  pattern.lastIndex = from
  const match = pattern.exec(line)
  return match ? { at: match.index, end: match.index + match[0].length } : { at: Infinity, end: Infinity }
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

/** The content of braces at the end of a text, and the text before them. */
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

type ReadResult = Part | { file: string | undefined; finding: Finding }

/** Reads the file, region and lines that a directive names. `place` is where the directive stands. */
function readDirective(directive: Directive, place: Place, { context, page }: Visit): ReadResult {
  const { store, included } = context
  const file = resolveTarget(directive, place, { root: context.includeRoot, page })
  const isPrivate = (name: string, reason: PrivateReason): Finding => {
    return { ...problem('markdown/include-private', place, ''), ...describePrivate(name, reason) }
  }
  const outside = problem(
    'markdown/include-outside',
    place,
    `\`${directive.path}\` is outside of the site's folder and is not read.`,
    'If readers may see it, name it or its folder in `markdown.allowFiles` of the configuration, relative to that.',
  )
  if (file === undefined || path.isAbsolute(file) || (file.startsWith('../') && !context.isAllowed(file)))
    return { file: undefined, finding: outside }
  const named = context.privateReason(file)
  if (named) return { file: undefined, finding: isPrivate(file, named) }
  const stored = store.read(file)
  if (stored.kind === 'outside') return { file, finding: outside }
  if (stored.kind === 'missing') return { file, finding: missing({ directive, place, file, context }) }
  const unreadable = (message: string) =>
    problem('markdown/include-invalid', place, `\`${file}\`: ${message}`)
  if (stored.kind === 'invalid') return { file, finding: unreadable(stored.message) }
  const real = context.privateReason(stored.real)
  if (real) return { file, finding: isPrivate(stored.real, real) }
  const known = included.get(file) ?? readIncluded(stored.text)
  included.set(file, known)
  if (directive.kind !== 'snippet' && known.markdown.problem)
    return { file, finding: unreadable(known.markdown.problem.message) }
  const part =
    directive.kind === 'snippet' ? snippetOf(directive, file, known) : partOf(directive, file, known)
  if (part) return part
  const what =
    directive.region === undefined ? `lines {${directive.lines}}` : `region \`${directive.region}\``
  return { file, finding: problem('markdown/include-region', place, `\`${file}\` has no ${what}.`) }
}

function readIncluded(text: string): IncludedFile {
  const markdown = splitFrontmatter(text)
  return { markdown, body: linesOf(markdown.body), code: linesOf(text.replace(/\n$/, '')) }
}

/** In a page from `includeRoot`, in an included file from its folder. The comment form and snippets are relative. */
function resolveTarget(
  directive: Directive,
  place: Place,
  { root, page }: { root: string; page: string },
): string | undefined {
  const target = directive.path.replaceAll('\\', '/')
  if (target === '' || target.includes('\0')) return undefined
  if (directive.kind !== 'include' && /^@(?:\/|(?=[^/]*$))/.test(target))
    return path.join(root, target.slice(1).replace(/^\/+/, ''))
  if (path.isAbsolute(target) || /^[a-z]:\//i.test(target)) return undefined
  const isRooted = directive.kind === 'include' && place.file === page
  return path.join(isRooted ? root : path.dirname(place.file), target)
}

function partOf(
  { region, lines }: Directive,
  file: string,
  { markdown, body }: IncludedFile,
): Part | undefined {
  if (region === undefined && lines === undefined) return { file, ...markdown }
  const found = region === undefined ? body.all : (body.region(region) ?? body.headingPart(region))
  const part = found && lines !== undefined ? takeRange(found, lines) : found
  return part && { file, body: part.lines.join('\n'), bodyLine: markdown.bodyLine + part.line - 1 }
}

/** A snippet as a fence around its lines. */
function snippetOf(
  { region, lines: braces, title }: Directive,
  file: string,
  { code }: IncludedFile,
): Part | undefined {
  const part = region === undefined ? code.all : code.region(region)
  if (!part) return undefined
  const fence = fenceAround(part.lines.join('\n'))
  const { lines, language, options } = readBraces(braces)
  const info = (language || path.extname(file).slice(1).toLowerCase()) + options
  const opening =
    fence + info + (lines === undefined ? '' : ` {${lines}}`) + (title === undefined ? '' : ` [${title}]`)
  return { file, body: [opening, ...part.lines, fence].join('\n'), bodyLine: part.line }
}

/** Backticks that fence off code: more than those within. */
export function fenceAround(code: string): string {
  const runs = code.match(/`{3,}/g) ?? []
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
}

/** The braces of a snippet: lines, then a language and options of the block, as in `{1,3 ts:line-numbers wrap}`. */
function readBraces(text: string | undefined): {
  lines: string | undefined
  language: string
  options: string
} {
  const [, lines = '', language = '', options = ''] =
    /^((?:[\d,\s-]*\s)?)([a-z][\w#+.-]*)?((?::|\s)?[^`]*)$/i.exec(text ?? '') ?? []
  if (language === '' && !options.startsWith(':')) return { lines: text, language: '', options: '' }
  return { lines: lines.trim() || undefined, language, options }
}

interface Missing {
  directive: Directive
  place: Place
  /** Where it was looked for. */
  file: string
  context: IncludeContext
}

/** The hint is what the path leads to from elsewhere – the including file, `includeRoot`, the site –, else a similar name. */
function missing({ directive, place, file, context }: Missing): Finding {
  const bare = directive.path.replaceAll('\\', '/').replace(/^@?\/?/, '')
  const elsewhere = [path.dirname(place.file), context.includeRoot, '.'].map(start => path.join(start, bare))
  const isThere = (other: string) =>
    !other.startsWith('../') && !context.privateReason(other) && context.store.read(other).kind === 'text'
  const near = elsewhere.find(other => other !== file && isThere(other)) ?? context.store.similar(file)
  const rule = directive.kind === 'snippet' ? 'markdown/snippet-missing' : 'markdown/include-missing'
  const hint = near === undefined ? undefined : `Did you mean \`${near}\`?`
  return {
    ...problem('markdown/include-missing', place, `There is no file \`${file}\` to include.`, hint),
    rule,
  }
}
