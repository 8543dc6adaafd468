/** What the jobs of threads are given and give back: plain data. */
import type { Finding } from '../../schema/finding.ts'
import type { BundledCode } from '../../lib/site-code.ts'
import type { StoredValue, Segment } from '../store.ts'
import type { PluginSource } from '../../plugins/run.ts'
import type { AddedHead, HookCall, HookResult, SiteFacts } from '../../plugins/hooks.ts'
import type { RenderContext, RenderedPage, RenderInput } from '../../render/files/page.ts'
import type { CreatedPack, PackPlan } from '../../offline/packs.ts'
import type { StagingFolders, OutputIndex } from '../../render/files/staging.ts'
import type { PluginPage, PluginSite } from '../../schema/plugin.ts'
import type { Address } from '../../schema/site.ts'
import type { WrittenFile } from '../../schema/output.ts'
import type { CompressedFiles, CompressJob } from './write-compressed.ts'
import type { PageRecord, ParseOptions, SourceFile } from '../../schema/page.ts'
import type { SearchFiles, SearchFilesInput } from '../../search/build/search-files.ts'

export interface ParseSetup {
  options: ParseOptions
  /** Those that the options name. */
  plugins?: readonly PluginSource[]
  /** Where the bulky parts of the pages go. */
  segment: Segment | undefined
}

export interface ParseInput {
  file: SourceFile
  /** Keys of the bulky parts in the store of parsed pages. */
  keys: ContentKeys
  /** Of a page that was lost: it is made without its body, with these. */
  lost?: readonly Finding[]
}

/** Keys of the bulky parts of a page in the store; `markdown` where pages have Markdown copies. */
export interface ContentKeys {
  html: string
  text: string
  markdown?: string
}

/** A parsed page: its summary as JSON, and where the rest is, its text as JSON too. */
export interface ParsedText {
  summary: string
  html: StoredValue
  text: StoredValue
  markdown?: StoredValue
}

/** What rendering shares, as it crosses to a thread: the theme as code. */
export type RenderSetup = Omit<RenderContext, 'theme'> & { themeModule: BundledCode }

export type EmitSetup = RenderSetup & {
  /** Without them nothing is written: pages are rendered for other machines. */
  folders: StagingFolders | undefined
  /** Keeps pages of other languages, too, which are in no pack: for other machines. */
  keepsFallbacks: boolean
  /** Where what is to be kept of the pages goes. */
  segment: Segment | undefined
}

/** A page whose files are to be written. */
export interface EmitInput extends Omit<RenderInput, 'html'> {
  /** Key of `entry` in the store of rendered pages. */
  key: string
  /** Output path of the document. */
  document: string
  /** Its content. */
  html: StoredValue
  /** Both files as they were once rendered (`Emitted.entry`), where they are known. */
  entry: StoredValue | undefined
  /** What is known of the page's files in the previous output. */
  previous: OutputIndex
}

/** A page whose files are written. */
export interface Emitted {
  document: WrittenFile
  /** File name below `assets/js/`; absent for a page that needs no chunk. */
  chunk?: { name: string; file: WrittenFile }
  /** Both files as lines of a pack, see `packLines`; undefined when they were made from those. */
  entry: StoredValue | undefined
}

export interface PackSetup {
  base: string
  folders: StagingFolders
  /** What is known of the packs in the previous output. */
  previous: OutputIndex
}

export interface SearchSetup {
  /** Where the counts of terms go. */
  segment: Segment | undefined
}

export interface SearchInput {
  /** `boost`: path that pages begin with → how much more their words count. */
  locale: SearchFilesInput['locale'] & { boost?: Readonly<Record<string, number>> }
  /** `PageText` of each and its `PageCounts`, as JSON: these with their key, and without a value where they are not known. */
  pages: { record: PageRecord; text: StoredValue; counts: { key: string; value: StoredValue | undefined } }[]
}

/** The index of a locale, and the counts that were made for it: key and value. */
export interface IndexedLocale extends SearchFiles {
  counted: [key: string, value: StoredValue][]
}

/** Plugins that add to heads. */
export interface HeadSetup {
  plugins: readonly PluginSource[]
}

/** What hooks of plugins are told: the site without what its pages say, and where that is. */
export interface HookSetup {
  facts: SiteFacts
  site?: Omit<PluginSite, 'pages' | 'textOf' | 'htmlOf'> & {
    /** `PageText` as JSON; content with placeholders, and the address for each. */
    pages: { page: PluginPage; text: StoredValue; html: StoredValue; addresses: Address[] }[]
  }
}

export type JobName = keyof JobTypes

/** What each job is given for all items and for one, and what it makes of that. */
export interface JobTypes {
  /** Source files → parsed pages. */
  parse: { setup: ParseSetup; item: ParseInput; result: ParsedText }
  /** Pages → documents and chunks. */
  render: { setup: RenderSetup; item: RenderInput; result: RenderedPage }
  /** Pages → their files, written. */
  emit: { setup: EmitSetup; item: EmitInput; result: Emitted }
  /** Plans → packs for reading offline, written. */
  pack: { setup: PackSetup; item: PackPlan; result: CreatedPack }
  /** Calls of plugins that look at the whole site. */
  hook: { setup: HookSetup; item: HookCall; result: HookResult }
  /** Pages → what plugins add to their heads. */
  head: { setup: HeadSetup; item: PluginPage; result: AddedHead }
  /** Files → their compressed versions, written. */
  compress: { setup: { folders: StagingFolders }; item: CompressJob; result: CompressedFiles }
  /** Searchable pages of a locale → its index files. */
  search: { setup: SearchSetup; item: SearchInput; result: IndexedLocale }
}
