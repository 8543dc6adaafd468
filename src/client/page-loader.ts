import { withBase } from '../shared/addresses.ts'
import { FetchError } from './fetch-json.ts'
import { type LocaleData, viewAddress } from './locale-data.ts'
import { type AnyChunk, ChunkLoadError, type ChunkLoader } from './chunk-loader.ts'
import { LateError, PATIENCE, RETRY_PATIENCE, within } from './within.ts'
import type { IndexEntry, LocaleIndex } from '../schema/locale-index.ts'
import type { PageChunk } from '../schema/view.ts'

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
  // A language with all of its pages never loads this.
  const [mine, shown, { joinChunks }] = await Promise.all([
    own,
    loadWithRetries(parts, { path, code, file: originalFile }),
    within(import('./stand-in.ts')),
  ])
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
