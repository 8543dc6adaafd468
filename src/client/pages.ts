import type {
  FallbackChunk,
  LocaleIndex,
  LocaleRange,
  LocaleView,
  PageChunk,
  PageView,
} from '../schema/view.ts'
import {
  createLoadedList,
  type LoadedList,
  loadRanges,
  localeOfAddress,
  missingRanges,
  stripBase,
  withBase,
} from '../shared/addresses.ts'
import { fallbackPageView } from '../shared/views.ts'
import {
  delay,
  element,
  LateError,
  LoadError,
  loadElement,
  REQUEST_TIMEOUT,
  RETRY_TIMEOUT,
  within,
} from './document.ts'
import { fetchJson } from './fetch-json.ts'

/** A failed promise is forgotten. */
export function remember<T>(store: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = store.get(key)
  if (known) return known
  const promise = load()
  store.set(key, promise)
  promise.catch(() => {
    if (store.get(key) === promise) store.delete(key)
  })
  return promise
}

export type LoadedIndex = LoadedList<LocaleIndex>

export type LocaleData = ReturnType<typeof createLocaleData>

/** `views`: known views, by address. */
export function createLocaleData(base: string, views = new Map<string, Promise<LocaleView>>()) {
  const indexes = new Map<string, Promise<LoadedIndex>>()
  const ranges = new Map<string, Promise<LocaleRange>>()
  const loaded = new Map<string, LoadedIndex>()
  const load = <T>(file: string, options?: RequestInit) =>
    fetchJson<T>(withBase(base, `/assets/locales/${file}`), options)

  return {
    view: (address: string) => remember(views, address, () => fetchJson<LocaleView>(address)),
    /** `fresh` asks the server again, after a deployment. */
    async index(code: string, path?: string, fresh = false) {
      if (fresh) indexes.delete(code)
      const index = await remember(indexes, code, async () => {
        const options: RequestInit = fresh ? { cache: 'no-cache' } : {}
        const list = createLoadedList(await load<LocaleIndex>(`${code}.json`, options))
        loaded.set(code, list)
        return list
      })
      const loadRange = (file: string) => remember(ranges, file, () => load<LocaleRange>(file))
      if (path !== undefined) await loadRanges(index, path, loadRange)
      return index
    },
    peek(code: string, path?: string) {
      const index = loaded.get(code)
      return index && (path === undefined || missingRanges(index, path).length === 0) ? index : undefined
    },
  }
}

export function viewAddress({ view, views }: LocaleIndex, { sidebar }: Pick<PageView, 'sidebar'>) {
  return views?.[sidebar] ?? view
}

export function localeCodeOf(locales: LocaleView['locales'], path: string) {
  const paths = locales.map(locale => locale.path)
  return (locales[paths.indexOf(localeOfAddress(path, paths))] ?? locales[0])?.code ?? 'en'
}

/** An address outside the site isn't changed. */
export function requestedPath(url: URL, base: string) {
  return stripBase(url.pathname, base) ?? url.pathname
}

/** In milliseconds. */
export const CHUNK_TIMEOUT = 120_000

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly type: string

  constructor(type: string, request: string) {
    const name = request.slice(request.lastIndexOf('/') + 1).replace(/(\.[\w-]+)?\.js(\?.*)?$/, '')
    super(`Loading chunk ${name} failed.\n(${type}: ${request})`)
    this.type = type
  }
}

type AnyChunk = PageChunk | FallbackChunk

type ChunkLoader = ReturnType<typeof createChunkLoader>

/** Also creates the object that chunk scripts push to. `trust`: for Trusted Types. */
export function createChunkLoader(trust: (url: string) => string = url => url) {
  const chunks = new Map<string, AnyChunk>()
  const loading = new Map<string, { address: string; chunk: Promise<AnyChunk> }>()
  const add = (chunk: AnyChunk) => void chunks.set(chunk.page.path, chunk)
  // Written, never read: an element of this name can't replace it.
  Object.assign(self, { docsgenChunks: { push: ([, chunk]: [key: string, chunk: AnyChunk]) => add(chunk) } })

  const request = async (path: string, address: string) => {
    const script = element('script', { src: trust(address) })
    const outcome = await within(loadElement(script), CHUNK_TIMEOUT).catch(() => 'timeout')
    script.remove()
    if (loading.get(path)?.address === address) loading.delete(path)
    const chunk = chunks.get(path)
    if (!chunk) throw new ChunkLoadError(outcome === 'load' ? 'missing' : outcome, address)
    return chunk
  }
  return {
    has: (path: string) => chunks.has(path) || loading.has(path),
    /** Returns a fallback only once it's joined with its original. */
    get(path: string) {
      const chunk = chunks.get(path)
      return chunk && 'html' in chunk ? chunk : undefined
    },
    add,
    clear: () => chunks.clear(),
    /** Rejects with `ChunkLoadError`; a call with another address doesn't wait for it. */
    async load(path: string, address: string) {
      const known = chunks.get(path)
      const running = loading.get(path)
      if (known) return known
      if (running?.address === address) return running.chunk
      const chunk = request(path, address)
      loading.set(path, { address, chunk })
      return chunk
    },
  }
}

