/** HTTP headers: a table for all hosts, and the site's own files for hosts. */
import { attempt, matchesAny } from '../lib/files.ts'
import { escapePattern } from '../lib/text.ts'
import { type Policy, retiredWorkers, type SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { Site } from '../schema/site.ts'
import { safeDecode } from '../shared/addresses.ts'
import {
  DOWNLOAD_HEADERS,
  LINKED_SCRIPT,
  documentPolicy,
  PICTURE_POLICY,
  POLICY_HEADER,
  headerText,
} from '../shared/http.ts'
import { parsePolicy } from './policy.ts'
import { isIcon } from './head.ts'

/** `pattern`: a path with base, in which `*` matches anything. */
export interface HeaderRule {
  pattern: string
  headers: Record<string, string>
}

export const CONTENT_TYPE = 'Content-Type'

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/** Folders in which every name has a hash of its content. */
const HASHED = ['assets/js', 'assets/css', 'assets/img', 'assets/media', 'assets/search', 'offline']

const REVALIDATED = ['', '*/', '*.html', 'assets/locales/*', 'service-worker.js', 'sitemap.xml', 'robots.txt']

/** Hosts join a header's values from all rules that match. So overlapping rules share only policies: browsers enforce each. */
export function createHeaderRules(site: Site, versions: readonly Site[] = []): HeaderRule[] {
  const { policy } = site
  const { base } = site.config
  const configs = [site, ...versions].map(({ config }) => config)
  const caching = (value: string) => (pattern: string) => ({ pattern, headers: { 'Cache-Control': value } })
  const revalidated = configs.flatMap((each, index) => {
    const own = index === 0 ? REVALIDATED : ['assets/locales/*', 'service-worker.js']
    return [...own, ...retiredWorkers(each).map(address => address.slice(1))].map(name => each.base + name)
  })
  return [
    {
      pattern: `${base}*`,
      headers: {
        ...(policy ? { [POLICY_HEADER]: headerText(policy, site.config) } : {}),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': PERMISSIONS.map(name => `${name}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
    ...configs
      .flatMap(each => HASHED.map(folder => `${each.base}${folder}/*`))
      .map(caching('public, max-age=31536000, immutable')),
    ...revalidated.map(caching('no-cache')),
    // Without it, browsers request the icon again whenever the address changes, also by scrolling.
    ...configs.flatMap(iconPaths).map(caching('public, max-age=86400')),
    ...(configs.some(({ machines }) => machines.markdown)
      ? [{ pattern: `${base}*.md`, headers: { [CONTENT_TYPE]: 'text/markdown; charset=utf-8' } }]
      : []),
    ...(policy ? [{ pattern: `${base}*.svg`, headers: { [POLICY_HEADER]: PICTURE_POLICY } }] : []),
    ...[site, ...versions].flatMap(documentRules),
  ]
}

/**
 * By path without base. Keeps documents of others from running scripts in the site's origin; scripts that pages link to are
 * downloads.
 */
export function fileHeaders({ config, policy, documents, assets }: Site) {
  const headers = new Map<string, Record<string, string>>()
  if (policy)
    for (const path of documents.filter(name => !name.endsWith('.svg'))) {
      const isEmbedded = matchesAny(safeDecode(path), config.security.embed)
      headers.set(path, { [POLICY_HEADER]: documentPolicy(headerText(policy, config), isEmbedded) })
    }
  for (const path of Object.values(assets)) if (LINKED_SCRIPT.test(path)) headers.set(path, DOWNLOAD_HEADERS)
  return headers
}

function documentRules(site: Site) {
  return [...fileHeaders(site)].flatMap(([path, headers]) => {
    // Hosts answer `/a` and `/b/` with `/a.html` and `/b/index.html`, too.
    const forms = [path, safeDecode(path)].flatMap(form => [
      form,
      form.replace(/(?:(\/)index)?\.html?$/i, '$1'),
    ])
    const safe = [...new Set(forms)].filter(form => !/[\p{Cc}*]/u.test(form))
    return safe.map(form => ({ pattern: site.config.base + form.slice(1), headers }))
  })
}

function iconPaths({ base, head }: SiteConfig) {
  const own = head.filter(isIcon).map(({ attributes }) => String(attributes['href']))
  return [...new Set(own)]
    .filter(address => /^\/\w[\w./-]*$/.test(address))
    .filter(address => !HASHED.some(folder => address.startsWith(`/${folder}/`)))
    .map(address => base + address.slice(1))
}

export function isSameName(name: string, other: string) {
  return name.toLowerCase() === other.toLowerCase()
}

/** `/*` covers `/docs/*`. */
export function coversPattern(pattern: string, other: string) {
  return pattern === other || (pattern.endsWith('*') && other.startsWith(pattern.slice(0, -1)))
}

export type OwnHeader = ReturnType<typeof readHeadersFile>[number]

/** A pattern, then its headers, indented. */
export function readHeadersFile(text: string) {
  let pattern = ''
  return text.split('\n').flatMap((content, index) => {
    const [, name = '', value = ''] = /^\s+([\w-]+)\s*:([^]*)$/.exec(content) ?? []
    if (name !== '') return [{ pattern, name, value: value.trim(), line: index + 1 }]
    if (/^[^\s#]/.test(content)) pattern = content.trim()
    return []
  })
}

export function expressionOf(pattern: string) {
  return `^${pattern.split('*').map(escapePattern).join('.*')}$`
}

/** `address`: decoded path with base. Hosts join values of the same name. */
export function headersFor(headers: readonly OwnHeader[], address: string) {
  const found: Record<string, string> = {}
  for (const { pattern, name, value } of headers)
    if (new RegExp(expressionOf(pattern), 's').test(address))
      found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`
  return found
}

/** `policies`: for the whole site (`everything`: its pattern); they become part of ours because browsers would enforce both. */
export function splitOwnFile(name: string, text: string, everything: string) {
  if (name === '_headers') return splitHeadersFile(text, everything)
  if (name === 'vercel.json') return splitVercelFile(text)
  return name === '.htaccess' ? splitApacheFile(text) : { policies: [], rest: text }
}

/** Without patterns that have no header left. */
function splitHeadersFile(text: string, everything: string) {
  const headers = readHeadersFile(text)
  const joined = headers.filter(
    ({ name, pattern }) => isSameName(name, POLICY_HEADER) && coversPattern(pattern, everything),
  )
  const isKept = (number: number) => joined.every(({ line }) => line !== number)
  const lines = text.split('\n').filter((content, index) => {
    const below = headers.filter(({ pattern }) => pattern === content.trim())
    return isKept(index + 1) && (below.length === 0 || below.some(({ line }) => isKept(line)))
  })
  return { policies: joined.map(({ value }) => parsePolicy(value)), rest: lines.join('\n') }
}

/** Undefined for invalid JSON. */
export function readVercelFile(text: string): Record<string, unknown> | undefined {
  const value = attempt(() => JSON.parse(text) as unknown)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

const EVERYTHING = /^\/(?:\(\.\*\)|:\w+\*|:\w+\(\.\*\))$/

function splitVercelFile(text: string) {
  type Rule = { source?: unknown; headers?: { key?: unknown; value?: unknown }[] }
  const isPolicy = ({ key }: { key?: unknown }) => isSameName(String(key), POLICY_HEADER)
  const settings = readVercelFile(text) ?? {}
  const policies: Policy[] = []
  const given = Array.isArray(settings['headers']) ? (settings['headers'] as Rule[]) : []
  const headers = given.flatMap(rule => {
    if (!EVERYTHING.test(String(rule.source)) || !Array.isArray(rule.headers)) return [rule]
    policies.push(...rule.headers.filter(isPolicy).map(({ value }) => parsePolicy(String(value))))
    const others = rule.headers.filter(header => !isPolicy(header))
    return others.length > 0 ? [{ ...rule, headers: others }] : []
  })
  return { policies, rest: policies.length > 0 ? JSON.stringify({ ...settings, headers }) : text }
}

/** For the whole site: a line of its own, in no block. */
const APACHE_POLICY =
  /^Header\s+(?:always\s+)?(?:set|add|append|merge|setifempty)\s+"?Content-Security-Policy"?\s+(?:"([^"]*)"|'([^']*)').*$/i

function splitApacheFile(text: string) {
  let depth = 0
  const policies: Policy[] = []
  const lines = text.split('\n').filter(line => {
    const bare = line.trim()
    // `<IfModule>` doesn't restrict rules to some paths.
    if (/^<(?!\/|IfModule\b)/i.test(bare)) depth += 1
    if (/^<\/(?!IfModule\b)/i.test(bare)) depth -= 1
    const [, double, single = double] = (depth === 0 && APACHE_POLICY.exec(bare)) || []
    if (single !== undefined) policies.push(parsePolicy(single))
    return single === undefined
  })
  return { policies, rest: lines.join('\n') }
}

/** Reports policies for a part of the site: some hosts replace ours by them. `files`: text by name in the public folder. */
export function reportOwnPolicies(
  files: ReadonlyMap<string, string>,
  { base, publicDir, security }: Pick<SiteConfig, 'base' | 'publicDir' | 'security'>,
): Finding[] {
  if (security.policy === false) return []
  return ['vercel.json', '.htaccess'].flatMap((name): Finding[] => {
    const text = files.get(name) ?? ''
    const { rest } = splitOwnFile(name, text, `${base}*`)
    const isPolicy = (line: string) => line.toLowerCase().includes(POLICY_HEADER.toLowerCase())
    const left = rest.split('\n').find(isPolicy)
    if (left === undefined) return []
    const lines = text.split('\n')
    // What is left of a `vercel.json` may be written in another way.
    const line = (lines.includes(left) ? lines.indexOf(left) : lines.findIndex(isPolicy)) + 1
    const place = { file: `${publicDir}/${name}`, line, column: 1 }
    const message = `\`${place.file}\` sets a content security policy for some paths. docsgen can't merge it with the site's policy.`
    const hint = 'Remove it there, and set `security.allow` in the configuration.'
    return [{ rule: 'security/blocked', severity: 'warning', place, message, hint }]
  })
}
