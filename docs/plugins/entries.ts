import { escapeHtml } from '../../src/shared/html.ts'

/** Languages of the documentation. */
export type Language = 'en' | 'ja' | 'zh'

/** What is said of something in each language. */
export type Text = Readonly<Record<Language, string>>

/** What is said of a name, with the id by which it is linked. */
export interface Entry {
  id: string
  name: string
  /** Markdown. */
  text: string
}

/** Names with what is said of them, as a list of definitions: other than a table it needs no width. */
export function writeEntries(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ id, name, text }) =>
      `<dt id="${id}"><a href="#${id}"><code>${escapeHtml(name)}</code></a></dt>\n<dd>\n\n${text}\n\n</dd>`,
  )
  return ['<dl>', ...items, '</dl>'].join('\n')
}

/** An id made of a name: `theme.nav` → `theme-nav`. */
export const idOf = (...names: string[]): string =>
  names
    .join('-')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')

/** What stands before a default. */
export const DEFAULT: Text = { en: 'default: ', ja: '既定値: ', zh: '默认值：' }

/** Code in Markdown. */
export const code = (text: string) => `\`${text}\``

/** Ends what is under way: a reference that says nothing of something is no reference. */
export function fail(message: string): never {
  throw new Error(message)
}
