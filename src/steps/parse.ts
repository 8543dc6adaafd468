import type { ParsedText, ParseInput, ParseSetup } from '../cache/workers/job-types.ts'
import type { PluginSource } from '../plugins/evaluate.ts'
import { hashContent, hashParts } from '../lib/hash.ts'
import type { Lost } from '../cache/workers/pool.ts'
import type { Store } from '../cache/store.ts'
import { lostInHook, lostPage } from './lost-page.ts'
import { contentKeys, type ParsedSource } from './page-contents.ts'
import type { PageSummary, ParseOptions, SourceFile } from '../schema/page.ts'
import type { Session } from '../cache/workers/session.ts'

/**
 * Parses source files, or takes them from the cache where neither file nor options changed. An entry of the cache counts
 * when it is whole, its content included: whoever fetches that later on finds it. `plugins` are those that the options name.
 */
export async function parsePages(
  session: Session,
  files: readonly SourceFile[],
  options: ParseOptions,
  plugins: readonly PluginSource[] = [],
): Promise<ParsedSource[]> {
  const { parsed, memory } = session
  const setup = { options, plugins, segment: parsed.segment() }
  const hashes = plugins.map(({ hash }) => hash)
  const kept = memory?.same('parsing', [options, hashes], {
    setup,
    pages: new WeakMap<SourceFile, ParsedSource>(),
  })
  const fresh = files.filter(file => !kept?.pages.has(file))
  const keys = parseKeys(fresh, options)
  const cached = readSummaries(parsed, keys, options)
  const keyOf = new Map(fresh.map((file, index) => [file, keys[index] ?? '']))
  const missing = fresh.filter((_file, index) => !cached[index])
  const made = await parseMissing(session, missing, kept?.setup ?? setup, keyOf)
  for (const [index, file] of fresh.entries()) {
    const page = cached[index]
    if (page) made.set(file, { page, key: keys[index] ?? '' })
  }
  return files.map(file => {
    const source = kept?.pages.get(file) ?? made.get(file) ?? notParsed(file)
    // What took too long may not the next time.
    if (!source.content) kept?.pages.set(file, source)
    return source
  })
}

/** What is filed of each page: its summary under the first key, its content under the others. */
export function filedKeys(files: readonly SourceFile[], options: ParseOptions): string[][] {
  return parseKeys(files, options).map(key => [key, ...keysOfContent(key, options)])
}

function keysOfContent(key: string, options: ParseOptions): string[] {
  return Object.values<string>({ ...contentKeys(key, options) })
}

/** Hashes of everything that the pages are made from. */
function parseKeys(files: readonly SourceFile[], options: ParseOptions): string[] {
  const optionsHash = hashContent(JSON.stringify(options), 32)
  return files.map(file => hashParts([optionsHash, JSON.stringify({ ...file, body: '' }), file.body]))
}

/** The summary of each page, in the order of `keys`; undefined for one whose summary or content is not whole in the store. */
function readSummaries(
  store: Store,
  keys: readonly string[],
  options: ParseOptions,
): (PageSummary | undefined)[] {
  const contents = keys.map(key => keysOfContent(key, options))
  const pages = new Set(keys)
  const summaries = new Map<string, PageSummary>()
  const whole = new Set<string>()
  store.readMany([...keys, ...contents.flat()], (key, value) => {
    if (pages.has(key)) summaries.set(key, JSON.parse(value.toString()) as PageSummary)
    else whole.add(key)
  })
  return keys.map((key, index) =>
    contents[index]?.every(part => whole.has(part)) ? summaries.get(key) : undefined,
  )
}

async function parseMissing(
  session: Session,
  files: readonly SourceFile[],
  setup: ParseSetup,
  keyOf: ReadonlyMap<SourceFile, string>,
): Promise<Map<SourceFile, ParsedSource>> {
  const inputs = files.map((file): ParseInput => {
    return { file, keys: contentKeys(keyOf.get(file) ?? '', setup.options) }
  })
  const made = await session.map('parse', setup, inputs)
  const sources = new Map<SourceFile, ParsedSource>()
  for (const [index, { file }] of inputs.entries()) {
    const key = keyOf.get(file) ?? ''
    const result = made[index] ?? notParsed(file)
    sources.set(
      file,
      'lost' in result
        ? { ...(await replaceLost(file, setup, result)), key: `${key}-lost` }
        : { page: remember(session.parsed, key, result), key },
    )
  }
  return sources
}

function notParsed({ file }: SourceFile): never {
  throw new Error(`The page ${file} was not parsed.`)
}

/** Puts a freshly parsed page into the cache; returns the summary. */
function remember(store: Store, key: string, { summary, html, text, markdown }: ParsedText): PageSummary {
  const keys = contentKeys(key, { markdown: true })
  store.set(key, Buffer.from(summary))
  store.adopt(keys.html, html)
  store.adopt(keys.text, text)
  if (markdown && keys.markdown !== undefined) store.adopt(keys.markdown, markdown)
  return JSON.parse(summary) as PageSummary
}

/**
 * An empty page, with the finding, for one that could not be parsed. How long something takes is no property of the
 * file: nothing of it is cached.
 */
async function replaceLost(
  file: SourceFile,
  { options, plugins = [] }: ParseSetup,
  lost: Lost,
): Promise<Omit<ParsedSource, 'key'>> {
  const { emptyPage } = await import('../content/parse.ts')
  const { html, sections, codeBlocks, ...page } = emptyPage(
    file,
    options,
    lostInHook(file, plugins, lost) ?? lostPage('parse', file, lost),
  )
  return { page, content: { html, sections, codeBlocks } }
}
