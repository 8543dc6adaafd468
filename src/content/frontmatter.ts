import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, Scalar, visit } from 'yaml'
import { isForeignKey, migrateFrontmatter } from './foreign-frontmatter.ts'
import { describeAlias, describeYamlError, type YamlProblem } from './yaml-problem.ts'
import { nearest } from '../lib/text.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { type Frontmatter, frontmatterSchema } from '../schema/frontmatter.ts'
import type { SourceFile } from '../schema/page.ts'
import type { PluginDefinition } from '../schema/plugin.ts'
import { hasError, NOT_TAKEN_OVER } from '../shared/findings.ts'

/** A file's text in its two parts. `bodyLine` is the 1-based line of the file at which the body starts. */
export interface SplitText {
  frontmatter: { text: string; line: number } | undefined
  body: string
  bodyLine: number
  /** Absent when the parts are clear. */
  problem?: Omit<Finding, 'place'>
}

/** Splits off YAML frontmatter. Only `---` fences are known; a language after them is never evaluated. */
export function splitFrontmatter(text: string): SplitText {
  const broken = (rule: string, message: string, hint?: string): SplitText => {
    const problem = {
      rule: `frontmatter/${rule}`,
      severity: 'error' as const,
      message,
      ...(hint ? { hint } : {}),
    }
    return { frontmatter: undefined, body: '', bodyLine: 1, problem }
  }
  const first = /^---(?!-)[ \t]*(.*)(?:\n|$)/.exec(text)
  if (!first) return { frontmatter: undefined, body: text, bodyLine: 1 }
  const word = (first[1] ?? '').trim()
  if (/^[a-z]+$/i.test(word))
    return broken(
      'language',
      `Frontmatter in \`${word}\` is not read; only YAML between \`---\` lines is.`,
      'Write the frontmatter as YAML, which includes JSON.',
    )
  if (word !== '')
    return broken('not-a-mapping', 'Frontmatter must be keys with values between two `---` lines.')
  const start = first[0].length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start))
  if (!closing)
    return broken(
      'unclosed',
      'The frontmatter that starts with `---` has no closing `---`.',
      'Add a line `---` after it; for a horizontal line as the first thing on a page write `***`.',
    )
  const yaml = text.slice(start, start + closing.index)
  const body = text.slice(start + closing.index + closing[0].length + 1)
  return { frontmatter: { text: yaml, line: 2 }, body, bodyLine: 2 + yaml.split('\n').length }
}

export interface ReadFrontmatter {
  /** Empty when the text cannot be read; without the keys whose values are of the wrong kind. */
  frontmatter: Frontmatter
  /** Where each key is. */
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
  const read = readOwn(
    file,
    source,
    added.flatMap(({ shape }) => Object.keys(shape)),
  )
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

function readOwn(
  file: string,
  source: SourceFile['frontmatter'],
  addedKeys: readonly string[],
): ReadFrontmatter {
  if (!source || source.text.trim() === '') return { frontmatter: {}, keyPlaces: {}, findings: [] }
  const { text, line: firstLine } = source
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) }
  }
  const failed = (rule: string, message: string, offset = 0, hint?: string): ReadFrontmatter => {
    const finding: Finding = {
      rule: `frontmatter/${rule}`,
      severity: 'error',
      place: placeAt(offset),
      message,
    }
    return { frontmatter: {}, keyPlaces: {}, findings: [hint ? { ...finding, hint } : finding] }
  }
  if (text.length > MOST_TEXT) return failed('too-complex', 'The frontmatter is larger than 1 MB.')
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false })
    const problem = syntaxProblem(text, document)
    if (problem) {
      const message = `The frontmatter is not valid YAML: ${problem.message.replace(/\.?$/, '.')}`
      return failed('syntax', message, problem.offset, problem.hint)
    }
    const forbidden = forbiddenKey(document)
    if (forbidden)
      return failed('forbidden-key', `The key \`${forbidden.key}\` is not allowed.`, forbidden.offset)
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    if (data === null) return { frontmatter: {}, keyPlaces: {}, findings: [] }
    if (typeof data !== 'object' || Array.isArray(data))
      return failed('not-a-mapping', 'Frontmatter must be keys with values.')
    return validate(document, data, placeAt, [...KNOWN_KEYS, ...addedKeys])
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed('too-complex', 'The frontmatter is nested or repeated too much.')
    throw error
  }
}

