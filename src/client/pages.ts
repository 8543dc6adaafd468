import { withBase } from '../shared/addresses.ts'
import { type FallbackSource, fallbackPageView } from '../shared/views.ts'
import type { FallbackChunk, PageChunk, PageView } from '../schema/view.ts'
import { LateError, REQUEST_TIMEOUT, RETRY_TIMEOUT, within } from './document.ts'
import { loadElement } from './dom.ts'
import { FetchError } from './fetch-json.ts'
import { type LocaleData, remember, viewAddress } from './locale-data.ts'

/** Waits before the second and the third request for a chunk, in milliseconds. */
const BACKOFF = [300, 1000] as const

/** Time limit of one chunk request in milliseconds. */
export const CHUNK_TIMEOUT = 120_000

export class PageLoadError extends Error {
  override name = 'PageLoadError'
  /** True when the server could not be reached, so that a full navigation would not help either. */
  readonly unreachable: boolean

  constructor(path: string, unreachable: boolean, cause?: unknown) {
    super(`The page ${path} did not load.`, { cause })
    this.unreachable = unreachable
  }
}

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly type: string

  constructor(type: string, request: string) {
    const name = request.slice(request.lastIndexOf('/') + 1).replace(/(\.[\w-]+)?\.js(\?.*)?$/, '')
    super(`Loading chunk ${name} failed.\n(${type}: ${request})`)
    this.type = type
  }
}

export type AnyChunk = PageChunk | FallbackChunk

/** Page chunks of this tab, by the encoded path of their page without base. */
export type ChunkLoader = ReturnType<typeof createChunkLoader>

/** Creates the loader and the object that chunk scripts push to. `trust` makes an address acceptable where Trusted Types are enforced. */
export function createChunkLoader(trust: (url: string) => string = url => url) {
  const chunks = new Map<string, AnyChunk>()
  const loading = new Map<string, { address: string; chunk: Promise<AnyChunk> }>()
  const add = (chunk: AnyChunk) => void chunks.set(chunk.page.path, chunk)
  // Written, never read: an element of this name can't replace it.
  Object.assign(self, { docsgenChunks: { push: ([, chunk]: [key: string, chunk: AnyChunk]) => add(chunk) } })

  const request = async (path: string, address: string): Promise<AnyChunk> => {
    const script = Object.assign(document.createElement('script'), { async: true, src: trust(address) })
    const outcome = await within(loadElement(script), CHUNK_TIMEOUT).catch(() => 'timeout')
    script.remove()
    if (loading.get(path)?.address === address) loading.delete(path)
    const chunk = chunks.get(path)
    if (!chunk) throw new ChunkLoadError(outcome === 'load' ? 'missing' : outcome, address)
    return chunk
  }
  return {
    /** True for a chunk that is loaded or on its way. */
    has: (path: string): boolean => chunks.has(path) || loading.has(path),
    /** The page at the path; of a fallback once it was put together with its original. */
    get(path: string): PageChunk | undefined {
      const chunk = chunks.get(path)
      return chunk && 'html' in chunk ? chunk : undefined
    },
    add,
    clear: (): void => chunks.clear(),
    /** Rejects with `ChunkLoadError`; the next call asks again, and one with another address does not wait for it. */
    load(path: string, address: string): Promise<AnyChunk> {
      const known = chunks.get(path)
      if (known) return Promise.resolve(known)
      const running = loading.get(path)
      if (running?.address === address) return running.chunk
      const chunk = request(path, address)
      loading.set(path, { address, chunk })
      return chunk
    },
  }
}

interface PageLoaderParts {
  base: string
  theme: string
  chunks: ChunkLoader
  locales: LocaleData
}

/** Loads a page of a locale by its encoded path without base, whatever goes wrong. Rejects with `PageLoadError`. */
export type LoadPage = (path: string, code: string) => Promise<PageChunk>

export function createPageLoader(parts: PageLoaderParts): LoadPage {
  const running = new Map<string, Promise<PageChunk>>()
  return (path, code) =>
    remember(running, path, () => loadPageOrFallback(parts, path, code).finally(() => running.delete(path)))
}

