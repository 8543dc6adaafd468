import { withBase } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PlacedSite } from '../schema/site.ts'
import { hasTwin, twinPath } from './twin-address.ts'

type TwinSite = Pick<PlacedSite, 'config' | 'pages' | 'fallbacks'>

/** The pages of a site that have Markdown twins, in its order. */
export function pagesWithTwins<T extends PageSummary>({
  config,
  pages,
}: {
  config: SiteConfig
  pages: T[]
}): T[] {
  return pages.filter(page => hasTwin(page, config))
}

type Place = Pick<SiteConfig, 'url' | 'relative'>

/**
 * An address that stands in a file of the output: whole where the site knows its own; seen from that file where the site opens
 * from any path. `file` is its path in the output.
 */
export function wholeAddress({ url = '', relative }: Place, address: string, file: string): string {
  if (!address.startsWith('/')) return address
  return relative ? '../'.repeat(file.split('/').length - 1) + address.slice(1) : url + address
}

/**
 * What links of pages become in their twins: twins again, where the page that they lead to has one, and whole addresses
 * otherwise. What stands in for a page that a language lacks has no twin: its original's is meant.
 */
export function createTwinLinks(site: TwinSite): (address: string, file: string) => string {
  const { config } = site
  const twins = new Map<string, string>()
  for (const { record } of pagesWithTwins(site))
    twins.set(withBase(config.base, record.path), withBase(config.base, twinPath(record)))
  for (const { record, original } of site.fallbacks) {
    const twin = twins.get(withBase(config.base, original.record.path))
    if (twin !== undefined) twins.set(withBase(config.base, record.path), twin)
  }
  return (address, file) => {
    const end = address.search(/[?#]/)
    const path = end === -1 ? address : address.slice(0, end)
    const twin = twins.get(path)
    if (twin === undefined) return wholeAddress(config, address, file)
    const hash = address.indexOf('#')
    return wholeAddress(config, twin, file) + (hash === -1 ? '' : address.slice(hash))
  }
}
