import { plainLanguage, type Language } from '../shared/search/language.ts'

/** Languages that have a module, each loaded when a site needs it. */
const MODULES: Readonly<Record<string, () => Promise<{ language: Language }>>> = {
  ar: () => import('../shared/search/languages/ar.ts'),
  bg: () => import('../shared/search/languages/bg.ts'),
  ca: () => import('../shared/search/languages/ca.ts'),
  cs: () => import('../shared/search/languages/cs.ts'),
  da: () => import('../shared/search/languages/da.ts'),
  de: () => import('../shared/search/languages/de.ts'),
  el: () => import('../shared/search/languages/el.ts'),
  en: () => import('../shared/search/languages/en.ts'),
  es: () => import('../shared/search/languages/es.ts'),
  fa: () => import('../shared/search/languages/fa.ts'),
  fi: () => import('../shared/search/languages/fi.ts'),
  fr: () => import('../shared/search/languages/fr.ts'),
  he: () => import('../shared/search/languages/he.ts'),
  hi: () => import('../shared/search/languages/hi.ts'),
  hu: () => import('../shared/search/languages/hu.ts'),
  id: () => import('../shared/search/languages/id.ts'),
  it: () => import('../shared/search/languages/it.ts'),
  nb: () => import('../shared/search/languages/nb.ts'),
  nl: () => import('../shared/search/languages/nl.ts'),
  pl: () => import('../shared/search/languages/pl.ts'),
  pt: () => import('../shared/search/languages/pt.ts'),
  ro: () => import('../shared/search/languages/ro.ts'),
  ru: () => import('../shared/search/languages/ru.ts'),
  sv: () => import('../shared/search/languages/sv.ts'),
  tr: () => import('../shared/search/languages/tr.ts'),
  uk: () => import('../shared/search/languages/uk.ts'),
}

/** The code of the module for a BCP 47 tag; undefined for languages that need none. */
export function moduleCode(lang: string): string | undefined {
  const { language } = new Intl.Locale(lang)
  const code = language === 'no' || language === 'nn' ? 'nb' : language
  return code in MODULES ? code : undefined
}

/** The language module of a BCP 47 tag: the same as the browser loads (`client/search/load-language.ts`). */
export async function languageOf(lang: string): Promise<Language> {
  const load = MODULES[moduleCode(lang) ?? '']
  return load ? (await load()).language : plainLanguage
}
