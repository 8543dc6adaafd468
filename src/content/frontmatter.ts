/** Frontmatter: split off, read with the places of its keys, migrated from other generators, validated. */
import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type * as z from 'zod'
import { describeValue, nearest } from '../lib/text.ts'
import { type Finding, hasError, UNSUPPORTED_KEY, type Place } from '../schema/finding.ts'
import { type Frontmatter, frontmatterSchema } from '../schema/frontmatter.ts'
import type { SourceFile } from '../schema/page.ts'
import type { PluginDefinition } from '../schema/plugin.ts'
import { META_ATTRIBUTES } from '../schema/values.ts'
import { words } from './elements.ts'
import { report } from './page-context.ts'

interface SplitText extends Pick<SourceFile, 'frontmatter' | 'body'> {
  /** 1-based line of the file. */
  bodyLine: number
  problem?: Omit<Finding, 'place'>
}

/** Splits off YAML. A language after `---` is never evaluated. */
export function splitFrontmatter(text: string): SplitText {
  const broken = (rule: string, message: string, hint?: string): SplitText => {
    const problem = { rule: `frontmatter/${rule}`, severity: 'error' as const, message, hint }
    return { frontmatter: undefined, body: '', bodyLine: 1, problem }
  }
  const first = /^---(?!-)[ \t]*(.*)(?:\n|$)/.exec(text)
  if (!first) return { frontmatter: undefined, body: text, bodyLine: 1 }
  const word = (first[1] ?? '').trim()
  if (/^[a-z]+$/i.test(word)) {
    const message = `Frontmatter in \`${word}\` isn't supported; use YAML between \`---\` lines.`
    return broken('format', message, 'Write the frontmatter as YAML, which includes JSON.')
  }
  if (word !== '')
    return broken('not-a-mapping', 'Frontmatter must be YAML `key: value` pairs between two `---` lines.')
  const start = first[0].length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start))
  if (!closing) {
    const hint = 'Add a `---` line after it. For a horizontal rule at the top of a page, write `***`.'
    return broken('unclosed', 'The frontmatter that starts with `---` has no closing `---`.', hint)
  }
  const yaml = text.slice(start, start + closing.index)
  const body = text.slice(start + closing.index + closing[0].length + 1)
  return { frontmatter: { text: yaml, line: 2 }, body, bodyLine: 2 + yaml.split('\n').length }
}

/** Blank lines, comments and headings, then keys between `---`. */
const LATE =
  /^((?:[ \t]*\n|#{1,6} .*\n|<!--(?:(?!-->)[^])*-->)*)[ \t]*---[ \t]*\n(?=[A-Za-z])(?:(?:[A-Za-z][\w-]*:(?:[ \t].*)?|[ \t#-].*|)\n)+?[ \t]*---[ \t]*(?:\n|$)/

/** 1-based line of frontmatter that isn't read because of what is in front of it. */
export function lateFrontmatter(body: string) {
  const [whole = '', above = ''] = LATE.exec(body) ?? []
  const keys = Array.from(whole.matchAll(/^([A-Za-z][\w-]*):(?:\s|$)/gm), ([, key = '']) => key)
  const isKnown = keys.some(key => KNOWN_KEYS.includes(key) || Object.hasOwn(FOREIGN, key))
  return isKnown ? above.split('\n').length : undefined
}

export interface ReadFrontmatter {
  /** Without keys whose values are wrong; empty if the text can't be read. */
  frontmatter: Frontmatter
  keyPlaces: Record<string, Place>
  findings: Finding[]
}

const MAX_TEXT = 1e6

const KNOWN_KEYS = Object.keys(frontmatterSchema.shape)

/** Keys of texts: `title: 1.0` doesn't become the number 1. */
const STRING_KEYS = words(`title metaTitle description lang layout permalink date pageClass heroImage heroAlt
  heroText heroSubtitle tagline actionText actionLink footer`)
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** YAML 1.2: `yes` and dates stay texts. Schemas of plugins replace values of their keys. */
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
  const values: Keys = { ...frontmatter }
  for (const schema of added) {
    const keys = Object.keys(schema.shape)
    const given = Object.fromEntries(keys.map(key => [key, frontmatter[key]]))
    const { data, error } = schema.safeParse(given, { reportInput: true })
    for (const key of keys) values[key] = data?.[key]
    for (const issue of error?.issues ?? []) {
      const place = keyPlaces[String(issue.path[0])] ?? { file, line: 1, column: 1 }
      findings.push(invalidValue(issue, schema, place))
    }
  }
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return { frontmatter: present, keyPlaces, findings }
}

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: '`true` or `false`',
  number: 'a number',
  object: 'a mapping',
  string: 'text',
  undefined: 'nothing',
}

