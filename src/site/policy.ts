import type { Analytics, SiteConfig, Policy } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Link, LinkKind } from '../schema/page.ts'
import type { Page } from '../schema/site.ts'
import { localAddress } from '../shared/addresses.ts'
import {
  POLICY_HEADER,
  STRICT_POLICY,
  headerText,
  joinPolicies,
  parsePolicy,
  policyAllows,
  policyText,
  widenPolicy,
} from '../shared/policy.ts'
import { type LocateKey, type NamedAddress, headAddress } from './file-addresses.ts'

/** What a service needs of the policy: directive and address. Its script may send views where it comes from. */
export function analyticsAddresses(analytics: Analytics): { directive: string; url: string }[] {
  const { provider } = analytics
  const script = provider === 'matomo' ? (analytics.script ?? `${analytics.url}matomo.js`) : analytics.script
  const hosts = script === DEFAULTS[provider] ? (HOSTS[provider] ?? []) : []
  const own = provider === 'matomo' ? analytics.url : 'api' in analytics ? analytics.api : undefined
  const sent = [script, ...(own ? [own] : []), ...hosts]
  return [
    { directive: 'script-src', url: script },
    ...sent.map(url => ({ directive: 'connect-src', url })),
    ...(PICTURES.has(provider) ? sent.map(url => ({ directive: 'img-src', url })) : []),
  ]
}

/** The settings as the browser gets them: the site's name filled in, addresses of the site with its base. */
export function analyticsSettings({ analytics, url, base }: SiteConfig): Analytics | undefined {
  if (!analytics) return undefined
  const based = Object.entries(analytics).map(([name, value]) => [name, value && localAddress(base, value)])
  const settings = Object.fromEntries(based) as Analytics
  if (settings.provider === 'plausible' && url) settings.domain ??= new URL(url).hostname
  return settings
}

const DEFAULTS: Partial<Record<Analytics['provider'], string>> = {
  umami: 'https://cloud.umami.is/script.js',
  google: 'https://www.googletagmanager.com/gtag/js',
}

