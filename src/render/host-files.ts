import type { LoadedSite } from '../load.ts'
import { packagedScript } from '../bundle/scripts.ts'
import { hashContent } from '../lib/hash.ts'
import { escapePattern } from '../lib/text.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Site } from '../schema/site.ts'
import { documentPath, isWebAddress, localAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { escapeHtml } from '../shared/escape.ts'
import { POLICY_HEADER } from '../shared/http.ts'
import { HOST_FILES, type HostFile } from '../site/assets.ts'
import { isIcon } from '../site/head.ts'
import {
  CONTENT_TYPE,
  coversPattern,
  createHeaderRules,
  expressionOf,
  type HeaderRule,
  isSameName,
  readHeadersFile,
  readVercelFile,
  splitOwnFile,
} from '../site/headers.ts'
import { formerAddresses, isReformed } from '../site/redirects.ts'
import { attributes, configuredTags } from './files/page.ts'
import { type Staging, writeMissing } from './files/staging.ts'
import { createSitemap } from './machine-files.ts'

interface HostRules {
  config: Pick<SiteConfig, 'base' | 'urls'>
  headers: readonly HeaderRule[]
  redirects(syntax?: RedirectSyntax): Rule[]
}

/** docsgen's policy, if any, contains those for the whole site in the site's own file (`own`). */
export function hostFile(name: HostFile, rules: HostRules, own?: string) {
  const [first] = rules.headers
  const isJoined = own !== undefined && first?.headers[POLICY_HEADER] !== undefined
  return HOSTS[name](rules, isJoined ? splitOwnFile(name, own, first.pattern).rest : own)
}

/** `own`: text of the site's own file. */
const HOSTS: Record<HostFile, (rules: HostRules, own?: string) => string> = {
  _redirects: redirectsFile,
  _headers: headersFile,
  'vercel.json': vercelFile,
  'nginx-redirects.conf': nginxRedirects,
  'nginx-headers.conf': nginxHeaders,
  '.htaccess': apacheFile,
  '.nojekyll': () => '',
}

/** `versions`: old versions of the site. */
export async function emitHostFiles(loaded: LoadedSite, staging: Staging, versions: readonly Site[]) {
  const { site, hostFiles } = loaded
  await writeMissing(staging, [...createHostFiles(site, hostFiles, versions), ...createSitemap(site)])
  await emitRedirects(site, staging)
}

export function createHostFiles(
  site: Site,
  own: ReadonlyMap<string, string>,
  versions: readonly Site[] = [],
) {
  const { url, base, noindex } = site.config
  const rules: HostRules = {
    config: site.config,
    headers: createHeaderRules(site, versions),
    redirects: syntax => [site, ...versions].flatMap(each => allRedirects(each, syntax)),
  }
  const sitemap = url && !noindex ? `Sitemap: ${url}${base}sitemap.xml` : ''
  const robots = joinLines(['User-agent: *', noindex ? 'Disallow: /' : 'Allow: /', sitemap])
  return [
    ...HOST_FILES.map(name => ({ path: name, content: hostFile(name, rules, own.get(name)) })),
    { path: 'robots.txt', content: own.get('robots.txt') ?? robots },
    ...versions.map(({ config }) => ({
      path: `${config.base.slice(base.length)}.htaccess`,
      content: `${notFound(config.base)}\n`,
    })),
  ]
}

interface Rule {
  from: string
  to: string
  /** The `*` at the end of the source is a wildcard. */
  wildcard: boolean
  /** The `index.html` form of a folder: the host must redirect although the file exists. */
  index: boolean
}

/** `lists`: Netlify, Cloudflare Pages, GitLab Pages and Apache. */
type RedirectSyntax = 'lists' | 'vercel' | 'nginx'

export function allRedirects(site: Site, syntax: RedirectSyntax = 'lists'): Rule[] {
  const { base, urls } = site.config
  // Nobody links to the `index.html` of a folder that exists only because of `urls`.
  const records = [...site.pages, ...site.fallbacks].map(({ record }) => record)
  const folders = records.filter(record => record.path.endsWith('/') && !isReformed(record, urls))
  // Hosts other than nginx redirect between `/a`, `/a/` and `/a.html` themselves, so most rules of ours could cause
  // a loop: there, readers get redirect documents.
  const former = formerAddresses(site).filter(({ from, to }) => {
    if (syntax === 'nginx' || (syntax === 'vercel' && to.endsWith('.html'))) return true
    return from.endsWith('.html') && to.endsWith('/')
  })
  const rule = (from: string, to: string, { wildcard = false, index = false } = {}) => {
    // Encodes what ends a field or line of a rule, or isn't valid in an address.
    const target = localAddress(base, to).replace(/[^\w!#$%&'()*+,./:;=?@~[\]-]/gu, encodeURIComponent)
    return { from: withBase(base, from), to: target, wildcard, index }
  }
  const rules = [
    ...site.redirects.map(({ from, to }) => rule(from, to, { wildcard: from.endsWith('*') })),
    ...former.map(({ from, to }) => rule(from, to)),
    ...folders.map(({ path }) => rule(`${path}index.html`, path, { index: true })),
  ]
  // The first rule that matches wins.
  const reach = ({ from, wildcard }: Rule) => (wildcard ? 1 / from.length : 0)
  return rules.toSorted((a, b) => reach(a) - reach(b) || (a.from < b.from ? -1 : 1))
}

function fixedPart({ from, wildcard }: Rule) {
  return wildcard ? from.slice(0, -1) : from
}

function quote(text: string) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Parts may have several lines or none. */
function joinLines(parts: readonly string[]) {
  const lines = parts.map(part => part.trimEnd()).filter(Boolean)
  return lines.join('\n') + '\n'
}

/** For Netlify and Cloudflare Pages. */
function redirectsFile({ redirects }: HostRules, own = '') {
  // A literal `*` can't be expressed.
  const lines = redirects()
    .filter(({ from, wildcard }) => wildcard || !from.includes('*'))
    .map(({ from, to }) => `${from} ${to} 301`)
  return joinLines([own, ...lines])
}

/** Netlify and Cloudflare Pages would join two values, so those of the site's own file win. */
function headersFile({ headers: rules }: HostRules, own = '') {
  const given = readHeadersFile(own)
  const blocks = rules.flatMap(({ pattern, headers }) => {
    const isGiven = (wanted: string) =>
      given.some(({ name, pattern: wider }) => isSameName(name, wanted) && coversPattern(wider, pattern))
    const lines = Object.entries(headers)
      .filter(([name]) => name === POLICY_HEADER || !isGiven(name))
      .map(([name, value]) => `  ${name}: ${value}`)
    return lines.length > 0 ? [[pattern, ...lines].join('\n')] : []
  })
  return joinLines([...blocks, own])
}

/** The site's own rules win: Vercel uses the first redirect and the last header. */
function vercelFile({ config, headers, redirects }: HostRules, own = '{}') {
  const settings = readVercelFile(own)
  // Invalid JSON isn't changed.
  if (!settings) return own
  const listOf = (key: string) => (Array.isArray(settings[key]) ? (settings[key] as unknown[]) : [])
  const ours = headers.map(({ pattern, headers: values }) => ({
    source: pattern.replace(/[()[\]{}:+?!$^|\\.]/g, '\\$&').replaceAll('*', '(.*)'),
    headers: Object.entries(values).map(([key, value]) => ({ key, value })),
  }))
  const merged = {
    ...(config.urls === 'clean' && { cleanUrls: true }),
    ...settings,
    redirects: [...listOf('redirects'), ...redirects('vercel').map(vercelRedirect)],
    headers: [...ours, ...listOf('headers')],
  }
  return JSON.stringify(merged, undefined, 2) + '\n'
}

function vercelRedirect(rule: Rule) {
  // Unlike `encodeURIComponent`, which leaves `(`, `)` and `*` as they are.
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  const escaped = fixedPart(rule).replace(/[()[\]{}:*+?!$^|\\]/g, '\\$&')
  const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(rule.to) ?? []
  return {
    source: rule.wildcard ? `${escaped}:splat(.*)` : escaped,
    destination: origin + path.replace(/[()*+]|:(?!splat)/g, encode),
    permanent: true,
  }
}

/** Tests `$request_uri`, because the `index` directive asks for `index.html` internally. */
function nginxRedirects({ redirects }: HostRules) {
  const lines = redirects('nginx').map(rule => {
    const { from, to, wildcard, index } = rule
    const answer = `return 301 ${quote(withQuery(to.replaceAll('$', '%24')))};`
    const condition = (rest: string) =>
      `if ($request_uri ~ ${quote(`^${requestPattern(fixedPart(rule))}${rest}`)})`
    if (index) return `${condition('(?:\\?|$)')} { ${answer} }`
    if (!wildcard) return `location = ${quote(safeDecode(from))} { ${answer} }`
    // What replaces `:splat` stays encoded.
    const inside = `${condition('([^?]*)')} { ${answer.replaceAll(':splat', '$1')} } return 404;`
    return `location ^~ ${quote(safeDecode(fixedPart(rule)))} { ${inside} }`
  })
  return joinLines(lines)
}

/** A character may be requested encoded, in either case, or not. */
function requestPattern(address: string) {
  return Array.from(safeDecode(address), sign => {
    if (/[\w/.~-]/.test(sign)) return escapePattern(sign)
    const bytes = Array.from(Buffer.from(sign), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
    return /\p{Cc}/u.test(sign) ? `(?i:${bytes})` : `(?:${escapePattern(sign)}|(?i:${bytes}))`
  }).join('')
}

function withQuery(to: string) {
  const [path = '', hash] = to.split('#')
  return (path.includes('?') ? path : `${path}$is_args$args`) + (hash === undefined ? '' : `#${hash}`)
}

/** Variables hold the values, so that each header is sent once and a later rule wins. */
function nginxHeaders({ headers: rules }: HostRules) {
  const variable = (name: string) => `$docsgen_${name.toLowerCase().replaceAll('-', '_')}`
  const names = new Set(rules.flatMap(({ headers }) => Object.keys(headers)))
  names.delete(CONTENT_TYPE)
  const unset = [...names].filter(name => rules[0]?.headers[name] === undefined)
  const set = rules.flatMap(({ pattern, headers: { [CONTENT_TYPE]: _type, ...headers } }, index) => {
    const lines = Object.entries(headers).map(([name, value]) => `set ${variable(name)} ${quote(value)};`)
    if (index === 0 || lines.length === 0) return lines
    return [`if ($uri ~ ${quote(expressionOf(pattern))}) { ${lines.join(' ')} }`]
  })
  const types = rules.flatMap(({ pattern, headers: { [CONTENT_TYPE]: type } }) =>
    type ? [`location ~ ${quote(expressionOf(pattern))} { types { } default_type ${quote(type)}; }`] : [],
  )
  const send = [...names].map(name => `add_header ${name} ${variable(name)} always;`)
  return joinLines([...unset.map(name => `set ${variable(name)} "";`), ...set, ...send, ...types])
}

/** The site's own lines win: Apache uses the last header and the first redirect. */
function apacheFile({ config: { base, urls }, headers: rules, redirects }: HostRules, own = '') {
  const blocks = rules.flatMap(({ pattern, headers }, index) => {
    const set = Object.entries(headers).map(([name, value]) => `Header always set ${name} ${quote(value)}`)
    if (index === 0) return set
    const condition = `<If "%{REQUEST_URI} =~ m#${expressionOf(pattern).replaceAll('#', '\\#')}#">`
    return [condition, ...set.map(line => `  ${line}`), '</If>']
  })
  const last = [...apacheRedirects(redirects()), ...(urls === 'clean' ? apacheEndings(base) : [])]
  return joinLines([...ifModule('headers', blocks), notFound(base), own, ...last])
}

function ifModule(name: string, lines: readonly string[]) {
  return [`<IfModule mod_${name}.c>`, ...lines.map(line => `  ${line}`), '</IfModule>']
}

/** Other hosts find the document by its name. */
function notFound(base: string) {
  return `ErrorDocument 404 "${base}404.html"`
}

/** Rules for wildcards, which can't have documents, and for redirects that they would cover. They match decoded paths. */
function apacheRedirects(rules: readonly Rule[]) {
  const prefixes = rules.filter(({ wildcard }) => wildcard).map(fixedPart)
  const isCovered = (from: string) => prefixes.some(prefix => from.startsWith(prefix))
  const covered = rules.filter(({ from, index }) => !index && isCovered(from))
  const lines = covered.map(rule => {
    const text = escapePattern(safeDecode(fixedPart(rule)))
    // Control characters could end the line.
    const pattern = text.replace(/\p{Cc}/gu, sign => `\\x${Buffer.from(sign, 'latin1').toString('hex')}`)
    const decoded = rule.to.replace(/^[^?#]*/, safeDecode)
    // Without an empty query, Apache would put that of the request after the hash.
    const target = (/\p{Cc}/u.test(decoded) ? rule.to : decoded)
      .replace(/[$\\]/g, '\\$&')
      .replaceAll(':splat', '$1')
      .replace(/^[^?#]*(?=#)/, '$&?')
    return `RedirectMatch 301 ${quote(`^${pattern}${rule.wildcard ? '(.*)' : ''}$`)} ${quote(target)}`
  })
  return lines.length > 0 ? ifModule('alias', lines) : []
}

/** `RewriteRule` takes backslashes in quotes as they are. */
function apacheEndings(base: string) {
  const target = base.replace(/[$%\\"]/g, '\\$&')
  const redirect = (pattern: string, path: string) => [
    'RewriteCond %{ENV:REDIRECT_STATUS} ^$',
    `RewriteRule "${pattern}" "${target}${path}" [R=301,L]`,
  ]
  return ifModule('rewrite', [
    'DirectorySlash Off',
    'RewriteEngine On',
    ...redirect('^(.*/)?index\\.html$', '$1'),
    ...redirect('^(.+)\\.html$', '$1'),
    'RewriteCond %{REQUEST_FILENAME} !-f',
    'RewriteCond %{REQUEST_FILENAME}.html -f',
    'RewriteRule "^(.+[^/])$" "$1.html" [B=%#?,L]',
    'RewriteCond %{REQUEST_FILENAME}/index.html -f',
    ...redirect('^(.+[^/])$', '$1/'),
    'RewriteCond %{REQUEST_FILENAME} !-d',
    'RewriteCond %{REQUEST_FILENAME}.html -f',
    ...redirect('^(.+)/$', '$1'),
  ])
}

/** None from `/x/` to `/x`, because some servers would then redirect in a loop. */
export async function emitRedirects(site: Site, staging: Staging) {
  const { config } = site
  const redirects = [...site.redirects.filter(({ from }) => !from.endsWith('*')), ...formerAddresses(site)]
    .filter(({ from, to }) => from !== `${to}/` && documentPath(from) !== documentPath(to))
    .map(({ from, to }) => ({ from, to: localAddress(config.base, to) }))
  await writeMissing(staging, await redirectDocuments(redirects, config))
}

/** For hosts without rules. `to` includes the base. */
export async function redirectDocuments(redirects: readonly Pick<Rule, 'from' | 'to'>[], config: SiteConfig) {
  if (redirects.length === 0) return []
  const content = await packagedScript('redirect')
  const script = `assets/js/redirect.${hashContent(content).toUpperCase()}.js`
  const documents = redirects.map(({ from, to }) => ({
    path: documentPath(from),
    content: renderRedirect(to, config.base + script, config),
  }))
  return [{ path: script, content }, ...documents]
}

/** Without scripts, browsers follow the `<meta>`, which drops query and hash. */
export function renderRedirect(
  to: string,
  script: string,
  config: Pick<SiteConfig, 'url' | 'base' | 'head'>,
) {
  const { url, base, head } = config
  const target = escapeHtml(to)
  const address = isWebAddress(to) ? to : url && url + to
  const canonical = address && attributes({ rel: 'canonical', href: address.replace(/#.*/s, '') })
  const tags = [...(canonical ? [`<link${canonical}>`] : []), ...configuredTags(head.filter(isIcon), base)]
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${target}</title>
<meta name="robots" content="noindex">
<script src="${script}" data-to="${target}"></script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
${tags.map(tag => `${tag}\n`).join('')}</head>
<body>
<p><a href="${target}">${target}</a></p>
</body>
</html>
`
}
