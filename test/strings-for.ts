import { collectStrings } from '../src/render/files/page.ts'
import { INTERFACE_LANGUAGES, interfaceLanguage } from '../src/shared/languages.ts'
import { loadStrings } from '../templates/strings/index.ts'

const texts = await collectStrings({ loadStrings }, INTERFACE_LANGUAGES)

/** Interface texts of any language, as the join has those of the site's. */
export const stringsFor = (lang: string) => texts.stringsFor(interfaceLanguage(lang) ?? 'en')
