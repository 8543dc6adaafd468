import { normalize } from 'node:path/posix'
import type { SiteConfig } from '../schema/config.ts'
import type { Place } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Redirect, Route } from '../schema/site.ts'
import { encodePath, safeDecode } from '../shared/addresses.ts'
import { isReformed } from './former-addresses.ts'
import type { LocateKey } from './named-addresses.ts'

/** A redirect as it is written, with its place. */
export interface WrittenRedirect extends Redirect {
  place: Place | undefined
}

/** Every redirect of the site, sorted: from the configuration, from frontmatter, and permalinks (B16). */
export function createRedirects(written: readonly WrittenRedirect[]): Redirect[] {
  const redirects = new Map<string, Redirect>()
  for (const { from, to, source } of written)
    if (from !== to && !redirects.has(from)) redirects.set(from, { from, to, source })
  return [...redirects.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** The redirects as they are written, doubled ones too; of those with one source the first counts. */
export function collectRedirects(
  config: SiteConfig,
  pages: readonly PageSummary[],
  locate: LocateKey,
): WrittenRedirect[] {
  const present = new Map(
    pages
      .filter(({ record }) => isReformed(record, config.urls))
      .map(({ record }) => [record.regularPath, record.path]),
  )
  return [
    ...Object.entries(config.redirects).map(([from, to]) =>
      written(from, inPresentForm(to, present), 'config', locate(['redirects', from])),
    ),
    ...pages.flatMap(({ record, keyPlaces, file }) => {
      const place = keyPlaces['redirectFrom'] ?? { file, line: 1, column: 1 }
      const sources = record.frontmatter.redirectFrom ?? []
      return [
        ...sources.map(from => written(from, record.path, 'frontmatter', place)),
        ...(record.regularPath === record.path || isReformed(record, config.urls)
          ? []
          : [written(record.regularPath, record.path, 'route', keyPlaces['permalink'])]),
      ]
    }),
  ]
}

/** A target written as the address that the file of a page gives it. */
function inPresentForm(to: string, present: ReadonlyMap<string, string>): string {
  return to.replace(/^[^?#]*/, path => present.get(path) ?? path)
}

function written(
  from: string,
  to: string,
  source: Redirect['source'],
  place: Place | undefined,
): WrittenRedirect {
  // No address lies above the root: `..` ends there, as in a browser.
  return { from: encodePath(normalize('/' + safeDecode(from).replaceAll('\\', '/'))), to, source, place }
}

/** The route table (B16): pages, `index.html` forms, redirects, and the catch-all; pages sorted by path. */
export function createRoutes(
  pages: readonly PageSummary[],
  redirects: readonly Pick<Redirect, 'from' | 'to'>[],
): Route[] {
  const sorted = pages.toSorted((a, b) => (a.record.path < b.record.path ? -1 : 1))
  const routes = sorted.flatMap(({ record: { path }, original }): Route[] => {
    const route = { path, page: original?.record.path ?? path }
    return path.endsWith('/') ? [route, { path: `${path}index.html`, redirect: path }] : [route]
  })
  return [...routes, ...redirects.map(({ from, to }) => ({ path: from, redirect: to })), { path: '*' }]
}
