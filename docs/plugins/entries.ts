import { escapeHtml } from '../../src/shared/escape.ts'

/** Languages of the documentation. */
export type Language = 'en' | 'ja' | 'zh'

/** A text with its translations, as far as there are any. */
export interface Text extends Translations {
  readonly en: string
}

/** Translations of a text whose English is in the source. */
export interface Translations {
  readonly ja?: string
  readonly zh?: string
}

/** The text in a language, in English where it is not translated. */
export const say = (text: Text, language: Language): string => text[language] ?? text.en

/** A name and its description. */
export interface Entry {
  /** Anchor that links use. */
  id: string
  name: string
  /** Type and default: text with code. */
  facts?: string
  /** Markdown. */
  text: string
}

/** A list of definitions, which needs less width than a table. */
export function writeEntries(entries: readonly Entry[]): string {
  const items = entries.map(({ id, name, facts = '', text }) => {
    const marked = escapeHtml(facts).replace(/`([^`]*)`/g, '<code>$1</code>')
    const after = facts && ` <span class="facts">${marked}</span>`
    return `<dt id="${id}"><a href="#${id}"><code>${escapeHtml(name)}</code></a>${after}</dt>\n<dd>\n\n${text}\n\n</dd>`
  })
  return ['<dl>', ...items, '</dl>'].join('\n')
}

/** An id made of a name: `theme.nav` → `theme-nav`. */
export const idOf = (...names: string[]): string =>
  names
    .join('-')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')

/** Label of a default value. */
export const DEFAULT: Text = { en: 'default: ', ja: '既定値：', zh: '默认值：' }

/** Code in Markdown. */
export const code = (text: string) => `\`${text}\``

/** Throws: an option, key or type without an English description must not go unnoticed. */
export function fail(message: string): never {
  throw new Error(message)
}
