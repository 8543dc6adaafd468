import type { LoadedSite } from '../load.ts'
import { createSitemap } from './sitemap.ts'
import type { Staging } from './files/staging.ts'
import type { Site } from '../schema/site.ts'
import {
  allRedirects,
  apacheEndings,
  apacheRules,
  emitRedirects,
  nginxRules,
  redirectRules,
  vercelRules,
  writeMissing,
} from './redirects.ts'
import type { OutputFile } from '../schema/output.ts'
import { HOST_FILES, type HostFile } from '../shared/public-files.ts'
import {
  type HeaderRule,
  apacheFile,
  createHeaderRules,
  headersFile,
  nginxHeaders,
  readVercelFile,
  vercelHeaders,
} from '../site/headers.ts'

/** What hosts and search engines read: redirects, headers, sitemap, robots (H-*); `versions`: old ones, which hosts must know too. */
export async function emitHostFiles(
  loaded: LoadedSite,
  staging: Staging,
  versions: readonly Site[] = [],
): Promise<void> {
  const { site, hostFiles } = loaded
  await writeMissing(staging, [...createHostFiles(site, hostFiles, versions), ...createSitemap(site)])
  await emitRedirects(loaded, staging)
}

/**
 * Files by which static hosts learn of redirects, headers and crawling rules, all from one table each.
 * @param own texts of the site's own files by name
 * @param versions old versions of the site, which lie below its base
 */
export function createHostFiles(
  site: Site,
  own: ReadonlyMap<string, string>,
  versions: readonly Site[] = [],
): OutputFile[] {
  const sites = [site, ...versions]
  const redirects = sites.flatMap(each => allRedirects(each))
  const headers = createHeaderRules(site, versions)
  const { urls, base } = site.config
  const apache = [
    notFoundRule(base),
    ...apacheRules(redirects),
    ...(urls === 'clean' ? apacheEndings(base) : []),
  ]
  const texts: Record<HostFile, string> = {
    _redirects: redirectRules(redirects, own.get('_redirects')),
    _headers: headersFile(headers, own.get('_headers')),
    'vercel.json': vercelFile(sites, headers, own.get('vercel.json')),
    'nginx-redirects.conf': nginxRules(sites.flatMap(each => allRedirects(each, 'nginx'))),
    'nginx-headers.conf': nginxHeaders(headers),
    '.htaccess': apacheFile(headers, own.get('.htaccess'), apache),
    '.nojekyll': '',
  }
  return [
    ...HOST_FILES.map(name => ({ path: name, content: texts[name] })),
    { path: 'robots.txt', content: own.get('robots.txt') ?? robots(site) },
    ...versions.map(({ config }) => ({
      path: `${config.base.slice(base.length)}.htaccess`,
      content: `${notFoundRule(config.base)}\n`,
    })),
  ]
}

/** Other hosts find it by its name. */
function notFoundRule(base: string): string {
  return `ErrorDocument 404 "${base}404.html"`
}

/** The site's own settings, with our redirects and headers among its own; what is no JSON stays as it is. */
function vercelFile(sites: readonly Site[], headers: readonly HeaderRule[], own: string | undefined): string {
  const settings = own === undefined ? {} : readVercelFile(own)
  if (!settings) return own ?? ''
  const redirects = Array.isArray(settings['redirects']) ? (settings['redirects'] as unknown[]) : []
  const merged = {
    ...(sites[0]?.config.urls === 'clean' ? { cleanUrls: true } : {}),
    ...settings,
    redirects: [...redirects, ...vercelRules(sites.flatMap(site => allRedirects(site, 'vercel')))],
    headers: vercelHeaders(headers, settings),
  }
  return JSON.stringify(merged, undefined, 2) + '\n'
}

function robots(site: Site): string {
  const { url, base, noindex } = site.config
  const lines = ['User-agent: *', noindex ? 'Disallow: /' : 'Allow: /']
  if (url && !noindex) lines.push(`Sitemap: ${url}${base}sitemap.xml`)
  return lines.join('\n') + '\n'
}
