import type { Site } from '../schema/site.ts'
import { localAddress, withBase, safeDecode } from '../shared/addresses.ts'
import { formerAddresses, isReformed } from '../site/former-addresses.ts'
import { escapePattern } from '../lib/escape-pattern.ts'

/** One redirect as hosts are told of it: encoded addresses with base. */
export interface Rule {
  from: string
  to: string
  /** True for the `index.html` form of a folder: there is a file at that address, which the host must not serve. */
  index: boolean
}

/** Who reads the rules: Netlify, Cloudflare Pages, GitLab Pages and Apache (`lists`), Vercel, nginx. */
export type RuleReader = 'lists' | 'vercel' | 'nginx'

/**
 * Configured redirects, the `index.html` form of every folder (H-IDX-1) and former addresses of pages, with base: the
 * special before the general.
 */
export function allRedirects(site: Site, reader: RuleReader = 'lists'): Rule[] {
  const { base } = site.config
  // A folder of a single page, as addresses without `.html` have them, is no folder that anybody knows.
  const folders = [...site.pages, ...site.fallbacks]
    .filter(({ record }) => record.path.endsWith('/') && !isReformed(record, site.config.urls))
    .map(page => page.record.path)
  const rules: Rule[] = [
    ...[...site.redirects, ...formerAddresses(site).filter(rule => isRuleFor(reader, rule))].map(
      ({ from, to }) => ({
        from: withBase(base, from),
        to: localAddress(base, to),
        index: false,
      }),
    ),
    ...folders.map(path => ({
      from: withBase(base, `${path}index.html`),
      to: withBase(base, path),
      index: true,
    })),
  ]
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

/** Grows with the number of addresses that a rule is for: most hosts take the first that fits. */
function reach({ from }: Rule): number {
  return isWildcard(from) ? 1 / from.length : 0
}

/** True for a source that stands for everything that begins so. */
export function isWildcard(from: string): boolean {
  return from.endsWith('*')
}

/** Netlify and Cloudflare Pages; rules of the site's own file come first. */
export function redirectRules(rules: readonly Rule[], own: string | undefined): string {
  const lines = rules.map(({ from, to }) => `${from} ${to} 301`)
  return [...(own ? [own.trimEnd()] : []), ...lines].join('\n') + '\n'
}

/** Vercel reads a source as a pattern: what means something in it is escaped, and the rest of a wildcard has a name. */
export function vercelRules(rules: readonly Rule[]): object[] {
  return rules.map(({ from, to }) => {
    const fixed = isWildcard(from) ? from.slice(0, -1) : from
    const escaped = fixed.replace(/[()[\]{}:*+?!$^|\\]/g, '\\$&')
    return { source: isWildcard(from) ? `${escaped}:splat(.*)` : escaped, destination: to, permanent: true }
  })
}

/**
 * Apache serves the documents of redirects. For wildcards there are none: they and what is special among them become rules,
 * which count before files. Apache matches decoded paths and encodes what it answers. It puts a reader's query behind the
 * whole target, its hash included, unless that has one: an empty one.
 */
export function apacheRules(rules: readonly Rule[]): string[] {
  const prefixes = rules.filter(({ from }) => isWildcard(from)).map(({ from }) => from.slice(0, -1))
  const covered = rules.filter(
    ({ from, index }) => !index && prefixes.some(prefix => from.startsWith(prefix)),
  )
  const lines = covered.map(({ from, to }) => {
    const pattern = escapePattern(safeDecode(from.replace(/\*$/, ''))) + (isWildcard(from) ? '(.*)' : '')
    const target = decodePathOf(to)
      .replace(/[$\\]/g, '\\$&')
      .replace(':splat', '$1')
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
  const lines = rules.map(({ from, to, index }) => {
    const answer = `return 301 ${quote(withQuery(to.replaceAll('$', '%24')))};`
    if (isWildcard(from)) return nginxWildcard(from.slice(0, -1), answer)
    if (!index) return `location = ${quote(safeDecode(from))} { ${answer} }`
    return `if ($request_uri ~ ${quote(`^${escapePattern(from)}(?:\\?|$)`)}) { ${answer} }`
  })
  return lines.join('\n') + '\n'
}

/** The longest prefix counts, exact locations before it. The address as it was asked for is encoded: what is put in its place stays so. */
function nginxWildcard(prefix: string, answer: string): string {
  const asked = quote(`^${escapePattern(prefix)}([^?]*)`)
  return `location ^~ ${quote(safeDecode(prefix))} { if ($request_uri ~ ${asked}) { ${answer.replace(':splat', '$1')} } return 404; }`
}

/** The reader's query goes along, before the hash. */
function withQuery(to: string): string {
  const [path = '', hash] = to.split('#')
  return (path.includes('?') ? path : `${path}$is_args$args`) + (hash === undefined ? '' : `#${hash}`)
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
