import { fileURLToPath } from 'node:url'
import { noteSiteCode } from '../lib/site-code.ts'
import type { Strings } from '../schema/strings.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/** What `templates/strings/index.ts` exports, bundled with the texts of the site. */
export interface StringsModule {
  loadStrings(lang: string): Promise<Strings>
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

/** The interface texts of the languages of a site, and of no other. */
export async function collectStrings(
  { loadStrings }: StringsModule,
  langs: readonly string[],
): Promise<(lang: string) => Strings> {
  const texts = new Map(await Promise.all(langs.map(async lang => [lang, await loadStrings(lang)] as const)))
  return lang => texts.get(lang) as Strings
}
