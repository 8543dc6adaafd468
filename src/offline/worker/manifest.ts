import type { OfflineLocale, OfflineManifest } from '../../schema/offline.ts'
import { localeOfAddress } from '../../shared/addresses.ts'

/** Put in front of this script by the build. */
declare const DOCSGEN_MANIFEST: OfflineManifest

/** The build that this worker belongs to. */
export const manifest: OfflineManifest = DOCSGEN_MANIFEST

/** Name of the packs that every language needs. */
export const SHARED = '*'

/** Path without base, with leading slash; undefined outside the site. */
export function pathInSite({ pathname }: URL): string | undefined {
  return pathname.startsWith(manifest.base) ? pathname.slice(manifest.base.length - 1) : undefined
}

/** Address with base of a path. */
export function addressOf(path: string): string {
  return manifest.base.slice(0, -1) + path
}

export function localeByCode(code: string): OfflineLocale | undefined {
  return manifest.locales.find(locale => locale.code === code)
}

/** The language that a path without base belongs to. */
export function localeOf(path: string): OfflineLocale | undefined {
  const found = localeOfAddress(
    path,
    manifest.locales.map(locale => locale.path),
  )
  return manifest.locales.find(locale => locale.path === found) ?? manifest.locales[0]
}
