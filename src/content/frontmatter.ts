import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
} from 'yaml'
import { nearest } from '../lib/text.ts'
import { type Finding, type Place, hasError, NOT_TAKEN_OVER } from '../schema/finding.ts'
import { type Frontmatter, frontmatterSchema } from '../schema/frontmatter.ts'
import type { SourceFile } from '../schema/page.ts'
import type { PluginDefinition } from '../schema/plugin.ts'
import { isForeignKey, migrateFrontmatter } from './foreign-frontmatter.ts'

/** A file's text in its two parts. `bodyLine` is the 1-based line of the file at which the body starts. */
export interface SplitText {
  frontmatter: { text: string; line: number } | undefined
  body: string
  bodyLine: number
  problem?: Omit<Finding, 'place'>
}

/** Splits off YAML frontmatter. Only `---` fences are known; a language after them is never evaluated. */
export function splitFrontmatter(text: string): SplitText {
  const broken = (rule: string, message: string, more: { hint?: string } = {}): SplitText => ({
    frontmatter: undefined,
    body: '',
    bodyLine: 1,
    problem: { rule: `frontmatter/${rule}`, severity: 'error', message, ...more },
  })
  const first = /^---(?!-)[ \t]*(.*)(?:\n|$)/.exec(text)
  if (!first) return { frontmatter: undefined, body: text, bodyLine: 1 }
  const word = (first[1] ?? '').trim()
  if (/^[a-z]+$/i.test(word))
    return broken('language', `Frontmatter in \`${word}\` is not read; only YAML between \`---\` lines is.`, {
      hint: 'Write the frontmatter as YAML, which includes JSON.',
    })
  if (word !== '')
    return broken('not-a-mapping', 'Frontmatter must be keys with values between two `---` lines.')
  const start = first[0].length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start))
  if (!closing)
    return broken('unclosed', 'The frontmatter that starts with `---` has no closing `---`.', {
      hint: 'Add a line `---` after it; for a horizontal line as the first thing on a page write `***`.',
    })
  const yaml = text.slice(start, start + closing.index)
  const body = text.slice(start + closing.index + closing[0].length + 1)
  return { frontmatter: { text: yaml, line: 2 }, body, bodyLine: 2 + yaml.split('\n').length }
}

export interface ReadFrontmatter {
  /** Empty when the text cannot be read; without the keys whose values are of the wrong kind. */
  frontmatter: Frontmatter
  keyPlaces: Record<string, Place>
  findings: Finding[]
}

/** Characters: every document repeats texts such as the description. */
const MOST_TEXT = 1e6

const KNOWN_KEYS = Object.keys(frontmatterSchema.shape)

/** Keys that hold a text: `title: 1.0` keeps its characters instead of becoming the number 1. */
const TEXT_KEYS = new Set(
  'title metaTitle description lang layout permalink date pageClass heroImage heroAlt heroText heroSubtitle tagline actionText actionLink footer'.split(
    ' ',
  ),
)
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses and validates frontmatter: YAML 1.2, so `yes` and dates stay texts. Every problem has its place. `plugins` may add
 * keys: what their schemas make of a value takes its place, and a wrong value is left out.
 */
export function readFrontmatter(
  { file, frontmatter: source }: Pick<SourceFile, 'file' | 'frontmatter'>,
  plugins: readonly { definition: Pick<PluginDefinition, 'frontmatter'> }[] = [],
): ReadFrontmatter {
  const added = plugins.flatMap(({ definition }) => definition.frontmatter ?? [])
  const knownKeys = [...KNOWN_KEYS, ...added.flatMap(({ shape }) => Object.keys(shape))]
  const read = source?.text.trim()
    ? readYaml(file, source, knownKeys)
    : { frontmatter: {}, keyPlaces: {}, findings: [] }
  if (added.length === 0 || hasError(read.findings)) return read
  const { frontmatter, keyPlaces, findings } = read
  const values: Record<string, unknown> = {}
  for (const schema of added) {
    const keys = Object.keys(schema.shape)
    const { data, error } = schema.safeParse(Object.fromEntries(keys.map(key => [key, frontmatter[key]])))
    for (const key of keys) values[key] = error ? undefined : data?.[key]
    for (const { path, message: reason } of error?.issues ?? []) {
      const place = keyPlaces[String(path[0])] ?? { file, line: 1, column: 1 }
      const message = `\`${path.join('.')}\`: ${reason.replace(/\.$/, '')}.`
      findings.push({ rule: 'frontmatter/invalid', severity: 'error', place, message })
    }
  }
  const entries = Object.entries({ ...frontmatter, ...values }).filter(([, value]) => value !== undefined)
  return { frontmatter: Object.fromEntries(entries), keyPlaces, findings }
}

