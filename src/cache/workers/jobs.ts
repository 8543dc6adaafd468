/**
 * Work that is spread over threads. A job prepares a function for items from what is the same for all of them: plain functions
 * over plain data.
 */
import { hasFault } from '../../lib/process.ts'
import { readThrown } from '../../lib/errors.ts'
import { createPack } from '../../offline/packs.ts'
import { pluginOf } from '../../plugins/run.ts'
import { callHook, readHead } from '../../plugins/hooks.ts'
import { writeStaged, type StagingFolders } from '../../render/files/staging.ts'
import { type RenderedPage, type RenderInput, renderPage } from '../../render/files/page.ts'
import { loadThemeModule } from '../../render/files/theme-module.ts'
import { storeValue, mustReadValue, readValue, type Segment } from '../store.ts'
import type {
  JobName,
  JobTypes,
  ParsedText,
  RenderSetup,
  Emitted,
  EmitInput,
  IndexedLocale,
  SearchInput,
} from './job-types.ts'
import { readableSite } from './readable-site.ts'
import { emptyPage, parsePage } from '../../content/parse.ts'
import { writeMarkdown } from '../../content/markdown-copy.ts'
import { languageOf } from '../../search/build/languages.ts'
import { writeCompressed } from './write-compressed.ts'
import type { Lost } from './pool.ts'
import { withBase, fileAddress } from '../../shared/addresses.ts'
import { bundleChunks, type ChunkFile } from '../../render/files/chunks.ts'
import { hashContent } from '../../lib/hash.ts'
import type { PackEntry } from '../../schema/offline.ts'
import type { WrittenFile } from '../../schema/output.ts'
import { fileLines, packLines, splitPage } from '../../shared/page-entry.ts'
import type { PageText } from '../../schema/page.ts'
import { createCutter } from '../../search/analyse.ts'
import { countTerms, type PageCounts, searchPages } from '../../search/build/index-pages.ts'
import { createSearchFiles } from '../../search/build/search-files.ts'
import type { Language } from '../../search/language.ts'

/** A result; pages may be lost (`pool.ts`). */
type Made<Result> = Result | Promise<Result>

type Jobs = {
  [Name in JobName]: (setup: JobTypes[Name]['setup']) => Promise<Simple<Name> | InBatches<Name>>
}

type Simple<Name extends JobName> = (item: JobTypes[Name]['item']) => Made<JobTypes[Name]['result'] | Lost>

/** A job that does part of its work for all items of a batch at once. */
type InBatches<Name extends JobName> = ((item: JobTypes[Name]['item']) => unknown) & {
  finish(made: never[]): Promise<(JobTypes[Name]['result'] | Lost)[]>
}

/** Characters of a page's HTML: a few marks can stand for a thousand times as much, such as lists of all headings. */
const MOST_HTML = 16e6

/** Jobs whose items run code of the site or depend on what authors write: each has its time and memory. */
export const PAGE_JOBS: ReadonlySet<string> = new Set<JobName>(['parse', 'render', 'emit', 'head', 'hook'])

