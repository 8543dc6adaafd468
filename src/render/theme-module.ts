import { importModule } from '../lib/import-module.ts'
import type { Strings } from '../schema/strings.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/** What `templates/server.tsx` exports, bundled with the templates of the site. */
export interface ThemeModule {
  stringsFor(lang: string): Strings
  renderApp(page: PageView, locale: LocaleView, html: string): string
}

/** Loads the bundled theme from its address. What a CommonJS module exports is the default for an `import`. */
export async function loadThemeModule(address: string): Promise<ThemeModule> {
  const loaded = (await importModule(address)) as ThemeModule & { default?: ThemeModule }
  return loaded.default ?? loaded
}