function readYaml(
  file: string,
  { text, line: firstLine }: { text: string; line: number },
  knownKeys: readonly string[],
): ReadFrontmatter {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) }
  }
  const failed = (rule: string, message: string, offset = 0, hint?: string): ReadFrontmatter => {
    const finding = {
      rule: `frontmatter/${rule}`,
      severity: 'error' as const,
      place: placeAt(offset),
      message,
    }
    return { frontmatter: {}, keyPlaces: {}, findings: [{ ...finding, ...(hint && { hint }) }] }
  }
  if (text.length > MOST_TEXT) return failed('too-complex', 'The frontmatter is larger than 1 MB.')
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false })
    const problem = findProblem(text, document)
    if (problem) return failed(problem.rule ?? 'syntax', problem.message, problem.offset, problem.hint)
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    if (data === null) return { frontmatter: {}, keyPlaces: {}, findings: [] }
    if (typeof data !== 'object' || Array.isArray(data))
      return failed('not-a-mapping', 'Frontmatter must be keys with values.')
    return validate(document, data, placeAt, knownKeys)
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed('too-complex', 'The frontmatter is nested or repeated too much.')
    throw error
  }
}

function validate(
  document: Document.Parsed,
  data: object,
  placeAt: (offset: number) => Place,
  knownKeys: readonly string[],
): ReadFrontmatter {
  const keyPlaces: Record<string, Place> = {}
  const findings: Finding[] = []
  const warn = (rule: string, place: Place, message: string, hint?: string): void => {
    findings.push({ rule: `frontmatter/${rule}`, severity: 'warning', place, message, ...(hint && { hint }) })
  }
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const place = placeAt(key.range?.[0] ?? 0)
    keyPlaces[name] = place
    if (Object.hasOwn(data, name) && !knownKeys.includes(name) && !isForeignKey(name)) {
      const near = nearest(name, knownKeys)
      const message = `The key \`${name}\` has no meaning here; it is kept as it is.`
      warn('unknown-key', place, message, near && `Did you mean \`${near}\`?`)
    }
    // `title: Issue #1`: YAML takes the rest for a comment. A comment that somebody means has a space after its sign.
    if (!isScalar(value) || value.type !== Scalar.PLAIN || !value.range) continue
    const { comment, source, range } = value
    if (!comment || !/^[^\s#!]/.test(comment)) continue
    const message = `YAML takes \`#${comment}\` for a comment: \`${name}\` is \`${source}\` alone.`
    const quoted = `'${`${source} #${comment}`.replaceAll("'", "''")}'`
    warn('comment', placeAt(range[0]), message, `Put the value in quotes: \`${name}: ${quoted}\`.`)
  }
  const { data: texts, left, from } = migrateFrontmatter(keepTexts(document, data), knownKeys)
  for (const [key, origin] of Object.entries(from)) keyPlaces[key] ??= keyPlaces[origin] ?? placeAt(0)
  // One finding of each kind is shown for a site (`onePerMessage`).
  for (const [key, message] of Object.entries(left)) {
    const place = keyPlaces[key.replace(/\..*/, '')]
    findings.push({ rule: NOT_TAKEN_OVER, severity: 'info', ...(place && { place }), message })
  }
  const { data: frontmatter, error } = frontmatterSchema.safeParse(texts)
  if (!error) return { frontmatter, keyPlaces, findings }
  for (const { path, message } of error.issues) {
    const written = [from[String(path[0])] ?? path[0], ...path.slice(1)]
    // The innermost of what its path names that is written.
    const nodes = written.map(
      (_, index) => document.getIn(written.slice(0, index + 1), true) as Node | undefined,
    )
    const place = placeAt(nodes.findLast(node => node?.range)?.range?.[0] ?? 0)
    const reason = `\`${path.join('.')}\`: ${message}.`
    findings.push({ rule: 'frontmatter/invalid', severity: 'error', place, message: reason })
  }
  const wrong = new Set<PropertyKey | undefined>(error.issues.map(({ path }) => path[0]))
  const right = Object.fromEntries(Object.entries(texts).filter(([key]) => !wrong.has(key)))
  return { frontmatter: frontmatterSchema.parse(right), keyPlaces, findings }
}

/** Texts as they are written. An empty value means that a text isn't set; hero texts may be switched off with `null`. */
function keepTexts(document: Document.Parsed, data: object): Record<string, unknown> {
  const entries = Object.entries(data).map(([key, value]: [string, unknown]) => {
    const isText = typeof value === 'number' || (typeof value === 'boolean' && key !== 'footer')
    if (!TEXT_KEYS.has(key) || !isText) return [key, value]
    const node = document.get(key, true)
    return [key, isScalar(node) ? (node.source ?? String(value)) : value]
  })
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== null || key === 'heroText' || key === 'tagline'),
  )
}

