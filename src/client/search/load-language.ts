import { plainLanguage, primarySubtag, type Language } from '../../shared/search/language.ts'

/**
 * Loads the language module of a BCP 47 tag, and no other: from the address that the manifest names; of four languages the
 * theme has it, of some there is none.
 */
export async function loadLanguage(lang: string, address?: string): Promise<Language> {
  if (address !== undefined) return ((await import(address)) as { language: Language }).language
  switch (primarySubtag(lang)) {
    case 'en':
      return (await import('../../shared/search/languages/en.ts')).language
    case 'fr':
      return (await import('../../shared/search/languages/fr.ts')).language
    case 'pt':
      return (await import('../../shared/search/languages/pt.ts')).language
    case 'ru':
      return (await import('../../shared/search/languages/ru.ts')).language
    default:
      return plainLanguage
  }
}