function invalidValue(issue: z.core.$ZodIssue, schema: z.ZodObject, place: Place): Finding {
  const { path, message: problem, input } = issue
  const text = input === '' ? 'an empty text' : `\`${String(input)}\``
  const written = typeof input === 'object' || input === undefined ? undefined : text
  const reason = problem.replace(
    /^Invalid input: expected (\w+), received (\w+)$/,
    (_, expected: string, received: string) =>
      `must be ${KINDS[expected] ?? expected}, not ${written ?? KINDS[received] ?? received}`,
  )
  const key = path.join('.')
  const schemaOfKey = schema.shape[key] as z.ZodType | undefined
  const isListed = written && schemaOfKey?.safeParse([input]).success
  const hint = isListed ? `Write \`${key}: [${String(input)}]\`.` : undefined
  const message = describeValue(`\`${key}\``, reason)
  return { rule: 'frontmatter/invalid', severity: 'error', place, message, hint }
}

function readYaml(
  file: string,
  { text, line: firstLine }: { text: string; line: number },
  knownKeys: readonly string[],
): ReadFrontmatter {
  const lines = new LineCounter()
  const keyPlaces: Record<string, Place> = {}
  const findings: Finding[] = []
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) }
  }
  const failed = (rule: string, message: string, offset = 0, hint?: string): ReadFrontmatter => {
    report({ findings }, placeAt(offset), { rule: `frontmatter/${rule}`, severity: 'error', message, hint })
    return { frontmatter: {}, keyPlaces: {}, findings }
  }
  if (text.length > MAX_TEXT) return failed('too-complex', 'The frontmatter is larger than 1 MB.')
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false })
    const problem = findProblem(text, document)
    if (problem) return failed(problem.rule, problem.message, problem.offset, problem.hint)
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    if (data === null) return { frontmatter: {}, keyPlaces, findings }
    return isRecord(data)
      ? validate(document, data)
      : failed('not-a-mapping', 'Frontmatter must be a YAML mapping, for example `title: Guide`.')
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed('too-complex', 'The frontmatter is nested too deeply or contains too many aliases.')
    throw error
  }

  function validate(document: Document.Parsed, data: Keys): ReadFrontmatter {
    for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
      if (!isScalar(key)) continue
      const name = String(key.value)
      const place = placeAt(key.range?.[0] ?? 0)
      keyPlaces[name] = place
      if (Object.hasOwn(data, name) && !knownKeys.includes(name) && !Object.hasOwn(FOREIGN, name)) {
        const near = nearest(name, knownKeys)
        const message = `\`${name}\` isn't a docsgen key. It has no effect unless your templates read it.`
        const hint = near && `Did you mean \`${near}\`?`
        report({ findings }, place, { rule: 'frontmatter/unknown-key', message, hint })
      }
      // `title: Issue #1`. An intended comment has a space after its sign.
      if (!isScalar(value) || value.type !== 'PLAIN' || !value.range) continue
      const { comment, source, range } = value
      if (!comment || !/^[^\s#!]/.test(comment)) continue
      const message = `YAML treats \`#${comment}\` as a comment, so the value of \`${name}\` is only \`${source}\`.`
      const quoted = `'${`${source} #${comment}`.replaceAll("'", "''")}'`
      const hint = `Put the value in quotes: \`${name}: ${quoted}\`.`
      report({ findings }, placeAt(range[0]), { rule: 'frontmatter/comment', message, hint })
    }
    const { data: migrated, left, from } = migrateFrontmatter(keepTexts(document, data), knownKeys)
    for (const [key, origin] of Object.entries(from)) keyPlaces[key] ??= keyPlaces[origin] ?? placeAt(0)
    // One finding of each kind is shown for a site (`mergeRepeated`).
    for (const [key, message] of Object.entries(left)) {
      const place = keyPlaces[key.replace(/\..*/, '')]
      findings.push({ rule: UNSUPPORTED_KEY, severity: 'info', ...(place && { place }), message })
    }
    const { data: frontmatter, error } = frontmatterSchema.safeParse(migrated, { reportInput: true })
    if (!error) return { frontmatter, keyPlaces, findings }
    for (const issue of error.issues) {
      const { path } = issue
      const written = [from[String(path[0])] ?? path[0], ...path.slice(1)]
      const nodes = written.map((_, index) => document.getIn(written.slice(0, index + 1), true))
      const place = placeAt(nodes.findLast(isNode)?.range?.[0] ?? 0)
      findings.push(invalidValue(issue, frontmatterSchema, place))
    }
    const wrong = new Set<PropertyKey | undefined>(error.issues.map(({ path }) => path[0]))
    const right = Object.fromEntries(Object.entries(migrated).filter(([key]) => !wrong.has(key)))
    return { frontmatter: frontmatterSchema.parse(right), keyPlaces, findings }
  }
}

