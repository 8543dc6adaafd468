/** Jobs of threads. From what all items share, a job prepares a function for batches of items. */
import { emptyPage, parsePage } from '../../content/parse.ts'
import { readThrown, type BundledCode } from '../../lib/site-code.ts'
import { attempt } from '../../lib/files.ts'
import { hashContent } from '../../lib/hash.ts'
import { hasFault } from '../../lib/process.ts'
import { createPack, type PackPlan } from '../../offline/packs.ts'
import { callHook, type HookCall, pluginOf, type PluginSource, readHead } from '../../plugins/run.ts'
import { type RenderContext, type RenderInput, renderPage, loadThemeModule } from '../../render/files/page.ts'
import { type StagingFolders, writeStaged, type WrittenFile } from '../../render/files/staging.ts'
import type { Finding } from '../../schema/finding.ts'
import { type PackEntry, packLines, type RenderedPage, splitPage } from '../../shared/offline.ts'
import type { PageRecord, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { PluginPage } from '../../schema/plugin.ts'
import { createCutter } from '../../search/terms.ts'
import { createSearchFiles, type SearchFilesInput, searchPages } from '../../search/build/search-index.ts'
import { languageOf } from '../../search/build/languages.ts'
import { fileAddress, withBase } from '../../shared/addresses.ts'
import { mustReadValue, readValue, type Segment, type StoredValue, storeValue } from '../store.ts'
import { bundleInMainThread, type Lost } from './pool.ts'
import { encodePage, type HookSetup, htmlOf, readableSite, textOf } from './stored-page.ts'

/** Calls `at` with the position of the item that it begins, whose time limit starts then; -1 for none. */
type DoBatch<Item, Result> = (items: Item[], at: (position: number) => void) => Promise<Result[]>

export type JobName = keyof typeof jobs
type BatchOf<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>

export type JobSetup<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0]
export type JobItem<Name extends JobName> = Parameters<BatchOf<Name>>[0][number]
export type JobResult<Name extends JobName> = Awaited<ReturnType<BatchOf<Name>>>[number]

interface ParseSetup {
  options: ParseOptions
  plugins?: readonly PluginSource[]
  segment: Segment | undefined
}

interface ParseInput {
  file: SourceFile
  key: string
  /** Findings of a lost page, which is made without its body. */
  lost?: readonly Finding[]
}

export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: BundledCode }

type EmitSetup = RenderSetup & {
  /** Undefined if pages are only for other machines. */
  folders: StagingFolders | undefined
  /** Stores fallbacks, too, for other machines: they are in no pack. */
  keepsFallbacks: boolean
  segment: Segment | undefined
}

export interface EmitInput extends Omit<RenderInput, 'html'> {
  /** Key of `entry` in the store of rendered pages. */
  key: string
  document: string
  content: StoredValue
  /** `Emitted.entry` of an earlier build. */
  entry: StoredValue | undefined
}

export interface Emitted {
  document: WrittenFile
  /** `name` is below `assets/js/`. */
  chunk?: { name: string; file: WrittenFile }
  /** `packLines` of both files, unless they were made from it. */
  entry: StoredValue | undefined
}

interface SearchInput {
  /** `boost`: start of paths → how much more their words count. */
  locale: SearchFilesInput['locale'] & { boost?: Readonly<Record<string, number>> }
  pages: { record: PageRecord; content: StoredValue }[]
}

/** In characters: lists of all headings can expand to a thousand times their size. */
const MOST_HTML = 16e6

