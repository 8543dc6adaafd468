import type { Language } from '../../shared/search/language.ts'
import { loadLanguage as loadOwn } from '../search/load-language.ts'
import { assetFile, runScript } from './run-script.ts'

/** Takes the place of `../search/load-language.ts`: a module of the site is a script here. */
export async function loadLanguage(lang: string, address?: string): Promise<Language> {
  if (address === undefined) return loadOwn(lang)
  return ((await runScript(assetFile(address))) as { language: Language }).language
}
