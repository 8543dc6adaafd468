import type { LoadedSite } from '../load.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import { HOST_FILES, type HostFile } from '../site/assets.ts'
import {
  apacheFile,
  createHeaderRules,
  headersFile,
  nginxHeaders,
  readVercelFile,
  vercelHeaders,
} from '../site/headers.ts'
import type { Staging } from './files/staging.ts'
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
import { createSitemap } from './machine-files.ts'

/** Writes what hosts and search engines read: redirects, headers, sitemap, robots.txt; `versions`: old ones, which hosts must know too. */
export async function emitHostFiles(
  { site, hostFiles }: LoadedSite,
  staging: Staging,
  versions: readonly Site[] = [],
): Promise<void> {
  await writeMissing(staging, [...createHostFiles(site, hostFiles, versions), ...createSitemap(site)])
  await emitRedirects(site, staging)
}

/** Files by which static hosts learn of redirects, headers and crawling rules. `own`: texts of the site's own files by name. */
export function createHostFiles(
  site: Site,
  own: ReadonlyMap<string, string>,
  versions: readonly Site[] = [],
): OutputFile[] {
  const sites = [site, ...versions]
  const redirects = sites.flatMap(each => allRedirects(each))
  const headers = createHeaderRules(site, versions)
  const { url, urls, base, noindex } = site.config
  // Other hosts find the document by its name.
  const notFound = (each: string) => `ErrorDocument 404 "${each}404.html"`
  const apache = [notFound(base), ...apacheRules(redirects), ...(urls === 'clean' ? apacheEndings(base) : [])]
  const vercel = () => {
    const given = own.get('vercel.json')
    const settings = given === undefined ? {} : readVercelFile(given)
    // What isn't JSON stays as it is.
    if (!settings) return given ?? ''
    const before = Array.isArray(settings['redirects']) ? (settings['redirects'] as unknown[]) : []
    const rules = vercelRules(sites.flatMap(each => allRedirects(each, 'vercel')))
    const merged = {
      ...(urls === 'clean' ? { cleanUrls: true } : {}),
      ...settings,
      redirects: [...before, ...rules],
      headers: vercelHeaders(headers, settings),
    }
    return JSON.stringify(merged, undefined, 2) + '\n'
  }
  const texts: Record<HostFile, string> = {
    _redirects: redirectRules(redirects, own.get('_redirects')),
    _headers: headersFile(headers, own.get('_headers')),
    'vercel.json': vercel(),
    'nginx-redirects.conf': nginxRules(sites.flatMap(each => allRedirects(each, 'nginx'))),
    'nginx-headers.conf': nginxHeaders(headers),
    '.htaccess': apacheFile(headers, own.get('.htaccess'), apache),
    '.nojekyll': '',
  }
  const robots = [
    'User-agent: *',
    noindex ? 'Disallow: /' : 'Allow: /',
    ...(url && !noindex ? [`Sitemap: ${url}${base}sitemap.xml`] : []),
  ]
  return [
    ...HOST_FILES.map(name => ({ path: name, content: texts[name] })),
    { path: 'robots.txt', content: own.get('robots.txt') ?? robots.join('\n') + '\n' },
    ...versions.map(({ config }) => ({
      path: `${config.base.slice(base.length)}.htaccess`,
      content: `${notFound(config.base)}\n`,
    })),
  ]
}
