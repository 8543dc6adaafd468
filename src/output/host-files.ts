import type { SiteConfig } from '../schema/config.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { allRedirects, nginxRules, redirectRules, vercelRules } from './host-redirects.ts'

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

/** For pictures that can hold scripts, when one is opened by itself (X-SVG-1). */
export const PICTURE_POLICY = "sandbox; default-src 'none'"

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * `_headers` of Netlify and Cloudflare Pages. Where several rules fit, both hosts join their values, so no header stands
 * in two rules that overlap: hashed files get theirs, documents and indexes theirs, the rest the host's own, which
 * revalidates. Two policies are both enforced, so that the one for pictures only adds to the general one (X-SVG-1).
 */
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
      ],
    ],
    ...HASHED.map((folder): [string, string[]] => [`${base}${folder}/*`, [IMMUTABLE]]),
    ...REVALIDATED.map((name): [string, string[]] => [base + name, ['Cache-Control: no-cache']]),
    [`${base}*.svg`, [`Content-Security-Policy: ${PICTURE_POLICY}`]],
  ]
  const text = rules.map(([path, headers]) => `${path}\n${headers.map(header => `  ${header}`).join('\n')}`)
  return [...text, ...(own ? [own.trimEnd()] : [])].join('\n') + '\n'
}

/** Folders in which every name has a hash of its content. */
const HASHED = ['assets/js', 'assets/css', 'assets/img', 'assets/media', 'assets/search', 'offline']
const IMMUTABLE = 'Cache-Control: public, max-age=31536000, immutable'

/** What names the hashed files. Documents of folders are covered by the trailing slash. */
const REVALIDATED = ['', '*/', '*.html', 'assets/locales/*', 'service-worker.js', 'sitemap.xml', 'robots.txt']

function robots(site: Site): string {
  const { url, base, noindex } = site.config
  const lines = ['User-agent: *', noindex ? 'Disallow: /' : 'Allow: /']
  if (url && !noindex) lines.push(`Sitemap: ${url}${base}sitemap.xml`)
  return lines.join('\n') + '\n'
}
