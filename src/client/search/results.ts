import type { Segment } from '../../shared/search/excerpt.ts'

/** Found sections of one page. */
export interface ResultGroup {
  /** Title of the page. */
  title: string
  options: ResultOption[]
  /** Of a page that the reader's language lacks: what says so, and the language it is shown in. */
  untranslated?: { mark: string; lang: string }
}

/** A found section. */
export interface ResultOption {
  /** Ready for the attribute. */
  href: string
  title: Segment[]
  excerpt: Segment[]
}

/** Where results come from: the index of the site, or a hosted service. */
export interface Provider {
  /**
   * Finds what a query means and shows it, more than once when parts arrive later.
   * Rejects when results could not be loaded; says nothing more once the signal is aborted.
   */
  search(query: string, signal: AbortSignal, show: (groups: ResultGroup[]) => void): Promise<void>
}

export const MAX_GROUPS = 8
export const MAX_OPTIONS = 5
