/**
 * The work that is spread over threads: each job turns items into results by plain functions over plain data.
 * What a job needs is loaded when it first runs, so that a warm build loads next to nothing.
 */
import { hasFault } from './lib/fault.ts'
import { hashContent } from './lib/hash.ts'
import type { Lost } from './lib/pool-run.ts'
import type { RenderContext, RenderedPage, RenderInput } from './render/page.ts'
import type { CreatedPack, PackContext, PackPlan } from './offline/create-packs.ts'
import type { ParseOptions, SourceFile } from './schema/page.ts'
import type { SearchFiles, SearchFilesInput } from './search/create-search-files.ts'

/** What rendering shares, as it crosses to a thread: the theme by its file. */
export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: string }

/** The two files of a page as bytes, each with its SHA-256. */
export interface RenderedFiles {
  /** File name below `assets/js/`. */
  chunkName: string
  document: Uint8Array
  documentHash: string
  chunk: Uint8Array
  chunkHash: string
}

/** A parsed page as JSON text, the bulky part apart and encoded. */
export type ParsedText = [summary: string, content: Uint8Array]

/** Goes through pages: each has its time, and whoever runs the job knows which one is under way (R-PATH-2). */
export type Each = <Item, Result>(items: readonly Item[], make: (item: Item) => Result) => Result[]

export interface Jobs {
  parse(options: ParseOptions, files: SourceFile[], each: Each): Promise<(ParsedText | Lost)[]>
  render(setup: RenderSetup, inputs: RenderInput[], each: Each): Promise<(RenderedFiles | Lost)[]>
  pack(context: PackContext, plans: PackPlan[]): Promise<CreatedPack[]>
  search(setup: undefined, inputs: SearchFilesInput[]): Promise<SearchFiles[]>
}

export const jobs: Jobs = {
  /** Source files → parsed pages. */
  async parse(options, files, each) {
    const { parsePage } = await import('./content/parse.ts')
    const encoder = new TextEncoder()
    return each(files, file => {
      hang('parse', file.file)
      const { html, sections, codeBlocks, ...summary } = parsePage(file, options)
      return [JSON.stringify(summary), encoder.encode(JSON.stringify({ html, sections, codeBlocks }))]
    })
  },

  /** Render inputs → documents and chunks. */
  async render({ themeModule, ...context }, inputs, each) {
    const [{ renderPage }, { loadThemeModule }] = await Promise.all([
      import('./render/page.ts'),
      import('./render/theme-module.ts'),
    ])
    const theme = await loadThemeModule(themeModule)
    return each(inputs, input => {
      hang('render', input.view.path)
      try {
        return toFiles(input.view.key, renderPage(input, { theme, ...context }))
      } catch (error) {
        // Templates are the site's own code.
        return { lost: 'failed', reason: error instanceof Error ? error.message : String(error) }
      }
    })
  },

  /** Plans → packs for reading offline. */
  async pack(context, plans) {
    const { createPack } = await import('./offline/create-packs.ts')
    const packs: CreatedPack[] = []
    for (const plan of plans) packs.push(await createPack(plan, context))
    return packs
  },

  /** Searchable pages of a locale → its index files. */
  async search(_setup, inputs) {
    const { createSearchFiles } = await import('./search/create-search-files.ts')
    return inputs.map(input => createSearchFiles(input))
  },
}

/** Fault injection: `DOCSGEN_FAULT=parse:hang:content/a.md` never comes to an end with this page. */
function hang(job: string, page: string): void {
  while (hasFault(`${job}:hang:${page}`));
}

function toFiles(key: string, rendered: RenderedPage): RenderedFiles {
  const encoder = new TextEncoder()
  const document = encoder.encode(rendered.document)
  const chunk = encoder.encode(rendered.chunk)
  const chunkHash = hashContent(chunk, 64)
  return {
    chunkName: `${key}.${chunkHash.slice(0, 8)}.js`,
    document,
    documentHash: hashContent(document, 64),
    chunk,
    chunkHash,
  }
}
