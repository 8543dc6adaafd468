import type { OfflineLocale, OfflineManifest } from '../../schema/offline.ts'
import { cacheNames } from './cache-names.ts'

/** Put in front of this script by the build. */
declare const DOCSGEN_MANIFEST: OfflineManifest

/** The worker's global object. */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** The build that this worker belongs to. */
export const manifest: OfflineManifest = DOCSGEN_MANIFEST

/** Names of this site's stores. */
export const names = cacheNames(scope.registration.scope)

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
