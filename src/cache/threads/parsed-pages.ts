import { createPageReader, sortByIncludes } from '../../content/scan.ts'
import type { PluginSource } from '../../plugins/run.ts'
import type { PageSummary, PageText, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { Site, ReadableSite } from '../../schema/site.ts'
import { keyOf } from '../keys.ts'
import { mustReadValue, type Store, type StoredValue } from '../store.ts'
import { lostInHook, lostPage } from './failures.ts'
import type { Session } from './session.ts'
import { htmlOf, markdownOf, summaryOf, textOf } from './stored-page.ts'

/** A page as the parse step hands it on. */
export interface ParsedSource {
  page: PageSummary
  /** Hash of everything the page was made from: its key in the store. */
  key: string
  /** The whole page, if it isn't in the store. */
  value?: StoredValue
}

/**
 * Parses source files, or takes them from the cache where neither file nor options changed. An entry of the cache counts
 * only if it is whole, so that its content can be read later. `options` name the hashes of `plugins`.
 */
async function parsePages(
  session: Session,
  files: readonly SourceFile[],
  options: ParseOptions,
  plugins: readonly PluginSource[] = [],
): Promise<ParsedSource[]> {
  const { parsed: store, memory } = session
  const state = {
    setup: { options, plugins, segment: store.segment() },
    pages: new WeakMap<SourceFile, ParsedSource>(),
  }
  const hashes = plugins.map(({ hash }) => hash)
  const { setup, pages } = memory?.same('parsing', [options, hashes], state) ?? state
  const fresh = files.filter(file => !pages.has(file))
  const keys = new Map(pageKeys(fresh, options).map((key, index) => [fresh[index], key]))
  for (const [file, key] of keys) {
    const value = store.get(key)
    if (file && value) pages.set(file, { page: summaryOf(value), key })
  }
  const inputs = sortByIncludes(fresh.filter(file => !pages.has(file))).map(file => {
    return { file, key: keys.get(file) ?? '' }
  })
  const made = await session.map('parse', setup, inputs)
  // What took too long may not the next time.
  const lost = new Map<SourceFile, ParsedSource>()
  for (const [index, { file, key }] of inputs.entries()) {
    const result = made[index] ?? notParsed(file.file)
    if (!('lost' in result)) {
      store.adopt(key, result)
      pages.set(file, { page: summaryOf(mustReadValue(result)), key })
      continue
    }
    // An empty page, with the finding. It isn't cached, because its time doesn't depend on the file alone.
    const findings = lostInHook(file.file, plugins, result) ?? lostPage('parse', file, result)
    const [value] = await session.map('parse', { options, segment: undefined }, [
      { file, key: '', lost: findings },
    ])
    if (!value || 'lost' in value) return notParsed(file.file)
    lost.set(file, { page: summaryOf(mustReadValue(value)), key: `${key}-lost`, value })
  }
  return files.map(file => pages.get(file) ?? lost.get(file) ?? notParsed(file.file))
}

/** Parses pages, or takes them from the cache or from other machines that have parsed them already. */
export async function parseShared(
  session: Session,
  files: readonly SourceFile[],
  options: ParseOptions,
  plugins: readonly PluginSource[],
): Promise<ParsedSource[]> {
  let pages: ParsedSource[] = []
  const parse = async (some: readonly { file: SourceFile }[]) => {
    pages = await parsePages(
      session,
      some.map(({ file }) => file),
      options,
      plugins,
    )
  }
  const { remote, parsed } = session
  if (remote) await remote.makeInTurns('parsed', parsed, shareablePages(files, options), parse)
  else await parse(files.map(file => ({ file })))
  return pages
}

/** Describes pages for the shared cache. `accepts` refuses a value of another file, and one that couldn't be read as a whole later. */
export function shareablePages(files: readonly SourceFile[], options: ParseOptions) {
  const keys = pageKeys(files, options)
  return files.map((file, index) => ({
    file,
    path: `/${file.relativePath}`,
    locale: file.locale,
    size: file.body.length,
    key: keys[index] ?? '',
    accepts: (value: Buffer) => {
      textOf(value)
      markdownOf(value)
      return summaryOf(value).file === file.file
    },
  }))
}

function pageKeys(files: readonly SourceFile[], options: ParseOptions): string[] {
  const optionsHash = keyOf.parseOptions(options)
  return files.map(file => keyOf.parsedPage(optionsHash, file))
}

function notParsed(file: string): never {
  throw new Error(`The page ${file} was not parsed.`)
}

export type PageContents = ReturnType<typeof pageContents>

/**
 * Reads the content of pages from the store, by source file. The parse step has checked that it is there and whole. It doesn't stay in
 * memory.
 */
export function pageContents(store: Store, sources: readonly ParsedSource[]) {
  const byFile = new Map(sources.map(source => [source.page.file, source]))
  const find = (file: string) => byFile.get(file) ?? notParsed(file)
  const locate = (file: string): StoredValue => {
    const { key, value } = find(file)
    return value ?? store.locate(key) ?? notParsed(file)
  }
  const read = (file: string) => mustReadValue(locate(file))
  return {
    contentKey: (file: string): string => find(file).key,
    locate,
    /** Only of a site whose pages have Markdown copies. */
    readMarkdown: (file: string): string => markdownOf(read(file)),
    readHtml: (file: string): string => htmlOf(read(file)),
    readText: (file: string): PageText => textOf(read(file)),
  }
}

/** Adds access to the texts of pages to a site. Texts stay in memory once they are read, because many rules need the same ones. */
export function withTexts(site: Site, contents: PageContents): ReadableSite {
  const texts = new Map<string, PageText>()
  return {
    ...site,
    textOf({ file }) {
      const text = texts.get(file) ?? contents.readText(file)
      texts.set(file, text)
      return text
    },
  }
}

/**
 * Parses texts as if each were the content of the file that is its key, for example an earlier state of it. Includes are read as they
 * are today. Problems in the texts aren't reported.
 */
export async function parseTexts(
  session: Session,
  {
    site: { config },
    parsing,
  }: {
    site: Pick<Site, 'config'>
    parsing: { options: ParseOptions; plugins: readonly PluginSource[] }
  },
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, { page: PageSummary; text: PageText }>> {
  const read = createPageReader({
    root: session.root,
    config,
    generated: new Map([...texts].map(([file, text]) => [file, { text, plugin: '' }])),
  })
  const files = [...texts.keys()].map((file): SourceFile => {
    const { plugin: _plugin, ...source } = read(file)
    return { ...source, findings: [] }
  })
  const parsed = await parsePages(session, files, parsing.options, parsing.plugins)
  const contents = pageContents(session.parsed, parsed)
  return new Map(parsed.map(({ page }) => [page.file, { page, text: contents.readText(page.file) }]))
}
