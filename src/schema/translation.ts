import type { PageSummary, PageText, Section } from './page.ts'
import type { Site } from './site.ts'

/** A site with a way to read what its pages say: languages are compared by it. */
export interface ReadableSite extends Site {
  textOf(page: PageSummary): PageText
}

/**
 * What a page is in a language that is not the source language. `unknown`: it is there, but was never
 * stamped, so that nothing says whether its source has changed.
 */
export type TranslationState = 'ok' | 'unknown' | 'missing' | 'stale' | 'orphan' | 'untranslated' | 'exempt'

/** What happened in the source since a translation was stamped. */
export interface SourceChanges {
  /** Sections of today's source whose text or code is another. */
  changed: Section[]
  /** Sections of today's source that the stamp does not know. */
  added: Section[]
  /** Ids of sections that the source no longer has. */
  removed: string[]
}

/** One cell of the coverage matrix. */
export interface Translation {
  /** Locale path, never that of the source language. */
  locale: string
  localPath: string
  state: TranslationState
  source?: PageSummary | undefined
  page?: PageSummary | undefined
  /** Of a missing one: the translation that is not published yet. */
  draft?: PageSummary | undefined
  /** True when the translation records which source it was made from. */
  stamped: boolean
  /** Only for a stamped translation whose source is another now. */
  changes?: SourceChanges | undefined
  reason?: string | undefined
}

export interface Coverage {
  locale: string
  counts: Record<TranslationState, number>
  /** Source pages that count: all but the exempt ones. */
  total: number
  /** Translated and known to be fresh, in percent of `total`, rounded down to a tenth; 100 without pages. */
  percent: number
}

export interface TodoItem {
  locale: string
  state: Exclude<TranslationState, 'ok' | 'exempt'>
  path: string
  file: string
  /** File of the source; absent for an orphan. */
  source?: string | undefined
  /** Words of the source to translate, or to look through: all of them, or those of the sections that changed. */
  words: number
  /** Pages of the source language that lead to the source. */
  links: number
  changes?: string | undefined
}

/** How far the translations of a site are, for those who look after them. */
export interface Dashboard {
  /** Of the site; empty when it has none. */
  title: string
  languages: DashboardLanguage[]
  /** In the order in which readers come upon them. */
  pages: DashboardPage[]
  /** Pages that are left out because nobody is to find them. */
  hidden: number
}

export interface DashboardLanguage {
  locale: string
  label: string
  lang: string
  coverage: Coverage
  words: number
  /** Words of the pages of which nothing says whether their source has changed. */
  unchecked: number
  /** What is to be done, in the order in which it is worth doing. */
  work: DashboardWork[]
}

/** A page in the source language, or in the language that has it alone. */
export interface DashboardPage {
  path: string
  title: string
  lang: string
  href?: string | undefined
  cells: Record<string, DashboardCell>
}

export interface DashboardCell {
  state: TranslationState
  /** The translation is there, but not published yet. */
  draft?: true | undefined
  reason?: string | undefined
  href?: string | undefined
}

export interface DashboardWork extends TodoItem {
  title: string
  lang: string
  /** The page, in the source language where there is no other. */
  href?: string | undefined
  /** Where the file can be edited or written. */
  edit?: string | undefined
  /** ISO date of the last change of the translation; absent where the history does not tell. */
  date?: string | undefined
}
