import type { ParsedText } from './jobs.ts'
import { hashContent } from './lib/hash.ts'
import type { Lost } from './lib/pool-run.ts'
import type { Store } from './lib/store.ts'
import { lostPage } from './lost-page.ts'
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
  const made = await session.map('parse', options, missing)
  const lost = await replaceLost(missing, made, options)
  const fresh = made.values()
  return keys.map((key, index) => {
    const stored = cached[index]?.toString()
    if (stored !== undefined)
      return { page: withContent(JSON.parse(stored) as PageSummary, key, parsed), key }
    const replaced = lost.get(files[index])
    const page = fresh.next().value
    // How long something takes is no property of the file: nothing may be cached under its key.
    if (replaced) return { page: replaced, key: `${key}-lost` }
    const summary = remember(parsed, key, page)
    return { page: withContent(JSON.parse(summary) as PageSummary, key, parsed), key }
  })
}

/** Empty pages, each with the finding, for those that could not be parsed. */
async function replaceLost(
  files: readonly SourceFile[],
  made: readonly (ParsedText | Lost)[],
  options: ParseOptions,
): Promise<Map<SourceFile | undefined, ParsedPage>> {
  const replaced = new Map<SourceFile | undefined, ParsedPage>()
  for (const [index, file] of files.entries()) {
    const result = made[index]
    if (!result || !('lost' in result)) continue
    const { emptyPage } = await import('./content/parse.ts')
    replaced.set(file, emptyPage(file, options, lostPage('parse', file.file, result)))
  }
  return replaced
}

function contentKey(key: string): string {
  return `${key}+`
}

/** Puts a freshly parsed page into the cache, in two parts; returns the summary. */
function remember(store: Store, key: string, page: ParsedText | Lost | undefined): string {
  if (!page || 'lost' in page) throw new Error('A page was not parsed.')
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
