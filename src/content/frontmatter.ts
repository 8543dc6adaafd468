import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
} from 'yaml'
import type { ZodObject } from 'zod'
import { isForeignKey, type Migrated, migrateFrontmatter } from './foreign-frontmatter.ts'
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
  /** Absent when the parts could be told apart. */
  problem?: Omit<Finding, 'place'>
}

const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m

/** Splits off YAML frontmatter. Only `---` fences are known; a language after them is never evaluated. */
export function splitFrontmatter(text: string): SplitText {
  const first = /^---(?!-)[ \t]*(.*)(?:\n|$)/.exec(text)
  if (!first) return { frontmatter: undefined, body: text, bodyLine: 1 }
  const word = (first[1] ?? '').trim()
  if (word !== '') return broken(openingProblem(word))
  const start = first[0].length
  const closing = CLOSING.exec(text.slice(start))
  if (!closing) return broken(UNCLOSED)
  const yaml = text.slice(start, start + closing.index)
  const body = text.slice(start + closing.index + closing[0].length + 1)
  return { frontmatter: { text: yaml, line: 2 }, body, bodyLine: 2 + yaml.split('\n').length }
}

function broken(problem: Omit<Finding, 'place'>): SplitText {
  return { frontmatter: undefined, body: '', bodyLine: 1, problem }
}

const UNCLOSED: Omit<Finding, 'place'> = {
  rule: 'frontmatter/unclosed',
  severity: 'error',
  message: 'The frontmatter that starts with `---` has no closing `---`.',
  hint: 'Add a line `---` after it; for a horizontal line as the first thing on a page write `***`.',
}

function openingProblem(word: string): Omit<Finding, 'place'> {
  if (/^[a-z]+$/i.test(word)) {
    return {
      rule: 'frontmatter/language',
      severity: 'error',
      message: `Frontmatter in \`${word}\` is not read; only YAML between \`---\` lines is.`,
      hint: 'Write the frontmatter as YAML, which includes JSON.',
    }
  }
  return {
    rule: 'frontmatter/not-a-mapping',
    severity: 'error',
    message: 'Frontmatter must be keys with values between two `---` lines.',
  }
}

interface ReadFrontmatter {
  /** Empty when the text cannot be read; without the keys whose values are of the wrong kind. */
  frontmatter: Frontmatter
  /** Where each key stands. */
  keyPlaces: Record<string, Place>
  findings: Finding[]
}

/** Frontmatter with what the schemas of plugins make of their keys; a value that is wrong is left out, with a finding. */
function checkAddedKeys(read: ReadFrontmatter, file: string, added: readonly ZodObject[]): ReadFrontmatter {
  const { frontmatter, keyPlaces } = read
  const findings = [...read.findings]
  const values: Record<string, unknown> = {}
  for (const schema of added) {
    const keys = Object.keys(schema.shape)
    const { data, error } = schema.safeParse(Object.fromEntries(keys.map(key => [key, frontmatter[key]])))
    for (const key of keys) values[key] = error ? undefined : data?.[key]
    for (const { path, message } of error?.issues ?? []) {
      const place = keyPlaces[String(path[0])] ?? { file, line: 1, column: 1 }
      const text = `\`${path.join('.')}\`: ${message.replace(/\.$/, '')}.`
      findings.push({ rule: 'frontmatter/invalid', severity: 'error', place, message: text })
    }
  }
  const entries = Object.entries({ ...frontmatter, ...values }).filter(([, value]) => value !== undefined)
  return { frontmatter: Object.fromEntries(entries), keyPlaces, findings }
}

/** What YAML leaves out of a value: the key, the text from its `#` on, and the offset of the value. */
interface LostComment {
  key: string
  value: string
  comment: string
  offset: number
}

/**
 * Values that go on behind a `#` which YAML takes for the start of a comment: `title: Issue #1`. A comment that somebody
 * means has a space behind its sign.
 */
