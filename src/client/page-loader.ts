import { withBase } from '../shared/addresses.ts'
import { FetchError } from './fetch-json.ts'
import { type LocaleData, viewAddress } from './locale-data.ts'
import { LateError, PATIENCE, RETRY_PATIENCE, within } from './document.ts'
import type { IndexEntry, LocaleIndex, PageChunk, PageView, FallbackChunk } from '../schema/view.ts'
import { type StandIn, standInView } from '../shared/views.ts'

/** Waits before the second and the third request for a chunk, in milliseconds. */
const BACKOFF = [300, 1000] as const

/** A page that did not load after every attempt. */
export class PageLoadError extends Error {
  override name = 'PageLoadError'
  /** True when the server could not be reached, so that a full navigation would not help either. */
  readonly unreachable: boolean

  constructor(path: string, unreachable: boolean, cause: unknown) {
    super(`The page ${path} did not load.`, { cause })
    this.unreachable = unreachable
  }
}

/** Loads the chunk of a page and deals with what can go wrong. */
export interface PageLoader {
  /** The chunk if it is loaded. */
  peek(path: string): PageChunk | undefined
  /**
   * @param path encoded path without base, a key of the page table
   * @param code code of the page's locale
   */
  load(path: string, code: string): Promise<PageChunk>
}

interface PageLoaderParts {
  base: string
  /** As in `BootData`. */
  theme: string
  chunks: ChunkLoader
  locales: LocaleData
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const running = new Map<string, Promise<PageChunk>>()
  return {
    peek: path => parts.chunks.get(path),
    load: (path, code) => {
      const known = running.get(path)
      if (known) return known
      const promise = loadWhole(parts, path, code).finally(() => running.delete(path))
      running.set(path, promise)
      return promise
    },
  }
}

/** A page; where its language lacks it, the one whose content it shows, and what it has of its own. */
async function loadWhole(parts: PageLoaderParts, path: string, code: string): Promise<PageChunk> {
  const { chunks, locales } = parts
  const { data } = await locales.index(code, path)
  const [file, , , original] = (Object.hasOwn(data.pages, path) && data.pages[path]) || []
  const own = file === '' ? undefined : loadWithRetries(parts, { path, code, file: ownFile })
  if (original === undefined) return whole(await own, path)
  const [mine, shown] = await Promise.all([own, loadWithRetries(parts, { path, code, file: originalFile })])
  // After a deployment it may be a page like others.
  const page = [mine, shown].find(chunk => chunk && 'html' in chunk && chunk.page.path === path)
  if (page) return whole(page, path)
  const content = whole(shown, path)
  const locale = await locales.view(viewAddress(data, content.page))
  const joined = joinChunks(mine, content, { path, locale })
  chunks.add(joined)
  return joined
}

function whole(chunk: AnyChunk | undefined, path: string): PageChunk {
  if (!chunk || !('html' in chunk)) throw new PageLoadError(path, false, undefined)
  return chunk
}

/** A chunk that a page consists of. */
interface Wanted {
  path: string
  code: string
  /** Which file of the entry it is, and the path of the page that it brings. */
  file(entry: IndexEntry, path: string): [file: string, path: string]
}

const ownFile: Wanted['file'] = ([file], path) => [file, path]
const originalFile: Wanted['file'] = ([own, , , original, file = own], path) => [file, original ?? path]

/**
 * First request, then at most two more under changed addresses or, after a deployment, the new name. One that hangs is
 * left to itself after eight seconds and tried once more, shortly: a whole document may come where a script did not.
 */
async function loadWithRetries(parts: PageLoaderParts, wanted: Wanted): ReturnType<ChunkLoader['load']> {
  const { chunks, locales, base, theme } = parts
  let [file, path] = chunkFile((await locales.index(wanted.code, wanted.path)).data.pages, wanted)
  let fresh: ReturnType<typeof refreshFile> | undefined
  let patience = PATIENCE
  for (let attempt = 0; ; attempt++) {
    const address = withBase(base, `/assets/js/${file}`) + (attempt ? `?r=${attempt}` : '')
    try {
      return await within(chunks.load({ path, name: chunkName(file), address }), patience)
    } catch (error) {
      const wait = BACKOFF[attempt]
      if (wait === undefined || patience === RETRY_PATIENCE || !isWorthRetrying(error)) {
        throw new PageLoadError(wanted.path, await isUnreachable(fresh), error)
      }
      if (error instanceof LateError) {
        patience = RETRY_PATIENCE
        continue
      }
      fresh ??= refreshFile(locales, wanted, theme)
      await delay(wait)
      const answer = await Promise.race([fresh, delay(wait)])
      if (answer?.isOther) throw new PageLoadError(wanted.path, false, error)
      ;[file, path] = answer?.file ?? [file, path]
    }
  }
}

/** Asks the server for the page table once more: a missing chunk often means a new deployment, perhaps of another theme. */
async function refreshFile(
  locales: LocaleData,
  wanted: Wanted,
  theme: string,
): Promise<{ file?: ReturnType<Wanted['file']>; unreachable: boolean; isOther?: boolean }> {
  try {
    const { data } = await locales.index(wanted.code, wanted.path, true)
    return { file: chunkFile(data.pages, wanted), unreachable: false, isOther: data.theme !== theme }
  } catch (error) {
    return { unreachable: error instanceof FetchError && error.unreachable }
  }
}

function chunkFile(pages: LocaleIndex['pages'], { path, file }: Wanted): ReturnType<Wanted['file']> {
  const entry = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!entry) throw new PageLoadError(path, false, undefined)
  return file(entry, path)
}

