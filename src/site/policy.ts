/** The content security policy of a site, and reports of what it blocks. */
import path from 'node:path'
import type { Analytics, SiteConfig, Policy } from '../schema/config.ts'
import { type Finding, type LocateKey, type Place, groupBy } from '../schema/finding.ts'
import { ELEMENT_ADDRESSES, type Link, type LinkKind } from '../schema/page.ts'
import type { MissingFile, Page, Site } from '../schema/site.ts'
import { localAddress, isOutside, safeDecode } from '../shared/addresses.ts'
import { POLICY_HEADER, STRICT_POLICY, headerText, policyText } from '../shared/http.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cssAddresses, type Tag, scanTags } from '../lib/html.ts'
import { listFiles } from '../lib/files.ts'
import { plural } from '../lib/text.ts'

/** Scripts → further hosts that they send views to. */
const HOSTS: Record<string, string[]> = {
  'https://cloud.umami.is/script.js': ['https://api-gateway.umami.dev', 'https://gateway.umami.is'],
  'https://www.googletagmanager.com/gtag/js': [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** Services that send views as pictures where scripts can't. */
const PICTURES = new Set<Analytics['provider']>(['fathom', 'google', 'matomo'])

/** A script may send views to where it comes from. */
export function analyticsAddresses(analytics: Analytics): Load[] {
  const { provider } = analytics
  const script = provider === 'matomo' ? (analytics.script ?? `${analytics.url}matomo.js`) : analytics.script
  const own = provider === 'matomo' ? analytics.url : 'api' in analytics && analytics.api
  const sent = [script, ...(own ? [own] : []), ...(HOSTS[script] ?? [])]
  const sending = PICTURES.has(provider) ? ['connect-src', 'img-src'] : ['connect-src']
  return [
    { directive: 'script-src', url: script },
    ...sending.flatMap(directive => sent.map(url => ({ directive, url }))),
  ]
}

export function analyticsSettings({ analytics, url, base }: SiteConfig) {
  if (!analytics) return undefined
  const based = Object.entries(analytics).map(([name, value]) => [name, value && localAddress(base, value)])
  const settings = Object.fromEntries(based) as Analytics
  if (settings.provider === 'plausible' && url) settings.domain ??= new URL(url).hostname
  return settings
}

/** `url`: an address, or a keyword such as `'unsafe-inline'`. */
interface Load {
  directive: string
  url: string
  place?: Place | undefined
  /** Named by the configuration, so it is allowed under `strict`, too. */
  named?: boolean
  maker?: string
}

export interface NamedAddress extends Load, Pick<MissingFile, 'from'> {
  exists?: boolean
}

interface Use extends Load {
  /** The origin of `url`, or a keyword in quotes. */
  source: string
}

interface PolicyInput {
  config: SiteConfig
  pages: readonly Pick<Page, 'file' | 'head' | 'links' | 'made'>[]
  fileAddresses: readonly NamedAddress[]
  ownPolicies: readonly Policy[]
  locate: LocateKey
}

function collectUses(addresses: readonly NamedAddress[], { config, pages, locate }: PolicyInput): Use[] {
  const { theme, analytics } = config
  const counting = analytics ? analyticsAddresses(analytics) : []
  const searching = searchHosts(theme.search).map(url => ({ directive: 'connect-src', url }))
  const loads: Load[] = [
    ...addresses,
    ...searching.map(load => ({ ...load, place: locate(['theme', 'search']), named: true })),
    ...counting.map(load => ({ ...load, place: locate(['analytics']), named: true })),
    ...pages.flatMap(({ links }) => links.flatMap(linkUses)),
    ...pages.flatMap(({ made = [] }) => made),
  ]
  return loads.flatMap(use => {
    if (use.url.startsWith("'") || use.url === 'data:') return [{ ...use, source: use.url }]
    const url = use.url.replace(/^\/\//, 'https://')
    const isWeb = /^(?:https?|wss?):/i.test(url) && URL.canParse(url)
    return isWeb ? [{ ...use, source: new URL(url).origin, url }] : []
  })
}

function searchHosts(search: SiteConfig['theme']['search']) {
  if (typeof search !== 'object' || !search.key || !search.indexName) return []
  if (search.hosts.length > 0) return search.hosts
  const start = `https://${search.appId.toLowerCase()}-`
  return [`${start}dsn.algolia.net`, ...[1, 2, 3].map(number => `${start}${number}.algolianet.com`)]
}

const DIRECTIVES: Partial<Record<LinkKind, string>> = {
  image: 'img-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  form: 'form-action',
}

function linkUses({ kind, type, target: url, place }: Link): Load[] {
  const directive = DIRECTIVES[kind]
  if (!directive) return []
  if (type === 'external' || url === 'data:') return [{ directive, url, place }]
  if (kind !== 'frame' && kind !== 'object') return []
  // A document of the site must let itself be put into a frame.
  return [directive, 'frame-ancestors'].map(name => ({ directive: name, url: "'self'", place, named: true }))
}

function reportForeignCode({ head }: SiteConfig, locate: LocateKey): Finding[] {
  return head.flatMap((entry, index) =>
    headAddress(entry).flatMap(({ directive, url }): Finding[] => {
      const isCode = /^https?:/i.test(url) && /^(?:script|style)-src$/.test(directive)
      if (!isCode || entry.attributes['integrity']) return []
      const message = `\`${url}\` comes from another site and has no \`integrity\`; the other site could change your pages.`
      const hint =
        "Add its hash as `integrity`, with `crossorigin: 'anonymous'`, or add a copy to the public folder."
      return [{ rule: 'security/integrity', severity: 'info', place: locate(['head', index]), message, hint }]
    }),
  )
}

/** Directives that content may widen: none can run code in the page. */
const DERIVED = new Set(['img-src', 'media-src', 'frame-src'])

/** Strict, plus what configuration and host files name, and, if `derived`, media of content. `origins`: allowed ones by directive. */
export function derivePolicy(input: PolicyInput) {
  const { config, pages, fileAddresses, ownPolicies, locate } = input
  const { policy: kind, allow } = config.security
  const addresses = [...configAddresses(config, locate), ...headAddresses(pages), ...fileAddresses]
  const foreignCode = reportForeignCode(config, locate)
  if (kind === false) return { policy: undefined, origins: {}, findings: foreignCode, addresses }
  const uses = collectUses(addresses, input)
  const given = widenPolicy(ownPolicies.reduce(joinPolicies, STRICT_POLICY), Object.entries(allow))
  const wanted = uses.filter(
    ({ directive, source, url, named }) =>
      (named || source === config.url || (kind === 'derived' && DERIVED.has(directive))) &&
      !policyAllows(given, directive, url),
  )
  const policy = widenPolicy(given, toSources(wanted))
  const blocked = uses.filter(({ directive, url }) => !policyAllows(policy, directive, url))
  const foreign = uses.filter(use => !use.source.startsWith("'") && !blocked.includes(use))
  const origins = Object.fromEntries(toSources(foreign))
  const reported = [...reportBlocked(blocked, kind), ...reportLong(headerText(policy, config))]
  return { policy, origins, findings: [...reported, ...foreignCode], addresses }
}

/** Policy for `<meta>`, without what browsers take from headers only. */
export function metaPolicyText(site: Pick<Site, 'config' | 'policy'>) {
  const { config, policy } = site
  if (!config.security.meta || !policy) return undefined
  const { 'frame-ancestors': _ancestors, 'report-uri': _report, sandbox: _sandbox, ...rest } = policy
  return policyText(rest)
}

function toSources(uses: readonly Use[]) {
  const groups = [...groupBy(uses, ({ directive }) => directive)]
  const sourcesOf = (some: readonly Use[]) => [...new Set(some.map(({ source }) => source))].toSorted()
  return groups.map(([name, some]) => [name, sourcesOf(some)] as const).toSorted()
}

/** One finding for each location or maker. */
function reportBlocked(blocked: readonly Use[], kind: 'derived' | 'strict'): Finding[] {
  const uses = groupBy(blocked, ({ place, url, directive, maker }) =>
    JSON.stringify(maker === undefined ? [place, url] : [maker, url, directive]),
  )
  return [...uses.values()].flatMap((group): Finding[] => {
    const use = group[0]?.maker === undefined ? group.at(-1) : group[0]
    if (!use) return []
    const { directive, source, url, maker, place } = use
    const isInline = url === INLINE
    const what = isInline ? `inline ${directive === 'script-src' ? 'scripts' : 'styles'}` : `\`${url}\``
    const by = maker === undefined ? '' : ` from ${maker}`
    const others = new Set(group.map(({ place: each }) => each?.file)).size - 1
    const more = others > 0 ? `, here and on ${plural(others, 'other page')}` : ''
    const message = `The content security policy blocks ${what}${by} (\`${directive}\`)${more}.`
    const instead = isInline ? 'Use classes and separate files' : 'Add a copy to the site'
    const hint = `${instead}, or allow it: \`security.allow: { '${directive}': ["${source}"] }\`.`
    const severity = kind === 'strict' ? 'error' : 'warning'
    return [{ rule: 'security/blocked', severity, place, message, hint }]
  })
}

/** The longest line that Cloudflare Pages reads in `_headers`, in characters. */
const LONGEST_LINE = 2000

function reportLong(header: string): Finding[] {
  const { length } = `  ${POLICY_HEADER}: ${header}`
  if (length <= LONGEST_LINE) return []
  const message = `The content security policy in \`_headers\` is ${length} characters long, but Cloudflare Pages ignores lines longer than ${LONGEST_LINE}.`
  const hint =
    'Host external files yourself, or allow a whole scheme such as `https:` in `security.allow`. On other hosts, turn this rule off in `check.rules`.'
  return [{ rule: 'security/long-policy', severity: 'warning', message, hint }]
}

type Picture = string | { src?: string; light?: string; dark?: string } | undefined

export function configAddresses({ theme, head, machines }: SiteConfig, locate: LocateKey): NamedAddress[] {
  const pictures = (picture: Picture, key: PropertyKey[]): Load[] => {
    const urls = typeof picture === 'object' ? [picture.src, picture.light, picture.dark] : [picture]
    return urls.flatMap(url =>
      url ? [{ directive: 'img-src', url, place: locate(key, url) ?? locate(key) }] : [],
    )
  }
  const icons = theme.socialLinks.flatMap(({ icon }, index) =>
    /[./]/.test(icon) ? pictures(icon, ['theme', 'socialLinks', index, 'icon']) : [],
  )
  const entries = head.flatMap((entry, index) =>
    headAddress(entry).map(load => ({ ...load, place: locate(['head', index]) })),
  )
  const shared = pictures(machines.image, ['machines', 'image']).filter(({ url }) => !isOutside(url))
  const loads = [...pictures(theme.logo, ['theme', 'logo']), ...icons, ...shared, ...entries]
  return loads.map(load => ({ ...load, from: '/', named: true }))
}

export function fontAddresses(missing: readonly string[], locate: LocateKey): NamedAddress[] {
  return missing.map(url => {
    const place = locate(['theme', 'fonts'], url)
    return { directive: 'font-src', url, place, from: '', exists: false, named: true }
  })
}

/** Addresses from plugins, each at the first page that has it. */
function headAddresses(pages: PolicyInput['pages']) {
  const all = pages.flatMap(({ head = [], file }) =>
    head.flatMap(headAddress).map(load => ({ ...load, place: { file, line: 1, column: 1 } })),
  )
  const ofHeads = groupBy(all, ({ directive, url }) => `${directive} ${url}`)
  return [...ofHeads.values()].flatMap(([first]) => (first ? [{ ...first, from: '/', named: true }] : []))
}

function headAddress({ tag, attributes }: SiteConfig['head'][number]): Load[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const directive = headDirective(tag, name, attributes)
    return directive && value !== '' ? [{ directive, url: String(value) }] : []
  })
}

const STYLED = { style: 'style-src', font: 'font-src', image: 'img-src' }
const PRELOADED: Record<string, string> = { ...STYLED, script: 'script-src', fetch: 'connect-src' }

function headDirective(tag: string, attribute: string, { rel, as }: Record<string, string | boolean>) {
  if (tag === 'script') return attribute === 'src' ? 'script-src' : undefined
  if (tag !== 'link' || attribute !== 'href') return undefined
  const names = new Set(String(rel).toLowerCase().split(/\s+/))
  if (names.has('stylesheet')) return 'style-src'
  if (names.has('manifest')) return 'manifest-src'
  if (names.has('modulepreload')) return 'script-src'
  if (names.has('preload')) return PRELOADED[String(as)]
  return [...names].some(name => /^(?:icon|mask-icon|apple-touch-)/.test(name)) ? 'img-src' : undefined
}

/** `isServed` expects decoded addresses without base. */
export function missingFiles(
  addresses: readonly NamedAddress[],
  base: string,
  isServed: (address: string) => boolean,
): MissingFile[] {
  return addresses.flatMap((named): MissingFile[] => {
    const { url, from, exists, directive } = named
    if (exists !== undefined) return exists ? [] : [named]
    const start = `http://site${from}`
    if (/^[#']/.test(url) || isOutside(url) || !URL.canParse(url, start)) return []
    const address = safeDecode(new URL(url, start).pathname)
    const inside = address.startsWith(base) ? address.slice(base.length - 1) : undefined
    // A template's link outside of the base leads to another site.
    if (isServed(inside ?? address) || isServed(address) || (directive === '' && inside === undefined))
      return []
    return [{ ...named, file: (inside ?? address).slice(1) }]
  })
}

/** Addresses in templates, and in documents and styles in the public folder; not those computed at run time. */
export async function loadFileAddresses(root: string, config: SiteConfig, publicFiles: readonly string[]) {
  const { publicDir, head } = config
  const styles = new Set(head.map(({ attributes }) => String(attributes['href']).replace(/^\//, '')))
  const served = publicFiles
    .filter(name => /\.html?$/i.test(name) || (name.endsWith('.css') && styles.has(name)))
    .map(name => ({ file: path.posix.join(publicDir, name), from: `/${name}` }))
  const templates = (await listFiles(path.join(root, 'templates')))
    .filter(name => /\.(?:tsx|css)$/.test(name))
    .map(name => ({ file: `templates/${name}`, from: '' }))
  const found = await Promise.all(
    [...served, ...templates].map(async ({ file, from }) => {
      const text = await readFile(path.join(root, file), 'utf8')
      return scanFile(text, file).map((load): NamedAddress => {
        const { url } = load
        // In styles of templates, relative addresses start at their file, others in the public folder.
        if (from !== '' || /^[/#']/.test(url) || isOutside(url)) return { ...load, from: from || '/' }
        const target = safeDecode(url.replace(/[?#].*/s, ''))
        return { ...load, from, exists: existsSync(path.join(root, path.dirname(file), target)) }
      })
    }),
  )
  return found.flat()
}

/** Addresses in a document, a template or styles; inline code counts once. */
export function scanFile(text: string, file: string): Load[] {
  const breaks = [-1, ...Array.from(text.matchAll(/\n/g), ({ index }) => index)]
  const placeAt = (index: number) => {
    const line = breaks.findLastIndex(at => at < index)
    return { file, line: line + 1, column: index - (breaks[line] ?? 0) }
  }
  if (file.endsWith('.css'))
    return cssAddresses(text).map(({ url, index, kind }) => {
      return { directive: STYLED[kind], url, place: placeAt(index) }
    })
  const inline = new Set<string>()
  // Comments in templates don't count.
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  const isTemplate = file.endsWith('.tsx')
  const source = isTemplate ? text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, blank) : text
  return scanTags(source).flatMap(tag => {
    const all = isTemplate ? [...tagAddresses(tag), ...innerAddresses(tag)] : tagUses(tag)
    const found = all.filter(({ directive, url }) => url !== INLINE || !inline.has(directive))
    for (const { directive, url } of found) if (url === INLINE) inline.add(directive)
    return found.map(address => ({ ...address, place: placeAt(tag.nameEnd - tag.name.length) }))
  })
}

const INLINE = "'unsafe-inline'"

type TagUses = Pick<Tag, 'name' | 'attributes'>

export function tagUses(tag: TagUses): Load[] {
  return [...tagAddresses(tag), ...inlineDirectives(tag).map(directive => ({ directive, url: INLINE }))]
}

/** Addresses that are written out, unlike `src={logo}`. */
function tagAddresses({ name, attributes }: TagUses): Load[] {
  const values = Object.fromEntries(attributes.map(({ name: key, value }) => [key, value]))
  const kinds = ELEMENT_ADDRESSES.get(name) ?? {}
  return attributes.flatMap(({ name: attribute, value }) => {
    const kind = attribute === 'srcset' ? undefined : kinds[attribute]
    const directive = kind ? DIRECTIVES[kind] : headDirective(name, attribute, values)
    const url = value.replaceAll('&amp;', '&').trim()
    return directive && /^(?:https?:)?\/\//i.test(url) ? [{ directive, url }] : []
  })
}

/** Addresses of the site that a template writes out. */
function innerAddresses({ attributes }: Tag) {
  return attributes.flatMap(({ name, value }) =>
    /^(?:href|src)$/.test(name) && /^\/(?!\/)/.test(value) ? [{ directive: '', url: value }] : [],
  )
}

function inlineDirectives({ name, attributes }: TagUses) {
  const names = attributes.map(attribute => attribute.name)
  const type = attributes.find(attribute => attribute.name === 'type')?.value ?? ''
  const isData = /json|template|text\/(?!javascript)/i.test(type)
  const runs = name === 'script' ? !names.includes('src') && !isData : names.some(key => /^on[a-z]/.test(key))
  const hasStyle = name === 'style' || names.includes('style')
  return [...(runs ? ['script-src'] : []), ...(hasStyle ? ['style-src'] : [])]
}

/** Fallback directives for a missing one. Others aren't restricted then. */
const FALLBACKS: Record<string, readonly string[]> = {
  'frame-src': ['child-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
}
const FETCHED = /^(?:child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src$/

/** Of a repeated directive the first counts, as in browsers. */
export function parsePolicy(text: string): Policy {
  const policy: Record<string, string[]> = {}
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    if (name !== '') policy[name.toLowerCase()] ??= sources
  }
  return policy
}

type Sources = readonly string[] | undefined

function widenPolicy(policy: Policy, added: readonly (readonly [directive: string, Sources])[]) {
  const widened = { ...policy }
  for (const [directive, sources] of added)
    if (sources?.length) widened[directive] = joinSources(effectiveSources(widened, directive), sources)
  return widened
}

/** `'none'` stays only if nothing else is added. */
function joinSources(own: Sources = [], added: readonly string[]): readonly string[] {
  const all = [...own, ...added]
  const named = new Set(all.filter(source => source !== "'none'"))
  return named.size > 0 ? [...named] : all.slice(0, 1)
}

/** Allows what either allows; a directive that only one of them speaks of is that one's. */
export function joinPolicies(first: Policy, second: Policy): Policy {
  const joined = { ...first }
  for (const directive of Object.keys({ ...first, ...second })) {
    const added = effectiveSources(second, directive)
    if (added) joined[directive] = joinSources(effectiveSources(first, directive), added)
  }
  return joined
}

/** Sources that hold for a directive; undefined where the policy doesn't restrict it. */
function effectiveSources(policy: Policy, directive: string): Sources {
  const fallbacks = FALLBACKS[directive] ?? (FETCHED.test(directive) ? ['default-src'] : [])
  return [directive, ...fallbacks].map(name => policy[name]).find(sources => sources !== undefined)
}

/** `wanted`: an absolute address of another origin, or a keyword such as `'self'`. */
export function policyAllows(policy: Policy, directive: string, wanted: string) {
  const sources = effectiveSources(policy, directive)
  if (sources === undefined) return true
  if (wanted.startsWith("'")) return sources.includes(wanted)
  return URL.canParse(wanted) && sources.some(source => matchesSource(source, new URL(wanted)))
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?(\*|[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i

function matchesSource(source: string, url: URL) {
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
function isScheme(scheme: string, { protocol }: URL) {
  const name = `${scheme.toLowerCase()}:`
  return protocol === name || (name === 'http:' && protocol === 'https:')
}
