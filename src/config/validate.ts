import type * as z from 'zod'
import { toDotPath } from 'zod/v4/core'
import { nearest } from '../lib/text.ts'
import { configSchema, type SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { checkVersions, type KeyProblem } from './checks.ts'
import { locateKey } from './locate-key.ts'

type Issue = z.core.$ZodIssue
type Locate = (key: readonly PropertyKey[]) => Place

/**
 * Validates a configuration value against the strict schema; every problem is reported, with the path of its key.
 * @param source the site-relative file, and its text
 */
export function validateConfig(
  value: unknown,
  { file, text }: { file: string; text: string },
): { config?: SiteConfig; findings: Finding[] } {
  const locate = (key: readonly PropertyKey[]) => ({ file, ...locateKey(text, key) })
  const { data: config, error } = configSchema.safeParse(value, { reportInput: true })
  if (!config) return { findings: issueFindings(error.issues, locate) }
  const problems = checkVersions(config)
  if (!config.locales['/'])
    problems.push({
      message: "`locales` has no root locale `'/'`.",
      path: ['locales'],
      hint: "Add `'/': { lang: 'en-US' }`: the source language has no prefix.",
    })
  const findings = problems.map(problem => toFinding(problem, locate))
  return findings.length > 0 ? { findings } : { config, findings }
}

/** Reports what is wrong with a configuration, or with a file that stands for a part of it. */
export function issueFindings(issues: readonly Issue[], locate: Locate): Finding[] {
  return issues.flatMap(toProblems).map(problem => toFinding(problem, locate))
}

function toFinding({ path, message, hint }: KeyProblem, locate: Locate): Finding {
  return { rule: 'config', severity: 'error', message, place: locate(path), hint }
}

function toProblems(issue: Issue): KeyProblem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = new Set(schemasAt(path).flatMap(({ def }) => Object.keys(def.shape ?? {})))
    return issue.keys.map(key => {
      const near = nearest(key, known)
      const others = known.size > 0 ? `Known keys: ${[...known].join(', ')}.` : undefined
      const message = `Unknown key \`${pathText([...path, key])}\`.`
      return { path: [...path, key], message, hint: near ? `Did you mean \`${near}\`?` : others }
    })
  }
  const branch = issue.code === 'invalid_union' && closestBranch(issue.errors)
  if (branch) return branch.flatMap(inner => toProblems({ ...inner, path: [...path, ...inner.path] }))
  return [{ path, message: `\`${pathText(path)}\`${describe(issue)}` }]
}

/** The branch of a union that got furthest: the deepest path, then the fewest problems. None where several did. */
function closestBranch(branches: Issue[][]): Issue[] | undefined {
  const depth = (issues: Issue[]) =>
    Math.max(...issues.map(issue => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)))
  const [first, second] = branches
    .filter(issues => issues.length > 0 && depth(issues) > 0)
    .toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)
  const isTie = first && second && depth(first) === depth(second) && first.length === second.length
  return isTie ? undefined : first
}

/** What is wrong with the value of a key, to be put after its name. */
function describe(issue: Issue): string {
  const { message } = issue
  if (issue.code === 'invalid_type' && issue.input === undefined) return ' is missing.'
  if (issue.code === 'invalid_type') return `: expected ${issue.expected}, got ${kindOf(issue.input)}.`
  if (issue.code === 'invalid_union' || issue.code === 'invalid_value') {
    // Every form that the value may have; of an object that a key tells from others, the value of that key.
    const forms = new Set(schemasAt(issue.path).flatMap(formsOf))
    const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(forms)
    const key = issue.code === 'invalid_union' ? issue.discriminator : undefined
    const value = key === undefined ? issue.input : (issue.input as Record<string, unknown>)[key]
    return `: expected ${listed}, got ${kindOf(value)}.`
  }
  const cause = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? message) : message
  return `: ${cause.replace(/\.?$/, '.')}`
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `${typeof value} ${JSON.stringify(value)}`
  const keys = Object.keys(value)
  return keys.length > 0 ? `\`{ ${keys.join(', ')} }\`` : 'an empty object'
}

/** `locales['/ja/'].nav[2].link`. */
function pathText(path: PropertyKey[]): string {
  return toDotPath(path).replaceAll('"', "'")
}

/** What is read of a schema of zod. */
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

/** The schemas of which a value at `path` has to meet one. */
function schemasAt(path: readonly PropertyKey[]): SchemaNode[] {
  let schemas = alternatives(configSchema as unknown as SchemaNode)
  for (const part of path)
    schemas = schemas.flatMap(({ def }) => {
      const child = typeof part === 'number' ? def.element : (def.shape?.[String(part)] ?? def.valueType)
      return child ? alternatives(child) : []
    })
  return schemas
}

/** A schema without what is around it: defaults, laziness, unions. */
function alternatives(schema: SchemaNode): SchemaNode[] {
  const { innerType, getter, options } = schema.def
  if (options) return options.flatMap(alternatives)
  const inner = innerType ?? getter?.()
  return inner ? alternatives(inner) : [schema]
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  record: 'an object',
}

/** The forms that values of a schema may have, in words and code. */
function formsOf(schema: SchemaNode): string[] {
  const { type, values, entries, shape } = schema.def
  const form = schema.meta?.()?.['form']
  if (typeof form === 'string') return [form]
  const literals = values ?? (entries && Object.values(entries))
  if (literals)
    return literals.map(value => (typeof value === 'string' ? `\`'${value}'\`` : `\`${String(value)}\``))
  if (!shape) return [KINDS[type] ?? type]
  // The keys that tell an object from others: those that it needs; where it needs none, all.
  const names = Object.keys(shape)
  const isOptional = (name: string) =>
    ['optional', 'default', 'prefault'].includes(shape[name]?.def.type ?? '')
  const needed = names.filter(name => !isOptional(name))
  const shown = (needed.length > 0 ? needed : names).map(name => {
    const [literal] = shape[name]?.def.values ?? []
    return typeof literal === 'string' ? `${name}: '${literal}'` : name
  })
  return [`\`{ ${[...shown, ...(shown.length < names.length ? ['…'] : [])].join(', ')} }\``]
}
