import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../lib/package.ts'
import { plainLanguage, type Language } from '../shared/search/language.ts'
import { language as en } from '../shared/search/languages/en.ts'
import { language as fr } from '../shared/search/languages/fr.ts'
import { language as pt } from '../shared/search/languages/pt.ts'
import { language as ru } from '../shared/search/languages/ru.ts'

type Module = { language: Language }

/** Languages whose module every theme has. */
const IN_THEME: Readonly<Record<string, Language>> = { en, fr, pt, ru }
/** Languages whose module comes with the package, one file for Node.js and browsers. */
const COMPILED = new Set('ar bg ca cs da de el es fa fi he hi hu id it nb nl pl ro sv tr uk'.split(' '))

function moduleCode(lang: string): string {
  const { language } = new Intl.Locale(lang)
  return language === 'no' || language === 'nn' ? 'nb' : language
}

/** The compiled module (`bin/compile.mjs`) for a BCP 47 tag; undefined where the theme has it, or there is none. */
export function languageFile(lang: string): string | undefined {
  const code = moduleCode(lang)
  return COMPILED.has(code) ? path.join(packageRoot, `compiled/search-languages/${code}.js`) : undefined
}

/** Licences of what those modules are made from. */
export const languageLicenses = path.join(packageRoot, 'compiled/search-languages/LEGAL.txt')

/** The language module of a BCP 47 tag: the same as the browser loads (`client/search/load-language.ts`). */
export async function languageOf(lang: string): Promise<Language> {
  const file = languageFile(lang)
  if (file !== undefined) return ((await import(pathToFileURL(file).href)) as Module).language
  return IN_THEME[moduleCode(lang)] ?? plainLanguage
}
