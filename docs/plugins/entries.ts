import { escapeHtml } from '../../src/shared/escape.ts'

/** Languages of the documentation. */
export type Language = 'en' | 'ja' | 'zh'

/** A text with its translations, if there are any. */
export interface Text extends Translations {
  readonly en: string
}

/** Translations of a text whose English is in the source. */
export interface Translations {
  readonly ja?: string
  readonly zh?: string
}

/** The text in a language, or in English if it isn't translated. */
export const say = (text: Text, language: Language): string => text[language] ?? text.en

/** A name and its description. */
export interface Entry {
  /** Anchor for links. */
  id: string
  name: string
  /** Type and default: text with code. */
  facts?: string
  /** Markdown. */
  text: string
}

/** Entries as sections, so that search finds and opens each: a heading with type and default beside it, then the text. */
export function writeEntries(entries: readonly Entry[], level = 3): string {
  const items = entries.map(({ id, name, facts = '', text }) => {
    const heading = `${'#'.repeat(level)} ${code(name)} {#${id}}`
    const marked = escapeHtml(facts).replace(/`([^`]*)`/g, '<code>$1</code>')
    const beside = facts === '' ? [] : [`<p class="facts">${marked}</p>`]
    return ['<div class="entry">', heading, ...beside, text, '</div>'].join('\n\n')
  })
  return items.join('\n\n')
}

/** Makes an id from names: `theme.nav` → `theme-nav`. */
export const idOf = (...names: string[]): string =>
  names
    .join('-')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')

/** Label of a default value. */
export const DEFAULT: Text = { en: 'default: ', ja: '既定値：', zh: '默认值：' }

/** Code in Markdown. */
export const code = (text: string) => `\`${text}\``

/** Throws an error, so that no option, key or type stays without an English description. */
export function fail(message: string): never {
  throw new Error(message)
}
