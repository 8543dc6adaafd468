import { loadSite } from '../steps/load.ts'
import type { LoadConfigOptions } from '../config/load.ts'
import type { RouteList } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import { formerAddresses } from '../site/former-addresses.ts'
import { createRoutes } from '../site/redirects.ts'
import type { Session } from '../threads/session.ts'

/** Lists pages, routes and redirects of a site, sorted. */
export async function listRoutes(
  session: Session,
  options: Omit<LoadConfigOptions, 'root'>,
): Promise<{ list?: RouteList; findings: Finding[]; usage?: boolean }> {
  const { loaded, findings, usage } = await loadSite(session, options)
  if (!loaded) return { findings, ...(usage ? { usage } : {}) }
  const { config, locales, pages, fallbacks, redirects } = loaded.site
  const list: RouteList = {
    site: {
      title: config.title,
      description: config.description,
      base: config.base,
      ...(config.url ? { url: config.url } : {}),
    },
    locales: Object.fromEntries(
      Object.values(locales).map(({ path, lang, label, title, description }) => [
        path,
        { lang, label, title, description },
      ]),
    ),
    pages: pages.map(page => page.record),
    routes: createRoutes([...pages, ...fallbacks], [...redirects, ...formerAddresses(loaded.site)]),
    redirects,
  }
  return { list, findings }
}