export const jobs: Jobs = {
  async parse({ options, plugins: sources = [], segment }) {
    const plugins = sources.map(source => pluginOf(source))
    return ({ file, keys, lost }): ParsedText | Lost => {
      if (!lost) hang('parse', file.file)
      const page = lost
        ? emptyPage(file, options, [...lost])
        : parsePage(file, options, plugins, options.markdown ? writeMarkdown : undefined)
      const { html, markdown, sections, codeBlocks, ...summary } = page
      if (html.length > MOST_HTML)
        return { lost: 'memory', reason: `its HTML is larger than ${MOST_HTML / 1e6} MB` }
      const text: PageText = { sections, codeBlocks }
      const store = (key: string, value: string) => storeValue(segment, key, Buffer.from(value))
      return {
        summary: JSON.stringify(summary),
        html: store(keys.html, html),
        text: store(keys.text, JSON.stringify(text)),
        ...(keys.markdown === undefined ? {} : { markdown: store(keys.markdown, markdown ?? '') }),
      }
    }
  },

  render: async setup => createRenderer(setup),

  async emit({ folders, keepsFallbacks, segment, ...setup }) {
    const { base } = setup.locale
    const { emit, finish } = createPageEmitter({
      base,
      render: createRenderer(setup),
      folders,
      keepsFallbacks,
      segment,
    })
    return Object.assign(emit, { finish })
  },

  async pack({ base, folders, previous }) {
    const write = (name: string, content: Uint8Array, hash: string): WrittenFile => {
      return { ...writeStaged(folders, name, content, { hash, known: previous.get(name) }), immutable: true }
    }
    return plan => createPack(plan, { base, folder: folders.folder, write })
  },

  async compress({ folders }) {
    return input => writeCompressed(input, folders)
  },

  async head({ plugins }) {
    return page => readHead(page, plugins)
  },

  async hook(setup) {
    const { facts } = setup
    const site = setup.site && readableSite(setup.site)
    return call => callHook(site ? { facts, site } : { facts }, call)
  },

  async search({ segment }) {
    return async input => {
      const language: Language = await languageOf(input.locale.lang)
      return indexLocale(input, language, segment)
    }
  },
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

interface PageEmitterOptions {
  base: string
  render(input: RenderInput): RenderedPage | Lost
  folders: StagingFolders | undefined
  keepsFallbacks: boolean
  segment: Segment | undefined
}

/** A page with its document written and its chunk still to be. */
interface HalfEmitted {
  input: EmitInput
  page: RenderedPage | KeptPage
  document: WrittenFile
}

/** The files of a page that was rendered before; without `script`, which only a page has that is rendered now. */
type KeptPage = Pick<RenderedPage, 'document' | 'chunk'> & { script?: undefined }

/** Writes documents one by one, then the chunks of all of them (`finish`). Runs in a thread. */
function createPageEmitter(options: PageEmitterOptions) {
  const { base, render, folders, keepsFallbacks, segment } = options

  function write(name: string, bytes: Uint8Array, { previous }: EmitInput) {
    const hash = hashContent(bytes, 64)
    const known = previous.get(name)
    return folders
      ? writeStaged(folders, name, bytes, { hash, known })
      : { size: bytes.length, hash, mtime: 0, inode: 0 }
  }

  function complete({ input, page, document }: HalfEmitted, file: ChunkFile | undefined): Emitted {
    const name = file && `assets/js/${file.name}`
    const chunk = file &&
      name && { name: file.name, file: { ...write(name, file.bytes, input), immutable: true } }
    const addresses = { page: withBase(base, input.view.path), chunk: fileAddress(base, name ?? '') }
    const { script } = page
    let lines: string | undefined
    if (script && input.chunk === undefined) lines = packLines(addresses, page, page.json)
    else if (script && keepsFallbacks) lines = fileLines(addresses, page)
    const entry = lines === undefined ? undefined : storeValue(segment, input.key, Buffer.from(lines))
    return { document, ...(chunk ? { chunk } : {}), entry }
  }

  return {
    emit(input: EmitInput): HalfEmitted | Lost {
      const kept = input.entry && readValue(input.entry)
      const page =
        (kept && readEntry(kept.toString())) ??
        render({ ...input, html: mustReadValue(input.html).toString() })
      if ('lost' in page) return page
      const bytes = Buffer.from(page.document)
      return { input, page, document: { ...write(input.document, bytes, input), immutable: false } }
    },

    async finish(pages: readonly (HalfEmitted | Lost)[]): Promise<(Emitted | Lost)[]> {
      const scripts = pages.flatMap(page =>
        'lost' in page || page.page.chunk === '' ? [] : [[page.input.view.key, page.page.chunk] as const],
      )
      const chunks = await bundleChunks(new Map(scripts))
      return pages.map(page => ('lost' in page ? page : complete(page, chunks.get(page.input.view.key))))
    },
  }
}

/** The files of a kept page; undefined for bytes that aren't one. */
function readEntry(lines: string): KeptPage | undefined {
  try {
    const [first, second] = JSON.parse(`[${lines}]`) as PackEntry[]
    if (first && 'page' in first) return splitPage(first)
    const [document, chunk] = [textOf(first), textOf(second)]
    return document && chunk !== undefined ? { document, chunk } : undefined
  } catch {
    // Whole, but not from a program like this one, as what comes from other machines may be.
    return undefined
  }
}

function textOf(entry: PackEntry | undefined): string | undefined {
  return Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : undefined
}

/**
 * Makes the index of a locale from its pages as they are in the caches; pages whose terms are not counted yet are counted, and
 * their counts kept. Runs in a thread.
 */
export function indexLocale(
  { locale, pages }: SearchInput,
  language: Language,
  segment: Segment | undefined,
): IndexedLocale {
  const cut = createCutter(language)
  const counted: IndexedLocale['counted'] = []
  // Page by page: of a large language there is no room for what the index does not take.
  const read = pages.flatMap(({ record, text, counts }) => {
    const content = JSON.parse(mustReadValue(text).toString()) as PageText
    return searchPages([{ record, ...content }], locale.boost).map(page => {
      const kept = counts.value && readValue(counts.value)
      if (kept) return { ...page, counts: JSON.parse(kept.toString()) as PageCounts }
      const fresh = countTerms(page, cut)
      counted.push([counts.key, storeValue(segment, counts.key, Buffer.from(JSON.stringify(fresh)))])
      return { ...page, counts: fresh }
    })
  })
  return { ...createSearchFiles({ locale, pages: read }), counted }
}
