import { loadSite } from '../../steps/load.ts'
import type { LoadConfigOptions } from '../../config/load.ts'
import type { Addresses, RouteList } from '../../schema/api.ts'
import type { Finding } from '../../schema/finding.ts'
import { formerAddresses } from '../../site/former-addresses.ts'
import { createRoutes } from '../../site/redirects.ts'
import type { Site } from '../../schema/site.ts'
import type { Session } from '../../cache/workers/session.ts'

/** Lists pages, routes and redirects of a site and of its old versions, sorted. */
export async function listRoutes(
  session: Session,
  options: Omit<LoadConfigOptions, 'root'>,
): Promise<{ list?: RouteList; findings: Finding[]; usage?: boolean }> {
  const { loaded, findings, usage } = await loadSite(session, options)
  if (!loaded) return { findings, ...(usage ? { usage } : {}) }
  const { config, locales } = loaded.site
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
    ...addressesOf(loaded.site),
  }
  if (config.versions.length === 0) return { list, findings }
  const { loadVersions } = await import('../../steps/load-versions.ts')
  const old = await loadVersions(session, loaded, { configFile: options.file })
  list.versions = Object.fromEntries(
    old.versions.map(({ version, loaded: { site } }) => [
      version.path,
      { id: version.id, ...addressesOf(site) },
    ]),
  )
  return { list, findings: [...findings, ...old.findings], usage: old.usage }
}

function addressesOf(site: Site): Addresses {
  const { pages, fallbacks, redirects } = site
  return {
    pages: pages.map(page => page.record),
    routes: createRoutes([...pages, ...fallbacks], [...redirects, ...formerAddresses(site)]),
    redirects,
  }
}
