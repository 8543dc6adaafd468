import path from 'node:path/posix'
import type { Finding, Place } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import type { LineOrigin } from '../schema/page.ts'
import type { PrivateReason } from '../schema/site.ts'
import { describePrivate } from '../site/assets.ts'
import { findCode } from './find-code.ts'
import { splitFrontmatter } from './frontmatter.ts'
import type { SourceStore } from './source-store.ts'

/** What pages of a site include from, and what they may. */
export interface IncludeContext {
  store: SourceStore
  /** Site-relative folder that `!!!include(path)!!!` and `@` start from; empty for the root itself. */
  includeRoot: string
  /** Why a site-relative file must not be included, if it must not. */
  privateReason(file: string): PrivateReason | undefined
  /** Whether the configuration names it, for instance a site-relative file outside of the site. */
  isAllowed(file: string): boolean
}

/** A line and the location that it is from; `line` is 1-based. */
interface Line {
  text: string
  file: string
  line: number
}

/** A part of a file: its lines, and the line of the file that the first one is. */
interface Part {
  file: string
  body: string
  bodyLine: number
}

/** Characters that each include counts for at least: includes of nothing that double at every step end, too. */
const LEAST_SIZE = 256

/**
 * Inserts what the includes and snippets of a page name, as text before parsing: `!!!include(path)!!!`,
 * `<!-- @include: path -->`, `<<< path`. Indentation and quote marks before a directive are repeated on every line of what
 * it names. `origins` tell where runs of lines are from, see `SourceFile`.
 */
export function expandIncludes(
  page: Part,
  context: IncludeContext,
): { body: string; origins: LineOrigin[]; includes: string[]; findings: Finding[] } {
  const origins: LineOrigin[] = [{ from: 1, file: page.file, line: page.bodyLine }]
  const findings: Finding[] = []
  if (!ANY.test(page.body)) return { body: page.body, origins, includes: [], findings }
  const includes = new Set<string>()
  /** What was reported, so that includes that double at every step report it once. */
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

  /** Lines of a part with its includes in place. `chain`: the directives that led here, outermost first. */
  function expand({ file, body, bodyLine }: Part, chain: readonly Place[]): Line[] {
    const directives = directivesOf.get(body) ?? findDirectives(body)
    directivesOf.set(body, directives)
    const lines: Line[] = []
    for (const [row, text] of body.split('\n').entries()) {
      let open: Line = { text: '', file, line: bodyLine + row }
      let at = 0
      const found = directives.get(row) ?? []
      for (const directive of found) {
        open.text += text.slice(at, directive.start)
        at = directive.end
        const place = { file, line: bodyLine + row, column: directive.start + 1 }
        const inserted = expandDirective(directive, place, chain)
        if (inserted.length === 0) open.text += text.slice(directive.start, at)
        const prefix = isPrefix(open.text) ? open.text : ''
        for (const [index, line] of inserted.entries()) {
          if (index > 0) lines.push(open)
          if (index > 0) open = { ...line, text: (line.text === '' ? prefix.trimEnd() : prefix) + line.text }
          else open = { ...(open.text.trim() === '' ? line : open), text: open.text + line.text }
        }
      }
      open.text += text.slice(at)
      lines.push(open)
      // An include that is alone on its line ends a block: its last line doesn't run into the next one.
      const [only] = found.length === 1 && found[0]?.kind !== 'snippet' ? found : []
      const isAlone = only && isPrefix(text.slice(0, only.start)) && text.slice(only.end).trim() === ''
      if (isAlone && open.text.trim() !== '') lines.push({ ...open, text: '' })
    }
    return lines
  }

  /** What a directive names; no lines, and a finding, where it can't be had. */
  function expandDirective(directive: Directive, place: Place, outer: readonly Place[]): Line[] {
    const { kind, region, lines: range } = directive
    const chain = [...outer, place]
    const file = resolveTarget(directive, place)
    const key = `${file}\0${region ?? ''}\0${range ?? ''}`
    if (failed.has(key)) return []
    const fail = (rule: string, message: string, more: { hint?: string } = {}): Line[] => {
      const steps = chain.map(step => `${step.file}:${step.line}`).join(' → ')
      const whole = outer.length === 0 ? message : `${message} Included through ${steps}.`
      findings.push({ rule: `markdown/${rule}`, severity: 'error', place, message: whole, ...more })
      if (outer.length > 0) failed.add(key)
      return []
    }
    const failPrivate = (hidden: string, reason: PrivateReason) => {
      const { message, hint } = describePrivate(hidden, reason)
      return fail('include-private', message, { ...(hint && { hint }) })
    }
    const failOutside = () =>
      fail('include-outside', `\`${directive.path}\` is outside of the site's folder and is not read.`, {
        hint: 'If readers may see it, name it or its folder in `markdown.allowFiles` of the configuration, relative to that.',
      })
    if (file === undefined || path.isAbsolute(file) || (file.startsWith('../') && !context.isAllowed(file)))
      return failOutside()
    const named = context.privateReason(file)
    if (named) return failPrivate(file, named)
    includes.add(file)
    const stored = context.store.read(file)
    if (stored.kind === 'outside') return failOutside()
    if (stored.kind === 'missing')
      return fail(
        kind === 'snippet' ? 'snippet-missing' : 'include-missing',
        `There is no file \`${file}\` to include.`,
        similarFile(directive, place, file),
      )
    if (stored.kind === 'invalid') return fail('include-invalid', `\`${file}\`: ${stored.message}`)
    const real = context.privateReason(stored.real)
    if (real) return failPrivate(stored.real, real)
    const text =
      kind === 'snippet'
        ? { body: stored.text.replace(/\n$/, ''), bodyLine: 1 }
        : splitFrontmatter(stored.text)
    if ('problem' in text && text.problem)
      return fail('include-invalid', `\`${file}\`: ${text.problem.message}`)
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
      return fail('include-size', `The page with its includes is larger than ${LIMITS.pageSize} MiB.`)
    }
    if (kind === 'snippet') {
      const [opening, closing] = fencesOf(directive, body)
      const code = part.lines.map((line, index) => ({ text: line, file, line: bodyLine + index }))
      return [{ ...place, text: opening }, ...code, { ...place, text: closing }]
    }
    if (chain.some(step => step.file === file)) {
      const files = [...chain.map(step => step.file), file].map(name => path.normalize(name)).join(' → ')
      return fail('include-circular', `This include leads back to a file that is being included: ${files}.`, {
        hint: 'Take the include out of one of these files.',
      })
    }
    if (chain.length > LIMITS.includeDepth)
      return fail('include-depth', `Includes are nested more than ${LIMITS.includeDepth} deep.`)
    const before = findings.length
    const lines = expand({ file, body, bodyLine }, chain)
    if (findings.length > before) failed.add(key)
    return lines
  }

  /** In a page from `includeRoot`, in an included file from its folder. The comment form and snippets are relative. */
  function resolveTarget({ kind, path: written }: Directive, place: Place): string | undefined {
    const root = context.includeRoot
    const target = written.replaceAll('\\', '/')
    if (target === '' || target.includes('\0')) return undefined
    if (kind !== 'include' && /^@(?:\/|(?=[^/]*$))/.test(target))
      return path.join(root, target.slice(1).replace(/^\/+/, ''))
    if (path.isAbsolute(target) || /^[a-z]:\//i.test(target)) return undefined
    const isRooted = kind === 'include' && place.file === page.file
    return path.join(isRooted ? root : path.dirname(place.file), target)
  }

  /** Hint at what the path leads to from elsewhere – the including file, `includeRoot`, the site –, else at a similar name. */
  function similarFile({ path: written }: Directive, place: Place, file: string): { hint?: string } {
    const { store, includeRoot, privateReason } = context
    const bare = written.replaceAll('\\', '/').replace(/^@?\/?/, '')
    const elsewhere = [path.dirname(place.file), includeRoot, '.'].map(start => path.join(start, bare))
    const isThere = (other: string) =>
      other !== file && !other.startsWith('../') && !privateReason(other) && store.read(other).kind === 'text'
    const near = elsewhere.find(isThere) ?? store.similar(file)
    return near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }
  }
}