function syntaxProblem(text: string, document: Document.Parsed): YamlProblem | undefined {
  const [first] = document.errors
  if (first) return describeYamlError(text, document, first)
  let problem: YamlProblem | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      const offset = node.range?.[0] ?? 0
      if (target && !path.includes(target)) return undefined
      problem = target
        ? { message: `\`*${node.source}\` contains itself`, offset }
        : describeAlias(text, offset)
      return visit.BREAK
    },
  })
  return problem
}

/**
 * Names that could reach an object's prototype, at any depth. Below `source` are ids of sections, which
 * `docsgen check --stamp` writes: a heading may be called `constructor`.
 */
function forbiddenKey(document: Document.Parsed): { key: string; offset: number } | undefined {
  let found: { key: string; offset: number } | undefined
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key)) return undefined
      const hasProto = () =>
        isMap(value) && value.items.some(each => isScalar(each.key) && each.key.value === '__proto__')
      if (key.value === 'source' && path.length === 2 && !hasProto()) return visit.SKIP
      if (!FORBIDDEN_KEYS.has(String(key.value))) return undefined
      found = { key: String(key.value), offset: key.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

function validate(
  document: Document.Parsed,
  data: object,
  placeAt: (offset: number) => Place,
  knownKeys: readonly string[],
): ReadFrontmatter {
  const pairs = isMap(document.contents) ? document.contents.items : []
  const keyPlaces: Record<string, Place> = {}
  const findings: Finding[] = []
  for (const { key } of pairs) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const place = placeAt(key.range?.[0] ?? 0)
    keyPlaces[name] = place
    if (!Object.hasOwn(data, name) || knownKeys.includes(name) || isForeignKey(name)) continue
    const near = nearest(name, knownKeys)
    findings.push({
      rule: 'frontmatter/unknown-key',
      severity: 'warning',
      place,
      message: `The key \`${name}\` has no meaning here; it is kept as it is.`,
      ...(near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }),
    })
  }
  for (const { key, value } of pairs) {
    // `title: Issue #1`: YAML takes the rest for a comment. A comment that somebody means has a space after its sign.
    if (!isScalar(key) || !isScalar(value) || value.type !== Scalar.PLAIN || !value.range) continue
    const { comment, source, range } = value
    if (!comment || !/^[^\s#!]/.test(comment)) continue
    const quoted = `'${`${source} #${comment}`.replaceAll("'", "''")}'`
    findings.push({
      rule: 'frontmatter/comment',
      severity: 'warning',
      place: placeAt(range[0]),
      message: `YAML takes \`#${comment}\` for a comment: \`${String(key.value)}\` is \`${source}\` alone.`,
      hint: `Put the value in quotes: \`${String(key.value)}: ${quoted}\`.`,
    })
  }
  const { data: texts, left, from } = migrateFrontmatter(keepTexts(document, data), knownKeys)
  for (const [key, origin] of Object.entries(from)) keyPlaces[key] ??= keyPlaces[origin] ?? placeAt(0)
  // One finding of each kind is shown for a site (`onePerMessage`).
  for (const [key, message] of Object.entries(left)) {
    const place = keyPlaces[key.replace(/\..*/, '')]
    findings.push({ rule: NOT_TAKEN_OVER, severity: 'info', ...(place ? { place } : {}), message })
  }
  const parsed = frontmatterSchema.safeParse(texts)
  if (parsed.success) return { frontmatter: parsed.data, keyPlaces, findings }
  const wrong = new Set<PropertyKey | undefined>()
  for (const { path, message } of parsed.error.issues) {
    wrong.add(path[0])
    findings.push({
      rule: 'frontmatter/invalid',
      severity: 'error',
      place: placeAt(offsetOf(document, [from[String(path[0])] ?? path[0] ?? '', ...path.slice(1)])),
      message: `\`${path.join('.')}\`: ${message}.`,
    })
  }
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

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}
