import { createPageReader, sortByIncludes } from '../../content/scan.ts'
import type { PluginSource } from '../../plugins/run.ts'
import type { PageSummary, PageText, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { SiteConfig } from '../../schema/config.ts'
import type { Site, ReadableSite } from '../../schema/site.ts'
import { keyOf } from '../keys.ts'
import { mustReadValue, type Store, type StoredValue } from '../store.ts'
import { lostInHook, lostPage } from './failures.ts'
import type { Session } from './session.ts'
import { htmlOf, markdownOf, summaryOf, textOf } from './stored-page.ts'

export interface ParsedSource {
  page: PageSummary
  /** Key in the store. */
  key: string
  /** The whole page, if it isn't in the store. */
  value?: StoredValue
}

export interface Parsing {
  options: ParseOptions
  plugins: readonly PluginSource[]
}

/** Cached pages must be undamaged, so that their content can be read later. */
async function parsePages(session: Session, files: readonly SourceFile[], { options, plugins }: Parsing) {
  const { parsed: store, memory } = session
  const state = {
    setup: { options, plugins, segment: store.segment() },
    pages: new WeakMap<SourceFile, ParsedSource>(),
  }
  const hashes = plugins.map(({ hash }) => hash)
  const { setup, pages } = memory?.same('parsing', [options, hashes], state) ?? state
  const keyOfPage = keyOf.parsedPage(options)
  const keys = new Map(files.filter(file => !pages.has(file)).map(file => [file, keyOfPage(file)]))
  for (const [file, key] of keys) {
    const page = store.read(key, summaryOf)
    if (page) pages.set(file, { page, key })
  }
  const missing = sortByIncludes([...keys.keys()].filter(file => !pages.has(file)))
  const inputs = missing.map(file => ({ file, key: keys.get(file) ?? '' }))
  const made = await session.map('parse', setup, inputs)
  const lost = new Map<SourceFile, ParsedSource>()
  for (const [index, { file, key }] of inputs.entries()) {
    const result = made[index] ?? notParsed(file.file)
    if (!('lost' in result)) {
      store.adopt(key, result)
      pages.set(file, { page: summaryOf(mustReadValue(result)), key })
      continue
    }
    // An empty page. It isn't cached: what took too long may not the next time.
    const findings = lostInHook(file.file, plugins, result) ?? lostPage('parse', file, result)
    const input = { file, key: '', lost: findings }
    const [value] = await session.map('parse', { options, segment: undefined }, [input])
    if (!value || 'lost' in value) return notParsed(file.file)
    lost.set(file, { page: summaryOf(mustReadValue(value)), key: `${key}-lost`, value })
  }
  return files.map(file => pages.get(file) ?? lost.get(file) ?? notParsed(file.file))
}

export async function parseShared(session: Session, files: readonly SourceFile[], parsing: Parsing) {
  const { remote, parsed } = session
  if (!remote) return parsePages(session, files, parsing)
  let pages: ParsedSource[] = []
  await remote.makeInTurns('parsed', parsed, shareablePages(files, parsing.options), async some => {
    const wanted = some.map(({ file }) => file)
    pages = await parsePages(session, wanted, parsing)
  })
  return pages
}

/** `accepts` refuses values of other files and those that couldn't be read as a whole later. */
export function shareablePages(files: readonly SourceFile[], options: ParseOptions) {
  const keyOfPage = keyOf.parsedPage(options)
  return files.map(file => ({
    file,
    path: `/${file.relativePath}`,
    locale: file.locale,
    size: file.body.length,
    key: keyOfPage(file),
    accepts: (value: Buffer) => {
      textOf(value)
      markdownOf(value)
      return summaryOf(value).file === file.file
    },
  }))
}

function notParsed(file: string): never {
  throw new Error(`The page ${file} wasn't parsed.`)
}

export type PageContents = ReturnType<typeof pageContents>

/** Contents of pages by source file. They don't stay in memory. */
export function pageContents(store: Store, sources: readonly ParsedSource[]) {
  const byFile = new Map(sources.map(source => [source.page.file, source]))
  const find = (file: string) => byFile.get(file) ?? notParsed(file)
  const locate = (file: string) => {
    const { key, value } = find(file)
    return value ?? store.locate(key) ?? notParsed(file)
  }
  const read = (file: string) => mustReadValue(locate(file))
  return {
    contentKey: (file: string): string => find(file).key,
    locate,
    /** Empty unless pages have Markdown copies. */
    readMarkdown: (file: string): string => markdownOf(read(file)),
    readHtml: (file: string): string => htmlOf(read(file)),
    readText: (file: string) => textOf(read(file)),
  }
}

/** Texts stay in memory: many rules need the same ones. */
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

/** Parses a text as if it were the content of the file, with includes as they are today. Problems aren't reported. */
export async function parseText(
  session: Session,
  config: SiteConfig,
  parsing: Parsing,
  { file, text }: { file: string; text: string },
) {
  const generated = new Map([[file, { text, plugin: '' }]])
  const { plugin: _plugin, ...source } = createPageReader({ root: session.root, config, generated })(file)
  const parsed = await parsePages(session, [{ ...source, findings: [] }], parsing)
  const { page } = parsed[0] ?? notParsed(file)
  return { page, text: pageContents(session.parsed, parsed).readText(page.file) }
}