/** Hosts that the scripts of services send views to, besides their own. */
const HOSTS: Partial<Record<Analytics['provider'], string[]>> = {
  umami: ['https://api-gateway.umami.dev', 'https://gateway.umami.is'],
  google: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** Those that send views as pictures where they cannot send them otherwise. */
const PICTURES = new Set<Analytics['provider']>(['fathom', 'google', 'matomo'])

/** Something that pages of the site load, or send, that a strict policy does not allow. */
interface Use {
  directive: string
  /** What the policy must name: the origin of `url`, or a keyword in quotes such as `'self'`. */
  source: string
  /** The absolute address; the keyword again where it is of the site itself. */
  url: string
  place?: Place | undefined
  /** The configuration names it, so it is wanted: allowed under `strict`, too. */
  named: boolean
}

/** The site itself, as a policy names it. */
const SELF = "'self'"

/** Everything that configuration, content and files of the site load from other origins. */
export function collectUses(
  config: SiteConfig,
  named: readonly NamedAddress[],
  pages: readonly Pick<Page, 'links'>[],
  locate: LocateKey,
): Use[] {
  const search = searchHosts(config.theme.search).flatMap(host =>
    useOf('connect-src', host, { place: locate(['theme', 'search']), named: true }),
  )
  const analytics = (config.analytics ? analyticsAddresses(config.analytics) : []).flatMap(
    ({ directive, url }) => useOf(directive, url, { place: locate(['analytics']), named: true }),
  )
  const links = pages.flatMap(page => page.links.flatMap(linkUses))
  const files = named.flatMap(address => useOf(address.directive, address.url, address))
  return [...files, ...search, ...analytics, ...links]
}

/** The use of an address, or nothing where that is of the site itself. */
function useOf(directive: string, url: string, { place, named }: Pick<Use, 'place' | 'named'>): Use[] {
  if (url.startsWith("'")) return [{ directive, source: url, url, place, named }]
  const absolute = url.startsWith('//') ? `https:${url}` : url
  if (!/^(?:https?|wss?):/i.test(absolute) || !URL.canParse(absolute)) return []
  return [{ directive, source: new URL(absolute).origin, url: absolute, place, named }]
}

/** Origins that a hosted search asks. */
function searchHosts(search: SiteConfig['theme']['search']): string[] {
  if (typeof search !== 'object' || !search.key || !search.indexName) return []
  if (search.hosts.length > 0) return search.hosts
  const id = search.appId.toLowerCase()
  return [
    `https://${id}-dsn.algolia.net`,
    ...[1, 2, 3].map(number => `https://${id}-${number}.algolianet.com`),
  ]
}

/** Under which directive browsers load what an address is used for. */
const DIRECTIVES: Record<LinkKind, string | undefined> = {
  link: undefined,
  image: 'img-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  form: 'form-action',
}

function linkUses({ kind, type, target, place }: Link): Use[] {
  const directive = DIRECTIVES[kind]
  if (!directive) return []
  if (target === 'data:') return [{ directive, source: target, url: target, place, named: false }]
  if (type === 'external') return useOf(directive, target, { place, named: false })
  if (kind !== 'frame' && kind !== 'object') return []
  // What stands in a frame must let itself be put there, too.
  return [directive, 'frame-ancestors'].map(name => ({
    directive: name,
    source: SELF,
    url: SELF,
    place,
    named: true,
  }))
}

/** Scripts and style sheets of other origins: a hash of their content is recommended. */
export function reportForeignCode({ head }: SiteConfig, locate: LocateKey): Finding[] {
  return head.flatMap((entry, index): Finding[] => {
    const { directive, url } = headAddress(entry)
    if (!/^https?:/i.test(url) || !/^(?:script|style)-src$/.test(directive)) return []
    if (entry.attributes['integrity']) return []
    const place = locate(['head', index])
    const message = `\`${url}\` is of another origin: whoever controls that can change what every page does.`
    const hint =
      "Add its hash as `integrity`, with `crossorigin: 'anonymous'`, or keep a copy in the public folder."
    return [{ rule: 'security/integrity', severity: 'info', ...(place ? { place } : {}), message, hint }]
  })
}

interface SitePolicy {
  /** What pages may load; undefined when the site wants no policy. */
  policy: Policy | undefined
  /** Directive → other origins that the site uses and the policy allows, sorted. */
  origins: Record<string, string[]>
  /** What the policy would block. */
  findings: Finding[]
}

/** A policy that one of the site's own files for hosts holds. */
export interface OwnPolicy {
  policy: Policy
  /** The addresses it is for; absent where that is the whole site. */
  pattern?: string
  place: Place
}

/** What may be allowed because a page uses it: none of it can run code of its own in the page. */
const DERIVED = new Set(['img-src', 'media-src', 'frame-src'])

/**
 * The policy of a site: strict, what the configuration and the site's own files for hosts name, and –
 * unless it is to stay strict – the origins that content uses for images, media and frames. What else content uses is
 * blocked, and reported.
 */
export function derivePolicy(
  config: SiteConfig,
  uses: readonly Use[],
  own: readonly OwnPolicy[] = [],
): SitePolicy {
  const { policy: kind, allow } = config.security
  if (kind === false) return { policy: undefined, origins: {}, findings: [] }
  const given = Object.entries(allow).reduce(
    (policy: Policy, [directive, sources]) => widenPolicy(policy, directive, sources ?? []),
    own
      .filter(({ pattern }) => pattern === undefined)
      .reduce((policy, { policy: further }) => joinPolicies(policy, further), STRICT_POLICY),
  )
  const wanted = uses.filter(use => isAllowed(use, config) && !policyAllows(given, use.directive, use.url))
  const policy = toSources(wanted).reduce(
    (wider, [directive, sources]) => widenPolicy(wider, directive, sources),
    given,
  )
  const blocked = uses.filter(({ directive, url }) => !policyAllows(policy, directive, url))
  const foreign = uses.filter(use => !use.source.startsWith("'") && !blocked.includes(use))
  return {
    policy,
    origins: Object.fromEntries(toSources(foreign)),
    findings: [...report(blocked, kind), ...reportNarrow(own, policy), ...reportLong(policy)],
  }
}

/** The longest line that Cloudflare Pages reads in `_headers`, in characters. */
const LONGEST_LINE = 2000

function reportLong(policy: Policy): Finding[] {
  const { length } = `  ${POLICY_HEADER}: ${headerText(policy)}`
  if (length <= LONGEST_LINE) return []
  return [
    {
      rule: 'security/long-policy',
      severity: 'warning',
      message: `The policy makes a line of ${length} characters in \`_headers\`; Cloudflare Pages leaves out lines of more than ${LONGEST_LINE}, and sends none.`,
      hint: 'Keep copies of what comes from many origins in the site, or allow a whole scheme, such as `https:`, in `security.allow`. On other hosts, set `check.rules` to `off` for this rule.',
    },
  ]
}

/** Hosts enforce a policy for some addresses beside the one for all: what only the first allows stays blocked. */
function reportNarrow(own: readonly OwnPolicy[], policy: Policy): Finding[] {
  return own.flatMap(({ policy: narrow, pattern, place }): Finding[] => {
    if (pattern === undefined || policyText(joinPolicies(policy, narrow)) === policyText(policy)) return []
    const message = `The policy for \`${pattern}\` allows more than that of the whole site, and hosts enforce both.`
    const hint = 'Allow it for the whole site with `security.allow`, or set `security.policy: false`.'
    return [{ rule: 'security/blocked', severity: 'warning', place, message, hint }]
  })
}

/** Named on purpose, harmless, or of the site itself, which answers elsewhere while it is written. */
function isAllowed({ directive, source, named }: Use, { url, security }: SiteConfig): boolean {
  return named || source === url || (security.policy === 'derived' && DERIVED.has(directive))
}

/** Directive → sources, both sorted. */
function toSources(uses: readonly Use[]): [directive: string, sources: string[]][] {
  const found = new Map<string, Set<string>>()
  for (const { directive, source } of uses)
    found.set(directive, (found.get(directive) ?? new Set<string>()).add(source))
  return [...found]
    .map(([directive, sources]): [string, string[]] => [directive, [...sources].toSorted()])
    .toSorted()
}

/** One finding for each place, however many pages include it. */
function report(blocked: readonly Use[], kind: 'derived' | 'strict'): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { directive, source, url, place } of blocked) {
    const finding: Finding = {
      rule: 'security/blocked',
      severity: kind === 'strict' ? 'error' : 'warning',
      ...(place ? { place } : {}),
      message: `The policy keeps browsers from loading \`${url}\` (\`${directive}\`).`,
      hint: `Keep a copy in the site, or allow it: \`security.allow: { '${directive}': ["${source}"] }\`.`,
    }
    findings.set(JSON.stringify([place, url]), finding)
  }
  return [...findings.values()]
}

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
