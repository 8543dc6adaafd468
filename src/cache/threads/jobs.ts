/**
 * Jobs, which threads do. From the data that all items share, a job prepares a function that handles batches of items: plain functions
 * over plain data.
 */
import { emptyPage, parsePage } from '../../content/parse.ts'
import { readThrown, type BundledCode } from '../../lib/site-code.ts'
import { attempt } from '../../lib/files.ts'
import { hashContent } from '../../lib/hash.ts'
import { hasFault } from '../../lib/process.ts'
import { type CreatedPack, createPack, type PackPlan } from '../../offline/packs.ts'
import { callHook, type HookCall, pluginOf, type PluginSource, readHead } from '../../plugins/run.ts'
import {
  bundleChunks,
  type RenderContext,
  type RenderInput,
  renderPage,
  loadThemeModule,
} from '../../render/files/page.ts'
import { type StagingFolders, writeStaged, type WrittenFile } from '../../render/files/staging.ts'
import type { Finding } from '../../schema/finding.ts'
import { type PackEntry, packLines, type RenderedPage, splitPage } from '../../shared/offline.ts'
import type { PageRecord, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { PluginPage } from '../../schema/plugin.ts'
import { createCutter } from '../../search/terms.ts'
import {
  createSearchFiles,
  type SearchFiles,
  type SearchFilesInput,
  searchPages,
} from '../../search/build/search-index.ts'
import { languageOf } from '../../search/build/languages.ts'
import { fileAddress, withBase } from '../../shared/addresses.ts'
import { mustReadValue, readValue, type Segment, type StoredValue, storeValue } from '../store.ts'
import type { Lost } from './pool.ts'
import { encodePage, type HookSetup, htmlOf, readableSite, textOf } from './stored-page.ts'

/** Does a job on a batch; it calls `at` with the position of the item that it begins, whose time limit starts then; -1 for none. */
type DoBatch<Item, Result> = (items: Item[], at: (position: number) => void) => Promise<Result[]>

export type JobName = keyof typeof jobs
type BatchOf<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>

export type JobSetup<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0]
export type JobItem<Name extends JobName> = Parameters<BatchOf<Name>>[0][number]
export type JobResult<Name extends JobName> = Awaited<ReturnType<BatchOf<Name>>>[number]

export interface ParseSetup {
  options: ParseOptions
  plugins?: readonly PluginSource[]
  segment: Segment | undefined
}

export interface ParseInput {
  file: SourceFile
  key: string
  /** Findings of a lost page, which is made without its body. */
  lost?: readonly Finding[]
}

/** Data that all pages are rendered with, in the form sent to threads: the theme is code. */
export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: BundledCode }

export type EmitSetup = RenderSetup & {
  /** Without them nothing is written: pages are rendered for other machines. */
  folders: StagingFolders | undefined
  /** Keeps pages of other languages, too, which are in no pack: for other machines. */
  keepsFallbacks: boolean
  segment: Segment | undefined
}

export interface EmitInput extends Omit<RenderInput, 'html'> {
  /** Key of `entry` in the store of rendered pages. */
  key: string
  document: string
  content: StoredValue
  /** Both files as they were once rendered (`Emitted.entry`), where they are known. */
  entry: StoredValue | undefined
}

export interface Emitted {
  document: WrittenFile
  /** File name below `assets/js/`; absent for a page that needs no chunk. */
  chunk?: { name: string; file: WrittenFile }
  /** Both files as lines of a pack, see `packLines`; undefined when they were made from those. */
  entry: StoredValue | undefined
}

export interface SearchInput {
  /** `boost`: path that pages begin with → how much more their words count. */
  locale: SearchFilesInput['locale'] & { boost?: Readonly<Record<string, number>> }
  /** Parsed pages. */
  pages: { record: PageRecord; content: StoredValue }[]
}

/** Most characters of a page's HTML: a few marks, such as lists of all headings, can expand to a thousand times their size. */
const MOST_HTML = 16e6

export const jobs = {
  /** Source files → parsed pages: the summary as JSON, and where all of it is. */
  async parse({ options, plugins: sources = [], segment }: ParseSetup) {
    const plugins = sources.map(source => pluginOf(source))
    return pageByPage(({ file, key, lost }: ParseInput): StoredValue | Lost => {
      if (!lost) hang('parse', file.file)
      const page = lost ? emptyPage(file, options, [...lost]) : parsePage(file, options, plugins)
      return page.html.length > MOST_HTML
        ? { lost: 'memory', reason: `its HTML is larger than ${MOST_HTML / 1e6} MB` }
        : storeValue(segment, key, encodePage(page))
    })
  },

  async renderPage(setup: RenderSetup) {
    return pageByPage(createRenderer(setup))
  },

  /** Pages → their files, written. */
  async writePages(setup: EmitSetup) {
    return createPageWriter(setup)
  },

  /** Pages → what plugins add to their heads. */
  async head({ plugins }: { plugins: readonly PluginSource[] }) {
    return pageByPage((page: PluginPage) => readHead(page, plugins))
  },

  async hook({ facts, site: given }: HookSetup) {
    const site = given && { site: readableSite(given) }
    return pageByPage((call: HookCall) => callHook({ facts, ...site }, call))
  },

  /** Plans → packs for reading offline, written. */
  async pack({ base, folders }: { base: string; folders: StagingFolders }) {
    const write = (name: string, content: Uint8Array, hash: string) =>
      writeStaged(folders, name, content, hash)
    const context = { base, folder: folders.folder, write }
    return inOrder((plan: PackPlan): CreatedPack => createPack(plan, context))
  },

  /** Searchable pages of a locale → its index files. */
  async search(_setup: object) {
    return inOrder(async ({ locale, pages }: SearchInput): Promise<SearchFiles> => {
      // Page by page, because the whole content of a large language wouldn't fit into memory.
      const read = pages.flatMap(({ record, content }) =>
        searchPages([{ record, ...textOf(mustReadValue(content)) }], locale.boost),
      )
      return createSearchFiles({ locale, pages: read, cut: createCutter(await languageOf(locale.lang)) })
    })
  },
}

