import { safeDecode } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Site } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'

/** Path without base of the manifest. */
export const MANIFEST_FILE = '/manifest.webmanifest'

/** Path without base of what describes the search of a language. */
export function openSearchFile({ path }: Pick<LocaleView, 'path'>): string {
  return `${path}opensearch.xml`
}

/** True where browsers can be told of the search of a language. */
export function searches({ url, machines }: SiteConfig, { search }: LocaleView): boolean {
  return machines.openSearch && url !== undefined && search.provider !== 'none'
}

/** Output paths of all of them. */
export function machineNames({ config, locales }: Pick<Site, 'config' | 'locales'>): string[] {
  const search = Object.values(locales).filter(locale => searches(config, locale))
  const names = [...search.map(openSearchFile), ...(config.machines.manifest ? [MANIFEST_FILE] : [])]
  return names.map(name => safeDecode(name).slice(1))
}

/** Links in the heads of all documents of a language to what browsers read of the site; addresses without base. */
export function machineLinks(config: SiteConfig, locale: LocaleView): SiteConfig['head'] {
  const search = {
    rel: 'search',
    type: 'application/opensearchdescription+xml',
    title: locale.title || config.title || locale.label,
    href: openSearchFile(locale),
  }
  const links: SiteConfig['head'] = []
  if (searches(config, locale)) links.push({ tag: 'link', attributes: search })
  const hasManifest = config.head.some(({ attributes }) => attributes['rel'] === 'manifest')
  if (config.machines.manifest && !hasManifest)
    links.push({ tag: 'link', attributes: { rel: 'manifest', href: MANIFEST_FILE } })
  return links
}
