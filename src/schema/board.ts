import type { Coverage, TranslationState } from './translation.ts'

/** One thing a translator can do. */
export interface TodoItem {
  /** Locale path. */
  locale: string
  state: Exclude<TranslationState, 'ok' | 'exempt'>
  /** Path of the page inside the locale. */
  path: string
  /** File to write or to change. */
  file: string
  /** File of the source; absent for an orphan. */
  source?: string
  /** Words of the source to translate, or to look through: all of them, or those of the sections that changed. */
  words: number
  /** Pages of the source language that lead to the source. */
  links: number
  /** What changed, for stale pages. */
  changes?: string
}

/** How far the translations of a site are, for those who look after them (specification 17). */
export interface Board {
  /** Of the site; empty when it has none. */
  title: string
  /** In menu order. */
  languages: BoardLanguage[]
  /** In the order in which readers come upon them. */
  pages: BoardPage[]
  /** Pages that are left out because nobody is to find them. */
  hidden: number
}

export interface BoardLanguage {
  /** Locale path. */
  locale: string
  label: string
  lang: string
  coverage: Coverage
  /** Words to translate. */
  words: number
  /** Words of the pages of which nothing says whether their source has changed. */
  unchecked: number
  /** What is to be done, in the order in which it is worth doing. */
  work: BoardWork[]
}

/** A page in the source language, or in the language that has it alone. */
export interface BoardPage {
  /** Inside a locale. */
  path: string
  title: string
  lang: string
  href?: string
  /** By locale path. */
  cells: Record<string, BoardCell>
}

export interface BoardCell {
  state: TranslationState
  /** The translation is there, but not published yet. */
  draft?: true
  /** Why it is exempt. */
  reason?: string
  href?: string
}

export interface BoardWork extends TodoItem {
  title: string
  /** Language of the title. */
  lang: string
  /** The page, in the source language where there is no other. */
  href?: string
  /** Where the file can be edited or written. */
  edit?: string
  /** ISO date of the last change of the translation; absent where the history does not tell. */
  date?: string
}
