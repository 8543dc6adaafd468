/** What the analyser must know of a language. One module per language, so that a browser loads only its own. */
export interface Language {
  /** Makes a word as written ready for its stem, where other marks and capitals count than those of `normaliseWord`. */
  normalise?(word: string): string
  /** Stem of a lower-case word in composed form; a word it does not know comes back unchanged. */
  stem(word: string): string
  /** Folded words that carry no meaning of their own. */
  stopWords: ReadonlySet<string>
  /** True when stems depend on accents: then the stem of the word without its accents is indexed beside its stem. */
  accents: boolean
}

/** For languages without a stemmer: Chinese, Japanese and everything that is not built in. */
export const plainLanguage: Language = { stem: word => word, stopWords: new Set(), accents: false }

/** `pt` of `pt-BR`. */
export function primarySubtag(lang: string): string {
  return lang.split('-')[0]?.toLowerCase() ?? ''
}
