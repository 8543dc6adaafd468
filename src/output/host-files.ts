import type { SiteConfig } from '../schema/config.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Redirect, Site } from '../schema/site.ts'
import { withBase } from '../site/links.ts'

/** Files by which static hosts learn of redirects, headers and crawling rules, all from one table (H-RED-1, H-CACHE-1). */
export function createHostFiles(site: Site, publicFiles: ReadonlyMap<string, string>): OutputFile[] {
  const redirects = allRedirects(site)
  return [
    { path: '_redirects', content: redirectRules(redirects, publicFiles.get('_redirects')) },
    { path: '_headers', content: headerRules(site.config, publicFiles.get('_headers')) },
    { path: 'vercel.json', content: vercelRules(redirects) },
    { path: 'nginx-redirects.conf', content: nginxRules(redirects) },
    { path: 'robots.txt', content: publicFiles.get('robots.txt') ?? robots(site) },
    { path: '.nojekyll', content: '' },
  ].filter(file => !(file.path === 'vercel.json' && publicFiles.has('vercel.json')))
}

interface Rule {
  from: string
  to: string
}

/** Configured redirects and the `index.html` form of every folder (H-IDX-1), with base, sorted. */
function allRedirects(site: Site): Rule[] {
  const { base } = site.config
  const folders = site.pages.map(page => page.record.path).filter(path => path.endsWith('/'))
  const rules: Rule[] = [
    ...site.redirects.map(({ from, to }) => ({ from: withBase(base, from), to: targetOf(to, base) })),
    ...folders.map(path => ({ from: withBase(base, `${path}index.html`), to: withBase(base, path) })),
  ]
  return rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Address of a redirect's target with base; absolute ones stay. */
export function targetOf(to: Redirect['to'], base: string): string {
  return /^https?:\/\//.test(to) ? to : withBase(base, to)
}

/** Netlify and Cloudflare Pages; rules of the site's own file come first. */
function redirectRules(rules: readonly Rule[], own: string | undefined): string {
  const lines = rules.map(({ from, to }) => `${from} ${to} 301`)
  return [...(own ? [own.trimEnd()] : []), ...lines].join('\n') + '\n'
}

/**
 * The policy that every page holds (quality 3.2): nothing inline, nothing from elsewhere but the hosts of a hosted
 * search that the site's owner configured.
 */
export function contentSecurityPolicy(search: SiteConfig['theme']['search']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...searchHosts(search)].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

function searchHosts(search: SiteConfig['theme']['search']): string[] {
  if (typeof search !== 'object' || !search.key || !search.indexName) return []
  if (search.hosts.length > 0) return search.hosts
  const id = search.appId.toLowerCase()
  return [
    `https://${id}-dsn.algolia.net`,
    ...[1, 2, 3].map(number => `https://${id}-${number}.algolianet.com`),
  ]
}

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

function headerRules({ base, theme }: SiteConfig, own: string | undefined): string {
  const rules: [string, string[]][] = [
    [
      `${base}*`,
      [
        `Content-Security-Policy: ${contentSecurityPolicy(theme.search)}; upgrade-insecure-requests`,
        'X-Content-Type-Options: nosniff',
        'Referrer-Policy: strict-origin-when-cross-origin',
        `Permissions-Policy: ${PERMISSIONS.map(name => `${name}=()`).join(', ')}`,
        'Cross-Origin-Opener-Policy: same-origin',
        'Cache-Control: no-cache',
      ],
    ],
    ...HASHED.map((folder): [string, string[]] => [`${base}${folder}/*`, IMMUTABLE]),
    [
      `${base}*.svg`,
      [
        '! Content-Security-Policy',
        "Content-Security-Policy: sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ],
    ],
  ]
  const text = rules.map(([path, headers]) => `${path}\n${headers.map(header => `  ${header}`).join('\n')}`)
  return [...text, ...(own ? [own.trimEnd()] : [])].join('\n') + '\n'
}

/** Folders in which every name has a hash of its content. */
const HASHED = ['assets/js', 'assets/css', 'assets/img', 'assets/media', 'assets/search', 'offline']

const IMMUTABLE = ['! Cache-Control', 'Cache-Control: public, max-age=31536000, immutable']

function vercelRules(rules: readonly Rule[]): string {
  const redirects = rules.map(({ from, to }) => ({ source: from, destination: to, permanent: true }))
  return JSON.stringify({ redirects }, undefined, 2) + '\n'
}

function nginxRules(rules: readonly Rule[]): string {
  return (
    rules.map(({ from, to }) => `rewrite ^${escapePattern(decodeURI(from))}$ ${to} permanent;`).join('\n') +
    '\n'
  )
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\ ]/g, '\\$&')
}

function robots(site: Site): string {
  const { url, base, noindex } = site.config
  const lines = ['User-agent: *', noindex ? 'Disallow: /' : 'Allow: /']
  if (url && !noindex) lines.push(`Sitemap: ${url}${base}sitemap.xml`)
  return lines.join('\n') + '\n'
}