/** `api-mount.1a2b3c4d.js` is named `api-mount` in messages. */
export function chunkName(file: string): string {
  return file.replace(/(\.[0-9a-zA-Z_-]+)?\.js$/, '')
}

function isWorthRetrying(error: unknown): boolean {
  return navigator.onLine && !(error instanceof ChunkLoadError && error.type === 'timeout')
}

async function isUnreachable(fresh: Promise<{ unreachable: boolean }> | undefined): Promise<boolean> {
  return !navigator.onLine || ((await fresh)?.unreachable ?? false)
}

function delay(ms: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(() => resolve(undefined), ms))
}

/** A page that shows the content of `original`. @param own its chunk, where it has one */
export function joinChunks(
  own: AnyChunk | undefined,
  { page: original, html }: PageChunk,
  where: Omit<StandIn, 'original'>,
): PageChunk {
  const view = { ...standInView({ ...where, original }), ...own?.page }
  const entries = Object.entries(view).filter(([, value]) => value !== null)
  return { page: Object.fromEntries(entries) as unknown as PageView, html }
}

/**
 * Loads the style sheets and scripts that a page uses; the browser keeps what is there already. Without them it can still be
 * read, so none of the promises rejects.
 */
export function loadParts({ loads = [] }: PageView): (Promise<unknown> | undefined)[] {
  return loads.map(href => (href.endsWith('.css') ? loadSheet(href) : import(href).catch(() => undefined)))
}

function loadSheet(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return undefined
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.querySelector('link[rel="stylesheet"]')?.after(link)
  return new Promise(resolve => (link.onload = link.onerror = resolve))
}

/** Time limit of one chunk request in milliseconds. */
export const CHUNK_TIMEOUT = 120_000

/** Why a chunk did not load: it arrived without content, too late, or the type of the script's event. */
export type ChunkFailure = 'missing' | 'timeout' | (string & {})

export type ChunkState = 'idle' | 'loading' | 'loaded' | 'failed'

/** A chunk failed to load. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly type: ChunkFailure
  /** The address that was asked for. */
  readonly request: string

  constructor(chunk: string, type: ChunkFailure, request: string) {
    super(`Loading chunk ${chunk} failed.\n(${type}: ${request})`)
    this.type = type
    this.request = request
  }
}

/** What to ask for: the page's encoded path without base, the chunk's name for messages, its address. */
export interface ChunkRequest {
  path: string
  name: string
  address: string
}

/** Page chunks of this tab: not loaded → loading (one shared promise) → loaded or failed. */
export interface ChunkLoader {
  state(path: string): ChunkState
  /** The page at the path; of a fallback once it was put together with its original (`stand-in.ts`). */
  get(path: string): PageChunk | undefined
  add(chunk: PageChunk): void
  /** Forgets every chunk: the sources have changed. */
  clear(): void
  /** Rejects with `ChunkLoadError`; the next call asks again, and one with another address does not wait for it. */
  load(request: ChunkRequest): Promise<AnyChunk>
}

export type AnyChunk = PageChunk | FallbackChunk
type Receiver = { push(entry: [key: string, chunk: AnyChunk]): void }

/**
 * Creates the loader and takes over the array that chunk scripts push to. There is one for each document.
 * @param trust makes a script's address acceptable where Trusted Types are enforced
 */
export function createChunkLoader(trust: (url: string) => string = url => url): ChunkLoader {
  const chunks = new Map<string, AnyChunk>()
  const loading = new Map<string, { address: string; chunk: Promise<AnyChunk> }>()
  const failed = new Set<string>()
  const add = (chunk: AnyChunk) => void chunks.set(chunk.page.path, chunk)
  // Written, never read: an element of this name cannot take its place.
  ;(self as unknown as { docsgenChunks: Receiver }).docsgenChunks = { push: ([, chunk]) => add(chunk) }

  const request = async (wanted: ChunkRequest): Promise<AnyChunk> => {
    const failure = await runScript(trust(wanted.address))
    if (loading.get(wanted.path)?.address === wanted.address) loading.delete(wanted.path)
    const chunk = chunks.get(wanted.path)
    if (chunk) {
      failed.delete(wanted.path)
      return chunk
    }
    failed.add(wanted.path)
    throw new ChunkLoadError(wanted.name, failure ?? 'missing', wanted.address)
  }
  return {
    state: path => {
      if (chunks.has(path)) return 'loaded'
      if (loading.has(path)) return 'loading'
      return failed.has(path) ? 'failed' : 'idle'
    },
    get: path => {
      const chunk = chunks.get(path)
      return chunk && 'html' in chunk ? chunk : undefined
    },
    add,
    clear: () => chunks.clear(),
    load: wanted => {
      const known = chunks.get(wanted.path)
      if (known) return Promise.resolve(known)
      const running = loading.get(wanted.path)
      if (running?.address === wanted.address) return running.chunk
      const chunk = request(wanted)
      loading.set(wanted.path, { address: wanted.address, chunk })
      return chunk
    },
  }
}

/** Runs a classic script; resolves with what went wrong, or undefined when it ran. */
function runScript(address: string): Promise<ChunkFailure | undefined> {
  return new Promise(resolve => {
    const script = document.createElement('script')
    const settle = (failure?: ChunkFailure) => {
      clearTimeout(timer)
      script.onload = script.onerror = null
      script.remove()
      resolve(failure)
    }
    const timer = setTimeout(() => settle('timeout'), CHUNK_TIMEOUT)
    script.onload = () => settle()
    script.onerror = event => settle(typeof event === 'string' ? 'error' : event.type)
    script.async = true
    script.src = address
    document.head.append(script)
  })
}
