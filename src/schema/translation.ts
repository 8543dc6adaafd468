import type { PageSummary, PageText, Section } from './page.ts'
import type { Site } from './site.ts'

/** A site with a way to read what its pages say: languages are compared by it. */
export interface ReadableSite extends Site {
  textOf(page: PageSummary): PageText
}

/**
 * What a page is in a language that is not the source language (specification 10). `unknown`: it is there, but was never
 * stamped, so that nothing says whether its source has changed (specification 17).
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
  /** Path inside the locale. */
  localPath: string
  state: TranslationState
  source?: PageSummary
  page?: PageSummary
  /** Of a missing one: the translation that is not published yet. */
  draft?: PageSummary
  /** True when the translation records which source it was made from. */
  stamped: boolean
  /** Only for a stamped translation whose source is another now. */
  changes?: SourceChanges
  /** Why the cell is exempt. */
  reason?: string
}

/** Coverage of one locale. */
export interface Coverage {
  locale: string
  counts: Record<TranslationState, number>
  /** Source pages that count: all but the exempt ones. */
  total: number
  /** Translated and known to be fresh, in percent of `total`, rounded down to a tenth; 100 without pages. */
  percent: number
}
