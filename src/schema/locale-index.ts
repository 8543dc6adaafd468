export type IndexEntry = [
  chunk: string,
  title: string,
  size: number,
  original?: string,
  originalChunk?: string,
]

/**
 * `assets/locales/{code}.json`: unhashed and revalidated, one per locale, the only place that knows where the
 * pages of a locale are. One edited page changes this file instead of every document.
 */
export interface LocaleIndex {
  /** Address of the `LocaleView` JSON, hashed, with base; of a large locale, of the one without sidebars. */
  view: string
  /** As in `BootData`: a document with another one has to load the pages whole. */
  theme: string
  /** Address of the search manifest, with base; absent without local search. */
  search?: string
  /**
   * Encoded path without base → [chunk file name in `assets/js/`, page title, bytes of the chunk before compression]; of a page
   * that the language lacks, path and chunk of the one whose content it shows stand behind, and its own chunk may be empty: then
   * all that it says follows from that one (`standInView`).
   */
  pages: Record<string, IndexEntry>
  /**
   * Languages whose pages stand in for missing ones, where local search finds them: their own tables name the index, so that an edit in
   * one language changes no file of another.
   */
  originals?: { locale: string; lang: string; code: string }[]
  /** Decoded path without base → encoded path without base, of this locale's redirects. */
  redirects: Record<string, string>
  /** Addresses with base of views by number of the sidebar, where there are many; with sections, of those that are loaded. */
  views?: Record<number, string>
  /**
   * Of a large locale: first key (`sectionKey`) of each section of `pages` and `redirects`, in order, and the hashed file
   * name of its `LocaleSection` in `assets/locales/`. Here is then what belongs to no section: redirects that end in `*`.
   */
  sections?: [first: string, file: string][]
  /** File name in `assets/locales/` of what says which pages of other languages are shown (`StandIns`), where sections have them. */
  standIns?: string
}

/** A part of a large `LocaleIndex`: what is needed of it to show one of some pages whose addresses are alike. */
export interface LocaleSection extends Pick<LocaleIndex, 'pages' | 'redirects'> {
  /** Of the sidebars of these pages. */
  views: Record<number, string>
}

/**
 * By locale path of another language, which of its pages are shown in this one, at the same path inside the language: `only`
 * some, or all `but` some. Paths are encoded, without base.
 */
export type StandIns = Record<string, { only: string[] } | { but: string[] }>
