import type { LoadedSite } from '../load.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import { documentPath, localAddress, withBase, isWebAddress, safeDecode } from '../shared/addresses.ts'
import { formerAddresses, isReformed } from '../site/redirects.ts'
import { quote } from '../site/headers.ts'
import type { SiteConfig } from '../schema/config.ts'
import { isIcon } from '../shared/public-files.ts'
import { attributes, configuredTags } from './files/document.ts'
import { escapeHtml } from '../shared/escape.ts'
import type { Site } from '../schema/site.ts'
import { escapePattern } from '../lib/text.ts'

/** Documents of redirects. */
export function emitRedirects(loaded: LoadedSite, staging: Staging): Promise<void> {
  return writeMissing(staging, redirectDocuments(loaded))
}

/** Writes files where nothing stands yet. */
export async function writeMissing(staging: Staging, files: readonly OutputFile[]): Promise<void> {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/**
 * A document for each redirect that a plain file server could not answer otherwise. None beside that of `/x` for `/x/`: some
 * servers would send readers of the one to the other for ever.
 */
function redirectDocuments({ site }: LoadedSite): OutputFile[] {
  return [...site.redirects.filter(({ from }) => !isWildcard(from)), ...formerAddresses(site)]
    .filter(({ from, to }) => from !== `${to}/` && documentPath(from) !== documentPath(to))
    .map(({ from, to }) => ({
      path: documentPath(from),
      content: renderRedirect(localAddress(site.config.base, to), site.config),
    }))
}

/** A document that only points elsewhere, for hosts without redirect rules. `to` is an address with base. */
export function renderRedirect(
  to: string,
  { url, base, head }: Pick<SiteConfig, 'url' | 'base' | 'head'>,
): string {
  const target = escapeHtml(to)
  const address = isWebAddress(to) ? to : url && url + to
  const canonical = address
    ? `<link${attributes({ rel: 'canonical', href: address.split('#')[0] ?? address })}>\n`
    : ''
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${target}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}">
${canonical}${configuredTags(head.filter(isIcon), base)
    .map(tag => `${tag}\n`)
    .join('')}</head>
<body>
<p><a href="${target}">${target}</a></p>
</body>
</html>
`
}

/** One redirect as hosts are told of it: encoded addresses with base. */
export interface Rule {
  from: string
  to: string
  /** True where `*` at the end of the source stands for everything that begins so; else it is a character of the address. */
  wildcard: boolean
  /** True for the `index.html` form of a folder: there is a file at that address, which the host must not serve. */
  index: boolean
}

/** Who reads the rules: Netlify, Cloudflare Pages, GitLab Pages and Apache (`lists`), Vercel, nginx. */
export type RuleReader = 'lists' | 'vercel' | 'nginx'

/**
 * Configured redirects, the `index.html` form of every folder and former addresses of pages, with base: the
 * special before the general.
 */
export function allRedirects(site: Site, reader: RuleReader = 'lists'): Rule[] {
  const { base } = site.config
  // A folder of a single page, as addresses without `.html` have them, is no folder that anybody knows.
  const folders = [...site.pages, ...site.fallbacks]
    .filter(({ record }) => record.path.endsWith('/') && !isReformed(record, site.config.urls))
    .map(page => page.record.path)
  const rules: Rule[] = [
    ...site.redirects.map(({ from, to }) => ({ from, to, wildcard: isWildcard(from), index: false })),
    ...formerAddresses(site)
      .filter(rule => isRuleFor(reader, rule))
      .map(rule => ({ ...rule, wildcard: false, index: false })),
    ...folders.map(to => ({ from: `${to}index.html`, to, wildcard: false, index: true })),
  ].map(rule => ({
    ...rule,
    from: withBase(base, rule.from),
    to: encodeTarget(localAddress(base, rule.to)),
  }))
  return rules.toSorted((a, b) => reach(a) - reach(b) || (a.from < b.from ? -1 : 1))
}

/**
 * nginx is told of every former address. The others bring their own forms of an address together, each in its way, and
 * would go round in circles by rules of ours: their readers find the documents that lead on.
 */
function isRuleFor(reader: RuleReader, { from, to }: Pick<Rule, 'from' | 'to'>): boolean {
  if (reader === 'nginx') return true
  if (reader === 'vercel' && to.endsWith('.html')) return true
  return from.endsWith('.html') && to.endsWith('/')
}

/** Encodes what ends a field or a line of a rule, and what isn't part of an address; percent escapes stay as they are. */
function encodeTarget(address: string): string {
  return address.replace(/[^\w!#$%&'()*+,./:;=?@~[\]-]/gu, encodeURIComponent)
}

/** Grows with the number of addresses that a rule is for: most hosts take the first that fits. */
function reach({ from, wildcard }: Rule): number {
  return wildcard ? 1 / from.length : 0
}

/** True for a configured source that stands for everything that begins so. */
export function isWildcard(from: string): boolean {
  return from.endsWith('*')
}

/** Netlify and Cloudflare Pages; rules of the site's own file come first. */
export function redirectRules(rules: readonly Rule[], own: string | undefined): string {
  // These hosts have no way to write a `*` that stands for itself.
  const lines = rules
    .filter(({ from, wildcard }) => wildcard || !from.includes('*'))
    .map(({ from, to }) => `${from} ${to} 301`)
  return [...(own ? [own.trimEnd()] : []), ...lines].join('\n') + '\n'
}

/**
 * Vercel reads both addresses as patterns: what means something in the source is escaped, in the path of the target encoded. The
 * rest of a wildcard has a name.
 */
export function vercelRules(rules: readonly Rule[]): object[] {
  return rules.map(({ from, to, wildcard }) => {
    const fixed = wildcard ? from.slice(0, -1) : from
    const escaped = fixed.replace(/[()[\]{}:*+?!$^|\\]/g, '\\$&')
    const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(to) ?? []
    const destination = path.replace(/[()*+]|:(?!splat)/g, encodeSign)
    return {
      source: wildcard ? `${escaped}:splat(.*)` : escaped,
      destination: origin + destination,
      permanent: true,
    }
  })
}

/** Unlike `encodeURIComponent`, which leaves `(`, `)` and `*` as they are. */
function encodeSign(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * Apache serves the documents of redirects. For wildcards there are none: they and what is special among them become rules,
 * which count before files. Apache matches decoded paths and encodes what it answers. It puts a reader's query behind the
 * whole target, its hash included, unless that has one: an empty one.
 */
export function apacheRules(rules: readonly Rule[]): string[] {
  const prefixes = rules.filter(({ wildcard }) => wildcard).map(({ from }) => from.slice(0, -1))
  const covered = rules.filter(
    ({ from, index }) => !index && prefixes.some(prefix => from.startsWith(prefix)),
  )
  const lines = covered.map(({ from, to, wildcard }) => {
    const fixed = wildcard ? from.slice(0, -1) : from
    const pattern = escapeControls(escapePattern(safeDecode(fixed))) + (wildcard ? '(.*)' : '')
    const target = decodePathOf(to)
      .replace(/[$\\]/g, '\\$&')
      .replaceAll(':splat', '$1')
      .replace(/^[^?#]*(?=#)/, '$&?')
    return `  RedirectMatch 301 ${quote(`^${pattern}$`)} ${quote(target)}`
  })
  return lines.length > 0 ? ['<IfModule mod_alias.c>', ...lines, '</IfModule>'] : []
}

/**
 * Apache finds the documents of addresses that have no ending, and sends readers of those that have one there. Unlike
 * other directives, `RewriteRule` takes backslashes in quotes as they are.
 */
export function apacheEndings(base: string): string[] {
  const target = base.replace(/[$%\\"]/g, '\\$&')
  const redirect = (pattern: string, path: string) => [
    '  RewriteCond %{ENV:REDIRECT_STATUS} ^$',
    `  RewriteRule "${pattern}" "${target}${path}" [R=301,L]`,
  ]
  return [
    '<IfModule mod_rewrite.c>',
    '  DirectorySlash Off',
    '  RewriteEngine On',
    ...redirect('^(.*/)?index\\.html$', '$1'),
    ...redirect('^(.+)\\.html$', '$1'),
    '  RewriteCond %{REQUEST_FILENAME} !-f',
    '  RewriteCond %{REQUEST_FILENAME}.html -f',
    '  RewriteRule "^(.+[^/])$" "$1.html" [B=%#?,L]',
    '  RewriteCond %{REQUEST_FILENAME}/index.html -f',
    ...redirect('^(.+[^/])$', '$1/'),
    '  RewriteCond %{REQUEST_FILENAME} !-d',
    '  RewriteCond %{REQUEST_FILENAME}.html -f',
    ...redirect('^(.+)/$', '$1'),
    '</IfModule>',
  ]
}

/** Control characters of file names would end a line. */
function escapeControls(pattern: string): string {
  return pattern.replace(/\p{Cc}/gu, sign => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** With its path decoded; what would end a line of the file stays as it is. */
function decodePathOf(address: string): string {
  const decoded = address.replace(/^[^?#]*/, safeDecode)
  return /\p{Cc}/u.test(decoded) ? address : decoded
}

/**
 * To be included in a `server` block of nginx. An exact location answers redirects. For `index.html` the address as it was
 * asked for decides: the `index` directive asks for the same file internally, and would be sent back for ever.
 */
export function nginxRules(rules: readonly Rule[]): string {
  const lines = rules.map(({ from, to, wildcard, index }) => {
    const answer = `return 301 ${quote(withQuery(to.replaceAll('$', '%24')))};`
    if (wildcard) return nginxWildcard(from.slice(0, -1), answer)
    if (!index) return `location = ${quote(safeDecode(from))} { ${answer} }`
    return `if ($request_uri ~ ${quote(`^${askedPattern(from)}(?:\\?|$)`)}) { ${answer} }`
  })
  return lines.join('\n') + '\n'
}

/** The longest prefix counts, exact locations before it. The address as it was asked for is encoded: what is put in its place stays so. */
function nginxWildcard(prefix: string, answer: string): string {
  const asked = quote(`^${askedPattern(prefix)}([^?]*)`)
  return `location ^~ ${quote(safeDecode(prefix))} { if ($request_uri ~ ${asked}) { ${answer.replaceAll(':splat', '$1')} } return 404; }`
}

/** Matches an address as it was asked for: a sign may be encoded, in either case, or not. */
function askedPattern(address: string): string {
  return Array.from(safeDecode(address), sign => {
    if (/[\w/.~-]/.test(sign)) return escapePattern(sign)
    const bytes = Array.from(Buffer.from(sign), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
    return /\p{Cc}/u.test(sign) ? `(?i:${bytes})` : `(?:${escapePattern(sign)}|(?i:${bytes}))`
  }).join('')
}

/** The reader's query goes along, before the hash. */
function withQuery(to: string): string {
  const [path = '', hash] = to.split('#')
  return (path.includes('?') ? path : `${path}$is_args$args`) + (hash === undefined ? '' : `#${hash}`)
}
