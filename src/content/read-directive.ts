import path from 'node:path/posix'
import type { Finding, Place } from '../schema/finding.ts'
import type { Directive } from './directives.ts'
import { type Excerpt, findRegion, takeRange } from './snippet.ts'
import type { SourceStore } from './source-store.ts'
import { splitFrontmatter } from './split-frontmatter.ts'

export interface ReadContext {
  store: SourceStore
  /** Site-relative folder that `!!!include(path)!!!` and `@` start from; empty for the root itself. */
  includeRoot: string
  /** Site-relative file of the page whose directives are expanded. */
  page: string
}

/** What a directive names: a text, or why there is none. `file` is site-relative. */
export type ReadResult =
  { file: string; body: string; bodyLine: number } | { file: string | undefined; finding: Finding }

/** Reads the file, region and lines that a directive names. `place` is where the directive stands. */
export function readDirective(directive: Directive, place: Place, context: ReadContext): ReadResult {
  const file = resolveTarget(directive, place, context)
  if (file === undefined || file.startsWith('../') || path.isAbsolute(file))
    return { file: undefined, finding: outside(directive, place) }
  const stored = context.store.read(file)
  if (stored.kind === 'outside') return { file, finding: outside(directive, place) }
  if (stored.kind === 'missing') return { file, finding: missing(directive, place, file) }
  if (stored.kind === 'invalid') return { file, finding: unreadable(place, `\`${file}\`: ${stored.message}`) }
  if (directive.kind === 'snippet') return readSnippet({ directive, place, file, text: stored.text })
  return readPart({ directive, place, file, text: stored.text })
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
  text: string
}

function readPart({ directive, place, file, text }: PartInput): ReadResult {
  const split = splitFrontmatter(text)
  if (split.problem) return { file, finding: unreadable(place, `\`${file}\`: ${split.problem.message}`) }
  if (directive.region === undefined && directive.lines === undefined)
    return { file, body: split.body, bodyLine: split.bodyLine }
  const lines = split.body.split('\n')
  const region =
    directive.region === undefined
      ? { lines, line: 1 }
      : (findRegion(lines, directive.region) ?? findHeadingPart(lines, directive.region))
  const part = region && directive.lines !== undefined ? takeRange(region, directive.lines) : region
  if (!part) return { file, finding: noPart(directive, place, file) }
  return { file, body: part.lines.join('\n'), bodyLine: split.bodyLine + part.line - 1 }
}

/** The part of a page below the heading with an explicit id. */
function findHeadingPart(lines: readonly string[], id: string): Excerpt | undefined {
  const start = lines.findIndex(line => /^#{1,6} /.test(line) && line.trimEnd().endsWith(`{#${id}}`))
  if (start === -1) return undefined
  const depth = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  const after = lines.slice(start + 1)
  const length = after.findIndex(line => new RegExp(`^#{1,${depth}} `).test(line))
  return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
}

function readSnippet({ directive, place, file, text }: PartInput): ReadResult {
  const lines = text.replace(/\n$/, '').split('\n')
  const part = directive.region === undefined ? { lines, line: 1 } : findRegion(lines, directive.region)
  if (!part) return { file, finding: noPart(directive, place, file) }
  const runs = part.lines.join('\n').match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)))
  const language = path.extname(file).slice(1).toLowerCase()
  const range = directive.lines === undefined ? '' : ` {${directive.lines}}`
  const title = directive.title === undefined ? '' : ` [${directive.title}]`
  const body = [`${fence}${language}${range}${title}`, ...part.lines, fence].join('\n')
  return { file, body, bodyLine: part.line }
}

function missing(directive: Directive, place: Place, file: string): Finding {
  return {
    rule: directive.kind === 'snippet' ? 'markdown/snippet-missing' : 'markdown/include-missing',
    severity: 'error',
    place,
    message: `There is no file \`${file}\` to include.`,
  }
}

function outside(directive: Directive, place: Place): Finding {
  return {
    rule: 'markdown/include-outside',
    severity: 'error',
    place,
    message: `\`${directive.path}\` is outside of the site's folder and is not read.`,
    hint: 'Only files below the folder of the site configuration can be included.',
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
