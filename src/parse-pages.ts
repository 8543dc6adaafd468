import { hashContent } from './lib/hash.ts'
import type { Store } from './lib/store.ts'
import type { PageContent, PageSummary, ParsedPage, ParseOptions, SourceFile } from './schema/page.ts'
import type { Session } from './session.ts'

export interface ParsedSource {
  page: ParsedPage
  /** Hash of everything the page was made from. */
  key: string
}

/** Parses source files, or takes them from the cache where neither file nor options changed. */
export async function parsePages(
  session: Session,
  files: readonly SourceFile[],
  options: ParseOptions,
): Promise<ParsedSource[]> {
  const { parsed } = session
  const optionsHash = hashContent(JSON.stringify(options), 32)
  const keys = files.map(file => hashContent(optionsHash + JSON.stringify(file), 32))
  const cached = keys.map(key => (parsed.has(contentKey(key)) ? parsed.get(key) : undefined))
  const missing = files.filter((_file, index) => !cached[index])
  const fresh = (await session.map('parse', options, missing)).values()
  return keys.map((key, index) => {
    const stored = cached[index]
    const summary = stored ? stored.toString() : remember(parsed, key, fresh.next().value)
    return { page: withContent(JSON.parse(summary) as PageSummary, key, parsed), key }
  })
}

function contentKey(key: string): string {
  return `${key}+`
}

/** Puts a freshly parsed page into the cache, in two parts; returns the summary. */
function remember(
  store: Store,
  key: string,
  page: [summary: string, content: Uint8Array] | undefined,
): string {
  if (!page) throw new Error('A page was not parsed.')
  store.set(key, Buffer.from(page[0]))
  store.set(contentKey(key), page[1])
  return page[0]
}

/** Thrown when a part of the cache that was there turns out damaged in the middle of a build: start again without it. */
export class DamagedCacheError extends Error {}

/**
 * Adds the bulky fields as getters that read the cache: all pages at once would fill the memory (R-MEM-1).
 * What was read stays as long as the memory is not needed otherwise.
 */
function withContent(summary: PageSummary, key: string, store: Store): ParsedPage {
  const held: { content?: WeakRef<PageContent> } = {}
  const content = (): PageContent => {
    const present = held.content?.deref()
    if (present) return present
    const stored = store.get(contentKey(key))
    if (!stored) throw new DamagedCacheError(`The cache entry of ${summary.file} is damaged.`)
    const read = JSON.parse(stored.toString()) as PageContent
    held.content = new WeakRef(read)
    return read
  }
  return {
    ...summary,
    get html() {
      return content().html
    },
    get sections() {
      return content().sections
    },
    get codeBlocks() {
      return content().codeBlocks
    },
  }
}
