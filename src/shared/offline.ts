import { escapeJson } from './escape.ts'

/** Data that the build, the service worker and the page exchange. Addresses are encoded, with base. */

/** One file that the worker stores before it is installed. */
export interface CoreEntry {
  url: string
  /** `sha384-…` of the bytes. */
  integrity: string
  /** True when the name contains the content's hash: an HTTP cache may answer. */
  immutable: boolean
}

/** A file with many entries; the worker fetches it with one request and stores each entry on its own. */
export interface Pack {
  url: string
  /** Hash in the file's name: the same content has the same name in every build. */
  hash: string
  integrity: string
  /** Size in bytes, not compressed: about what it takes on the device. */
  bytes: number
  /** How many addresses there are once it is unpacked. */
  entries: number
  /** Of a large language: first key (`rangeKey`) of the range of pages, or `*` and a digit for a part of the search index. */
  part?: string
}

export interface OfflineLocale {
  code: string
  path: string
  lang: string
  label: string
  /** Address of the locale's `LocaleIndex`, which is part of its packs. */
  index: string
  /** What the offline document says above the list of stored pages, and the list's heading. */
  texts: { available: string; list: string }
  pages: number
  packs: Pack[]
  /** Codes of the languages whose pages are shown for those that this one lacks. */
  needs?: string[]
}

export interface OfflineManifest {
  /** Changes when anything that is stored changes. */
  version: string
  base: string
  core: CoreEntry[]
  /** The entry of `core` that holds, by locale code, what is shown instead of a page that is not stored. */
  documents: string
  locales: OfflineLocale[]
  /** Images and public files that every language uses; stored with the first language. */
  shared: Pack[]
  /** Addresses of entries of `shared` outside the `assets` folder. */
  files: string[]
}

/**
 * One line of a pack: a text, bytes as base64, or a page. A page's document and its chunk are put together around the
 * content, which both have in common.
 */
export type PackEntry = [url: string, text: string] | [url: string, file: { base64: string }] | PageEntry

/** Addresses with base of the two files of a page. */
export interface PageAddresses {
  page: string
  chunk: string
}

export interface PageEntry extends PageAddresses {
  html: string
  /** What stands before and after the content's HTML in the document. */
  document: [before: string, after: string]
  /** What stands before and after the content as JSON in the chunk. */
  script: [before: string, after: string]
}

export interface LocaleState {
  code: string
  state: 'saved' | 'saving' | 'absent'
  pages: number
  bytes: number
  refused: boolean
  /** True when the reader asked for it: saved also where data is scarce. */
  wanted: boolean
}

export interface OfflineState {
  version: string
  locales: LocaleState[]
}

export type OfflineFailure = 'unreachable' | 'status' | 'integrity' | 'quota' | 'unknown'

/** Page → worker, each with a reply port. `skip-waiting` and `SKIP_WAITING` come on top. */
export type WorkerRequest =
  | { type: 'offline-state' }
  | { type: 'offline-version' }
  /** Stores a language; `asked` when the reader said so. */
  | { type: 'offline-save'; code: string; asked?: boolean }
  | { type: 'offline-remove'; code: string }
  /** Fetches the worker's own file, so that a page need not show a failing request. */
  | { type: 'offline-check' }

export type WorkerReply =
  | { error: null; state: OfflineState }
  /** `answeredPage`: the document of the page that asks came from this worker, as far as it remembers. */
  | { error: null; version: string; answeredPage: boolean }
  | { error: null; check: { status: number; contentType: string } | undefined }
  | { error: string; reason: OfflineFailure }

/** Worker → every page of its scope. */
export type WorkerNews =
  | { type: 'offline-changed'; state: OfflineState }
  /** A language became complete; without code: all that the reader did not refuse are. */
  | { type: 'offline-cached'; code?: string }
  | { type: 'offline-error'; message: string; reason: OfflineFailure }

/** The two files of a page as they are kept and packed: the chunk apart from the content, which both have in common. */
type JoinedFiles = Pick<PageEntry, 'html' | 'script'> & { document: string }

/** The lines of a pack for a page, without line end. `json` is its content as JSON, which is long. */
export function packLines(
  addresses: PageAddresses,
  files: JoinedFiles,
  json = JSON.stringify(files.html),
): string {
  return joinPage(addresses, files)
    .map(line => {
      if (!('html' in line)) return JSON.stringify(line)
      const { html: _html, document, script } = line
      const [before, after] = [JSON.stringify(addresses), JSON.stringify({ document, script })]
      return `${before.slice(0, -1)},"html":${json},${after.slice(1)}`
    })
    .join(',\n')
}

export function fileLines(
  { page, chunk }: PageAddresses,
  files: { document: string; chunk: string },
): string {
  return `${JSON.stringify([page, files.document])},\n${JSON.stringify([chunk, files.chunk])}`
}

/** One entry that has the content once, or one for each file where the document is without it. */
export function joinPage(addresses: PageAddresses, { html, document, script }: JoinedFiles): PackEntry[] {
  const at = document.indexOf(html)
  if (at >= 0) {
    const around: PageEntry['document'] = [document.slice(0, at), document.slice(at + html.length)]
    return [{ ...addresses, html, document: around, script }]
  }
  return [
    [addresses.page, document],
    [addresses.chunk, script[0] + escapeJson(html) + script[1]],
  ]
}

export function splitPage({ html, document, script }: PageEntry): { document: string; chunk: string } {
  return {
    document: document[0] + html + document[1],
    chunk: script[0] + escapeJson(html) + script[1],
  }
}
