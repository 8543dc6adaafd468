import {
  coversPattern,
  isPolicyHeader,
  readApacheFile,
  readHeadersFile,
  splitVercelHeaders,
} from './own-headers.ts'
import { POLICY_HEADER } from '../shared/policy.ts'
import { CONTENT_TYPE, type HeaderRule } from './header-rules.ts'

/**
 * `_headers` of Netlify and Cloudflare Pages. What the site's own file says of the same addresses is the last word: these
 * hosts would join both values. Its policies for the whole site are part of ours already.
 */
export function headersFile(rules: readonly HeaderRule[], own = ''): string {
  const given = readHeadersFile(own)
  const blocks = rules.flatMap(({ pattern, headers }) => {
    const lines = Object.entries(headers)
      .filter(([name]) => name === POLICY_HEADER || !given.some(header => isSame(header, { pattern, name })))
      .map(([name, value]) => `  ${name}: ${value}`)
    return lines.length > 0 ? [[pattern, ...lines].join('\n')] : []
  })
  const rest = hasPolicy(rules) ? withoutPolicies(own, rules[0]?.pattern ?? '/*') : own
  return [...blocks, ...(rest.trim() ? [rest.trimEnd()] : [])].join('\n') + '\n'
}

function isSame(
  own: { pattern: string; name: string },
  { pattern, name }: { pattern: string; name: string },
): boolean {
  return own.name.toLowerCase() === name.toLowerCase() && coversPattern(own.pattern, pattern)
}

function hasPolicy(rules: readonly HeaderRule[]): boolean {
  return rules[0]?.headers[POLICY_HEADER] !== undefined
}

/** The text without policies for everything, and without rules that are left with nothing to say. */
function withoutPolicies(own: string, everything: string): string {
  const headers = readHeadersFile(own)
  const dropped = new Set(
    headers
      .filter(header => isPolicyHeader(header) && coversPattern(header.pattern, everything))
      .map(({ line }) => line),
  )
  const left = new Set(headers.filter(({ line }) => !dropped.has(line)).map(({ pattern }) => pattern))
  const emptied = new Set(headers.map(({ pattern }) => pattern).filter(pattern => !left.has(pattern)))
  return own
    .split('\n')
    .filter((line, index) => !dropped.has(index + 1) && !emptied.has(line.trim()))
    .join('\n')
}

/** Rules of `vercel.json`, where a later one has the last word: the site's own stand behind. */
export function vercelHeaders(rules: readonly HeaderRule[], own: Record<string, unknown> = {}): unknown[] {
  const ours = rules.map(({ pattern, headers }) => ({
    source: pattern.replace(/[()[\]{}:+?!$^|\\.]/g, '\\$&').replaceAll('*', '(.*)'),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }))
  const given = Array.isArray(own['headers']) ? (own['headers'] as unknown[]) : []
  return [...ours, ...(hasPolicy(rules) ? splitVercelHeaders(own).rules : given)]
}

/** What a rule is for as a regular expression, for hosts that match addresses by one. */
function patternOf({ pattern }: HeaderRule): string {
  return `^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`
}

/**
 * To be included in a `server` block of nginx, which sends each header once: variables hold its value, and a later rule
 * has the last word.
 */
export function nginxHeaders(all: readonly HeaderRule[]): string {
  const rules = all
    .map(({ pattern, headers: { [CONTENT_TYPE]: _type, ...headers } }) => ({ pattern, headers }))
    .filter(({ headers }) => Object.keys(headers).length > 0)
  const types = all.flatMap(rule => {
    const type = rule.headers[CONTENT_TYPE]
    return type === undefined
      ? []
      : [`location ~ ${quote(patternOf(rule))} { types { } default_type ${quote(type)}; }`]
  })
  const names = [...new Set(rules.flatMap(({ headers }) => Object.keys(headers)))]
  const variable = (name: string) => `$docsgen_${name.toLowerCase().replaceAll('-', '_')}`
  const set = rules.flatMap((rule, index) => {
    const lines = Object.entries(rule.headers).map(
      ([name, value]) => `set ${variable(name)} ${quote(value)};`,
    )
    if (index === 0) return lines
    return [`if ($uri ~ ${quote(patternOf(rule))}) { ${lines.join(' ')} }`]
  })
  const first = Object.keys(rules[0]?.headers ?? {})
  const unset = names.filter(name => !first.includes(name)).map(name => `set ${variable(name)} "";`)
  const send = names.map(name => `add_header ${name} ${variable(name)} always;`)
  return [...unset, ...set, ...send, ...types].join('\n') + '\n'
}

/** `.htaccess` of Apache, with further `lines`. The site's own follows: what it sets anew has the last word. */
export function apacheFile(rules: readonly HeaderRule[], own = '', lines: readonly string[] = []): string {
  const blocks = rules.flatMap((rule, index) => {
    const set = Object.entries(rule.headers).map(
      ([name, value]) => `Header always set ${name} ${quote(value)}`,
    )
    if (index === 0) return set
    const condition = `<If "%{REQUEST_URI} =~ m#${patternOf(rule).replaceAll('#', '\\#')}#">`
    return [condition, ...set.map(line => `  ${line}`), '</If>']
  })
  const rest = readApacheFile(own)
    .filter(({ policy }) => policy === undefined || !hasPolicy(rules))
    .map(({ line }) => line)
    .join('\n')
  const ours = ['<IfModule mod_headers.c>', ...blocks.map(line => `  ${line}`), '</IfModule>']
  return [...ours, ...lines, ...(rest.trim() ? [rest.trimEnd()] : [])].join('\n') + '\n'
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
