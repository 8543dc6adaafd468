import type * as z from 'zod'
import { configSchema, type SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { nearest } from '../lib/nearest.ts'
import { checkVersions } from './check-versions.ts'
import { locateKey } from './locate-key.ts'
import { formsAt, keysAt } from './schema-at.ts'

type Issue = z.core.$ZodIssue

interface ConfigSource {
  /** Site-relative name of the file, for places. */
  file: string
  /** Its text, to find lines and columns of keys. */
  text: string
}

/** Where keys stand. */
interface KeyPlaces {
  file: string
  locate(path: readonly PropertyKey[]): Pick<Place, 'line' | 'column'>
}

/** Validates a configuration value against the strict schema; every problem is reported, with the path of its key. */
export function validateConfig(
  value: unknown,
  { file, text }: ConfigSource,
): { config?: SiteConfig; findings: Finding[] } {
  const source: KeyPlaces = { file, locate: path => locateKey(text, path) }
  const result = configSchema.safeParse(value, { reportInput: true })
  if (!result.success) return { findings: issueFindings(result.error.issues, source) }
  const findings = crossChecks(result.data).map(({ message, path, hint }) =>
    finding(source, path, message, hint),
  )
  return findings.length > 0 ? { findings } : { config: result.data, findings }
}

/** Rules that span several keys. */
function crossChecks(config: SiteConfig): { message: string; path: PropertyKey[]; hint: string }[] {
  const problems: ReturnType<typeof crossChecks> = checkVersions(config)
  if (!config.locales['/']) {
    problems.push({
      message: "`locales` has no root locale `'/'`.",
      path: ['locales'],
      hint: "Add `'/': { lang: 'en-US' }`: the source language has no prefix.",
    })
  }
  return problems
}

/** What is wrong with a configuration, or with a file that stands for a part of it. */
export function issueFindings(issues: readonly Issue[], source: KeyPlaces): Finding[] {
  return issues.flatMap(issue => toFindings(issue, source))
}

function toFindings(issue: Issue, source: KeyPlaces): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path)
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
  return [finding(source, issue.path, `\`${pathText(issue.path)}\`${describe(issue)}`)]
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

/** What is wrong with the value of a key, to be put behind its name. */
function describe(issue: Issue): string {
  const { message } = issue
  if (issue.code === 'invalid_type' && issue.input === undefined) return ' is missing.'
  if (issue.code === 'invalid_type') return `: expected ${issue.expected}, got ${kindOf(issue.input)}.`
  if (issue.code === 'invalid_union' || issue.code === 'invalid_value') {
    return `: expected ${listForms(issue.path)}, got ${kindOf(valueOf(issue))}.`
  }
  const cause = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? message) : message
  return `: ${cause.replace(/\.?$/, '.')}`
}

/** What is wrong: of an object that a key tells from others, the value of that key. */
function valueOf(issue: Issue): unknown {
  const key = issue.code === 'invalid_union' ? issue.discriminator : undefined
  return key === undefined ? issue.input : (issue.input as Record<string, unknown>)[key]
}

/** `` `'local'`, `false` or `{ provider: 'docsearch', … }` ``: every form that a value may have. */
function listForms(path: readonly PropertyKey[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(formsAt(path))
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `${typeof value} ${JSON.stringify(value)}`
  const keys = Object.keys(value)
  return keys.length > 0 ? `\`{ ${keys.join(', ')} }\`` : 'an empty object'
}

function finding(source: KeyPlaces, path: PropertyKey[], message: string, hint?: string): Finding {
  const { line, column } = source.locate(path)
  const place: Place = { file: source.file, line, column }
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
