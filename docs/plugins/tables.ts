/** Languages of the documentation. */
export type Language = 'en' | 'ja' | 'zh'

/** What is said of something in each language. */
export type Text = Readonly<Record<Language, string>>

/** A table in Markdown. A column of which no row says anything is left out; `undefined` is a dash. */
export function writeTable(
  columns: readonly Text[],
  rows: readonly (readonly (string | undefined)[])[],
  language: Language,
): string {
  const kept = columns.map((_, index) => rows.some(row => row[index] !== undefined))
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${cells
      .filter((_, index) => kept[index])
      .map(cell => (cell ?? '–').replaceAll('|', '\\|'))
      .join(' | ')} |`
  return [columns.map(head => head[language]), columns.map(() => '---'), ...rows].map(line).join('\n')
}

/** Code in Markdown. */
export const code = (text: string) => `\`${text}\``

/** Heads of columns. */
export const HEADS = {
  name: { en: 'name', ja: '名前', zh: '名称' },
  default: { en: 'default', ja: '既定値', zh: '默认值' },
  does: { en: 'does', ja: '説明', zh: '作用' },
} satisfies Record<string, Text>

/** Ends what is under way: a reference that says nothing of something is no reference. */
export function fail(message: string): never {
  throw new Error(message)
}
