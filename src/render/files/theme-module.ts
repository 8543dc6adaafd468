import { fileURLToPath } from 'node:url'
import { noteSiteCode } from '../../lib/site-code.ts'
import { ENGLISH } from '../../schema/english.ts'
import { type Strings, TEXT_NAMES, type TextName, type TranslatedStrings } from '../../schema/strings.ts'
import type { LocaleView, PageView } from '../../schema/view.ts'

/** What `templates/strings/index.ts` exports, bundled with the texts of the site. */
export interface StringsModule {
  loadStrings(lang: string): Promise<TranslatedStrings>
}

/** What `templates/server.tsx` exports, bundled with the templates of the site. */
export interface ThemeModule {
  renderApp(page: PageView, locale: LocaleView, html: string): string
}

/** Loads a module of a bundled theme from its address. */
export async function loadThemeModule<M = ThemeModule>(address: string): Promise<M> {
  const file = address.startsWith('file:') ? fileURLToPath(address) : address
  // Where in the templates it is would need their source map, which is made when pages fail.
  noteSiteCode(file, { what: 'A template', rule: 'templates/failed', originOf: () => undefined })
  return (await import(address)) as M
}

/** Interface texts of the languages of a site. */
export interface InterfaceTexts {
  /** Texts for a tag, English where they are not translated. */
  stringsFor(lang: string): Strings
  /** Texts that are not translated, by tag. */
  untranslated: ReadonlyMap<string, readonly TextName[]>
}

/** Loads the interface texts of the languages of a site, and of no other. */
export async function collectStrings(
  { loadStrings }: StringsModule,
  langs: readonly string[],
): Promise<InterfaceTexts> {
  const load = async (lang: string) => [lang, await loadStrings(lang)] as const
  const own = new Map(await Promise.all(langs.map(load)))
  const english = { ...ENGLISH, ...(await loadStrings('en')) }
  const texts = new Map([...own].map(([lang, strings]) => [lang, { ...english, ...strings } as Strings]))
  const lacking = (strings: TranslatedStrings) => TEXT_NAMES.filter(name => strings[name] === undefined)
  return {
    stringsFor: lang => texts.get(lang) as Strings,
    untranslated: new Map([...own].map(([lang, strings]) => [lang, lacking(strings)])),
  }
}
