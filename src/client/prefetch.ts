import { withBase } from './address.ts'
import { leadsToPage } from './router/link-clicks.ts'
import { requestedPath } from './router/target.ts'
import { resolvePath } from '../shared/resolve-path.ts'
import { localeCode, type LocaleData } from './locale-data.ts'
import { addHint, isSavingData, observeView, sizeOf, whenIdle } from './prefetch-hint.ts'
import type { ChunkLoader } from './load-chunk.ts'
import type { LocaleView } from '../schema/view.ts'

/**
 * Links in view are prefetched a few at a time and up to a number of compressed bytes for each page shown, so that
 * the first sign of a reader costs little. A chunk whose size is not told counts as `expectedBytes`.
 */
export const PREFETCH = { parallel: 4, firstBytes: 24_000, nextBytes: 48_000, expectedBytes: 4000 } as const

interface PrefetchParts {
  base: string
  locales: LocaleData
  chunks: ChunkLoader
  /** All locales, to tell which table an address belongs to. */
  known(): LocaleView['locales']
}

/** Prefetches page chunks; nothing at all when the reader saves data. */
export interface Prefetcher {
  /** Fetches what stands behind a link that the reader points at. */
  intend(link: HTMLAnchorElement): void
  /** Starts over with the links of the page that is now shown, for at most that many bytes. */
  lookAround(bytes: number): void
}

export function createPrefetcher(parts: PrefetchParts): Prefetcher {
  const asked = new Set<string>()
  const queue: string[] = []
  let running = 0
  let allowance = 0

  const runQueue = () => {
    while (running < PREFETCH.parallel && allowance > 0) {
      const address = queue.shift()
      if (address === undefined) return
      running++
      allowance -= PREFETCH.expectedBytes
      addHint(address, () => {
        running--
        allowance -= (sizeOf(address) ?? PREFETCH.expectedBytes) - PREFETCH.expectedBytes
        runQueue()
      })
    }
  }
  const observer = observeView(link => {
    const address = chunkAddress(parts, link)
    if (address === undefined || asked.has(address)) return
    asked.add(address)
    queue.push(address)
    whenIdle(runQueue)
  })
  return {
    intend: link => {
      if (isSavingData() || !isWorthFetching(link, parts.base)) return
      void withIndex(parts, link).then(address => {
        if (address === undefined || (asked.has(address) && !queue.includes(address))) return
        asked.add(address)
        addHint(address)
      })
    },
    lookAround: bytes => {
      observer?.disconnect()
      for (const address of queue.splice(0)) asked.delete(address)
      if (isSavingData()) return
      allowance = bytes
      for (const link of document.querySelectorAll<HTMLAnchorElement>('#app a[href]')) {
        if (isWorthFetching(link, parts.base)) observer?.observe(link)
      }
    },
  }
}

/** Watches for pointers, focus and touches on links. */
export function watchIntent(prefetcher: Prefetcher): void {
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(
      type,
      event => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null
        if (link instanceof HTMLAnchorElement) prefetcher.intend(link)
      },
      { passive: true },
    )
  }
}

function isWorthFetching(link: HTMLAnchorElement, base: string): boolean {
  return leadsToPage(link, base) && link.pathname !== location.pathname
}

/** Another locale's table is fetched when the reader points at a link to it. */
async function withIndex(parts: PrefetchParts, link: HTMLAnchorElement): Promise<string | undefined> {
  const code = localeCode(parts.known(), requestedPath(new URL(link.href), parts.base))
  await parts.locales.index(code).catch(() => undefined)
  return chunkAddress(parts, link)
}

/** Address of the chunk behind a link; undefined when it is unknown, loaded or on its way. */
function chunkAddress(parts: PrefetchParts, link: HTMLAnchorElement): string | undefined {
  const path = requestedPath(new URL(link.href), parts.base)
  const index = parts.locales.peek(localeCode(parts.known(), path))
  const found = index && resolvePath(index.table, path)
  const chunk = found && index.data.pages[found.path]?.[0]
  if (!chunk || !['idle', 'failed'].includes(parts.chunks.state(found.path))) return undefined
  return withBase(parts.base, `/assets/js/${chunk}`)
}
