import type { PageSummary, PageText, Section } from './page.ts'
import type { Site } from './site.ts'

/** A site with a way to read what its pages say: languages are compared by it. */
export interface ReadableSite extends Site {
  textOf(page: PageSummary): PageText
}

/**
 * What a page is in a language that is not the source language, in the order in which states are shown. `unknown`: it is there,
 * but was never stamped, so that nothing says whether its source has changed.
 */
export const STATES = ['ok', 'unknown', 'stale', 'missing', 'untranslated', 'orphan', 'exempt'] as const
export type TranslationState = (typeof STATES)[number]

/** What happened in the source since a translation was stamped. */
export interface SourceChanges {
  /** Sections of today's source whose text or code is another. */
  changed: Section[]
  added: Section[]
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
  source?: string | undefined
  /** Words of the source to translate, or to look through: all of them, or those of the sections that changed. */
  words: number
  /** Pages of the source language that lead to the source. */
  links: number
  changes?: string | undefined
}
