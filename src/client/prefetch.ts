import type { LocaleIndex, LocaleView } from '../schema/view.ts'
import { resolvePath, withBase } from '../shared/addresses.ts'
import { isSavingData, loadElement, targetOf, whenIdle } from './document.ts'
import { localeCodeOf, requestedPath, viewAddress } from './pages.ts'
import { leadsToPage, type RouterParts } from './router.ts'

/**
 * When pages are prefetched: a link that the reader points at (`intent`: events), at once; links that come into view, `parallel` at a time,
 * up to `firstBytes` on the first page of a visit and `nextBytes` on each one after it. `app.tsx` starts both.
 */
export const PREFETCH = {
  intent: ['pointerover', 'focusin', 'touchstart'],
  parallel: 4,
  firstBytes: 6_000,
  nextBytes: 60_000,
} as const

/** Size of compressed content, as a share of its size. */
const COMPRESSION = 0.2

interface PrefetchParts extends Pick<RouterParts, 'base' | 'theme' | 'locales' | 'chunks' | 'layout'> {
  known(): LocaleView['locales']
}

type Script = [path: string, address: string]

interface Chunk {
  scripts: Script[]
  index: LocaleIndex
  bytes: number
}

export function createPrefetcher(parts: PrefetchParts) {
  const { base, locales, chunks } = parts
  const asked = new Map<string, Promise<boolean>>()
  const queue: Chunk[] = []
  let running = 0
  let allowance = 0

  const findChunk = (link: HTMLAnchorElement): Chunk | undefined => {
    const path = requestedPath(new URL(link.href), base)
    const index = locales.peek(localeCodeOf(parts.known(), path), path)
    const found = index && resolvePath(index.table, path)
    const entry = found && index.data.pages[found.path]
    if (!entry || index.data.theme !== parts.theme || chunks.has(found.path)) return undefined
    const [file, , size, original, originalFile] = entry
    const scripts: Script[] = []
    const add = (page: string, name: string) => scripts.push([page, withBase(base, `/assets/js/${name}`)])
    if (file !== '') add(found.path, file)
    if (original && originalFile) add(original, originalFile)
    return { scripts, index: index.data, bytes: size * COMPRESSION }
  }
  const ask = async ({ scripts }: Chunk) => {
    const arrivals = scripts.map(([, address]) => {
      const arrival = asked.get(address) ?? addHint(address)
      asked.set(address, arrival)
      return arrival
    })
    return (await Promise.all(arrivals)).every(Boolean)
  }
  const prepare = async ({ scripts, index }: Chunk) => {
    const load = async ([path, address]: Script) => {
      if (chunks.has(path)) return
      const { page } = await chunks.load(path, address)
      if (page.layout) await parts.layout(page.layout)
    }
    await Promise.allSettled([...scripts.map(load), ...(index.views ? [] : [locales.view(index.view)])])
    // A fallback has the same view as its original.
    const page = chunks.get(scripts.at(-1)?.[0] ?? '')?.page
    if (page) await locales.view(viewAddress(index, page)).catch(() => undefined)
  }
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
  const observer = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      const chunk = findChunk(target as HTMLAnchorElement)
      if (!chunk) continue
      queue.push(chunk)
      whenIdle(runQueue)
    }
  })
  const isWorthFetching = (link: HTMLAnchorElement) =>
    leadsToPage(link, base) && link.pathname !== location.pathname
  return {
    prefetch(link: HTMLAnchorElement): void {
      if (isSavingData() || !isWorthFetching(link)) return
      // Another locale's table, and another section of a large one, is fetched now.
      const path = requestedPath(new URL(link.href), base)
      const table = locales.index(localeCodeOf(parts.known(), path), path).catch(() => undefined)
      void table.then(async () => {
        const chunk = findChunk(link)
        if (chunk && (await ask(chunk))) await prepare(chunk)
      })
    },
    /** Watches the links of the page that is shown now instead, with a new allowance of bytes. */
    observeLinks(bytes: number): void {
      observer.disconnect()
      queue.length = 0
      if (isSavingData()) return
      allowance = bytes
      for (const link of document.querySelectorAll<HTMLAnchorElement>('#docsgen-app a[href]'))
        if (isWorthFetching(link)) observer.observe(link)
    },
  }
}

export function watchIntent(prefetch: (link: HTMLAnchorElement) => void): void {
  const pointed = document.querySelector<HTMLAnchorElement>('a[href]:hover')
  if (pointed) prefetch(pointed)
  const listen = (event: Event) => {
    const link = targetOf(event, 'a[href]')
    if (link instanceof HTMLAnchorElement) prefetch(link)
  }
  for (const type of PREFETCH.intent) document.addEventListener(type, listen, { passive: true })
}

/** Fetches a script into the HTTP cache. Tells whether it arrived. */
async function addHint(address: string): Promise<boolean> {
  const link = document.createElement('link')
  const outcome = await loadElement(Object.assign(link, { rel: 'prefetch', as: 'script', href: address }))
  link.remove()
  return outcome === 'load'
}
