import type { Site } from '../../../schema/site.ts'
import type { LocaleView } from '../../../schema/view.ts'
import { createPageLookup } from '../../../site/page-lookup.ts'
import { translatedLocales } from '../../../site/translations.ts'
import { defineRule, listNames, type Problem } from '../rule.ts'
import { listLabels } from './labels.ts'

/** From this share of equal texts on a locale has no translation of the interface at all. */
const MOSTLY = 0.6
/** Shorter texts may well be the same word in two languages (“Menu”). */
const MIN_WORDS = 3

/** Interface texts, labels and descriptions that readers of a translation see in the source language. */
export const uiStrings = defineRule(
  {
    id: 'i18n/ui-strings',
    severity: 'warning',
    description:
      'Interface texts, labels or the description of a language are missing or those of the source.',
  },
  site =>
    translatedLocales(site.config).flatMap(locale => [
      ...interfaceTexts(site, locale),
      ...labelsLacking(site, locale),
      ...descriptions(site, locale),
    ]),
)

function interfaceTexts(site: Site, locale: string): Problem[] {
  const own = site.locales[locale]
  const source = site.locales['/']
  if (!own || !source) return []
  const missing = site.untranslatedTexts[locale] ?? []
  const hint = `Set them under \`locales['${locale}'].strings\`.`
  const report = (names: readonly string[]) =>
    names.length === 0
      ? []
      : [{ message: `Interface texts of \`${locale}\` are not translated: ${listNames(names)}.`, hint }]
  if (primary(own) === primary(source)) return report(missing)
  const keys = Object.keys(source.strings) as (keyof LocaleView['strings'])[]
  const same = keys.filter(key => own.strings[key] === source.strings[key])
  if (same.length >= keys.length * MOSTLY) {
    return [{ message: `The interface texts of \`${locale}\` are in the source language.`, hint }]
  }
  const sentences = same.filter(key => (source.strings[key] ?? '').split(/\s+/).length >= MIN_WORDS)
  return report([...new Set([...missing, ...sentences])])
}

function labelsLacking(site: Site, locale: string): Problem[] {
  const pages = createPageLookup(site.pages.filter(page => page.locale === locale))
  const isShown = (page: string | undefined) =>
    page === undefined || pages.find(locale + page.replace(/^\//, '')) !== undefined
  return listLabels(site.config, locale).flatMap(({ path, label, page }) =>
    typeof label === 'object' && label[locale] === undefined && isShown(page)
      ? [{ message: `\`${path}\` has no text for \`${locale}\`.`, hint: `Add \`'${locale}'\` to it.` }]
      : [],
  )
}

function descriptions(site: Site, locale: string): Problem[] {
  const { config } = site
  const own = config.locales[locale]
  const source = config.locales['/']?.description ?? config.description
  const lacking = [
    ...(own?.label === undefined ? ['label'] : []),
    ...(source !== '' && (own?.description ?? source) === source ? ['description'] : []),
  ]
  if (lacking.length === 0) return []
  return [{ message: `\`locales['${locale}']\` has no ${listNames(lacking)} of its own.` }]
}

/** `zh` of `zh-CN`. */
function primary({ lang }: LocaleView): string {
  return lang.split('-')[0] ?? lang
}
