import texts from '../reference/api.json' with { type: 'json' }
import { code, fail, HEADS, type Language, type Text, writeTable } from './tables.ts'

/** What is said of exported types, and of options as `BuildOptions.base`. */
export const API_TEXTS: Readonly<Record<string, Text>> = texts

/** The table of the options of an interface, or of all exported types: `types`. */
export function describeApi(name: string, language: Language): string {
  const prefix = name === 'types' ? '' : `${name}.`
  const rows = Object.entries(API_TEXTS)
    .filter(([key]) => (prefix === '' ? !key.includes('.') : key.startsWith(prefix)))
    .map(([key, text]) => [code(key.slice(prefix.length)), text[language]])
  if (rows.length === 0) fail(`There is no interface \`${name}\`.`)
  return writeTable([HEADS.name, HEADS.does], rows, language)
}
