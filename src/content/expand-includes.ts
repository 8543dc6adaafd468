import type { Finding, Place } from '../schema/finding.ts'
import type { LineOrigin } from '../schema/page.ts'
import { type Directive, findDirectives, mayHaveDirectives } from './directives.ts'
import { circular, MAX_DEPTH, MAX_SIZE, tooDeep, tooLarge, withChain } from './include-findings.ts'
import { readDirective, type ReadContext } from './read-directive.ts'

/** A text with its includes in place. */
export interface ExpandedText {
  lines: string[]
  /** Runs as in `SourceFile.origins`. */
  origins: LineOrigin[]
  /** Files taken in, site-relative. */
  includes: Set<string>
  findings: Finding[]
}

/** The part of a file that is expanded: its body and the line of the file that the body starts at. */
export interface ExpandInput {
  file: string
  body: string
  bodyLine: number
}

export interface Expansion extends ExpandedText {
  /** Characters of all lines. */
  size: number
  /** Longest chain of includes below this text. */
  height: number
}

const NOTHING = { lines: [], origins: [], findings: [], size: 0, height: 0 }

/** Finished expansions, by what was read: pages that include the same files share them. */
export type ExpansionMemory = Map<string, Expansion>

interface Visit {
  context: ReadContext
  /** The directives that led here, outermost first. */
  chain: Place[]
  /** Expansions without problems are the same everywhere; those with problems are met once for each page. */
  done: ExpansionMemory
  failed: Set<string>
}

/** Expands the includes and snippets of a page. Text substitution before parsing (B115–B122), except in code. */
export function expandIncludes(
  input: ExpandInput,
  context: ReadContext,
  done: ExpansionMemory = new Map(),
): ExpandedText {
  return expand(input, { context, chain: [], done, failed: new Set() })
}

function expand(input: ExpandInput, visit: Visit): Expansion {
  const lines = input.body.split('\n')
  const origins = [{ from: 1, file: input.file, line: input.bodyLine }]
  const out: Expansion = {
    lines,
    origins,
    includes: new Set(),
    findings: [],
    size: input.body.length,
    height: 0,
  }
  if (!mayHaveDirectives(input.body)) return out
  const directives = findDirectives(input.body)
  if (directives.size === 0) return out
  const result: Expansion = { ...out, lines: [], origins: [], size: 0 }
  lines.forEach((line, row) => {
    const origin = { file: input.file, line: input.bodyLine + row }
    const found = directives.get(row)
    if (found) appendDirectives(result, { line, origin, directives: found }, visit)
    else appendLine(result, line, origin)
  })
  return result
}

function appendLine(result: Expansion, line: string, origin: { file: string; line: number }): void {
  result.lines.push(line)
  result.size += line.length + 1
  appendOrigin(result, { from: result.lines.length, ...origin })
}

/** Notes where the lines from `from` on come from, unless that is what was said before. */
function appendOrigin(result: Expansion, { from, file, line }: LineOrigin): void {
  const last = result.origins.at(-1)
  const continues = last?.file === file && last.line + from - last.from === line
  if (!continues) result.origins.push({ from, file, line })
}

interface DirectiveLine {
  line: string
  origin: { file: string; line: number }
  directives: Directive[]
}

/** A line that is not complete yet. */
interface OpenLine {
  text: string
  origin: { file: string; line: number }
}

function appendDirectives(
  result: Expansion,
  { line, origin, directives }: DirectiveLine,
  visit: Visit,
): void {
  let open: OpenLine = { text: '', origin }
  let at = 0
  for (const directive of directives) {
    open.text += line.slice(at, directive.start)
    at = directive.end
    const place = { ...origin, column: directive.start + 1 }
    const taken = fit(expandDirective(directive, place, visit), result.size, place)
    merge(result, taken)
    if (taken.lines.length > 0) open = appendTaken(result, open, taken)
    else open.text += line.slice(directive.start, directive.end)
  }
  open.text += line.slice(at)
  appendLine(result, open.text, open.origin)
  if (wouldGlue(line, directives) && open.text.trim() !== '') appendLine(result, '', open.origin)
}

/**
 * Appends all lines but the last, which may go on; returns that one. Indentation and quote marks before the directive are
 * repeated on every line; other text joins the first line in place.
 */
