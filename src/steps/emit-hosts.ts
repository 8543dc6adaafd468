import { type LoadedSite } from './load.ts'
import { createHostFiles } from '../render/host-files.ts'
import { createSitemap } from '../render/sitemap.ts'
import { type Staging } from '../render/staging.ts'
import { type Site } from '../schema/site.ts'
import { emitRedirects, writeMissing } from './emit-redirects.ts'

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
