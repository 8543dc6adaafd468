import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type * as z from 'zod'
import { toDotPath } from 'zod/v4/core'
import { isLink, isWithin, repositoryOf, resolveReal } from '../lib/files.ts'
import { describeValue, escapePattern, nearest, positionAt } from '../lib/text.ts'
import { configSchema, listVersions, type SiteConfig, type Version } from '../schema/config.ts'
import { configFinding, type Finding, type Place } from '../schema/finding.ts'

interface KeyProblem {
  path: PropertyKey[]
  message: string
  hint?: string | undefined
}

type Issue = z.core.$ZodIssue
type Locate = (key: readonly PropertyKey[]) => Place

/** `file` is relative to the site, `text` its content: problems are reported where their keys are. */
export function validateConfig(value: unknown, { file, text }: { file: string; text: string }) {
  const locate = (key: readonly PropertyKey[]) => ({ file, ...locateKey(text, key) })
  const { data: config, error } = configSchema.safeParse(value, { reportInput: true })
  if (!config) return { findings: issueFindings(error.issues, locate) }
  const problems = checkVersions(config)
  if (!config.locales['/']) {
    const hint = "Add `'/': { lang: 'en-US' }`: the source language has no prefix."
    problems.push({ path: ['locales'], message: "`locales` has no root locale `'/'`.", hint })
  }
  const findings = toFindings(problems, locate)
  return findings.length > 0 ? { findings } : { config, findings }
}

export function issueFindings(issues: readonly Issue[], locate: Locate): Finding[] {
  return toFindings(issues.flatMap(toProblems), locate)
}

function toFindings(problems: readonly KeyProblem[], locate: Locate) {
  return problems.map(({ message, hint, path }) => configFinding(message, hint, locate(path)))
}

function toProblems(issue: Issue): KeyProblem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = new Set(schemasAt(path).flatMap(({ def }) => Object.keys(def.shape ?? {})))
    return issue.keys.map(key => {
      const sections = path.length === 0 ? sectionsWith(key, known) : []
      const near = sections.length > 0 ? sections.join('` or `') : nearest(key, known)
      const others = known.size > 0 ? `Known keys: ${[...known].join(', ')}.` : undefined
      const message = `Unknown key \`${pathText([...path, key])}\`.`
      return { path: [...path, key], message, hint: near ? `Did you mean \`${near}\`?` : others }
    })
  }
  const branch = issue.code === 'invalid_union' && closestBranch(issue.errors)
  if (branch) return branch.flatMap(inner => toProblems({ ...inner, path: [...path, ...inner.path] }))
  const name = path.length === 0 ? 'The configuration' : `\`${pathText(path)}\``
  return [{ path, message: describeValue(name, describe(issue)) }]
}

/** `repo` → `theme.repo`; other sections only count if `theme` lacks the key. */
function sectionsWith(key: string, sections: Iterable<string>) {
  const found = [...sections].filter(name =>
    schemasAt([name]).some(({ def }) => Object.hasOwn(def.shape ?? {}, key)),
  )
  return (found.includes('theme') ? ['theme'] : found).map(name => `${name}.${key}`)
}

/** The branch of a union that got furthest: the deepest path, then the fewest problems. None for a tie. */
function closestBranch(branches: Issue[][]) {
  const depth = (issues: Issue[]) =>
    Math.max(...issues.map(issue => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)))
  const [first, second] = branches
    .filter(issues => issues.length > 0 && depth(issues) > 0)
    .toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)
  const isTie = first && second && depth(first) === depth(second) && first.length === second.length
  return isTie ? undefined : first
}

function describe(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_type')
    return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`
  if (issue.code === 'invalid_union' || issue.code === 'invalid_value') {
    // `discriminator`: the key that tells the objects of a union apart.
    const forms = new Set(schemasAt(issue.path).flatMap(formsOf))
    const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(forms)
    const key = issue.code === 'invalid_union' ? issue.discriminator : undefined
    const value = key === undefined ? issue.input : (issue.input as Record<string, unknown>)[key]
    return `must be ${listed}, not ${kindOf(value)}`
  }
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
}

function kindOf(value: unknown) {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object') return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const keys = Object.keys(value)
  return keys.length > 0 ? `\`{ ${keys.join(', ')} }\`` : 'an empty object'
}

/** `locales['/ja/'].nav[2].link`. */
const pathText = (path: PropertyKey[]) => toDotPath(path).replaceAll('"', "'")

interface SchemaNode {
  def: {
    type: string
    innerType?: SchemaNode
    getter?: () => SchemaNode
    options?: SchemaNode[]
    shape?: Record<string, SchemaNode>
    element?: SchemaNode
    valueType?: SchemaNode
    values?: unknown[]
    entries?: Record<string, string>
  }
  meta?(): z.core.GlobalMeta | undefined
}

