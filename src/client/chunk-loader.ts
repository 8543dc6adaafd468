import type { FallbackChunk, PageChunk } from '../schema/view.ts'

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
