import { POLICY_HEADER, parsePolicy } from '../shared/policy.ts'
import type { OwnPolicy } from './policy.ts'

/** A header that stands in the site's own `_headers`. */
export interface OwnHeader {
  pattern: string
  name: string
  value: string
  /** 1-based. */
  line: number
}

/** Reads the rules of a `_headers` file: a pattern, then its headers, indented. */
export function readHeadersFile(text: string): OwnHeader[] {
  let pattern = ''
  return text.split('\n').flatMap((content, index): OwnHeader[] => {
    const [, name = '', value = ''] = /^\s+([\w-]+)\s*:([^]*)$/.exec(content) ?? []
    if (name !== '') return [{ pattern, name, value: value.trim(), line: index + 1 }]
    if (/^[^\s#]/.test(content)) pattern = content.trim()
    return []
  })
}

export function isPolicyHeader({ name }: Pick<OwnHeader, 'name'>): boolean {
  return name.toLowerCase() === POLICY_HEADER.toLowerCase()
}

/** True when a pattern of `_headers` fits everything that another one fits: `/*` covers `/docs/*`. */
export function coversPattern(pattern: string, other: string): boolean {
  return pattern === other || (pattern.endsWith('*') && other.startsWith(pattern.slice(0, -1)))
}

/**
 * The headers that a host sends for an address (decoded path with base): of every rule that fits, values of the same name
 * joined as these hosts do.
 */
export function headersFor(headers: readonly OwnHeader[], address: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { pattern, name, value } of headers) {
    if (!fitsPattern(pattern, address)) continue
    found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`
  }
  return found
}

/** Parts of a pattern may stand anywhere between those before and after them. */
function fitsPattern(pattern: string, address: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === address
  if (!address.startsWith(first) || !address.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = address.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at + last.length <= address.length
}

interface VercelHeaders {
  source?: unknown
  headers?: { key?: unknown; value?: unknown }[]
}

/** The forms in which `vercel.json` speaks of every address. */
const EVERYTHING = /^\/(?:\(\.\*\)|:\w+\*|:\w+\(\.\*\))$/

/** Settings of a `vercel.json`; undefined when it is not the JSON of an object. */
export function readVercelFile(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Rules of a `vercel.json` that hold headers, without policies for the whole site, and those policies. */
export function splitVercelHeaders(settings: Record<string, unknown>): {
  rules: unknown[]
  policies: string[]
} {
  const policies: string[] = []
  const given = Array.isArray(settings['headers']) ? (settings['headers'] as VercelHeaders[]) : []
  const rules = given.flatMap(rule => {
    if (!EVERYTHING.test(String(rule.source)) || !Array.isArray(rule.headers)) return [rule]
    const isPolicy = ({ key }: { key?: unknown }) => isPolicyHeader({ name: String(key) })
    policies.push(...rule.headers.filter(isPolicy).map(({ value }) => String(value)))
    const headers = rule.headers.filter(header => !isPolicy(header))
    return headers.length > 0 ? [{ ...rule, headers }] : []
  })
  return { rules, policies }
}

/** A policy for the whole site in a `.htaccess`: a line of its own, in no block. */
const APACHE_POLICY =
  /^Header\s+(?:always\s+)?(?:set|add|append|merge|setifempty)\s+"?Content-Security-Policy"?\s+(?:"([^"]*)"|'([^']*)').*$/i

/** The lines of a `.htaccess`, each with the policy that it sets for the whole site, if it does. */
export function readApacheFile(text: string): { line: string; policy?: string }[] {
  let depth = 0
  return text.split('\n').map(line => {
    const bare = line.trim()
    // `<IfModule>` says only where the rest is understood.
    if (/^<(?!\/|IfModule\b)/i.test(bare)) depth += 1
    if (/^<\/(?!IfModule\b)/i.test(bare)) depth -= 1
    const [, double, single] = (depth === 0 && APACHE_POLICY.exec(bare)) || []
    const policy = double ?? single
    return policy === undefined ? { line } : { line, policy }
  })
}

/** The policies of the site's own files for hosts: name in the public folder → text. */
export function readOwnPolicies(
  files: ReadonlyMap<string, string>,
  { base, publicDir }: { base: string; publicDir: string },
): OwnPolicy[] {
  const at = (name: string, line: number) => ({ file: `${publicDir}/${name}`, line, column: 1 })
  const headers = readHeadersFile(files.get('_headers') ?? '')
    .filter(isPolicyHeader)
    .map(({ pattern, value, line }) => ({
      policy: parsePolicy(value),
      ...(coversPattern(pattern, `${base}*`) ? {} : { pattern }),
      place: at('_headers', line),
    }))
  const settings = readVercelFile(files.get('vercel.json') ?? '')
  const vercel = (settings ? splitVercelHeaders(settings).policies : []).map(policy => ({
    policy: parsePolicy(policy),
    place: at('vercel.json', 1),
  }))
  const apache = readApacheFile(files.get('.htaccess') ?? '').flatMap(({ policy }, index) =>
    policy === undefined ? [] : [{ policy: parsePolicy(policy), place: at('.htaccess', index + 1) }],
  )
  return [...headers, ...vercel, ...apache]
}
