import { language as english } from '../shared/search/languages/en.ts'
import { language as french } from '../shared/search/languages/fr.ts'
import { language as portuguese } from '../shared/search/languages/pt.ts'
import { language as russian } from '../shared/search/languages/ru.ts'
import { plainLanguage, primarySubtag, type Language } from '../shared/search/language.ts'

/** The language module of a BCP 47 tag: the same choice as the browser makes with `loadLanguage`. */
export function languageOf(lang: string): Language {
  const known = new Map([
    ['en', english],
    ['fr', french],
    ['pt', portuguese],
    ['ru', russian],
  ])
  return known.get(primarySubtag(lang)) ?? plainLanguage
}
