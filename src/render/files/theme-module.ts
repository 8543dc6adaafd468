import { type BundledCode, bundleName, evaluateBundle, noteSiteCode } from '../../lib/site-code.ts'
import {
  ENGLISH,
  type Strings,
  TEXT_NAMES,
  type TextName,
  type TranslatedStrings,
} from '../../schema/strings.ts'
import type { LocaleView, PageView } from '../../schema/view.ts'

/** What `templates/strings/index.ts` exports, bundled with the texts of the site. */
export interface StringsModule {
  loadStrings(lang: string): Promise<TranslatedStrings>
}

/** What `templates/server.tsx` exports, bundled with the templates of the site. */
export interface ThemeModule {
  renderApp(page: PageView, locale: LocaleView, html: string): string
}

/** Modules that were evaluated here: languages share one, and `dev` has one for each state of the templates. */
const evaluated = new Map<string, unknown>()
const MOST_EVALUATED = 4

/** Returns what a module of a bundled theme exports. */
export function loadThemeModule<M = ThemeModule>(bundled: BundledCode): M {
  const { hash } = bundled
  // Where in the templates it is would need their source map, which is made when pages fail.
  noteSiteCode(bundleName(hash), { what: 'A template', rule: 'templates/failed', originOf: () => undefined })
  const known = evaluated.get(hash) ?? evaluateBundle(bundled)
  evaluated.set(hash, known)
  for (const oldest of evaluated.keys()) if (evaluated.size > MOST_EVALUATED) evaluated.delete(oldest)
  return known as M
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
