import { hashContent } from '../lib/hash.ts'

/** A hashed file among those of a locale. */
export function localeJson(code: string, value: object): { path: string; content: string; immutable: true } {
  const content = JSON.stringify(value)
  return { path: `assets/locales/${code}.${hashContent(content)}.json`, content, immutable: true }
}
