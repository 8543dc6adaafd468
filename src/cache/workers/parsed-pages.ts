import { sortByIncludes } from '../../content/parse-parts.ts'
import { createPageReader } from '../../content/scan.ts'
import { hashContent, hashParts } from '../../lib/hash.ts'
import type { PluginSource } from '../../plugins/run.ts'
import type { PageContent, PageSummary, PageText, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { Site } from '../../schema/site.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { fileAccess } from '../../shared/public-files.ts'
import { mustReadValue, type Store, type StoredValue } from '../store.ts'
import { lostInHook, lostPage } from './failures.ts'
import type { ContentKeys, ParsedText, ParseInput, ParseSetup } from './job-types.ts'
import type { Lost } from './pool.ts'
import type { Session } from './session.ts'

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
  const missing = sortByIncludes(fresh.filter((_file, index) => !cached[index]))
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
  return keys.map(key => {
    const summary = store.get(key)
    const isWhole = summary && keysOfContent(key, options).every(part => store.holds(part))
    return isWhole ? (JSON.parse(summary.toString()) as PageSummary) : undefined
  })
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
        ? { ...(await replaceLost(session, file, setup, result)), key: `${key}-lost` }
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
  session: Session,
  file: SourceFile,
  { options, plugins = [] }: ParseSetup,
  lost: Lost,
): Promise<Omit<ParsedSource, 'key'>> {
  const findings = lostInHook(file, plugins, lost) ?? lostPage('parse', file, lost)
  const input: ParseInput = { file, keys: contentKeys(''), lost: findings }
  const [made] = await session.map('parse', { options, segment: undefined }, [input])
  if (!made || 'lost' in made) return notParsed(file)
  const { sections, codeBlocks } = JSON.parse(mustReadValue(made.text).toString()) as PageText
  const content = { html: mustReadValue(made.html).toString(), sections, codeBlocks }
  return { page: JSON.parse(made.summary) as PageSummary, content }
}

/** A page as the parse step hands it on. */
export interface ParsedSource {
  page: PageSummary
  /** Hash of everything the page was made from: in the store, its content is filed under it. */
  key: string
  /** The content of a page that is not in the store. */
  content?: PageContent
}

/** Under which keys the content of a page is in the store, beside its summary. */
function contentKeys(key: string, { markdown }: Pick<ParseOptions, 'markdown'> = {}): ContentKeys {
  return { html: `${key}.html`, text: `${key}.text`, ...(markdown ? { markdown: `${key}.markdown` } : {}) }
}

/**
 * Fetches the content of pages, by source file. The parse step has seen that it is in the store and whole; nothing of it
 * stays in memory here.
 */
export class PageContents {
  readonly #store: Store
  readonly #sources: ReadonlyMap<string, ParsedSource>

  constructor(store: Store, sources: readonly ParsedSource[]) {
    this.#store = store
    this.#sources = new Map(sources.map(source => [source.page.file, source]))
  }

  /** Hash of everything that the page was made from: changes when its content does. */
  keyOf(file: string): string {
    return this.#source(file).key
  }

  /** Where a thread finds the HTML. */
  locateHtml(file: string): StoredValue {
    const { key, content } = this.#source(file)
    return content ? Buffer.from(content.html) : this.#locate(contentKeys(key).html)
  }

  /** Where a thread finds the `PageText`, as JSON. */
  locateText(file: string): StoredValue {
    const { key, content } = this.#source(file)
    return content ? Buffer.from(JSON.stringify(content)) : this.#locate(contentKeys(key).text)
  }

  /** Plain Markdown, of a site whose pages have Markdown copies. */
  readMarkdown(file: string): string {
    const { key, content } = this.#source(file)
    if (content) return content.markdown ?? ''
    return mustReadValue(this.#locate(contentKeys(key, { markdown: true }).markdown ?? '')).toString()
  }

  readHtml(file: string): string {
    return mustReadValue(this.locateHtml(file)).toString()
  }

  readText(file: string): PageText {
    return JSON.parse(mustReadValue(this.locateText(file)).toString()) as PageText
  }

  #source(file: string): ParsedSource {
    const source = this.#sources.get(file)
    if (!source) throw new Error(`The page ${file} was not parsed.`)
    return source
  }

  #locate(key: string): StoredValue {
    const stored = this.#store.locate(key)
    if (!stored) throw new Error(`The content ${key} is not in the cache.`)
    return stored
  }
}

/** The site with the texts of its pages. Many rules look at the same ones: what was read is kept. */
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

/** A text that was parsed in the place of a page. */
export interface ParsedPageText {
  page: PageSummary
  text: PageText
}

/**
 * Parses texts as if each stood in the file that it is given by; what it includes is what is there today. What is wrong
 * with them is not asked for.
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
): Promise<Map<string, ParsedPageText>> {
  const read = createPageReader({
    root: session.root,
    contentDir: config.contentDir,
    includeRoot: config.markdown.includeRoot,
    locales: Object.keys(config.locales),
    access: fileAccess(config),
    ignored: [],
    generated: new Map([...texts].map(([file, text]) => [file, { text, plugin: '' }])),
  })
  const files = [...texts.keys()].map((file): SourceFile => {
    const { plugin: _plugin, ...source } = read(file)
    return { ...source, findings: [] }
  })
  const parsed = await parsePages(session, files, parsing.options, parsing.plugins)
  const contents = new PageContents(session.parsed, parsed)
  return new Map(parsed.map(({ page }) => [page.file, { page, text: contents.readText(page.file) }]))
}