function isPrefix(text: string): boolean {
  return /^[ \t>]*$/.test(text)
}

/** A part of a line that takes text from another file. `start` and `end` are offsets in the line. */
interface Directive {
  kind: 'include' | 'comment-include' | 'snippet'
  path: string
  region?: string | undefined
  /** Text inside the braces after the path, if any: a range of an include, highlighted lines of a snippet. */
  lines?: string | undefined
  title?: string | undefined
  start: number
  end: number
}

const ANY = /!!!\s*include|@include|<<</i
const SNIPPET = /^ {0,3}<<<[ \t]*(\S[^\n]{0,1024})$/
const INCLUDE = /!!![ \t]*include[ \t]*\((.{0,1024}?)\)[ \t]*!!!|<!--[ \t]*@include:(.{0,1024}?)-->/gi

/** The directives of each line, by line index. Code is left alone. */
export function findDirectives(text: string): Map<number, Directive[]> {
  const found = new Map<number, Directive[]>()
  if (!ANY.test(text)) return found
  // Without a fence above, and without indentation or backticks in its paragraph, a line isn't code: this saves parsing the text.
  const fence = text.search(/`{3}|~{3}/)
  let paragraphEnd = -1
  let mayHoldCode = false
  let code: ReturnType<typeof findCode> | undefined
  let next = 0
  let offset = 0
  for (const [row, line] of text.split('\n').entries()) {
    if (offset > paragraphEnd) {
      paragraphEnd = text.indexOf('\n\n', offset)
      if (paragraphEnd < 0) paragraphEnd = text.length
      mayHoldCode = /`| {4}|\t/.test(text.slice(offset, paragraphEnd))
    }
    const directives = (ANY.test(line) ? directivesIn(line) : []).filter(({ start }) => {
      const at = offset + start
      if (!mayHoldCode && (fence < 0 || fence > at)) return true
      code ??= findCode(text)
      while (next < code.length && (code[next]?.end ?? 0) <= at) next += 1
      return at < (code[next]?.start ?? Infinity)
    })
    if (directives.length > 0) found.set(row, directives)
    offset += line.length + 1
  }
  return found
}

