import texts from '../reference/api.json' with { type: 'json' }
import { fail, idOf, type Language, say, type Text, writeEntries } from './entries.ts'

/** Descriptions of exported types, and of options as `BuildOptions.base`. */
export const API_TEXTS: Readonly<Record<string, Text>> = texts

/** The options of an interface, or of all exported types: `types`. */
export function describeApi(name: string, language: Language): string {
  const prefix = name === 'types' ? '' : `${name}.`
  const entries = Object.entries(API_TEXTS)
    .filter(([key]) => (prefix === '' ? !key.includes('.') : key.startsWith(prefix)))
    .map(([key, text]) => ({ id: idOf(key), name: key.slice(prefix.length), text: say(text, language) }))
  if (entries.length === 0) fail(`There is no interface \`${name}\`.`)
  return writeEntries(entries)
}
