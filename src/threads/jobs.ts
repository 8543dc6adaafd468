/**
 * The work that is spread over threads: each job turns items into results by plain functions over plain data.
 * What a job needs is loaded when it first runs, so that a warm build loads next to nothing.
 */
import { encodeForNow } from '../lib/encode.ts'
import { hasFault } from '../lib/fault.ts'
import type { Lost } from './pool-run.ts'
import { keep, type Lent, readWhole, type Segment } from '../cache/segment.ts'
import type { RenderContext, RenderedPage, RenderInput } from '../render/page.ts'
import type { CreatedPack, PackPlan } from '../offline/create-packs.ts'
import type { StagingPlace } from '../output/file-writer.ts'
import type { OutputIndex } from '../output/output-index.ts'
import type { WrittenFile } from '../schema/output.ts'
import type { PageRecord, PageText, ParseOptions, SourceFile } from '../schema/page.ts'
import type { SearchFiles, SearchFilesInput } from '../search/create-search-files.ts'

export interface ParseSetup {
  options: ParseOptions
  /** Where the bulky parts of the pages go. */
  segment: Segment | undefined
}

export interface ParseInput {
  file: SourceFile
  /** Keys of the bulky parts in the store of parsed pages. */
  keys: { html: string; text: string }
}

/** A parsed page: its summary as JSON, and where the rest is, its text as JSON too. */
export interface ParsedText {
  summary: string
  html: Lent
  text: Lent
}

/** What rendering shares, as it crosses to a thread: the theme by its file. */
export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: string }

export type EmitSetup = RenderSetup & {
  place: StagingPlace
  /** Where what is to be kept of the pages goes. */
  segment: Segment | undefined
}

/** A page whose files are to be written. */
export interface EmitInput extends Omit<RenderInput, 'html'> {
  /** Key of `Emitted.entry` in the store of rendered pages. */
  key: string
  /** Output path of the document. */
  document: string
  /** Its content, or both files as they were once rendered (`Emitted.entry`). */
  from: { html: Lent } | { entry: Lent }
  /** What is known of the page's files in the previous output. */
  previous: OutputIndex
}

/** A page whose files are written. */
export interface Emitted {
  /** File name below `assets/js/`. */
  chunkName: string
  document: WrittenFile
  chunk: WrittenFile
  /** Both files as lines of a pack, see `joinPage`; undefined when they were made from those. */
  entry: Lent | undefined
}

export interface PackSetup {
  base: string
  place: StagingPlace
  /** What is known of the packs in the previous output. */
  previous: OutputIndex
}

export interface SearchInput {
  locale: SearchFilesInput['locale']
  /** `PageText` of each as JSON. */
  pages: { record: PageRecord; text: Lent }[]
}

/** Goes through pages: each has its time, and whoever runs the job knows which one is under way (R-PATH-2). */
export type Each = <Item, Result>(items: readonly Item[], make: (item: Item) => Result) => Result[]

export interface Jobs {
  parse(setup: ParseSetup, inputs: ParseInput[], each: Each): Promise<(ParsedText | Lost)[]>
  render(setup: RenderSetup, inputs: RenderInput[], each: Each): Promise<(RenderedPage | Lost)[]>
  emit(setup: EmitSetup, inputs: EmitInput[], each: Each): Promise<(Emitted | Lost)[]>
  pack(setup: PackSetup, plans: PackPlan[]): Promise<CreatedPack[]>
  search(setup: undefined, inputs: SearchInput[]): Promise<SearchFiles[]>
}

export const jobs: Jobs = {
  /** Source files → parsed pages. */
  async parse({ options, segment }, inputs, each) {
    const { parsePage } = await import('../content/parse.ts')
    return each(inputs, ({ file, keys }) => {
      hang('parse', file.file)
      const { html, sections, codeBlocks, ...summary } = parsePage(file, options)
      const text: PageText = { sections, codeBlocks }
      return {
        summary: JSON.stringify(summary),
        html: keep(segment, keys.html, encodeForNow(html)),
        text: keep(segment, keys.text, encodeForNow(JSON.stringify(text))),
      }
    })
  },

  /** Render inputs → documents and chunks. */
  async render(setup, inputs, each) {
    return each(inputs, await createRenderer(setup))
  },

  /** Pages → their files, written. */
  async emit({ place, segment, ...setup }, inputs, each) {
    const [render, { createPageEmitter }] = await Promise.all([
      createRenderer(setup),
      import('./emit-page.ts'),
    ])
    const { base } = setup.locale
    return each(inputs, createPageEmitter({ base, render, place, segment }))
  },

  /** Plans → packs for reading offline, written. */
  async pack({ base, place, previous }, plans) {
    const [{ createPack }, { createFileWriter }] = await Promise.all([
      import('../offline/create-packs.ts'),
      import('../output/file-writer.ts'),
    ])
    const writer = createFileWriter(place)
    const write = (name: string, content: Uint8Array, hash: string): WrittenFile => {
      return { ...writer.write(name, content, { hash, known: previous.get(name) }), immutable: true }
    }
    return plans.map(plan => createPack(plan, { base, folder: place.folder, write }))
  },

  /** Searchable pages of a locale → its index files. */
  async search(_setup, inputs) {
    const [{ createSearchFiles }, { searchPages }] = await Promise.all([
      import('../search/create-search-files.ts'),
      import('../search/search-pages.ts'),
    ])
    return inputs.map(({ locale, pages }) => {
      const read = pages.map(({ record, text }) => ({
        record,
        ...(JSON.parse(readWhole(text).toString()) as PageText),
      }))
      return createSearchFiles({ locale, pages: searchPages(read) })
    })
  },
}

async function createRenderer({ themeModule, ...context }: RenderSetup) {
  const [{ renderPage }, { loadThemeModule }] = await Promise.all([
    import('../render/page.ts'),
    import('../render/theme-module.ts'),
  ])
  const theme = await loadThemeModule(themeModule)
  return (input: RenderInput): RenderedPage | Lost => {
    hang('render', input.view.path)
    try {
      return renderPage(input, { theme, ...context })
    } catch (error) {
      // Templates are the site's own code.
      return { lost: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Fault injection: `DOCSGEN_FAULT=parse:hang:content/a.md` never comes to an end with this page. */
function hang(job: string, page: string): void {
  while (hasFault(`${job}:hang:${page}`));
}
