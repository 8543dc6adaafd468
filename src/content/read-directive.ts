import path from 'node:path/posix'
import type { Finding, Place } from '../schema/finding.ts'
import type { PrivateReason } from '../schema/site.ts'
import { describePrivate } from '../shared/private-file.ts'
import type { Directive } from './directives.ts'
import { type FileLines, IncludedFile } from './included-file.ts'
import { fenceAround } from './grammar.ts'
import { type Excerpt, takeRange } from './snippet.ts'
import type { SourceStore } from './source-store.ts'

export interface ReadContext {
  store: SourceStore
  /** Files that were included, by name. */
  included: Map<string, IncludedFile>
  /** Site-relative folder that `!!!include(path)!!!` and `@` start from; empty for the root itself. */
  includeRoot: string
  /** Site-relative file of the page whose directives are expanded. */
  page: string
  /** Why a site-relative file must not be included, if it must not. */
  privateReason(file: string): PrivateReason | undefined
  /** Whether the configuration names it, for instance a site-relative file outside of the site. */
  isAllowed(file: string): boolean
}

/** What a directive names: a text, or why there is none. `file` is site-relative. */
export type ReadResult =
  { file: string; body: string; bodyLine: number } | { file: string | undefined; finding: Finding }

/** Reads the file, region and lines that a directive names. `place` is where the directive stands. */
export function readDirective(directive: Directive, place: Place, context: ReadContext): ReadResult {
  const file = resolveTarget(directive, place, context)
  if (file === undefined || path.isAbsolute(file) || (file.startsWith('../') && !context.isAllowed(file)))
    return { file: undefined, finding: outside(directive, place) }
  const named = context.privateReason(file)
  if (named) return { file: undefined, finding: isPrivate(file, named, place) }
  const stored = context.store.read(file)
  if (stored.kind === 'outside') return { file, finding: outside(directive, place) }
  if (stored.kind === 'missing') return { file, finding: missing({ directive, place, file, context }) }
  if (stored.kind === 'invalid') return { file, finding: unreadable(place, `\`${file}\`: ${stored.message}`) }
  const real = context.privateReason(stored.real)
  if (real) return { file, finding: isPrivate(stored.real, real, place) }
  const included = context.included.get(file) ?? new IncludedFile(stored.text)
  context.included.set(file, included)
  const read = directive.kind === 'snippet' ? readSnippet : readPart
  return read({ directive, place, file, included })
}

/** B116: in a page from `includeRoot`, in an included file from its folder. The comment form and snippets are relative. */
function resolveTarget(directive: Directive, place: Place, context: ReadContext): string | undefined {
  const target = directive.path.replaceAll('\\', '/')
  if (target === '' || target.includes('\0')) return undefined
  if (directive.kind !== 'include' && /^@(?:\/|(?=[^/]*$))/.test(target))
    return path.join(context.includeRoot, target.slice(1).replace(/^\/+/, ''))
  if (path.isAbsolute(target) || /^[a-z]:\//i.test(target)) return undefined
  const isPage = place.file === context.page
  const folder = directive.kind === 'include' && isPage ? context.includeRoot : path.dirname(place.file)
  return path.join(folder, target)
}

interface PartInput {
  directive: Directive
  place: Place
  file: string
  included: IncludedFile
}

function readPart({ directive, place, file, included }: PartInput): ReadResult {
  const { problem, body, bodyLine } = included.markdown
  if (problem) return { file, finding: unreadable(place, `\`${file}\`: ${problem.message}`) }
  if (directive.region === undefined && directive.lines === undefined) return { file, body, bodyLine }
  const region = findPart(included.body, directive.region)
  const part = region && directive.lines !== undefined ? takeRange(region, directive.lines) : region
  if (!part) return { file, finding: noPart(directive, place, file) }
  return { file, body: part.lines.join('\n'), bodyLine: bodyLine + part.line - 1 }
}

function findPart(lines: FileLines, region: string | undefined): Excerpt | undefined {
  return region === undefined ? lines.all : (lines.region(region) ?? lines.headingPart(region))
}

function readSnippet({ directive, place, file, included }: PartInput): ReadResult {
  const { code } = included
  const part = directive.region === undefined ? code.all : code.region(directive.region)
  if (!part) return { file, finding: noPart(directive, place, file) }
  const fence = fenceAround(part.lines.join('\n'))
  const { lines, language, options } = readBraces(directive.lines)
  const info = (language || path.extname(file).slice(1).toLowerCase()) + options
  const range = lines === undefined ? '' : ` {${lines}}`
  const title = directive.title === undefined ? '' : ` [${directive.title}]`
  const body = [`${fence}${info}${range}${title}`, ...part.lines, fence].join('\n')
  return { file, body, bodyLine: part.line }
}

interface Braces {
  lines: string | undefined
  language: string
  options: string
}

/** What the braces of a snippet say: lines, then a language and options of the block, as in `{1,3 ts:line-numbers wrap}`. */
function readBraces(text: string | undefined): Braces {
  const [, lines = '', language = '', options = ''] =
    /^((?:[\d,\s-]*\s)?)([a-z][\w#+.-]*)?((?::|\s)?[^`]*)$/i.exec(text ?? '') ?? []
  if (language === '' && !options.startsWith(':')) return { lines: text, language: '', options: '' }
  return { lines: lines.trim() || undefined, language, options }
}

function isPrivate(file: string, reason: PrivateReason, place: Place): Finding {
  return { rule: 'markdown/include-private', severity: 'error', place, ...describePrivate(file, reason) }
}

interface MissingInput {
  directive: Directive
  place: Place
  /** Where it was looked for. */
  file: string
  context: ReadContext
}

function missing({ directive, place, file, context }: MissingInput): Finding {
  const near = nearestFile({ directive, place, file, context })
  return {
    rule: directive.kind === 'snippet' ? 'markdown/snippet-missing' : 'markdown/include-missing',
    severity: 'error',
    place,
    message: `There is no file \`${file}\` to include.`,
    ...(near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }),
  }
}

/** What the path leads to from elsewhere – the including file, `includeRoot`, the site –, else a name that is similar. */
function nearestFile({ directive, place, file, context }: MissingInput): string | undefined {
  const bare = directive.path.replaceAll('\\', '/').replace(/^@?\/?/, '')
  const starts = [path.dirname(place.file), context.includeRoot, '.']
  const elsewhere = starts.map(start => path.join(start, bare))
  const isThere = (other: string) =>
    !other.startsWith('../') && !context.privateReason(other) && context.store.read(other).kind === 'text'
  return elsewhere.find(other => other !== file && isThere(other)) ?? context.store.similar(file)
}

function outside(directive: Directive, place: Place): Finding {
  return {
    rule: 'markdown/include-outside',
    severity: 'error',
    place,
    message: `\`${directive.path}\` is outside of the site's folder and is not read.`,
    hint: 'If readers may see it, name it or its folder in `markdown.allowFiles` of the configuration, relative to that.',
  }
}

function noPart(directive: Directive, place: Place, file: string): Finding {
  const what =
    directive.region === undefined ? `lines {${directive.lines}}` : `region \`${directive.region}\``
  return {
    rule: 'markdown/include-region',
    severity: 'error',
    place,
    message: `\`${file}\` has no ${what}.`,
  }
}

function unreadable(place: Place, message: string): Finding {
  return { rule: 'markdown/include-invalid', severity: 'error', place, message }
}
