/** Documents of redirects, and the rules by which hosts answer them. */
import { escapePattern } from '../lib/text.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { documentPath, isWebAddress, localAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { escapeHtml } from '../shared/escape.ts'
import { isIcon } from '../site/head.ts'
import { quote } from '../site/headers.ts'
import { formerAddresses, isReformed } from '../site/redirects.ts'
import { attributes, configuredTags } from './files/page.ts'
import type { Staging } from './files/staging.ts'

/** Writes files where there is none yet. */
export async function writeMissing(staging: Staging, files: readonly OutputFile[]): Promise<void> {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/** Writes a document for each redirect; none of `/x/` beside that of `/x`: some servers would send readers round in circles. */
export function emitRedirects(site: Site, staging: Staging): Promise<void> {
  const documents = [...site.redirects.filter(({ from }) => !from.endsWith('*')), ...formerAddresses(site)]
    .filter(({ from, to }) => from !== `${to}/` && documentPath(from) !== documentPath(to))
    .map(({ from, to }) => ({
      path: documentPath(from),
      content: renderRedirect(localAddress(site.config.base, to), site.config),
    }))
  return writeMissing(staging, documents)
}

/** A document that only points elsewhere, for hosts without redirect rules. `to` is an address with base. */
export function renderRedirect(
  to: string,
  { url, base, head }: Pick<SiteConfig, 'url' | 'base' | 'head'>,
): string {
  const target = escapeHtml(to)
  const address = isWebAddress(to) ? to : url && url + to
  const canonical = address && { rel: 'canonical', href: address.split('#')[0] ?? address }
  const tags = [
    ...(canonical ? [`<link${attributes(canonical)}>`] : []),
    ...configuredTags(head.filter(isIcon), base),
  ]
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${target}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}">
${tags.map(tag => `${tag}\n`).join('')}</head>
<body>
<p><a href="${target}">${target}</a></p>
</body>
</html>
`
}

/** A redirect for hosts: encoded addresses with base. */
export interface Rule {
  from: string
  to: string
  /** True where `*` at the end of the source stands for everything that begins so; else it is a character of the address. */
  wildcard: boolean
  /** True for the `index.html` form of a folder: there is a file at that address, which the host must not serve. */
  index: boolean
}

/** Who reads the rules: Netlify, Cloudflare Pages, GitLab Pages and Apache (`lists`), Vercel, nginx. */
type RuleReader = 'lists' | 'vercel' | 'nginx'

/** Configured redirects, the `index.html` form of every folder and former addresses of pages: the special before the general. */
export function allRedirects(site: Site, reader: RuleReader = 'lists'): Rule[] {
  const { base, urls } = site.config
  // A folder of a single page, as addresses without `.html` have them, is no folder that anybody knows.
  const folders = [...site.pages, ...site.fallbacks].filter(
    ({ record }) => record.path.endsWith('/') && !isReformed(record, urls),
  )
  // nginx takes every former address. The others bring the forms of an address together themselves, each in its way, and
  // would go round in circles by rules of ours: their readers find the documents of redirects.
  const former = formerAddresses(site).filter(
    ({ from, to }) =>
      reader === 'nginx' ||
      (reader === 'vercel' && to.endsWith('.html')) ||
      (from.endsWith('.html') && to.endsWith('/')),
  )
  const rule = (from: string, to: string, { wildcard = false, index = false } = {}): Rule => {
    // What ends a field or a line of a rule, or isn't part of an address, is encoded.
    const target = localAddress(base, to).replace(/[^\w!#$%&'()*+,./:;=?@~[\]-]/gu, encodeURIComponent)
    return { from: withBase(base, from), to: target, wildcard, index }
  }
  const rules = [
    ...site.redirects.map(({ from, to }) => rule(from, to, { wildcard: from.endsWith('*') })),
    ...former.map(({ from, to }) => rule(from, to)),
    ...folders.map(({ record: { path } }) => rule(`${path}index.html`, path, { index: true })),
  ]
  // Most hosts take the first that fits.
  const reach = ({ from, wildcard }: Rule) => (wildcard ? 1 / from.length : 0)
  return rules.toSorted((a, b) => reach(a) - reach(b) || (a.from < b.from ? -1 : 1))
}

/** `_redirects` of Netlify and Cloudflare Pages; rules of the site's own file come first. */
export function redirectRules(rules: readonly Rule[], own: string | undefined): string {
  // These hosts have no way to write a `*` that stands for itself.
  const lines = rules
    .filter(({ from, wildcard }) => wildcard || !from.includes('*'))
    .map(({ from, to }) => `${from} ${to} 301`)
  return [...(own ? [own.trimEnd()] : []), ...lines].join('\n') + '\n'
}

/** Redirects of `vercel.json`: both addresses are patterns, in which the rest of a wildcard has a name. */
export function vercelRules(rules: readonly Rule[]): object[] {
  // Unlike `encodeURIComponent`, which leaves `(`, `)` and `*` as they are.
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  return rules.map(({ from, to, wildcard }) => {
    const escaped = fixedPart(from, wildcard).replace(/[()[\]{}:*+?!$^|\\]/g, '\\$&')
    const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(to) ?? []
    return {
      source: wildcard ? `${escaped}:splat(.*)` : escaped,
      destination: origin + path.replace(/[()*+]|:(?!splat)/g, encode),
      permanent: true,
    }
  })
}

function fixedPart(from: string, wildcard: boolean): string {
  return wildcard ? from.slice(0, -1) : from
}

/**
 * Lines for `.htaccess`. Apache serves the documents of redirects; for wildcards there are none: they and what is special among
 * them become rules, which count before files. Apache matches decoded paths and encodes what it answers. It puts a reader's query
 * after the whole target, its hash included, unless that has one: an empty one.
 */
export function apacheRules(rules: readonly Rule[]): string[] {
  const prefixes = rules.filter(({ wildcard }) => wildcard).map(({ from }) => fixedPart(from, true))
  const covered = rules.filter(
    ({ from, index }) => !index && prefixes.some(prefix => from.startsWith(prefix)),
  )
  const lines = covered.map(({ from, to, wildcard }) => {
    // Control characters of file names would end a line.
    const pattern = escapePattern(safeDecode(fixedPart(from, wildcard))).replace(
      /\p{Cc}/gu,
      sign => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    const decoded = to.replace(/^[^?#]*/, safeDecode)
    const target = (/\p{Cc}/u.test(decoded) ? to : decoded)
      .replace(/[$\\]/g, '\\$&')
      .replaceAll(':splat', '$1')
      .replace(/^[^?#]*(?=#)/, '$&?')
    return `  RedirectMatch 301 ${quote(`^${pattern}${wildcard ? '(.*)' : ''}$`)} ${quote(target)}`
  })
  return lines.length > 0 ? ['<IfModule mod_alias.c>', ...lines, '</IfModule>'] : []
}

/** Lines for `.htaccess` of a site whose addresses have no ending. `RewriteRule` takes backslashes in quotes as they are. */
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

/** For a `server` block of nginx. `$request_uri` decides on `index.html`: the `index` directive asks for it internally. */
export function nginxRules(rules: readonly Rule[]): string {
  const lines = rules.map(({ from, to, wildcard, index }) => {
    const answer = `return 301 ${quote(withQuery(to.replaceAll('$', '%24')))};`
    const asked = `^${requestPattern(fixedPart(from, wildcard))}`
    const condition = (pattern: string) => `if ($request_uri ~ ${quote(asked + pattern)})`
    if (index) return `${condition('(?:\\?|$)')} { ${answer} }`
    if (!wildcard) return `location = ${quote(safeDecode(from))} { ${answer} }`
    // The requested address is encoded: what is put in the place of `:splat` stays so.
    const inside = `${condition('([^?]*)')} { ${answer.replaceAll(':splat', '$1')} } return 404;`
    return `location ^~ ${quote(safeDecode(fixedPart(from, true)))} { ${inside} }`
  })
  return lines.join('\n') + '\n'
}

/** Matches an address as it is requested: a character may be encoded, in either case, or not. */
function requestPattern(address: string): string {
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