export const jobs = {
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

  renderPage: async (setup: RenderSetup) => pageByPage(createRenderer(setup)),

  writePages: createPageWriter,

  head: async ({ plugins }: { plugins: readonly PluginSource[] }) =>
    pageByPage((page: PluginPage) => readHead(page, plugins)),

  async hook({ facts, site: given }: HookSetup) {
    const site = given && { site: readableSite(given) }
    return pageByPage((call: HookCall) => callHook({ facts, ...site }, call))
  },

  async pack({ base, folders }: { base: string; folders: StagingFolders }) {
    const write = (name: string, content: Uint8Array, hash: string) =>
      writeStaged(folders, name, content, hash)
    const context = { base, folder: folders.folder, write }
    return async (plans: PackPlan[]) => plans.map(plan => createPack(plan, context))
  },

  async search(_setup: object) {
    const createIndex = async ({ locale, pages }: SearchInput) => {
      const cut = createCutter(await languageOf(locale.lang))
      // Page by page: the content of a large language may not fit into memory.
      const read = pages.flatMap(({ record, content }) =>
        searchPages([{ record, ...textOf(mustReadValue(content)) }], locale.boost),
      )
      return createSearchFiles({ locale, pages: read, cut })
    }
    return (inputs: SearchInput[]) => Promise.all(inputs.map(createIndex))
  },
}

/** Each item has a limit of its own, and may be lost. */
function pageByPage<Item, Result>(make: (item: Item) => Result): DoBatch<Item, Awaited<Result> | Lost> {
  return async (items, at) => {
    const results: Awaited<Result>[] = []
    for (const [position, item] of items.entries()) {
      at(position)
      results.push(await make(item))
    }
    return results
  }
}

function createRenderer({ themeModule, ...context }: RenderSetup) {
  const theme = loadThemeModule(themeModule)
  return (input: RenderInput): RenderedPage | Lost => {
    hang('render', input.view.path)
    try {
      return renderPage(input, { theme, ...context })
    } catch (error) {
      return { lost: 'failed', ...readThrown(error) }
    }
  }
}

/** Fault injection: `DOCSGEN_FAULT=parse:hang:content/a.md`. */
function hang(job: string, page: string) {
  while (hasFault(`${job}:hang:${page}`));
}

type MaybeCached = RenderedPage & { isCached?: true }

async function createPageWriter(setup: EmitSetup): Promise<DoBatch<EmitInput, Emitted | Lost>> {
  const { folders, keepsFallbacks, segment, ...rendering } = setup
  const render = createRenderer(rendering)
  const { base } = setup.locale

  function write(name: string, content: Uint8Array): WrittenFile {
    const hash = hashContent(content, 64)
    return folders ? writeStaged(folders, name, content, hash) : { size: content.length, hash }
  }

  function entryOf(page: MaybeCached, chunk: string, { key, view, chunk: own }: EmitInput) {
    if (page.isCached || (own !== undefined && !keepsFallbacks)) return undefined
    const addresses = { page: withBase(base, view.path), chunk: fileAddress(base, chunk) }
    return storeValue(segment, key, Buffer.from(packLines(addresses, page)))
  }

  return async (items, at) => {
    const made = items.map((input, position): [MaybeCached, WrittenFile] | Lost => {
      at(position)
      const kept = input.entry && readValue(input.entry)
      // Another machine may have put anything there.
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
    const chunks = scripts.length > 0 ? await bundleInMainThread(new Map(scripts)) : undefined
    return made.map((each, index) => {
      if ('lost' in each) return each
      const [page, document] = each
      const input = items[index]!
      const chunk = chunks?.get(input.view.key)
      if (!chunk) return { document, entry: entryOf(page, '', input) }
      const path = `assets/js/${chunk.name}`
      const file = write(path, chunk.bytes)
      return { document, chunk: { name: chunk.name, file }, entry: entryOf(page, path, input) }
    })
  }
}

/** Undefined, or throws, for what isn't a page. */
function readEntry(lines: string): MaybeCached | undefined {
  const [first, second] = JSON.parse(`[${lines}]`) as PackEntry[]
  if (first && 'page' in first) return { ...splitPage(first), isCached: true }
  const textAt = (entry?: PackEntry) =>
    Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : undefined
  const [document, chunk] = [textAt(first), textAt(second)]
  return document && chunk !== undefined ? { document, chunk, isCached: true } : undefined
}
