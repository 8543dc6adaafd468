import type { Pack, WorkerNews } from '../../shared/offline.ts'

export const scope = self as unknown as ServiceWorkerGlobalScope

const address = scope.registration.scope
const prefix = `docsgen:${address}:`

/** Store names with scope and version: sites on one origin and builds of one site never mix. */
export const names = {
  core: (version: string) => `${prefix}core:${version}`,
  /** Builds with a pack in common share its store. */
  pack: (code: string, { hash, part }: Pick<Pack, 'hash' | 'part'>) =>
    `${prefix}pack:${code}:${hash}${part === undefined ? '' : `:${part}`}`,
  state: `${prefix}state`,
  isOwn: (name: string) => name.startsWith(prefix),
  packOf(name: string) {
    const [, code, , ...part] = name.startsWith(`${prefix}pack:`) ? name.slice(prefix.length).split(':') : []
    return { code, part: part.length > 0 ? part.join(':') : undefined }
  },
  /** True for what a VuePress 1 site left in this scope. */
  isForeign: (name: string) =>
    name.startsWith('workbox-') && (name.endsWith(`-${address}`) || name.endsWith(`-${address}-temp`)),
  /** True for stores of any other generator: named after this scope, or after none if one site has the whole origin. */
  isFormer(name: string) {
    const [named] = /https?:\/\/.*?(?=-temp$|$)/.exec(name) ?? []
    return named === address || (named === undefined && new URL(address).pathname === '/')
  },
}

export async function deleteStores(matches: (name: string) => boolean) {
  await Promise.all((await caches.keys()).filter(matches).map(name => caches.delete(name)))
}

/** In milliseconds. */
export const AGAIN_AFTER = [300, 1300, 4300, 14_300]

/** A browser that finds the active worker busy may forget to look again. */
export async function takeOver() {
  const again = () => void (scope.registration.waiting && scope.skipWaiting())
  for (const wait of AGAIN_AFTER) setTimeout(again, wait)
  await scope.skipWaiting()
}

/** Also reaches pages that the service worker doesn't control yet. */
export async function tell(news: WorkerNews) {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) if (page.url.startsWith(address)) page.postMessage(news)
}
