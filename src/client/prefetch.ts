import { withBase } from '../shared/addresses.ts'
import { leadsToPage } from './link-clicks.ts'
import { resolvePath } from '../shared/address-table.ts'
import { localeCode, viewAddress, type LocaleData, requestedPath } from './locale-data.ts'
import { chunkName, type ChunkLoader } from './page-loader.ts'
import type { LayoutLoader } from './router.ts'
import type { LocaleIndex, LocaleView } from '../schema/view.ts'

/**
 * Links in view are prefetched a few at a time, and only up to a number of bytes for each page shown, so that the first
 * sign of a reader costs little. What is too large for the rest of the allowance waits for intent.
 */
export const PREFETCH = { parallel: 4, firstBytes: 10_000, nextBytes: 60_000 } as const
/** Content compresses to about this part of its size. */
const COMPRESSION = 0.2

interface PrefetchParts {
  base: string
  /** As in `BootData`. */
  theme: string
  locales: LocaleData
  chunks: ChunkLoader
  layout: LayoutLoader
  /** All locales, to tell which table an address belongs to. */
  known(): LocaleView['locales']
}

/** Prefetches page chunks; nothing at all when the reader saves data. */
export interface Prefetcher {
  /** Fetches and runs what stands behind a link that the reader points at, so that a click finds it in place. */
  intend(link: HTMLAnchorElement): void
  /** Starts over with the links of the page that is now shown, for at most that many bytes. */
  lookAround(bytes: number): void
}

export function createPrefetcher(parts: PrefetchParts): Prefetcher {
  const asked = new Map<string, Promise<boolean>>()
  const queue: Chunk[] = []
  let running = 0
  let allowance = 0

  const askFor = ([, address]: Script) => {
    const known = asked.get(address)
    if (known) return known
    const arrived = addHint(address)
    asked.set(address, arrived)
    return arrived
  }
  const ask = async ({ scripts }: Chunk) => (await Promise.all(scripts.map(askFor))).every(Boolean)
  const runQueue = () => {
    while (running < PREFETCH.parallel) {
      const chunk = queue.shift()
      if (!chunk) return
      if (chunk.bytes > allowance || chunk.scripts.every(([, address]) => asked.has(address))) continue
      allowance -= chunk.bytes
      running++
      void ask(chunk).then(() => {
        running--
        runQueue()
      })
    }
  }
  const observer = observeView(link => {
    const chunk = findChunk(parts, link)
    if (!chunk) return
    queue.push(chunk)
    whenIdle(runQueue)
  })
  return {
    intend: link => {
      if (isSavingData() || !isWorthFetching(link, parts.base)) return
      void withIndex(parts, link).then(async chunk => {
        if (chunk && (await ask(chunk))) await prepare(parts, chunk)
      })
    },
    lookAround: bytes => {
      observer?.disconnect()
      queue.length = 0
      if (isSavingData()) return
      allowance = bytes
      for (const link of document.querySelectorAll<HTMLAnchorElement>('#docsgen-app a[href]')) {
        if (isWorthFetching(link, parts.base)) observer?.observe(link)
      }
    },
  }
}

/** Watches for pointers, focus and touches on links; a pointer may rest on one already. */
export function watchIntent(prefetcher: Prefetcher): void {
  const pointed = document.querySelector<HTMLAnchorElement>('a[href]:hover')
  if (pointed) prefetcher.intend(pointed)
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

type Script = [path: string, address: string]

interface Chunk {
  /** Encoded path without base and address: of the page; behind it of the one whose content it shows. */
  scripts: Script[]
  /** Its locale. */
  index: LocaleIndex
  /** About what it takes on the wire. */
  bytes: number
}

/** Another locale's table, and another section of a large one, is fetched when the reader points at a link to it. */
async function withIndex(parts: PrefetchParts, link: HTMLAnchorElement): Promise<Chunk | undefined> {
  const path = requestedPath(new URL(link.href), parts.base)
  await parts.locales.index(localeCode(parts.known(), path), path).catch(() => undefined)
  return findChunk(parts, link)
}

/** The chunk behind a link; undefined when it is unknown, loaded or on its way. */
function findChunk(parts: PrefetchParts, link: HTMLAnchorElement): Chunk | undefined {
  const path = requestedPath(new URL(link.href), parts.base)
  const index = parts.locales.peek(localeCode(parts.known(), path), path)
  const found = index && resolvePath(index.table, path)
  const entry = found && index.data.pages[found.path]
  if (
    !entry ||
    index.data.theme !== parts.theme ||
    !['idle', 'failed'].includes(parts.chunks.state(found.path))
  )
    return undefined
  const [file, , size, original, originalFile] = entry
  const script = (path: string, name: string): Script => [path, withBase(parts.base, `/assets/js/${name}`)]
  const others = original && originalFile ? [script(original, originalFile)] : []
  const scripts = [...(file === '' ? [] : [script(found.path, file)]), ...others]
  return { scripts, index: index.data, bytes: size * COMPRESSION }
}

/** Runs a chunk that has arrived and loads what else its page needs. What fails here is tried again by the click. */
async function prepare({ chunks, layout, locales }: PrefetchParts, { scripts, index }: Chunk): Promise<void> {
  const load = async ([path, address]: Script) => {
    if (chunks.state(path) !== 'idle') return
    const name = chunkName(address.slice(address.lastIndexOf('/') + 1))
    const { page } = await chunks.load({ path, name, address })
    if (page.layout) await layout(page.layout)
  }
  await Promise.allSettled([...scripts.map(load), ...(index.views ? [] : [locales.view(index.view)])])
  // That of a page which shows another is like that of the other.
  const page = chunks.get(scripts.at(-1)?.[0] ?? '')?.page
  if (page) await locales.view(viewAddress(index, page)).catch(() => undefined)
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** True when the reader asked for little data, or the connection can carry little. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

/**
 * Asks the browser to fetch a script ahead; the script element that follows finds it in the cache.
 * @returns whether it arrived
 */
function addHint(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const hint = document.createElement('link')
    const settle = (event: Event) => {
      hint.remove()
      resolve(event.type === 'load')
    }
    hint.rel = 'prefetch'
    hint.as = 'script'
    hint.href = address
    hint.onload = settle
    hint.addEventListener('error', settle)
    document.head.append(hint)
  })
}

/** Calls back for each observed link that comes into view; undefined where the browser cannot tell. */
function observeView(seen: (link: HTMLAnchorElement) => void): IntersectionObserver | undefined {
  if (typeof IntersectionObserver !== 'function') return undefined
  return new IntersectionObserver((entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      seen(target as HTMLAnchorElement)
    }
  })
}

/** Runs a task when the browser has nothing better to do. */
export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 1000 })
  else setTimeout(task, 200)
}
