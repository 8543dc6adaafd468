import type * as z from 'zod'
import { configSchema, type SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { nearest } from '../lib/nearest.ts'
import { locateKey } from './locate-key.ts'

type Issue = z.core.$ZodIssue

interface ConfigSource {
  /** Site-relative name of the file, for places. */
  file: string
  /** Its text, to find lines and columns of keys. */
  text: string
}

/** Validates a configuration value against the strict schema; every problem is reported, with the path of its key. */
export function validateConfig(
  value: unknown,
  source: ConfigSource,
): { config?: SiteConfig; findings: Finding[] } {
  const result = configSchema.safeParse(value, { reportInput: true })
  if (!result.success) return { findings: result.error.issues.flatMap(issue => toFindings(issue, source)) }
  const findings = crossChecks(result.data).map(({ message, path, hint }) =>
    finding(source, path, message, hint),
  )
  return findings.length > 0 ? { findings } : { config: result.data, findings }
}

/** Rules that span several keys. */
function crossChecks(config: SiteConfig): { message: string; path: string[]; hint: string }[] {
  const problems = []
  if (!config.locales['/']) {
    problems.push({
      message: "`locales` has no root locale `'/'`.",
      path: ['locales'],
      hint: "Add `'/': { lang: 'en-US' }`: the source language has no prefix.",
    })
  }
  return problems
}

function toFindings(issue: Issue, source: ConfigSource): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path)
    return issue.keys.map(key => {
      const near = nearest(key, known)
      const hint = near
        ? `Did you mean \`${near}\`?`
        : known.length > 0
          ? `Known keys: ${known.join(', ')}.`
          : undefined
      return finding(source, [...issue.path, key], `Unknown key \`${pathText([...issue.path, key])}\`.`, hint)
    })
  }
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors)
    if (branch)
      return branch.flatMap(inner => toFindings({ ...inner, path: [...issue.path, ...inner.path] }, source))
  }
  return [finding(source, issue.path, `\`${pathText(issue.path)}\`: ${describe(issue)}`)]
}

/** Of the branches of a union, the one that got furthest: the deepest path, then the fewest problems. */
function closestBranch(branches: Issue[][]): Issue[] | undefined {
  const depth = (issues: Issue[]) =>
    Math.max(...issues.map(issue => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)))
  return branches
    .filter(issues => issues.length > 0 && depth(issues) > 0)
    .toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
}

function describe(issue: Issue): string {
  const { message } = issue
  if (issue.code === 'invalid_type' && issue.input !== undefined) {
    return `expected ${issue.expected}, got ${kindOf(issue.input)}.`
  }
  return message.replace(/^Invalid (input|option): /, '').replace(/\.?$/, '.')
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `${typeof value} ${JSON.stringify(value)}`
}

function finding(source: ConfigSource, path: PropertyKey[], message: string, hint?: string): Finding {
  const position = locateKey(source.text, path)
  const place: Place = { file: source.file, ...position }
  return { rule: 'config', severity: 'error', message, place, ...(hint ? { hint } : {}) }
}

/** `locales['/ja/'].nav[2].link`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      const name = String(part)
      if (/^[A-Za-z_$][\w$]*$/.test(name)) return index === 0 ? name : `.${name}`
      return `['${name}']`
    })
    .join('')
}

/** Keys that the schema knows at `path`; empty where the schema is a record or a union. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let node: unknown = configSchema
  for (const part of path) node = child(unwrap(node), part)
  const shape = (unwrap(node) as { shape?: object } | undefined)?.shape
  return shape ? Object.keys(shape) : []
}

interface SchemaNode {
  shape?: Record<string, unknown>
  element?: unknown
  valueType?: unknown
  options?: unknown[]
  def?: { innerType?: unknown }
}

function unwrap(node: unknown): SchemaNode | undefined {
  let current = node as SchemaNode | undefined
  while (current?.def?.innerType) current = current.def.innerType as SchemaNode
  const object = current?.options?.find(option => (unwrap(option) as SchemaNode | undefined)?.shape)
  return object ? unwrap(object) : current
}

function child(node: SchemaNode | undefined, part: PropertyKey): unknown {
  if (!node) return undefined
  if (typeof part === 'number') return node.element
  return node.shape?.[String(part)] ?? node.valueType
}
