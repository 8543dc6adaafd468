import { importModule } from '../lib/import-module.ts'
import type { Strings } from '../schema/strings.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/** What `templates/server.tsx` exports, bundled with the templates of the site. */
export interface ThemeModule {
  loadStrings(lang: string): Promise<Strings>
  renderApp(page: PageView, locale: LocaleView, html: string): string
}

/** Loads the bundled theme from its address. What a CommonJS module exports is the default for an `import`. */
export async function loadThemeModule(address: string): Promise<ThemeModule> {
  const loaded = (await importModule(address)) as ThemeModule & { default?: ThemeModule }
  return loaded.default ?? loaded
}

/** The interface texts of the languages of a site, and of no other. */
export async function collectStrings(
  { loadStrings }: Pick<ThemeModule, 'loadStrings'>,
  langs: readonly string[],
): Promise<(lang: string) => Strings> {
  const texts = new Map(await Promise.all(langs.map(async lang => [lang, await loadStrings(lang)] as const)))
  return lang => texts.get(lang) as Strings
}
