import type { ParsedText, ParseInput, ParseSetup, ContentKeys } from '../cache/workers/job-types.ts'
import { sortByIncludes } from '../content/parse-parts.ts'
import { type PluginSource, failureFinding, hookOf } from '../plugins/run.ts'
import { hashContent, hashParts } from '../lib/hash.ts'
import type { Lost } from '../cache/workers/pool.ts'
import type { Store } from '../cache/store.ts'
import type { PageSummary, ParseOptions, SourceFile, PageContent, PageText } from '../schema/page.ts'
import type { Session } from '../cache/workers/session.ts'
import { mustReadValue, type StoredValue } from '../cache/segment.ts'
import type { Site } from '../schema/site.ts'
import type { ReadableSite } from '../schema/translation.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { OWN_COMPONENTS } from '../schema/site-components.ts'
import { emptyPage } from '../content/parse.ts'

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
  const { html, sections, codeBlocks, ...page } = emptyPage(
    file,
    options,
    lostInHook(file, plugins, lost) ?? lostPage('parse', file, lost),
  )
  return { page, content: { html, sections, codeBlocks } }
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

const PARSE_HINT =
  'Split the page, or look for thousands of marks that are opened and never closed. If it looks harmless, please report it.'
const RENDER_HINT =
  'Look for a loop without an end in the templates of this site; they may go on by the page.'

/** Whole ids, so that a search for one finds it. */
const RULES = {
  scan: { failed: 'markdown/failed', slow: 'markdown/too-slow' },
  parse: { failed: 'markdown/failed', slow: 'markdown/too-slow' },
  render: { failed: 'templates/failed', slow: 'templates/too-slow' },
}

/** What was parsed or rendered: a page's file, relative to the root, or what it is called. */
export type Rendered = { file: string } | { name: string }

/**
 * A page that ran out of time (R-PATH-2), or that ended its thread: named, with what to do. Nothing is said of
 * pages that were not tried after many such: they would hide those.
 */
export function lostPage(step: keyof typeof RULES, on: Rendered, { lost, reason }: Lost): Finding[] {
  if (lost === 'untried') return []
  const place = 'file' in on ? { place: { file: on.file, line: 1, column: 1 } } : {}
  const name = 'file' in on ? 'The page' : on.name.replace(/^t/, 'T')
  const done = { scan: 'read', parse: 'parsed', render: 'rendered' }
  const rule = RULES[step][lost === 'failed' ? 'failed' : 'slow']
  const message = `${name} could not be ${done[step]}: ${reason}.`
  const hint = { scan: PARSE_HINT, parse: PARSE_HINT, render: RENDER_HINT }[step]
  return [{ rule, severity: 'error', ...place, message, ...(lost === 'failed' ? {} : { hint }) }]
}

/** The same for a page that was in a hook of a plugin then; undefined where it was in none. */
export function lostInHook(
  { file }: { file: string },
  plugins: readonly PluginSource[],
  { lost, reason, hook: number, stack }: Lost,
): Finding[] | undefined {
  if (number === undefined || lost === 'untried') return undefined
  const { index, hook } = hookOf(number)
  const source = plugins[index]
  // Components of the site take the way of a plugin.
  if (!source || source.name === OWN_COMPONENTS) return lostPage('render', { file }, { lost, reason })
  const place = { file, line: 1, column: 1 }
  return [lostFinding(source, `\`${hook}\` ran on \`${file}\``, { lost, reason, stack }, place)]
}

/** The finding of a plugin that ended its thread, or took too long: at its own place where its stack knows one, else at `place`. */
export function lostFinding(
  source: PluginSource,
  when: string,
  { lost, reason, stack = '' }: Pick<Lost, 'lost' | 'reason'> & { stack?: string | undefined },
  place?: Place,
): Finding {
  const finding = failureFinding(source, when, Object.assign(new Error(reason), { stack }), place)
  return lost === 'time' ? { ...finding, rule: 'plugins/too-slow' } : finding
}