const failure = (path: string, unreachable = false, cause?: unknown) =>
  Object.assign(new LoadError(`The page ${path} didn't load.`, { cause }), { unreachable })

export interface PageParts {
  base: string
  theme: string
  chunks: ChunkLoader
  locales: LocaleData
}

/** By the encoded path without base. Rejects with `LoadError`. */
export type LoadPage = (path: string, code: string) => Promise<PageChunk>

export function createPageLoader(parts: PageParts): LoadPage {
  const running = new Map<string, Promise<PageChunk>>()
  return (path, code) =>
    remember(running, path, () => loadPageOrFallback(parts, path, code).finally(() => running.delete(path)))
}

/** If the language lacks the page, joins what it has with the page whose content it shows. */
async function loadPageOrFallback(parts: PageParts, path: string, code: string) {
  const { chunks, locales } = parts
  const { data } = await locales.index(code, path)
  const [file, , , original] = (Object.hasOwn(data.pages, path) && data.pages[path]) || []
  const [own, shown] = await Promise.all([
    file === '' ? undefined : loadWithRetries(parts, path, code),
    original === undefined ? undefined : loadWithRetries(parts, path, code, true),
  ])
  const page = [own, shown].find(chunk => chunk && 'html' in chunk && chunk.page.path === path)
  const content = page ?? (original === undefined ? own : shown)
  if (!content || !('html' in content)) throw failure(path)
  if (page || original === undefined) return content
  const locale = await locales.view(viewAddress(data, content.page))
  const joined = joinChunks(own, content, path, locale)
  chunks.add(joined)
  return joined
}

const BACKOFF = [300, 1000]

/** At most three requests, under changed addresses or a deployment's new name; one that hangs is tried once more. */
async function loadWithRetries(
  { chunks, base, theme, locales }: PageParts,
  wanted: string,
  code: string,
  isOriginal = false,
) {
  const readTable = async (isFresh: boolean) => {
    const { data } = await locales.index(code, wanted, isFresh)
    const entry = Object.hasOwn(data.pages, wanted) ? data.pages[wanted] : undefined
    if (!entry) throw failure(wanted)
    const [file, , , original = wanted, content = file] = entry
    return { ...(isOriginal ? { file: content, path: original } : { file, path: wanted }), theme: data.theme }
  }
  let place = await readTable(false)
  let isUnreachable = false
  let isLate = false
  for (let attempt = 0; ; attempt++) {
    const address = withBase(base, `/assets/js/${place.file}`) + (attempt ? `?r=${attempt}` : '')
    try {
      return await within(chunks.load(place.path, address), isLate ? RETRY_TIMEOUT : REQUEST_TIMEOUT)
    } catch (error) {
      const wait = BACKOFF[attempt]
      const isOver = isLate || (error instanceof ChunkLoadError && error.type === 'timeout')
      if (wait === undefined || isOver || !navigator.onLine)
        throw failure(wanted, isUnreachable || !navigator.onLine, error)
      isLate = error instanceof LateError
      if (isLate) continue
      await delay(wait)
      // A missing chunk often means a new deployment.
      if (attempt === 0)
        place = await readTable(true).catch((reason: unknown) => {
          isUnreachable = reason instanceof LoadError && reason.unreachable
          return place
        })
      if (place.theme !== theme) throw failure(wanted, false, error)
    }
  }
}

/** `own`: chunk of the page that shows the content of another, if any. */
export function joinChunks(
  own: AnyChunk | undefined,
  { page: original, html }: PageChunk,
  path: string,
  locale: LocaleView,
): PageChunk {
  const view = { ...fallbackPageView(original, path, locale), ...own?.page }
  const entries = Object.entries(view).filter(([, value]) => value !== null)
  return { page: Object.fromEntries(entries) as unknown as PageView, html }
}

/** Loads style sheets and scripts. Never rejects: a page can be read without them. */
export async function loadParts({ loads = [] }: PageView) {
  const load = (href: string) => {
    if (!href.endsWith('.css')) return import(href).catch(() => undefined)
    if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return undefined
    const link = element('link', { rel: 'stylesheet', href })
    return loadElement(link, document.querySelector('link[rel="stylesheet"]'))
  }
  await Promise.all(loads.map(load))
}