function keepTexts(document: Document.Parsed, data: Keys) {
  const entries = Object.entries(data).map(([key, value]) => {
    const isText = typeof value === 'number' || (typeof value === 'boolean' && key !== 'footer')
    const node = STRING_KEYS.has(key) && isText && document.get(key, true)
    return [key, isScalar(node) ? (node.source ?? String(value)) : value] as const
  })
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== null || key === 'heroText' || key === 'tagline'),
  )
}

interface YamlProblem {
  message: string
  offset: number
  hint?: string
}

function findProblem(text: string, document: Document.Parsed) {
  const invalid = ({ message: reason, ...more }: YamlProblem) => {
    const message = `The frontmatter isn't valid YAML: ${reason.replace(/\.?$/, '.')}`
    return { ...more, rule: 'syntax', message }
  }
  if (document.errors.length > 0) return invalid(describeError(text, document))
  let problem: (YamlProblem & { rule: string }) | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      const offset = node.range?.[0] ?? 0
      if (target && !path.includes(target)) return undefined
      const itself = { message: `\`*${node.source}\` contains itself`, offset }
      problem = invalid(target ? itself : mustBeQuoted(text, offset, 'starts with `*`'))
      return visit.BREAK
    },
    // Names that reach prototypes. Below `source` are ids of sections: a heading may be called `constructor`.
    Pair(_, { key, value }, path) {
      if (!isScalar(key)) return undefined
      const hasProto = () =>
        isMap(value) && value.items.some(each => isScalar(each.key) && each.key.value === '__proto__')
      if (key.value === 'source' && path.length === 2 && !hasProto()) return visit.SKIP
      if (!FORBIDDEN_KEYS.has(String(key.value))) return undefined
      const message = `The key \`${String(key.value)}\` isn't allowed.`
      problem = { rule: 'forbidden-key', message, offset: key.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return problem
}

function describeError(text: string, document: Document.Parsed): YamlProblem {
  const { code: kind = '', message = '', pos: [offset] = [0] } = document.errors[0] ?? {}
  // The last value in quotes or brackets before the error should have ended before it.
  let start = -1
  visit(document, {
    Node(_, node) {
      const at = node.range?.[0] ?? offset
      const isOpening = isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE')
      if (isOpening && at < offset && at >= start) start = at
    },
  })
  const mark = text[start] ?? ''
  const isQuote = mark === '"' || mark === "'"
  if (isQuote && kind === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    const inside = code(mark === '"' ? '\\"' : "''")
    const hint = `Close it at the end of the value. Inside the value, write ${inside}.`
    return { offset: start, message: `the quotation mark ${code(mark)} is never closed`, hint }
  }
  if (mark && !isQuote && kind === 'BAD_INDENT' && message.startsWith('Flow'))
    return { offset: start, message: `the bracket ${code(mark)} is never closed` }
  if (mark && kind === 'UNEXPECTED_TOKEN' && !text.slice(start, offset).includes('\n')) {
    const quoted = mustBeQuoted(text, start, `starts with ${code(mark)}`)
    // `'It's'`: the second mark was meant as a part of the value.
    const goesOn = `there is text after the closing quotation mark ${code(mark)}`
    return isQuote ? { ...quoted, message: goesOn } : quoted
  }
  const value = restOfLine(text, offset)
  if (kind === 'BLOCK_AS_IMPLICIT_KEY' && /^[^"'].*:(?:\s|$)/.test(value))
    return mustBeQuoted(text, offset, 'contains a colon')
  if (kind === 'BAD_SCALAR_START') return mustBeQuoted(text, offset, `starts with ${code(value.charAt(0))}`)
  const [, key, rest] = /^([^\s:"']+):(\S.*)/.exec(value) ?? []
  if (kind !== 'MULTILINE_IMPLICIT_KEY' || key === undefined) return { offset, message }
  const hint = `Write \`${key}: ${rest}\`.`
  return { offset, message: 'there is no space after the colon of a key', hint }
}

function mustBeQuoted(text: string, offset: number, reason: string) {
  const key = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trimStart()
  const value = restOfLine(text, offset).replace(/^(["'])(.+)\1$/, '$2')
  const isPlain = value.includes("'") && !/["\\]/.test(value)
  const quoted = isPlain ? `"${value}"` : `'${value.replaceAll("'", "''")}'`
  return { offset, message: `a value that ${reason} must be quoted`, hint: `Write ${code(key + quoted)}.` }
}

function restOfLine(text: string, offset: number) {
  return /.*/.exec(text.slice(offset))?.[0].trimEnd() ?? ''
}

function code(text: string) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

type Keys = Record<string, unknown>

function isRecord(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const never = () => false
/** Keys of VuePress and VitePress: migrated if their values have these forms, else without a meaning here. */
const FOREIGN: Record<string, (value: unknown) => boolean> = {
  aside: value => value === 'left' || typeof value === 'boolean',
  canonicalUrl: never,
  contributors: never,
  head: Array.isArray,
  hero: isRecord,
  heroHeight: never,
  heroImageDark: never,
  isHome: never,
  markdownStyles: never,
}
/** Deepest level that the outline shows. */
const DEEPEST = 3
const MAX_SIDEBAR_DEPTH = 2

/**
 * Migrates keys of VuePress and VitePress; our own win. Values of another form are left to the schema.
 * `left`: key → why it has no meaning here, the same for every page. `from`: new key → old one.
 */
/** For VitePress; VuePress has addresses. */
const TITLE = /^(?:[^./#].*\s.*|[A-Z\u0080-\uffff][^./#]*)$/s

function migrateFrontmatter(written: Readonly<Keys>, knownKeys: readonly string[]) {
  const data = { ...written }
  const left: Record<string, string> = {}
  const from: Record<string, string> = {}
  const given = Object.fromEntries(
    Object.entries(written).filter(([key]) => !Object.hasOwn(FOREIGN, key) || !knownKeys.includes(key)),
  )
  const set = (key: string, value: unknown, origin: string): void => {
    if (value === undefined || Object.hasOwn(data, key)) return
    data[key] = value
    from[key] = origin
  }
  for (const [key, value] of Object.entries(given))
    if (Object.hasOwn(FOREIGN, key) && !FOREIGN[key]?.(value))
      left[key] = `docsgen doesn't support \`${key}\`. It has no effect unless your templates read it.`

  const { sidebarDepth, outline, aside } = given
  if (typeof sidebarDepth === 'number' && Number.isInteger(sidebarDepth))
    data['sidebarDepth'] = Math.min(sidebarDepth, MAX_SIDEBAR_DEPTH)
  const level = isRecord(outline) ? (outline['level'] ?? true) : outline
  const [first, last] = level === 'deep' ? [2, 6] : Array.isArray(level) ? level : [level, level]
  if (typeof first === 'number' && typeof last === 'number') {
    data['outline'] = first <= 2 && last === 2 ? 2 : true
    if (first !== 2 || last > DEEPEST)
      left['outline'] = 'The outline shows headings of levels 2 and 3, or only level 2 with `outline: 2`.'
  } else if (isRecord(outline)) data['outline'] = level
  if (isRecord(outline) && outline['label'] !== undefined)
    left['outline.label'] =
      '`outline.label` has no effect. To change the outline title, set `strings.onThisPage` in `locales`.'
  if (aside === false) set('outline', false, 'aside')
  if (aside === 'left') left['aside'] = '`aside: left` has no effect: the outline is always after the text.'

  for (const key of ['sidebar', 'footer', 'prev', 'next']) if (given[key] === true) delete data[key]
  if (typeof given['lastUpdated'] === 'string') {
    data['lastUpdated'] = true
    left['lastUpdated'] = 'A date in `lastUpdated` has no effect: the date of the last change comes from Git.'
  }
  for (const key of ['prev', 'next']) {
    const value = given[key]
    if (typeof value === 'string' && TITLE.test(value.trim())) data[key] = { text: value }
  }

  const { head, meta } = given
  if (Array.isArray(head)) {
    const metas = head.flatMap((tag: unknown) => {
      const [name, attributes] = Array.isArray(tag) ? (tag as unknown[]) : []
      const isMeta = name === 'meta' && isRecord(attributes)
      return isMeta && Object.keys(attributes).every(key => META_ATTRIBUTES.has(key)) ? [attributes] : []
    })
    if (metas.length > 0) {
      data['meta'] = Array.isArray(meta) ? [...(meta as unknown[]), ...metas] : metas
      from['meta'] = 'head'
    }
    if (metas.length < head.length)
      left['head'] =
        '`head` in frontmatter only supports `meta` with a name or property. Move other tags to `head` in `site.config.ts`.'
  }

  const { layout, hero, features, actions, actionText } = given
  // The theme draws an arrow of its own.
  if (typeof actionText === 'string') data['actionText'] = actionText.replace(/ \u2192$/, '')
  if (layout === 'home') {
    delete data['layout']
    set('home', true, 'layout')
  }
  if (isRecord(hero)) {
    // A hero without a name is headed by its text.
    const { name, text, tagline, image } = hero
    const { src, light, dark, alt } = isRecord(image) ? image : { src: image }
    const isBoth = src === undefined && light !== undefined && dark !== undefined
    set('heroText', name ?? text ?? null, 'hero')
    set('heroSubtitle', name === undefined ? undefined : text, 'hero')
    set('tagline', tagline ?? null, 'hero')
    set('heroImage', isBoth ? { light, dark } : (src ?? light ?? dark), 'hero')
    set('heroAlt', alt, 'hero')
    const own = hero['actions']
    if (Array.isArray(own)) set('actions', own.map(withoutStyle).map(fromRoot), 'hero')
  }
  if (Array.isArray(actions)) data['actions'] = actions.map(withoutStyle)
  if (Array.isArray(features)) {
    const shown = features.map(withoutStyle)
    for (const feature of shown.filter(isRecord)) {
      const { icon } = feature
      if (isRecord(icon)) feature['icon'] = without(icon, 'width height wrap')
      if (typeof icon !== 'string' || !icon.includes('<')) continue
      left['features.icon'] = 'The `icon` of a feature must be a character or an image; markup is removed.'
      delete feature['icon']
    }
    data['features'] = isRecord(hero) ? shown.map(fromRoot) : shown
  }
  return { data, left, from }
}

/** VitePress takes `guide/start`, on any page, for an address below the root. */
function fromRoot(value: unknown) {
  const link = isRecord(value) ? value['link'] : undefined
  const isBelow = typeof link === 'string' && /^[^./#?:][^:]*$/.test(link)
  return isBelow ? { ...(value as Keys), link: `/${link}` } : value
}

function withoutStyle(value: unknown) {
  return isRecord(value) ? without(value, 'theme type target rel') : value
}

function without(value: Keys, keys: string) {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.split(' ').includes(key)))
}