function appendTaken(result: Expansion, open: OpenLine, taken: Expansion): OpenLine {
  if (open.text === '') return appendWhole(result, taken)
  const prefix = isPrefix(open.text) ? open.text : ''
  const origins = lineOrigins(taken)
  const lines = taken.lines.map((text, index): OpenLine => {
    const origin = origins[index] ?? open.origin
    if (index === 0) return { text: open.text + text, origin: open.text.trim() === '' ? origin : open.origin }
    return { text: text === '' ? prefix.trimEnd() : prefix + text, origin }
  })
  const last = lines.pop() ?? open
  for (const { text, origin } of lines) appendLine(result, text, origin)
  return last
}

/** The same where nothing is before the directive, run by run: most of what is included stands alone. */
function appendWhole(result: Expansion, { lines, origins }: Expansion): OpenLine {
  const before = result.lines.length
  const text = lines.at(-1) ?? ''
  for (const line of lines.slice(0, -1)) {
    result.lines.push(line)
    result.size += line.length + 1
  }
  const last = origins.at(-1) ?? { from: 1, file: '', line: 1 }
  for (const { from, file, line } of origins)
    if (from < lines.length) appendOrigin(result, { from: before + from, file, line })
  return { text, origin: { file: last.file, line: last.line + lines.length - last.from } }
}

/** True for an include that is alone on its line: text that does not end its last line would run into the next one. */
function wouldGlue(line: string, directives: readonly Directive[]): boolean {
  const [only] = directives
  if (directives.length !== 1 || !only || only.kind === 'snippet') return false
  return isPrefix(line.slice(0, only.start)) && line.slice(only.end).trim() === ''
}

/** Indentation and quote marks. */
function isPrefix(text: string): boolean {
  return /^[ \t>]*$/.test(text)
}

/** The origin of every line, in order. */
function lineOrigins({ lines, origins }: Expansion): { file: string; line: number }[] {
  let run = 0
  return lines.map((_, index) => {
    while ((origins[run + 1]?.from ?? Infinity) <= index + 1) run += 1
    const { file, line, from } = origins[run] ?? { file: '', line: 1, from: 1 }
    return { file, line: line + index + 1 - from }
  })
}

function merge(result: Expansion, taken: Expansion): void {
  for (const file of taken.includes) result.includes.add(file)
  result.findings.push(...taken.findings)
  result.height = Math.max(result.height, taken.height + 1)
}

/** The expansion, unless the page would become too large with it. */
function fit(taken: Expansion, size: number, place: Place): Expansion {
  if (size + taken.size <= MAX_SIZE) return taken
  return { ...taken, lines: [], size: 0, findings: [...taken.findings, tooLarge(place)] }
}

/** What a directive stands for; no lines and a finding where it cannot be had. */
function expandDirective(directive: Directive, place: Place, visit: Visit): Expansion {
  const chain = [...visit.chain, place]
  const read = readDirective(directive, place, visit.context)
  const includes = new Set(read.file === undefined ? [] : [read.file])
  const failed = (finding: Finding): Expansion => {
    return { ...NOTHING, includes, findings: [withChain(finding, chain)] }
  }
  if ('finding' in read) return failed(read.finding)
  if (directive.kind === 'snippet') {
    const lines = read.body.split('\n')
    const origins = [
      { from: 1, file: place.file, line: place.line },
      { from: 2, file: read.file, line: read.bodyLine },
      { from: lines.length, file: place.file, line: place.line },
    ]
    return { lines, origins, includes, findings: [], size: read.body.length, height: 0 }
  }
  if (isCircular(read.file, chain)) return failed(circular(read.file, place, chain))
  if (chain.length > MAX_DEPTH) return failed(tooDeep(place))
  const key = `${read.file}\0${directive.region ?? ''}\0${directive.lines ?? ''}`
  // Reported already: a file that includes itself twice would else be walked through for ever.
  if (visit.failed.has(key)) return { ...NOTHING, includes }
  const expansion = visit.done.get(key) ?? expand(read, { ...visit, chain })
  if (expansion.findings.length > 0) visit.failed.add(key)
  else visit.done.set(key, expansion)
  if (chain.length + expansion.height > MAX_DEPTH) return failed(tooDeep(place))
  return { ...expansion, includes: new Set([...expansion.includes, ...includes]) }
}

function isCircular(file: string, chain: readonly Place[]): boolean {
  return chain.some(place => place.file === file)
}
