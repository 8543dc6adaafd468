import { ownName } from '../lib/language-name.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { stringsSchema } from '../schema/strings.ts'
import { INTERFACE_LANGUAGES, interfaceLanguage, isSpokenIn } from '../shared/interface-languages.ts'
import type { LocateKey } from './named-addresses.ts'

/** Languages whose interface texts are those of another language, or of another variety of theirs. */
export function reportLanguages({ locales }: SiteConfig, locate: LocateKey): Finding[] {
  return Object.entries(locales).flatMap(([path, { lang, label, strings = {} }]): Finding[] => {
    const spoken = interfaceLanguage(lang)
    if (spoken && isSpokenIn(lang, spoken)) return []
    // Who writes all texts needs none of ours.
    if (Object.entries(stringsSchema.shape).every(([name, text]) => name in strings || text.isOptional()))
      return []
    const place = locate(['locales', path, 'lang'])
    const message = spoken
      ? `There are no interface texts of their own for \`${lang}\`: readers of \`${path}\` get those in \`${spoken}\`.`
      : `There are no interface texts in \`${lang}\`: readers of \`${path}\` get them in English.`
    // Countries are taken for languages: `kr` for `ko`, `jp` for `ja`.
    const meant = INTERFACE_LANGUAGES.find(known => !spoken && ownName(known) === label)
    return [
      {
        rule: 'i18n/interface-language',
        severity: 'info',
        message,
        hint: meant
          ? `${label} is \`lang: '${meant}'\`; the address of its pages stays \`${path}\`.`
          : `Set what should be different under \`locales['${path}'].strings\`.`,
        ...(place ? { place } : {}),
      },
    ]
  })
}
