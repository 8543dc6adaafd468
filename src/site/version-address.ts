import { withBase, encodePath } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import { listVersions } from '../schema/versions.ts'

/**
 * Address, with base, of a decoded path that lies in an old version of the site (`/1.x/guide.html`), as the current version has
 * it or another old one; undefined for any other path. Whether the version has such a page is not known here.
 */
export function versionAddress(
  config: Pick<SiteConfig, 'versions' | 'base'>,
  path: string,
): string | undefined {
  if (config.versions.length === 0) return undefined
  const old = listVersions(config).filter(({ source }) => source)
  if (!old.some(version => `${path}/`.startsWith(version.path))) return undefined
  const own = old.find(version => config.base.endsWith(version.path))
  const base = own ? config.base.slice(0, 1 - own.path.length) : config.base
  return withBase(base, encodePath(path))
}
