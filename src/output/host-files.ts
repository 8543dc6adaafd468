import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { apacheFile, headersFile, nginxHeaders, vercelHeaders } from './header-files.ts'
import { createHeaderRules } from './header-rules.ts'
import {
  allRedirects,
  apacheEndings,
  apacheRules,
  nginxRules,
  redirectRules,
  vercelRules,
} from './host-redirects.ts'
import { readVercelFile } from './own-headers.ts'

/** Files for hosts that a site may have in its public folder: ours say what theirs say, too. */
export const MERGED_FILES = ['_redirects', '_headers', 'vercel.json', '.htaccess', 'robots.txt']

/**
 * Files by which static hosts learn of redirects, headers and crawling rules, all from one table each (H-RED-1, H-CACHE-1).
 * @param own texts of the site's own files by name
 */
export function createHostFiles(site: Site, own: ReadonlyMap<string, string>): OutputFile[] {
  const redirects = allRedirects(site)
  const headers = createHeaderRules(site)
  const { urls, base } = site.config
  const apache = [
    // Other hosts find it by its name.
    `ErrorDocument 404 "${base}404.html"`,
    ...apacheRules(redirects),
    ...(urls === 'clean' ? apacheEndings(base) : []),
  ]
  return [
    { path: '_redirects', content: redirectRules(redirects, own.get('_redirects')) },
    { path: '_headers', content: headersFile(headers, own.get('_headers')) },
    { path: 'vercel.json', content: vercelFile(site, own.get('vercel.json')) },
    { path: 'nginx-redirects.conf', content: nginxRules(allRedirects(site, 'nginx')) },
    { path: 'nginx-headers.conf', content: nginxHeaders(headers) },
    { path: '.htaccess', content: apacheFile(headers, own.get('.htaccess'), apache) },
    { path: 'robots.txt', content: own.get('robots.txt') ?? robots(site) },
    { path: '.nojekyll', content: '' },
  ]
}

/** The site's own settings, with our redirects and headers among its own; what is no JSON stays as it is. */
function vercelFile(site: Site, own: string | undefined): string {
  const settings = own === undefined ? {} : readVercelFile(own)
  if (!settings) return own ?? ''
  const redirects = Array.isArray(settings['redirects']) ? (settings['redirects'] as unknown[]) : []
  const merged = {
    ...(site.config.urls === 'clean' ? { cleanUrls: true } : {}),
    ...settings,
    redirects: [...redirects, ...vercelRules(allRedirects(site, 'vercel'))],
    headers: vercelHeaders(createHeaderRules(site), settings),
  }
  return JSON.stringify(merged, undefined, 2) + '\n'
}

function robots(site: Site): string {
  const { url, base, noindex } = site.config
  const lines = ['User-agent: *', noindex ? 'Disallow: /' : 'Allow: /']
  if (url && !noindex) lines.push(`Sitemap: ${url}${base}sitemap.xml`)
  return lines.join('\n') + '\n'
}