/** What is wrong with a YAML text, at a 0-based offset of it, and what to do. */
interface YamlProblem {
  rule?: string
  message: string
  offset: number
  hint?: string
}

function findProblem(text: string, document: Document.Parsed): YamlProblem | undefined {
  const invalid = ({ message, ...more }: YamlProblem) => ({
    ...more,
    message: `The frontmatter is not valid YAML: ${message.replace(/\.?$/, '.')}`,
  })
  if (document.errors.length > 0) return invalid(describeError(text, document))
  let problem: YamlProblem | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      const offset = node.range?.[0] ?? 0
      if (target && !path.includes(target)) return undefined
      problem = invalid(
        target
          ? { message: `\`*${node.source}\` contains itself`, offset }
          : mustBeQuoted(text, offset, 'starts with `*`'),
      )
      return visit.BREAK
    },
    // Names that could reach an object's prototype, at any depth. Below `source` are ids of sections, which
    // `docsgen check --stamp` writes: a heading may be called `constructor`.
    Pair(_, { key, value }, path) {
      if (!isScalar(key)) return undefined
      const hasProto = () =>
        isMap(value) && value.items.some(each => isScalar(each.key) && each.key.value === '__proto__')
      if (key.value === 'source' && path.length === 2 && !hasProto()) return visit.SKIP
      if (!FORBIDDEN_KEYS.has(String(key.value))) return undefined
      const message = `The key \`${String(key.value)}\` is not allowed.`
      problem = { rule: 'forbidden-key', message, offset: key.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return problem
}

/** Explains the first error of the YAML parser in the words of an author: nearly always a value lacks its quotes. */
function describeError(text: string, document: Document.Parsed): YamlProblem {
  const { code: kind = '', message = '', pos: [offset] = [0] } = document.errors[0] ?? {}
  // The last value in quotes or brackets that begins before the error should have ended before it, too.
  let start = -1
  visit(document, {
    Node(_, node: Node) {
      const at = node.range?.[0] ?? offset
      const isOpening = isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE')
      if (isOpening && at < offset && at >= start) start = at
    },
  })
  const mark = text[start] ?? ''
  const isQuote = mark === '"' || mark === "'"
  if (isQuote && kind === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    const inside = code(mark === '"' ? '\\"' : "''")
    const hint = `Close it at the end of the value; one inside the value is written ${inside}.`
    return { offset: start, message: `the quotation mark ${code(mark)} is never closed`, hint }
  }
  if (mark && !isQuote && kind === 'BAD_INDENT' && message.startsWith('Flow'))
    return { offset: start, message: `the bracket ${code(mark)} is never closed` }
  if (mark && kind === 'UNEXPECTED_TOKEN' && !text.slice(start, offset).includes('\n'))
    return isQuote
      ? // `'It's'`: the second mark was meant as a part of the value.
        {
          ...mustBeQuoted(text, start, ''),
          message: `the value goes on after its closing quotation mark ${code(mark)}`,
        }
      : mustBeQuoted(text, start, `starts with ${code(mark)}`)
  const value = restOfLine(text, offset)
  if (kind === 'BLOCK_AS_IMPLICIT_KEY' && /^[^"'].*:(?:\s|$)/.test(value))
    return mustBeQuoted(text, offset, 'holds a colon')
  if (kind === 'BAD_SCALAR_START') return mustBeQuoted(text, offset, `starts with ${code(value.charAt(0))}`)
  const [, key, rest] = /^([^\s:"']+):(\S.*)/.exec(value) ?? []
  if (kind === 'MULTILINE_IMPLICIT_KEY' && key !== undefined)
    return { offset, message: 'a key is followed by a colon and a space', hint: `Write \`${key}: ${rest}\`.` }
  return { offset, message }
}

function mustBeQuoted(text: string, offset: number, reason: string): YamlProblem {
  const key = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trimStart()
  const value = restOfLine(text, offset).replace(/^(["'])(.+)\1$/, '$2')
  const isPlain = value.includes("'") && !/["\\]/.test(value)
  const quoted = isPlain ? `"${value}"` : `'${value.replaceAll("'", "''")}'`
  return { offset, message: `a value that ${reason} must be quoted`, hint: `Write ${code(key + quoted)}.` }
}

function restOfLine(text: string, offset: number): string {
  return /.*/.exec(text.slice(offset))?.[0].trimEnd() ?? ''
}

/** As Markdown writes code: with as many backticks as it takes. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
