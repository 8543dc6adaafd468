/** Data that build, service worker and page exchange. Addresses are encoded, with base. */

export interface CoreEntry {
  url: string
  integrity: string
  /** The name contains a hash, so an HTTP cache may answer. */
  immutable: boolean
}

/** A file with many entries; the worker stores each on its own. */
export interface Pack {
  url: string
  hash: string
  integrity: string
  /** Not compressed, as on the device. */
  bytes: number
  entries: number
  /** Part of a large language: first `rangeKey` of the pages, or `*` and a digit for the search index. */
  part?: string | undefined
}

export interface OfflineLocale {
  code: string
  path: string
  lang: string
  label: string
  /** Address of its `LocaleIndex`, in its packs. */
  index: string
  /** Text above the offline document's list of stored pages, and the list's heading. */
  texts: { available: string; list: string }
  packs: Pack[]
  /** Codes of its fallback languages. */
  needs?: string[] | undefined
}

export interface OfflineManifest {
  version: string
  base: string
  core: CoreEntry[]
  /** Entry of `core`: by locale code, what replaces a page that isn't stored. */
  documents: string
  locales: OfflineLocale[]
  /** Images and public files, stored with the first language. */
  shared: Pack[]
  /** Entries of `shared` outside the `assets` folder. */
  files: string[]
}

/** `headers`: those that the host sends for this file alone. */
export type PackEntry =
  [url: string, content: string | { base64: string }, headers?: Record<string, string>] | PageEntry

/** A page's document and chunk around the content, which both have. */
interface PageEntry {
  page: string
  chunk: string
  html: string
  document: [before: string, after: string]
  /** Code before and after the content, which is JSON, in the chunk. */
  script: [before: string, after: string]
}

export interface LocaleState {
  code: string
  state: 'saved' | 'saving' | 'absent'
  bytes: number
  refused: boolean
  /** Requested by the reader: saved even if the browser saves data. */
  wanted: boolean
}

export interface OfflineState {
  locales: LocaleState[]
}

export type OfflineFailure = 'unreachable' | 'status' | 'integrity' | 'quota' | 'unknown'

export type WorkerRequest =
  | { type: 'offline-state' }
  | { type: 'offline-version' }
  /** `asked`: the reader requested it. */
  | { type: 'offline-save'; code: string; asked?: boolean }
  | { type: 'offline-remove'; code: string }
  /** Asks the worker to fetch its own file, so that no failing request shows in the page. */
  | { type: 'offline-check' }

export type WorkerReply =
  | { error: null; state: OfflineState }
  /** `answeredPage`: the asking page's document came from this worker, as far as it remembers. */
  | { error: null; version: string; answeredPage: boolean }
  | { error: null; check: { status: number; contentType: string } | undefined }
  | { error: string; reason: OfflineFailure }

export type WorkerNews =
  | { type: 'offline-changed'; state: OfflineState }
  /** A language became complete; without code, all that the reader didn't refuse. */
  | { type: 'offline-cached'; code?: string }
  | { type: 'offline-error'; message: string; reason: OfflineFailure }

/** The files of a page. `html` and the code `around` it in the chunk are absent if the chunk lacks the content. */
export interface RenderedPage {
  document: string
  chunk: string
  html?: string
  around?: PageEntry['script']
}

/** Lines of a pack, without line end: one if the files share the content, else one for each. */
export function packLines(addresses: Pick<PageEntry, 'page' | 'chunk'>, files: RenderedPage) {
  const { document, chunk, html = '', around: script } = files
  const at = document.indexOf(html)
  if (!script || at < 0)
    return `${JSON.stringify([addresses.page, document])},\n${JSON.stringify([addresses.chunk, chunk])}`
  const around: PageEntry['document'] = [document.slice(0, at), document.slice(at + html.length)]
  return JSON.stringify({ ...addresses, html, document: around, script } satisfies PageEntry)
}

export function splitPage({ html, document, script }: PageEntry): RenderedPage {
  return { document: document.join(html), chunk: script.join(JSON.stringify(html)) }
}
