import path from 'node:path/posix'
import type { Finding, Place } from '../schema/finding.ts'
import type { LineOrigin } from '../schema/page.ts'
import { type Directive, findDirectives, mayHaveDirectives } from './directives.ts'
import { readDirective, type ReadContext } from './read-directive.ts'

/** Deepest chain of includes, and the largest page they may add up to (quality 1.8). */
const MAX_DEPTH = 32
const MAX_SIZE = 16 * 1024 * 1024

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

interface Expansion extends ExpandedText {
  /** Characters of all lines. */
  size: number
  /** Longest chain of includes below this text. */
  height: number
}

interface Visit {
  context: ReadContext
  /** The directives that led here, outermost first. */
  chain: Place[]
  /** Finished expansions without problems, by what was read. */
  done: Map<string, Expansion>
}

/** Expands the includes and snippets of a page. Text substitution before parsing (B115–B122), except in code. */
export function expandIncludes(input: ExpandInput, context: ReadContext): ExpandedText {
  return expand(input, { context, chain: [], done: new Map() })
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
  const directives = findDirectives(lines)
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
  const last = result.origins.at(-1)
  const next = result.lines.length + 1
  result.lines.push(line)
  result.size += line.length + 1
  const continues = last?.file === origin.file && last.line + next - last.from === origin.line
  if (!continues) result.origins.push({ from: next, ...origin })
}

interface DirectiveLine {
  line: string
  origin: { file: string; line: number }
  directives: Directive[]
}

/** A directive alone on its line hands its indentation and quote marks on to every line; others join in place. */
function appendDirectives(
  result: Expansion,
  { line, origin, directives }: DirectiveLine,
  visit: Visit,
): void {
  let pending = ''
  let pendingOrigin = origin
  let at = 0
  for (const directive of directives) {
    pending += line.slice(at, directive.start)
    at = directive.end
    const place = { ...origin, column: directive.start + 1 }
    const taken = take(directive, place, visit)
    merge(result, taken)
    if (taken.lines.length === 0) {
      pending += line.slice(directive.start, directive.end)
      continue
    }
    const prefix = /^[ \t>]*$/.test(pending) ? pending : ''
    taken.lines.forEach((text, index) => {
      const from = index === 0 && pending.trim() !== '' ? pendingOrigin : originOf(taken, index)
      const full = index === 0 ? pending + text : text === '' ? prefix.trimEnd() : prefix + text
      if (index < taken.lines.length - 1) appendLine(result, full, from)
      else [pending, pendingOrigin] = [full, from]
    })
  }
  const rest = line.slice(at)
  appendLine(result, pending + rest, pendingOrigin)
  // A text that does not end its last line must not be glued to the line after the directive.
  const alone = directives.length === 1 && line.trim().length === at - (directives[0]?.start ?? 0)
  if (alone && pending.trim() !== '') appendLine(result, '', pendingOrigin)
}

function originOf(expansion: Expansion, index: number): { file: string; line: number } {
  const run = expansion.origins.findLast(origin => origin.from <= index + 1)
  return run ? { file: run.file, line: run.line + index + 1 - run.from } : { file: '', line: 1 }
}

function merge(result: Expansion, taken: Expansion): void {
  for (const file of taken.includes) result.includes.add(file)
  result.findings.push(...taken.findings)
  result.height = Math.max(result.height, taken.height + 1)
}

/** What a directive stands for; no lines and a finding where it cannot be had. */
function take(directive: Directive, place: Place, visit: Visit): Expansion {
  const chain = [...visit.chain, place]
  const read = readDirective(directive, place, visit.context)
  const includes = new Set(read.file === undefined ? [] : [read.file])
  const failed = (finding: Finding): Expansion => {
    return { lines: [], origins: [], includes, findings: [withChain(finding, chain)], size: 0, height: 0 }
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
  const expansion = visit.done.get(key) ?? expand(read, { ...visit, chain })
  if (expansion.findings.length === 0) visit.done.set(key, expansion)
  if (chain.length + expansion.height > MAX_DEPTH) return failed(tooDeep(place))
  if (expansion.size > MAX_SIZE) return failed(tooLarge(place))
  return { ...expansion, includes: new Set([...expansion.includes, ...includes]) }
}

function isCircular(file: string, chain: readonly Place[]): boolean {
  return chain.some(place => place.file === file)
}

function withChain(finding: Finding, chain: readonly Place[]): Finding {
  if (chain.length < 2) return finding
  const steps = chain.map(place => `${place.file}:${place.line}`).join(' → ')
  return { ...finding, message: `${finding.message} Included through ${steps}.` }
}

function circular(file: string, place: Place, chain: readonly Place[]): Finding {
  const files = [...chain.map(step => step.file), file].map(name => path.normalize(name))
  return {
    rule: 'markdown/include-circular',
    severity: 'error',
    place,
    message: `This include leads back to a file that is being included: ${files.join(' → ')}.`,
    hint: 'Take the include out of one of these files.',
  }
}

function tooDeep(place: Place): Finding {
  return {
    rule: 'markdown/include-depth',
    severity: 'error',
    place,
    message: `Includes are nested more than ${MAX_DEPTH} deep.`,
  }
}

function tooLarge(place: Place): Finding {
  return {
    rule: 'markdown/include-size',
    severity: 'error',
    place,
    message: 'The page with its includes is larger than 16 MiB.',
  }
}
