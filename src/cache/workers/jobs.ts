/**
 * Work that is spread over threads. A job prepares a function for items from what is the same for all of them: plain functions
 * over plain data.
 */
import { hasFault } from '../../lib/process.ts'
import { readThrown } from '../../lib/errors.ts'
import { createPack } from '../../offline/packs.ts'
import { pluginOf } from '../../plugins/run.ts'
import { callHook, readHead } from '../../plugins/hooks.ts'
import { writeStaged } from '../../render/files/staging.ts'
import { type RenderedPage, type RenderInput, renderPage } from '../../render/files/page.ts'
import { loadThemeModule } from '../../render/files/theme-module.ts'
import type { WrittenFile } from '../../schema/output.ts'
import type { PageText } from '../../schema/page.ts'
import type { Language } from '../../search/language.ts'
import { storeValue } from '../store.ts'
import { createPageEmitter } from './emit-page.ts'
import type { JobName, JobTypes, ParsedText, RenderSetup } from './job-types.ts'
import type { Lost } from './pool.ts'
import { readableSite } from './readable-site.ts'
import { parsePage } from '../../content/parse.ts'
import { writeMarkdown } from '../../content/markdown-copy.ts'
import { languageOf } from '../../search/build/languages.ts'
import { indexLocale } from './index-locale.ts'
import { writeCompressed } from './write-compressed.ts'

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
    return ({ file, keys }): ParsedText | Lost => {
      hang('parse', file.file)
      const page = parsePage(file, options, plugins, options.markdown ? writeMarkdown : undefined)
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
