/**
 * The work that is spread over threads: each job turns items into results by plain functions over plain data.
 * What is large of it is loaded when it first runs, so that a warm build loads little; what is small is part of this: each
 * module that is loaded apart divides the compiled program into more files, and opening them takes longer than reading them.
 */
import { encodeForNow } from '../../lib/encode.ts'
import { hasFault } from '../../lib/fault.ts'
import { readThrown } from '../../lib/stack.ts'
import { pluginOf } from '../../plugins/evaluate.ts'
import { readHead } from '../../plugins/page-head.ts'
import { callHook } from '../../plugins/site-hooks.ts'
import type { Jobs, RenderSetup, SearchInput } from './job-types.ts'
import { createPack } from '../../offline/create-packs.ts'
import { fileWriterFor } from '../../render/files/staging.ts'
import { createPageEmitter } from './emit-page.ts'
import { readableSite } from './readable-site.ts'
import type { Lost } from './run.ts'
import { storeValue } from '../segment.ts'
import { type RenderedPage, type RenderInput, renderPage } from '../../render/files/page.ts'
import { type Language, plainLanguage } from '../../shared/search/language.ts'
import { loadThemeModule } from '../../render/files/theme-module.ts'
import type { WrittenFile } from '../../schema/output.ts'
import type { PageText } from '../../schema/page.ts'

export const jobs: Jobs = {
  /** Names of files → source files, includes expanded. */
  async scan(setup, files, each) {
    const { createPageReader } = await import('../../content/scan.ts')
    const readPage = createPageReader(setup)
    return each(files, file => {
      hang('scan', file)
      return readPage(file)
    })
  },

  /** Source files → parsed pages. */
  async parse({ options, plugins: sources = [], segment }, inputs, each) {
    const { parsePage } = await import('../../content/parse.ts')
    const twin = options.markdown ? await import('../../content/markdown-copy.ts') : undefined
    const plugins = sources.map(source => pluginOf(source))
    return each(inputs, ({ file, keys }) => {
      hang('parse', file.file)
      const page = parsePage(file, options, plugins, twin?.writeMarkdown)
      const { html, markdown, sections, codeBlocks, ...summary } = page
      const text: PageText = { sections, codeBlocks }
      return {
        summary: JSON.stringify(summary),
        html: storeValue(segment, keys.html, encodeForNow(html)),
        text: storeValue(segment, keys.text, encodeForNow(JSON.stringify(text))),
        ...(keys.markdown === undefined
          ? {}
          : { markdown: storeValue(segment, keys.markdown, encodeForNow(markdown ?? '')) }),
      }
    })
  },

  /** Render inputs → documents and chunks. */
  async render(setup, inputs, each) {
    return each(inputs, await createRenderer(setup))
  },

  /** Pages → their files, written. */
  async emit({ folders, keepsFallbacks, segment, ...setup }, inputs, each) {
    const render = await createRenderer(setup)
    const { base } = setup.locale
    const { emit, finish } = createPageEmitter({ base, render, folders, keepsFallbacks, segment })
    return finish(await each(inputs, emit))
  },

  /** Plans → packs for reading offline, written. */
  async pack({ base, folders, previous }, plans, each) {
    const writer = fileWriterFor(folders)
    const write = (name: string, content: Uint8Array, hash: string): WrittenFile => {
      return { ...writer.write(name, content, { hash, known: previous.get(name) }), immutable: true }
    }
    return each(plans, plan => createPack(plan, { base, folder: folders.folder, write }), 'endless')
  },

  /** Texts of pages → their Markdown twins, written. */
  async twin({ folders }, inputs, each) {
    const { writeTwin } = await import('./write-twins.ts')
    return each(inputs, input => writeTwin(input, folders), 'endless')
  },

  /** Files → their compressed twins, written. */
  async compress({ folders }, inputs, each) {
    const { writeCompressed } = await import('./write-compressed.ts')
    return each(inputs, input => writeCompressed(input, folders), 'endless')
  },

  /** Lists of files → one file for each, written. */
  async join({ folders }, inputs, each) {
    const { writeJoined } = await import('./write-twins.ts')
    return each(inputs, input => writeJoined(input, folders), 'endless')
  },

  /** Pages → what plugins add to their heads. */
  async head({ plugins }, pages, each) {
    return each(pages, page => readHead(page, plugins))
  },

  /** Calls of plugins that look at the whole site → what came of them. */
  async hook(setup, calls, each) {
    const { facts } = setup
    const site = setup.site && readableSite(setup.site)
    return each(calls, call => callHook(site ? { facts, site } : { facts }, call))
  },

  /** Searchable pages of a locale → its index files. */
  async search({ segment }, inputs, each) {
    const { indexLocale } = await import('./index-locale.ts')
    const { languageOf } = await import('../../search/language-of.ts')
    const languages = new Map<string, Language>()
    for (const { locale } of inputs) languages.set(locale.lang, await languageOf(locale.lang))
    const index = (input: SearchInput) =>
      indexLocale(input, languages.get(input.locale.lang) ?? plainLanguage, segment)
    return each(inputs, index, 'endless')
  },
}

async function createRenderer({ themeModule, ...context }: RenderSetup) {
  const theme = await loadThemeModule(themeModule)
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

/** Fault injection: `DOCSGEN_FAULT=parse:hang:content/a.md` never comes to an end with this page. */
function hang(job: string, page: string): void {
  while (hasFault(`${job}:hang:${page}`));
}
