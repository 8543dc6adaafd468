import type { Policy } from '../schema/config.ts'

/** What every page holds: nothing inline, nothing from elsewhere. */
export const STRICT_POLICY: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
}

/** For pictures that can hold scripts, when one is opened by itself. */
export const PICTURE_POLICY = "sandbox; default-src 'none'"

/** Where a browser looks for sources when a directive is missing. Others are not restricted then. */
const FALLBACKS: Record<string, readonly string[]> = {
  'frame-src': ['child-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
}
const FETCHED = /^(?:child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src$/

/** As it stands in a header. */
export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

export const POLICY_HEADER = 'Content-Security-Policy'

/** The text that hosts send: addresses of the site's own that say `http:` are asked for with `https:`. */
export function headerText(policy: Policy): string {
  return `${policyText(policy)}; upgrade-insecure-requests`
}

/** Reads the text of a header; of a directive that stands there twice, the first counts, as in browsers. */
export function parsePolicy(text: string): Policy {
  const policy: Record<string, string[]> = {}
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    if (name !== '') policy[name.toLowerCase()] ??= sources
  }
  return policy
}

/** What a `<meta>` can hold of it: browsers ignore the rest there and complain. */
export function metaPolicy(policy: Policy): Policy {
  const { 'frame-ancestors': _ancestors, 'report-uri': _report, sandbox: _sandbox, ...rest } = policy
  return rest
}

/** The policy with further sources of a directive; one that was `'none'` is no longer. */
export function widenPolicy(policy: Policy, directive: string, sources: readonly string[]): Policy {
  if (sources.length === 0) return policy
  const all = [...(effectiveSources(policy, directive) ?? []), ...sources]
  const named = all.filter(source => source !== "'none'")
  return { ...policy, [directive]: named.length > 0 ? [...new Set(named)] : ["'none'"] }
}

/** Allows what either allows; a directive that only one of them speaks of is that one's. */
export function joinPolicies(first: Policy, second: Policy): Policy {
  let joined = first
  for (const directive of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const [own, added] = [first, second].map(policy => effectiveSources(policy, directive))
    if (added === undefined) continue
    joined = { ...joined, [directive]: own ?? added }
    if (own !== undefined) joined = widenPolicy(joined, directive, added)
  }
  return joined
}

/** The sources that hold for a directive; undefined where the policy does not restrict it. */
function effectiveSources(policy: Policy, directive: string): readonly string[] | undefined {
  const fallbacks = FALLBACKS[directive] ?? (FETCHED.test(directive) ? ['default-src'] : [])
  const found = [directive, ...fallbacks].find(name => policy[name] !== undefined)
  return found === undefined ? undefined : policy[found]
}

/** True when the policy lets a page load `wanted`: an absolute address of another origin, or a keyword such as `'self'`. */
export function policyAllows(policy: Policy, directive: string, wanted: string): boolean {
  const sources = effectiveSources(policy, directive)
  if (sources === undefined) return true
  if (wanted.startsWith("'")) return sources.includes(wanted)
  return URL.canParse(wanted) && sources.some(source => matchesSource(source, new URL(wanted)))
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?(\*|[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i

/** How browsers match an address against one source; that of the site itself is none of its business. */
function matchesSource(source: string, url: URL): boolean {
  if (source.startsWith("'")) return false
  if (source.endsWith(':')) return isScheme(source.slice(0, -1), url)
  const [, scheme, below, host = '', port, path] = HOST_SOURCE.exec(source) ?? []
  if (scheme !== undefined && !isScheme(scheme, url)) return false
  if (scheme === undefined && !/^https?:$/.test(url.protocol)) return false
  if (host === '*') return true
  const name = host.toLowerCase()
  if (below ? !url.hostname.endsWith(`.${name}`) : url.hostname !== name) return false
  if (port !== '*' && (port ?? '') !== url.port) return false
  if (path === undefined || path === '/') return true
  return path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path
}

/** `http:` covers `https:`, never the other way round. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  const name = `${scheme.toLowerCase()}:`
  return protocol === name || (name === 'http:' && protocol === 'https:')
}