function schemasAt(path: readonly PropertyKey[]) {
  let schemas = alternatives(configSchema as unknown as SchemaNode)
  for (const part of path)
    schemas = schemas.flatMap(({ def }) => {
      const child = typeof part === 'number' ? def.element : (def.shape?.[String(part)] ?? def.valueType)
      return child ? alternatives(child) : []
    })
  return schemas
}

/** Schemas inside defaults, laziness and unions. */
function alternatives(schema: SchemaNode): SchemaNode[] {
  const { innerType, getter, options } = schema.def
  if (options) return options.flatMap(alternatives)
  const inner = innerType ?? getter?.()
  return inner ? alternatives(inner) : [schema]
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  record: 'an object',
  object: 'an object',
}

function formsOf(schema: SchemaNode) {
  const { type, values, entries, shape } = schema.def
  const form = schema.meta?.()?.form
  if (typeof form === 'string') return [form]
  const literals = values ?? (entries && Object.values(entries))
  const quote = (value: unknown) => (typeof value === 'string' ? `\`'${value}'\`` : `\`${String(value)}\``)
  if (literals) return literals.map(quote)
  if (!shape) return [KINDS[type] ?? type]
  // Keys that tell objects apart: those that it needs; where it needs none, all.
  const names = Object.keys(shape)
  const needed = names.filter(name => !/^(?:optional|default|prefault)$/.test(shape[name]?.def.type ?? ''))
  const shown = (needed.length > 0 ? needed : names).map(name => {
    const [literal] = shape[name]?.def.values ?? []
    return typeof literal === 'string' ? `${name}: '${literal}'` : name
  })
  return [`\`{ ${[...shown, ...(shown.length < names.length ? ['…'] : [])].join(', ')} }\``]
}

/** Protects the site's own sources and the user's files. */
export function checkFolders(root: string, config: SiteConfig, locate: Locate): Finding[] {
  const { outDir, contentDir } = config
  const given = path.resolve(root, outDir)
  const out = resolveReal(given)
  const findings: Finding[] = []
  const refuse = (message: string, hint: string, key = 'outDir') =>
    findings.push(configFinding(message, hint, locate([key])))
  const reason =
    out === path.parse(out).root || out === resolveReal(homedir())
      ? 'is a system folder'
      : isWithin(resolveReal(root), out)
        ? 'contains the site itself'
        : /[\\/]\.(?:git|hg|svn)(?:[\\/]|$)/i.test(out) && 'is used by version control'
  if (reason)
    refuse(`The output folder \`${outDir}\` ${reason}.`, 'Choose a separate folder, such as `dist`.')
  const where = !existsSync(given)
    ? "which doesn't exist"
    : !isWithin(out, realpathSync(repositoryOf(root))) && 'outside the repository'
  if (where && isLink(given))
    refuse(
      `The output folder \`${outDir}\` is a symbolic link to \`${readlinkSync(given)}\`, ${where}.`,
      'Remove the link, or set `outDir` to the folder itself.',
    )
  for (const key of ['contentDir', 'publicDir'] as const) {
    const folder = resolveReal(path.resolve(root, config[key]))
    const message = `\`outDir\` (\`${outDir}\`) and \`${key}\` (\`${config[key]}\`) overlap.`
    if (!reason && (isWithin(folder, out) || isWithin(out, folder)))
      refuse(message, 'Keep sources and output in separate folders.')
  }
  if (!existsSync(path.resolve(root, contentDir))) {
    const hint = 'Create it, or set `contentDir` to another folder.'
    refuse(`The content folder \`${contentDir}\` doesn't exist.`, hint, 'contentDir')
  }
  return findings
}

export function checkVersions(config: Pick<SiteConfig, 'versions' | 'locales'>): KeyProblem[] {
  const versions = listVersions(config)
  const current = versions.find(({ source }) => !source)
  if (versions.length > 0 && !current) {
    const hint =
      "Add one without `from` and `ref`, such as `{ id: '2.x' }`: this is the version in the content folder."
    return [{ path: ['versions'], message: '`versions` has no current version.', hint }]
  }
  return config.versions.flatMap(({ from, ref, path: given }, index) => {
    const { id, source, path: address } = versions[index] as Version
    const find = (key: string, hint: string, message: string) => [
      { path: ['versions', index, key], message, hint },
    ]
    if (from !== undefined && ref !== undefined)
      return find('ref', 'Remove one of them.', `\`${id}\` has both \`from\` and \`ref\`.`)
    if (!source && versions[index] !== current) {
      const message = `\`${id}\` and \`${current?.id}\` are both the current version.`
      return find('id', 'Set `from` or `ref` on the older one.', message)
    }
    if (!source && given !== undefined) {
      const message = `\`${id}\` is the current version, which is always at the base of the site and can't have a \`path\`.`
      return find('path', 'Remove `path`, or set `from` or `ref`.', message)
    }
    const earlier = versions.slice(0, index)
    if (earlier.some(other => other.id === id))
      return find('id', 'Give one of them a different id.', `Two versions have the id \`${id}\`.`)
    // One is at or below the other, as file systems see it.
    const collides = (other: string) => {
      const [first, second] = [address.toLowerCase(), other.toLowerCase()]
      return first.startsWith(second) || second.startsWith(first)
    }
    const older = earlier.find(other => other.source && collides(other.path))
    const locale = Object.keys(config.locales).find(other => other !== '/' && collides(other))
    const reserved = ['/assets/', '/offline/'].find(collides)
    const taken = older
      ? `the path of version \`${older.id}\`, \`${older.path}\``
      : locale
        ? `the language \`${locale}\``
        : reserved && `\`${reserved}\`, which docsgen uses for its own files`
    if (!source || !taken) return []
    const message = `The path \`${address}\` collides with ${taken}.`
    return find(given === undefined ? 'id' : 'path', 'Set a different `path`.', message)
  })
}