function findLostComments(document: Document.Parsed): LostComment[] {
  const pairs = isMap(document.contents) ? document.contents.items : []
  return pairs.flatMap(({ key, value }): LostComment[] => {
    if (!isScalar(key) || !isScalar(value) || value.type !== Scalar.PLAIN) return []
    const { comment } = value
    if (!comment || !/^[^\s#!]/.test(comment) || !value.range) return []
    return [{ key: String(key.value), value: String(value.source), comment, offset: value.range[0] }]
  })
}

/** Characters: every document repeats texts such as the description. */
const MOST_TEXT = 1e6

const KNOWN_KEYS = Object.keys(frontmatterSchema.shape)

/** A plugin that may add keys. */
type KeyPlugin = { definition: Pick<PluginDefinition, 'frontmatter'> }

/** Keys that hold a text: `title: 1.0` keeps its characters instead of becoming the number 1. */
const TEXT_KEYS = new Set(
  'title metaTitle description lang layout permalink date pageClass heroImage heroAlt heroText heroSubtitle tagline actionText actionLink footer'.split(
    ' ',
  ),
)
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses and validates frontmatter: YAML 1.2, so `yes` and dates stay texts. Every problem has its place. `plugins` may add keys. */
export function readFrontmatter(
  source: Pick<SourceFile, 'file' | 'frontmatter'>,
  plugins: readonly KeyPlugin[] = [],
): ReadFrontmatter {
  const added = plugins.flatMap(({ definition }) => definition.frontmatter ?? [])
  const read = readOwn(
    source,
    added.flatMap(({ shape }) => Object.keys(shape)),
  )
  return added.length > 0 && !hasError(read.findings) ? checkAddedKeys(read, source.file, added) : read
}

function readOwn(
  source: Pick<SourceFile, 'file' | 'frontmatter'>,
  addedKeys: readonly string[],
): ReadFrontmatter {
  if (!source.frontmatter || source.frontmatter.text.trim() === '')
    return { frontmatter: {}, keyPlaces: {}, findings: [] }
  const lines = new LineCounter()
  const { text, line } = source.frontmatter
  if (text.length > MOST_TEXT)
    return failed('frontmatter/too-complex', 'The frontmatter is larger than 1 MB.', {
      file: source.file,
      line,
      column: 1,
    })
  const placeAt = (offset: number): Place => {
    const position = lines.linePos(offset)
    return {
      file: source.file,
      line: line + Math.max(position.line, 1) - 1,
      column: Math.max(position.col, 1),
    }
  }
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false })
    const problem = syntaxProblem(text, document)
    if (problem) return notYaml(problem, placeAt)
    return validate(document, placeAt, [...KNOWN_KEYS, ...addedKeys])
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed('frontmatter/too-complex', 'The frontmatter is nested or repeated too much.', placeAt(0))
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

function notYaml(
  { message, offset, hint }: YamlProblem,
  placeAt: (offset: number) => Place,
): ReadFrontmatter {
  const text = `The frontmatter is not valid YAML: ${message.replace(/\.?$/, '.')}`
  const result = failed('frontmatter/syntax', text, placeAt(offset))
  return hint ? { ...result, findings: result.findings.map(finding => ({ ...finding, hint })) } : result
}

function failed(rule: string, message: string, place: Place): ReadFrontmatter {
  return { frontmatter: {}, keyPlaces: {}, findings: [{ rule, severity: 'error', message, place }] }
}

function validate(
  document: Document.Parsed,
  placeAt: (offset: number) => Place,
  knownKeys: readonly string[],
): ReadFrontmatter {
  const forbidden = findForbiddenKey(document)
  if (forbidden) {
    const message = `The key \`${forbidden.key}\` is not allowed.`
    return failed('frontmatter/forbidden-key', message, placeAt(forbidden.offset))
  }
  const data: unknown = document.toJS({ maxAliasCount: 100 })
  if (data === null) return { frontmatter: {}, keyPlaces: {}, findings: [] }
  if (typeof data !== 'object' || Array.isArray(data))
    return failed('frontmatter/not-a-mapping', 'Frontmatter must be keys with values.', placeAt(0))
  const keyPlaces = placeKeys(document, placeAt)
  const { data: texts, left, from } = migrateFrontmatter(keepTexts(document, data), knownKeys)
  for (const [key, origin] of Object.entries(from)) keyPlaces[key] ??= keyPlaces[origin] ?? placeAt(0)
  const findings = [
    ...unknownKeys(Object.keys(data), keyPlaces, knownKeys),
    ...lostComments(document, placeAt),
    ...reportLeft(left, keyPlaces),
  ]
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

function placeKeys(document: Document.Parsed, placeAt: (offset: number) => Place): Record<string, Place> {
  const pairs = isMap(document.contents) ? document.contents.items : []
  return Object.fromEntries(
    pairs.flatMap(({ key }) => (isScalar(key) ? [[String(key.value), placeAt(key.range?.[0] ?? 0)]] : [])),
  )
}

/**
 * Names that could reach an object's prototype, at any depth. Below `source` stand ids of sections, which
 * `docsgen check --stamp` writes: a heading may be called `constructor`.
 */
function findForbiddenKey(document: Document.Parsed): { key: string; offset: number } | undefined {
  let found: { key: string; offset: number } | undefined
  visit(document, {
    Pair(_, pair, path) {
      if (!isScalar(pair.key)) return undefined
      if (pair.key.value === 'source' && path.length === 2 && !hasProto(pair)) return visit.SKIP
      if (!FORBIDDEN_KEYS.has(String(pair.key.value))) return undefined
      found = { key: String(pair.key.value), offset: pair.key.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

function hasProto({ value }: Pair): boolean {
  return isMap(value) && value.items.some(({ key }) => isScalar(key) && key.value === '__proto__')
}

function unknownKeys(
  keys: readonly string[],
  places: Record<string, Place>,
  knownKeys: readonly string[],
): Finding[] {
  return keys
    .filter(key => !knownKeys.includes(key) && !isForeignKey(key))
    .map(key => {
      const known = nearest(key, knownKeys)
      const place = places[key]
      return {
        rule: 'frontmatter/unknown-key',
        severity: 'warning',
        ...(place ? { place } : {}),
        message: `The key \`${key}\` has no meaning here; it is kept as it is.`,
        ...(known === undefined ? {} : { hint: `Did you mean \`${known}\`?` }),
      }
    })
}

/** One finding of each kind is shown for a site (`onePerMessage`). */
function reportLeft(left: Migrated['left'], places: Record<string, Place>): Finding[] {
  return Object.entries(left).map(([key, message]) => {
    const place = places[key.replace(/\..*/, '')]
    return { rule: NOT_TAKEN_OVER, severity: 'info', ...(place ? { place } : {}), message }
  })
}

function lostComments(document: Document.Parsed, placeAt: (offset: number) => Place): Finding[] {
  return findLostComments(document).map(({ key, value, comment, offset }) => ({
    rule: 'frontmatter/comment',
    severity: 'warning',
    place: placeAt(offset),
    message: `YAML takes \`#${comment}\` for a comment: \`${key}\` is \`${value}\` alone.`,
    hint: `Put the value in quotes: \`${key}: ${quote(`${value} #${comment}`)}\`.`,
  }))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function keepTexts(document: Document.Parsed, data: object): Record<string, unknown> {
  const entries = Object.entries(data).map(([key, value]: [string, unknown]) => {
    if (!TEXT_KEYS.has(key) || (typeof value !== 'number' && typeof value !== 'boolean')) return [key, value]
    if (key === 'footer' && typeof value === 'boolean') return [key, value]
    const node = document.get(key, true)
    return [key, isScalar(node) ? (node.source ?? String(value)) : value]
  })
  return Object.fromEntries(entries.filter(([key, value]) => !(value === null && isOptionalText(key))))
}

/** An empty value of a text key means that it is not set; hero texts may be switched off with `null` on purpose. */
function isOptionalText(key: unknown): boolean {
  return key !== 'heroText' && key !== 'tagline'
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}
