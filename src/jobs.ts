/**
 * The work that is spread over threads: each job turns items into results by plain functions over plain data.
 * What a job needs is loaded when it first runs, so that a warm build loads next to nothing.
 */
import type { RenderContext, RenderedPage, RenderInput } from './render/page.ts'
import type { ParseOptions, SourceFile } from './schema/page.ts'
import type { SearchFiles, SearchFilesInput } from './search/create-search-files.ts'

/** What rendering shares, as it crosses to a thread: the theme by its file. */
export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: string }

export interface Jobs {
  parse(options: ParseOptions, files: SourceFile[]): Promise<[summary: string, content: string][]>
  render(setup: RenderSetup, inputs: RenderInput[]): Promise<RenderedPage[]>
  search(setup: undefined, inputs: SearchFilesInput[]): Promise<SearchFiles[]>
}

export const jobs: Jobs = {
  /** Source files → parsed pages as JSON text, the bulky part apart. */
  async parse(options, files) {
    const { parsePage } = await import('./content/parse.ts')
    return files.map(file => {
      const { html, sections, codeBlocks, ...summary } = parsePage(file, options)
      return [JSON.stringify(summary), JSON.stringify({ html, sections, codeBlocks })]
    })
  },

  /** Render inputs → documents and chunks. */
  async render({ themeModule, ...context }, inputs) {
    const [{ renderPage }, { loadThemeModule }] = await Promise.all([
      import('./render/page.ts'),
      import('./render/theme-module.ts'),
    ])
    const theme = await loadThemeModule(themeModule)
    return inputs.map(input => renderPage(input, { theme, ...context }))
  },
  /** Searchable pages of a locale → its index files. */
  async search(_setup, inputs) {
    const { createSearchFiles } = await import('./search/create-search-files.ts')
    return inputs.map(input => createSearchFiles(input))
  },
}
