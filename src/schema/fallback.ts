import * as z from 'zod'

const choice = z.enum(['page', 'none'])

/**
 * What a language shows where it lacks a page: that of another language, or nothing. By path: addresses inside the language, a
 * trailing `*` stands for what starts so; the longest counts.
 */
export const fallbackSetting = z.union([
  choice,
  z.record(z.string().startsWith('/', 'must be an address inside the language, such as `/blog/*`'), choice),
])

export type FallbackSetting = z.output<typeof fallbackSetting>

/** What pages need to know of another language whose pages stand in for missing ones. */
export interface OriginalsView {
  /** Site title in that language. */
  title: string
  dir: 'ltr' | 'rtl'
  /** What the addresses of links that lead to its sources begin with, and where a translation can be written: `:folder` and `:name` stand for the file. */
  files?: string | undefined
  create?: string | undefined
}

/** Whose content a page shows that its language lacks. */
export interface FallbackView {
  /** Locale path. */
  locale: string
  lang: string
  dir: 'ltr' | 'rtl'
  /** The language's own name. */
  label: string
  href: string
  /** Where a translation can be written. */
  translate?: string | undefined
}