/** A page; where its language lacks it, the one whose content it shows, and what it has of its own. */
async function loadPageOrFallback(parts: PageLoaderParts, path: string, code: string): Promise<PageChunk> {
  const { chunks, locales } = parts
  const { data } = await locales.index(code, path)
  const [file, , , original] = (Object.hasOwn(data.pages, path) && data.pages[path]) || []
  const own = file === '' ? undefined : loadWithRetries(parts, { path, code, isOriginal: false })
  if (original === undefined) return requireContent(await own, path)
  const [mine, shown] = await Promise.all([own, loadWithRetries(parts, { path, code, isOriginal: true })])
  // After a deployment it may be a page like others.
  const page = [mine, shown].find(chunk => chunk && 'html' in chunk && chunk.page.path === path)
  if (page) return requireContent(page, path)
  const content = requireContent(shown, path)
  const locale = await locales.view(viewAddress(data, content.page))
  const joined = joinChunks(mine, content, { path, locale })
  chunks.add(joined)
  return joined
}

function requireContent(chunk: AnyChunk | undefined, path: string): PageChunk {
  if (!chunk || !('html' in chunk)) throw new PageLoadError(path, false)
  return chunk
}

interface Wanted {
  path: string
  code: string
  isOriginal: boolean
}

/** At most three requests, under changed addresses or the new name after a deployment; one that hangs for eight seconds is tried once more. */
async function loadWithRetries(parts: PageLoaderParts, wanted: Wanted): Promise<AnyChunk> {
  const { chunks, base, theme } = parts
  const readTable = async (fresh?: boolean) => {
    const { data } = await parts.locales.index(wanted.code, wanted.path, fresh)
    const entry = Object.hasOwn(data.pages, wanted.path) ? data.pages[wanted.path] : undefined
    if (!entry) throw new PageLoadError(wanted.path, false)
    const [own, , , original, content] = entry
    const file: [string, string] = wanted.isOriginal
      ? [content ?? own, original ?? wanted.path]
      : [own, wanted.path]
    return { file, theme: data.theme }
  }
  // A missing chunk often means a new deployment, perhaps of another theme: so fetch the table once more.
  const readAgain = async (): Promise<{ file?: [string, string]; theme?: string; error?: unknown }> =>
    readTable(true).catch((error: unknown) => ({ error }))
  let fresh: ReturnType<typeof readAgain> | undefined
  let [file, path] = (await readTable()).file
  let patience = REQUEST_TIMEOUT
  for (let attempt = 0; ; attempt++) {
    const address = withBase(base, `/assets/js/${file}`) + (attempt ? `?r=${attempt}` : '')
    try {
      return await within(chunks.load(path, address), patience)
    } catch (error) {
      const wait = BACKOFF[attempt]
      const isOver = error instanceof ChunkLoadError && error.type === 'timeout'
      if (wait === undefined || patience === RETRY_TIMEOUT || isOver || !navigator.onLine) {
        const failure = (await fresh)?.error
        const isUnreachable = failure instanceof FetchError && failure.unreachable
        throw new PageLoadError(wanted.path, !navigator.onLine || isUnreachable, error)
      }
      if (error instanceof LateError) {
        patience = RETRY_TIMEOUT
        continue
      }
      fresh ??= readAgain()
      await delay(wait)
      const answer = await Promise.race([fresh, delay(wait)])
      if (answer?.theme !== undefined && answer.theme !== theme)
        throw new PageLoadError(wanted.path, false, error)
      ;[file, path] = answer?.file ?? [file, path]
    }
  }
}

function delay(ms: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(() => resolve(undefined), ms))
}

/** A page that shows the content of `original`. @param own its chunk, where it has one */
export function joinChunks(
  own: AnyChunk | undefined,
  { page: original, html }: PageChunk,
  where: Omit<FallbackSource, 'original'>,
): PageChunk {
  const view = { ...fallbackPageView({ ...where, original }), ...own?.page }
  const entries = Object.entries(view).filter(([, value]) => value !== null)
  return { page: Object.fromEntries(entries) as unknown as PageView, html }
}

/** Loads style sheets and scripts that a page uses and that aren't there yet. It can be read without them, so nothing rejects. */
export async function loadParts({ loads = [] }: PageView): Promise<void> {
  const load = (href: string) => {
    if (!href.endsWith('.css')) return import(href).catch(() => undefined)
    if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return undefined
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    return loadElement(link, document.querySelector('link[rel="stylesheet"]'))
  }
  await Promise.all(loads.map(load))
}