/** For items that run code of the site or depend on what authors write: each has its time and memory. */
function pageByPage<Item, Result>(make: (item: Item) => Result): DoBatch<Item, Awaited<Result>> {
  return async (items, at) => {
    const results: Awaited<Result>[] = []
    for (const [position, item] of items.entries()) {
      at(position)
      results.push(await make(item))
    }
    return results
  }
}

function inOrder<Item, Result>(make: (item: Item) => Result): DoBatch<Item, Awaited<Result>> {
  return items => pageByPage(make)(items, () => undefined)
}

function createRenderer({ themeModule, ...context }: RenderSetup) {
  const theme = loadThemeModule(themeModule)
  return (input: RenderInput): RenderedPage | Lost => {
    hang('render', input.view.path)
    try {
      return renderPage(input, { theme, ...context })
    } catch (error) {
      // Templates are the site's own code.
      return { lost: 'failed', ...readThrown(error) }
    }
  }
}

/** Fault injection: `DOCSGEN_FAULT=parse:hang:content/a.md` never finishes this page. */
function hang(job: string, page: string): void {
  while (hasFault(`${job}:hang:${page}`));
}

/** A rendered page; `isCached`: it comes from the cache. */
type MaybeCached = RenderedPage & { isCached?: true }

/** Writes the documents of a batch one by one, then the chunks of all of them. */
function createPageWriter({
  folders,
  keepsFallbacks,
  segment,
  ...setup
}: EmitSetup): DoBatch<EmitInput, Emitted | Lost> {
  const render = createRenderer(setup)
  const { base } = setup.locale

  function write(name: string, content: Uint8Array): WrittenFile {
    const hash = hashContent(content, 64)
    return folders ? writeStaged(folders, name, content, hash) : { size: content.length, hash }
  }

  /** Both files in the form in which the cache stores them; undefined if they come from the cache. */
  function entryOf(page: MaybeCached, chunk: string, { key, view, chunk: own }: EmitInput) {
    if (page.isCached || (own !== undefined && !keepsFallbacks)) return undefined
    const addresses = { page: withBase(base, view.path), chunk: fileAddress(base, chunk) }
    return storeValue(segment, key, Buffer.from(packLines(addresses, page)))
  }

  return async (items, at) => {
    const made = items.map((input, position): [MaybeCached, WrittenFile] | Lost => {
      at(position)
      const kept = input.entry && readValue(input.entry)
      // It is undamaged, but another machine may have put anything there, so its shape is checked.
      const page: MaybeCached | Lost =
        (kept && attempt(() => readEntry(kept.toString()))) ??
        render({ ...input, html: htmlOf(mustReadValue(input.content)) })
      if ('lost' in page) return page
      return [page, write(input.document, Buffer.from(page.document))]
    })
    at(-1)
    const scripts = made.flatMap((each, index): [string, string][] =>
      'lost' in each || each[0].chunk === '' ? [] : [[items[index]!.view.key, each[0].chunk]],
    )
    const chunks = await bundleChunks(new Map(scripts))
    return made.map((each, index) => {
      if ('lost' in each) return each
      const [page, document] = each
      const input = items[index]!
      const chunk = chunks.get(input.view.key)
      if (!chunk) return { document, entry: entryOf(page, '', input) }
      const { name, bytes } = chunk
      const file = write(`assets/js/${name}`, bytes)
      return { document, chunk: { name, file }, entry: entryOf(page, `assets/js/${name}`, input) }
    })
  }
}

/** Reads a cached page. Returns undefined, or throws, for bytes that aren't one. */
function readEntry(lines: string): MaybeCached | undefined {
  const [first, second] = JSON.parse(`[${lines}]`) as PackEntry[]
  if (first && 'page' in first) return { ...splitPage(first), isCached: true }
  const textAt = (entry?: PackEntry) =>
    Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : undefined
  const [document, chunk] = [textAt(first), textAt(second)]
  return document && chunk !== undefined ? { document, chunk, isCached: true } : undefined
}
