import type { OfflineLocale, OfflineManifest } from '../../schema/offline.ts'
import { localeOfAddress } from '../../shared/addresses.ts'

/** Put in front of this script by the build. */
declare const DOCSGEN_MANIFEST: OfflineManifest

/** The build that this worker belongs to. */
export const manifest: OfflineManifest = DOCSGEN_MANIFEST

/** Path without base, with leading slash; undefined outside the site. */
export function pathInSite({ pathname }: URL): string | undefined {
  return pathname.startsWith(manifest.base) ? pathname.slice(manifest.base.length - 1) : undefined
}

/** Address with base of a path. */
export function addressOf(path: string): string {
  return manifest.base.slice(0, -1) + path
}

/** The language that a path without base belongs to. */
export function localeOf(path: string): OfflineLocale | undefined {
  const { locales } = manifest
  const paths = locales.map(locale => locale.path)
  return locales[Math.max(0, paths.indexOf(localeOfAddress(path, paths)))]
}
