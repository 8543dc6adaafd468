import type { SiteConfig } from '../schema/config.ts'
import type { Site } from '../schema/site.ts'
import { isIcon } from '../shared/public-files.ts'
import { matchesAny } from '../lib/paths.ts'
import { safeDecode } from '../shared/addresses.ts'
import { DOWNLOAD_HEADERS, LINKED_SCRIPT, documentPolicy } from '../shared/own-documents.ts'
import { PICTURE_POLICY, POLICY_HEADER, headerText } from '../shared/policy.ts'
import {
  coversPattern,
  isPolicyHeader,
  readApacheFile,
  readHeadersFile,
  splitVercelHeaders,
} from '../site/policy.ts'

/** Headers by name for the addresses that fit a pattern: a path with base, in which `*` stands for anything. */
export interface HeaderRule {
  pattern: string
  headers: Record<string, string>
}

/** nginx can only add headers: a type is said to it in another way. */
const CONTENT_TYPE = 'Content-Type'

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/** Folders in which every name has a hash of its content. */
const HASHED = ['assets/js', 'assets/css', 'assets/img', 'assets/media', 'assets/search', 'offline']
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Browsers ask for the icon again whenever the address changes, also by scrolling, unless they may keep it. */
const KEPT_A_DAY = 'public, max-age=86400'

/** What names the hashed files. Documents of folders are covered by the trailing slash. */
const REVALIDATED = ['', '*/', '*.html', 'assets/locales/*', 'service-worker.js', 'sitemap.xml', 'robots.txt']

/**
 * The headers of a site, for hosts that send those of every rule that fits: where several name the same header they join
 * its values, so no header stands in two rules that overlap. Hashed files get theirs, documents and indexes theirs, the
 * rest the host's own, which revalidates. Two policies are both enforced, so that the one for pictures only adds to the
 * general one. `versions`: old versions of the site, which lie below its base.
 */
export function createHeaderRules(site: Site, versions: readonly Site[] = []): HeaderRule[] {
  const { config, policy } = site
  const { base } = config
  const configs = [config, ...versions.map(version => version.config)]
  const bases = configs.map(each => each.base)
  // What the patterns of the site itself do not cover.
  const ofVersions = bases
    .slice(1)
    .flatMap(each => ['assets/locales/*', 'service-worker.js'].map(name => each + name))
  return [
    {
      pattern: `${base}*`,
      headers: {
        ...(policy ? { [POLICY_HEADER]: headerText(policy) } : {}),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': PERMISSIONS.map(name => `${name}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
    ...bases.flatMap(each =>
      HASHED.map(folder => ({ pattern: `${each}${folder}/*`, headers: { 'Cache-Control': IMMUTABLE } })),
    ),
    ...[...REVALIDATED.map(name => base + name), ...ofVersions].map(pattern => ({
      pattern,
      headers: { 'Cache-Control': 'no-cache' },
    })),
    ...configs.flatMap(iconPaths).map(pattern => ({ pattern, headers: { 'Cache-Control': KEPT_A_DAY } })),
    ...(configs.some(({ machines }) => machines.markdown)
      ? [{ pattern: `${base}*.md`, headers: { [CONTENT_TYPE]: 'text/markdown; charset=utf-8' } }]
      : []),
    ...(policy ? [{ pattern: `${base}*.svg`, headers: { [POLICY_HEADER]: PICTURE_POLICY } }] : []),
    ...[site, ...versions].flatMap(each => documentRules(each)),
  ]
}

/**
 * Documents that docsgen did not write run no scripts beside its pages, and scripts that pages link to are downloads. Hosts answer
 * `/a` and `/b/` with `/a.html` and `/b/index.html`, too.
 */
function documentRules({ config, policy, documents, assets }: Site): HeaderRule[] {
  const under = (path: string) => config.base + path.slice(1)
  const rules = policy ? documents.filter(path => !path.endsWith('.svg')) : []
  const scripts = Object.values(assets).filter(path => LINKED_SCRIPT.test(path))
  return [
    ...rules.flatMap(path => {
      const decoded = safeDecode(path)
      const isEmbedded = matchesAny(decoded, config.security.embed)
      const headers = { [POLICY_HEADER]: documentPolicy(headerText(policy ?? {}), isEmbedded) }
      const forms = [path, decoded].flatMap(form => [form, form.replace(/(?:(\/)index)?\.html?$/i, '$1')])
      const isSafe = (form: string) => !/[\p{Cc}*]/u.test(form)
      return [...new Set(forms)].filter(isSafe).map(form => ({ pattern: under(form), headers }))
    }),
    ...scripts.map(path => ({ pattern: under(path), headers: DOWNLOAD_HEADERS })),
  ]
}

/** Paths with base of a site's own icons that have no hash in their names. */
function iconPaths({ base, head }: SiteConfig): string[] {
  const addresses = head.filter(isIcon).map(({ attributes }) => String(attributes['href']))
  const isHashed = (address: string) => HASHED.some(folder => address.startsWith(`/${folder}/`))
  const own = addresses.filter(address => /^\/\w[\w./-]*$/.test(address) && !isHashed(address))
  return [...new Set(own)].map(address => base + address.slice(1))
}

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
