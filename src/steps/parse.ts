import { includeGroups } from '../content/include-groups.ts'
import type { ParsedText, ParseInput } from '../threads/jobs.ts'
import { hashContent, hashParts } from '../lib/hash.ts'
import type { Lost } from '../threads/pool-run.ts'
import { DamagedCacheError, type Lent } from '../cache/segment.ts'
import type { Store } from '../cache/store.ts'
import { lostPage } from './lost-page.ts'
import type { PageSummary, PageText, ParsedPage, ParseOptions, SourceFile } from '../schema/page.ts'
import type { Session } from '../threads/session.ts'

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
  const keys = files.map(file => hashParts([optionsHash, JSON.stringify({ ...file, body: '' }), file.body]))
  const cached = keys.map(key => (isComplete(parsed, key) ? parsed.get(key) : undefined))
  const keyOf = new Map(files.map((file, index) => [file, keys[index] ?? '']))
  const groups = includeGroups(files.filter((_file, index) => !cached[index]))
  const missing = groups.flat()
  const inputs = missing.map((file): ParseInput => {
    const key = keyOf.get(file) ?? ''
    return { file, keys: { html: htmlKey(key), text: textKey(key) } }
  })
  const setup = { options, segment: parsed.segment() }
  const made = await session.map('parse', setup, inputs, { groups: groups.map(group => group.length) })
  const lost = await replaceLost(missing, made, options)
  const fresh = new Map(missing.map((file, index) => [file, made[index]]))
  return files.map((file, index) => {
    const key = keys[index] ?? ''
    const stored = cached[index]?.toString()
    if (stored !== undefined) return { page: readPage(stored, key, parsed), key }
    const replaced = lost.get(file)
    const page = fresh.get(file)
    // How long something takes is no property of the file: nothing may be cached under its key.
    if (replaced) return { page: replaced, key: `${key}-lost` }
    return { page: readPage(remember(parsed, key, page), key, parsed), key }
  })
}

/** Empty pages, each with the finding, for those that could not be parsed. */
async function replaceLost(
  files: readonly SourceFile[],
  made: readonly (ParsedText | Lost)[],
  options: ParseOptions,
): Promise<Map<SourceFile, ParsedPage>> {
  const replaced = new Map<SourceFile, ParsedPage>()
  for (const [index, file] of files.entries()) {
    const result = made[index]
    if (!result || !('lost' in result)) continue
    const { emptyPage } = await import('../content/parse.ts')
    replaced.set(file, emptyPage(file, options, lostPage('parse', file.file, result)))
  }
  return replaced
}

/** Where the bulky parts of a parsed page are in the store, beside its summary. */
const htmlKey = (key: string): string => `${key}.html`
const textKey = (key: string): string => `${key}.text`

function isComplete(store: Store, key: string): boolean {
  return store.has(htmlKey(key)) && store.has(textKey(key))
}

/** Puts a freshly parsed page into the cache; returns the summary. */
function remember(store: Store, key: string, page: ParsedText | Lost | undefined): string {
  if (!page || 'lost' in page) throw new Error('A page was not parsed.')
  const { summary, html, text } = page
  store.set(key, Buffer.from(summary))
  store.adopt(htmlKey(key), html)
  store.adopt(textKey(key), text)
  return summary
}

/** The bulky part of a page for a thread to read: from the store, if it is one that was parsed. */
export function lendHtml({ parsed }: Session, page: ParsedPage, key: string): Lent {
  return parsed.lend(htmlKey(key)) ?? Buffer.from(page.html)
}

/** The same for `PageText`, as JSON. */
export function lendText({ parsed }: Session, page: ParsedPage, key: string): Lent {
  return parsed.lend(textKey(key)) ?? Buffer.from(JSON.stringify(textOf(page)))
}

function textOf({ sections, codeBlocks }: ParsedPage): PageText {
  return { sections, codeBlocks }
}

/**
 * The page, its bulky parts as getters that read the cache: all pages at once would fill the memory (R-MEM-1). What was
 * read stays as long as the memory is not needed otherwise.
 */
function readPage(summary: string, key: string, store: Store): ParsedPage {
  const read = (name: string): string => {
    const stored = store.get(name)
    if (!stored) throw new DamagedCacheError(`An entry of the cache is damaged: ${name}`)
    return stored.toString()
  }
  const html = untilCollected(() => ({ html: read(htmlKey(key)) }))
  const text = untilCollected(() => JSON.parse(read(textKey(key))) as PageText)
  return {
    ...(JSON.parse(summary) as PageSummary),
    get html() {
      return html().html
    },
    get sections() {
      return text().sections
    },
    get codeBlocks() {
      return text().codeBlocks
    },
  }
}

/** Makes something once, and again when it was collected. */
function untilCollected<T extends object>(make: () => T): () => T {
  const held: { value?: WeakRef<T> } = {}
  return () => {
    const present = held.value?.deref()
    if (present) return present
    const made = make()
    held.value = new WeakRef(made)
    return made
  }
}