function directivesIn(line: string): Directive[] {
  const snippet = SNIPPET.exec(line)?.[1]
  if (snippet !== undefined) return [{ kind: 'snippet', ...readTarget(snippet), start: 0, end: line.length }]
  return [...line.matchAll(INCLUDE)].flatMap(({ 0: whole, 1: plain, 2: comment, index }): Directive[] => {
    const span = { start: index, end: index + whole.length }
    if (comment?.trim()) return [{ kind: 'comment-include', ...readTarget(comment.trim()), ...span }]
    return plain?.trim() ? [{ kind: 'include', path: plain.trim(), ...span }] : []
  })
}

/** Reads `path#region {lines} [title]` from its end. */
function readTarget(target: string): Pick<Directive, 'path' | 'region' | 'lines' | 'title'> {
  let rest = target
  const take = (pattern: RegExp): string | undefined => {
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

/** The lines that a directive asks for; the braces of a snippet are about how it looks. */
function partOf({ kind, region, lines }: Directive, body: string): Excerpt | undefined {
  const all = { lines: body.split('\n'), line: 1 }
  const isSnippet = kind === 'snippet'
  const found =
    region === undefined
      ? all
      : (findRegion(all.lines, region) ?? (isSnippet ? undefined : findHeadingPart(all.lines, region)))
  return found && lines !== undefined && !isSnippet ? takeRange(found, lines) : found
}

/** Lines cut out of a file; `line` is the 1-based line of the file that the first one is. */
interface Excerpt {
  lines: string[]
  line: number
}

/** Region marks of the usual editors: how comments begin, the word, the name. */
const MARK =
  /^(\/\/|\/\*|<!--|#pragma(?=\s)|REM|::|--|#|'|;)\s*#?(region|begin|end\s?(?:region)?)\b[:*]?\s*"?([\w$-]*)/i

/**
 * A named region, dedented, without its mark lines and those of regions inside it; undefined when there is none. It ends
 * with a mark like the one that it begins with. An end need not have a name.
 */
function findRegion(lines: readonly string[], name: string): Excerpt | undefined {
  const marks = lines.flatMap((line, index) => {
    const [, style = '', word = '', named = ''] = MARK.exec(line.trimStart()) ?? []
    const isEnd = /^end/i.test(word)
    if (word === '' || (named === '' && !isEnd)) return []
    return [{ index, style: style === '::' ? 'rem' : style.toLowerCase(), isEnd, name: named }]
  })
  const at = marks.findIndex(mark => !mark.isEnd && mark.name === name)
  const start = marks[at]
  if (!start) return undefined
  let depth = 0
  let last = marks.length
  for (const [index, mark] of marks.entries()) {
    if (index <= at || mark.style !== start.style) continue
    if (mark.isEnd && (mark.name === name || (depth === 0 && mark.name === ''))) {
      last = index
      break
    }
    if (!mark.isEnd) depth += 1
    else if (mark.name === '') depth -= 1
  }
  const first = start.index + 1
  const inner = new Set(marks.slice(at + 1, last).map(({ index }) => index - first))
  const kept = lines
    .slice(first, marks[last]?.index)
    .filter((line, index) => !inner.has(index) || !/region/i.test(line))
  const indents = kept.filter(line => line.trim() !== '').map(line => line.search(/[^ \t]/))
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  return { lines: Number.isFinite(shared) ? kept.map(line => line.slice(shared)) : kept, line: first + 1 }
}

/** The part of a page below the heading with an explicit id. */
function findHeadingPart(lines: readonly string[], id: string): Excerpt | undefined {
  const depthOf = (line = '') => /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
  const start = lines.findIndex(line => line.startsWith('#') && line.trimEnd().endsWith(`{#${id}}`))
  const depth = depthOf(lines[start])
  if (depth === 0) return undefined
  const length = lines.slice(start + 1).findIndex(line => depthOf(line) > 0 && depthOf(line) <= depth)
  return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
}

/** Takes the lines of a range such as `3,10`, `3,`, `,10` or `4`; undefined when it is not a range. */
function takeRange({ lines, line }: Excerpt, range: string): Excerpt | undefined {
  const [, first = '', comma, last = ''] = /^\s*(\d*)\s*(,)?\s*(\d*)\s*$/.exec(range) ?? []
  if (first === '' && comma === undefined) return undefined
  const from = first === '' ? 1 : Number(first)
  const to = comma === undefined ? from : last === '' ? lines.length : Number(last)
  return { lines: lines.slice(from - 1, to), line: line + from - 1 }
}

/** The lines around the code of a snippet. Its braces may hold lines, a language and options: `{1,3 ts:line-numbers wrap}`. */
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

/** Backticks that fence off code: more than those within. */
export function fenceAround(code: string): string {
  const runs = code.match(/`{3,}/g) ?? []
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
}