/** Walks the path through the literals; where code makes a part, takes the next key of the name, else the deepest part. */
export function locateKey(text: string, path: readonly PropertyKey[], value?: string) {
  const exported = /\bexport\s+default\s+(?:[\w$]+\(\s*)?/.exec(text)
  let [found, below] = [0, exported ? exported.index + exported[0].length : 0]
  for (const part of path) {
    const next = findPart(text, part, below)
    if (!next) break
    found = next.start
    below = next.value
  }
  return positionAt(text, (value !== undefined && findText(text, value, below)) || found)
}

interface LiteralEntry {
  /** Undefined in arrays, and without a plain key, as in a spread. */
  name?: string | undefined
  start: number
  /** Offset of the value; in a shorthand (`{ nav }`), of the name. */
  value: number
}

function findPart(text: string, part: PropertyKey, from: number): LiteralEntry | undefined {
  const entries = readLiteral(text, from)?.entries
  if (!entries) return typeof part === 'number' ? undefined : findKey(text, String(part), from)
  if (typeof part !== 'number') return entries.find(({ name }) => name === String(part))
  const isSpread = entries.slice(0, part + 1).some(({ start }) => text.startsWith('...', start))
  return isSpread ? undefined : entries[part]
}

/** The next key of the name, whatever it belongs to. */
function findKey(text: string, key: string, from: number) {
  const name = escapePattern(key)
  const pattern = new RegExp(`(?<![\\w$'"\`/])(?:(['"\`])${name}\\1|${name})(?=\\s*[:,}])\\s*:?\\s*`, 'g')
  pattern.lastIndex = from
  const found = pattern.exec(text)
  return found ? { start: found.index, value: pattern.lastIndex } : undefined
}

/** Offset of a text in quotes, inside the value at `from` if that is a literal. */
function findText(text: string, value: string, from: number) {
  const { start, end } = readLiteral(text, from) ?? { start: from, end: text.length }
  const places = ["'", '"', '`'].map(quote => text.indexOf(quote + value + quote, start))
  const written = places.filter(index => index !== -1 && index < end)
  return written.length > 0 ? Math.min(...written) : undefined
}

/** White space and comments, texts, words, colons with the space after them, other characters. */
const TOKEN =
  /(?:\s|\/\/.*|\/\*[^]*?\*\/)+|'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`(?:\\[^]|[^`\\])*`|[\w$]+|:(?:\s|\/\/.*|\/\*[^]*?\*\/)*|[^]/g

/** The literal at `from`, or of the variable named there; `end`: its closing bracket. */
function readLiteral(text: string, from: number) {
  const [variable = ''] = /^[\w$]+(?!\s*[(.\w$])/.exec(text.slice(from)) ?? []
  const declared = new RegExp(`\\b(?:const|let|var)\\s+${escapePattern(variable)}\\b[^=;]*=\\s*`)
  const found = variable === '' ? undefined : declared.exec(text)
  const start = found ? found.index + found[0].length : from
  if (!/[[{]/.test(text[start] ?? '')) return undefined
  const entries: LiteralEntry[] = []
  let entry: LiteralEntry | undefined
  let depth = 0
  TOKEN.lastIndex = start + 1
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isClosing = /^[)\]}]$/.test(token)
    if (depth === 0 && isClosing) return { entries, start, end: index }
    if (depth === 0 && token === ',') entry = undefined
    else if (entry?.name !== undefined && entry.value === entry.start && depth === 0 && token.startsWith(':'))
      entry.value = index + token.length
    else if (!entry && !/^(?:\s|\/[/*])/.test(token)) {
      const [, , quoted, plain] = (text[start] === '{' && /^(?:(['"`])(.*)\1|([\w$]+))$/.exec(token)) || []
      entries.push((entry = { name: quoted ?? plain, start: index, value: index }))
    }
    if (/^[([{]$/.test(token)) depth += 1
    if (isClosing) depth -= 1
  }
  return { entries, start, end: text.length }
}
