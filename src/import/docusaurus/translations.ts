import path from 'node:path'
import { readText } from '../../lib/read-text.ts'
import type { Label } from '../../schema/navigation.ts'
import { text, values } from '../common/values.ts'
import type { SiteLocale, VersionData } from './site.ts'

/** Texts of the translated files of a site, by the keys that Docusaurus gives them. */
export class Translations {
  readonly #root: string
  readonly #locales: readonly SiteLocale[]
  readonly #files = new Map<string, Record<string, unknown>>()

  constructor(root: string, locales: readonly SiteLocale[]) {
    this.#root = root
    this.#locales = locales
  }

  /** The text of a key in a language; undefined where it has none. `file` is relative to the folder of the language. */
  find(file: string, key: string, locale: SiteLocale): string | undefined {
    const name = path.join(this.#root, locale.folder, file)
    const known = this.#files.get(name) ?? readMessages(name)
    this.#files.set(name, known)
    const entry = known[key]
    return text(entry) ?? text(values(entry)['message'])
  }

  /** A text in all languages: one where they are the same. */
  label(file: string, key: string, standard: string): Label {
    const texts = this.#locales.map(
      locale => [locale.path, this.find(file, key, locale) ?? standard] as const,
    )
    return sameOrEach(texts)
  }
}

/** Texts by locale path as a label. */
export function sameOrEach(texts: readonly (readonly [locale: string, text: string])[]): Label {
  const first = texts[0]?.[1] ?? ''
  return texts.every(([, value]) => value === first) ? first : Object.fromEntries(texts)
}

/** The file that has the texts of a version's sidebars. */
export function versionFile({ version }: VersionData): string {
  return `${version.translated}.json`
}

function readMessages(file: string): Record<string, unknown> {
  try {
    return values(JSON.parse(readText(file) ?? '{}'))
  } catch {
    return {}
  }
}
