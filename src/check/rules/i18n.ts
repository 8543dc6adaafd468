import type { SiteConfig } from '../../schema/config.ts'
import type { Site } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { createPageLookup } from '../../site/links.ts'
import { translatedLocales } from '../../site/translations.ts'
import { type Finders, listNames } from './rule.ts'

/** From this share of equal texts on, the interface isn't translated. */
const MOSTLY = 0.6
/** Shorter texts can be the same in two languages (“Menu”). */
const MIN_WORDS = 3
/** Keys with a text for each locale. */
const LABELS = new Set(['text', 'linkText', 'footer', 'alt', 'title'])

function interfaceTexts(site: Site, locale: string) {
  const own = site.locales[locale]
  const source = site.locales['/']
  if (!own || !source) return []
  const missing = site.untranslatedTexts[locale] ?? []
  const hint = `Set them under \`locales['${locale}'].strings\`.`
  const [language, other] = [own, source].map(({ lang }) => lang.split('-')[0])
  const keys = Object.keys(source.strings) as (keyof LocaleView['strings'])[]
  const same = language === other ? [] : keys.filter(key => own.strings[key] === source.strings[key])
  if (same.length > 0 && same.length >= keys.length * MOSTLY)
    return [{ message: `The UI strings of \`${locale}\` are in the source language.`, hint }]
  const sentences = same.filter(key => (source.strings[key] ?? '').split(/\s+/).length >= MIN_WORDS)
  const names = [...new Set([...missing, ...sentences])]
  if (names.length === 0) return []
  return [{ message: `Some UI strings of \`${locale}\` aren't translated: ${listNames(names)}.`, hint }]
}

function missingLabels(site: Site, locale: string) {
  const { theme, locales, markdown } = site.config
  const pages = createPageLookup(site.pages.filter(page => page.locale === locale))
  const isShown = (page: unknown) =>
    typeof page !== 'string' || pages.find(locale + page.replace(/^\//, '')) !== undefined
  const hint = `Add a \`'${locale}'\` key there.`
  const { nav, sidebar } = locales[locale] ?? {}
  const shown = { ...theme, fonts: {}, ...(nav && { nav: [] }), ...(sidebar && { sidebar: [] }) }
  return [
    ...lackingIn(shown, 'theme'),
    ...lackingIn({ nav, sidebar }, `locales['${locale}']`),
    ...Object.entries(markdown.containers).flatMap(([name, container]) =>
      lackingIn(container, `markdown.containers.${name}`),
    ),
  ].map(path => ({ message: `\`${path}\` has no text for \`${locale}\`.`, hint }))

  /** Paths of texts without this locale. An entry whose page it lacks isn't shown, but a group is. */
  function lackingIn(part: unknown, path: string): string[] {
    if (typeof part !== 'object' || part === null) return []
    if ('page' in part && !('items' in part) && !isShown(part.page)) return []
    return Object.entries(part).flatMap(([key, inner]: [string, unknown]) => {
      // Badges such as “New” are often left as they are.
      if (key === 'badge') return []
      if (Array.isArray(part)) return lackingIn(inner, `${path}[${key}]`)
      const here = key.startsWith('/') ? `${path}['${key}']` : `${path}.${key}`
      const isLabel = LABELS.has(key) && typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      return isLabel ? (locale in inner ? [] : [here]) : lackingIn(inner, here)
    })
  }
}

function descriptions(config: SiteConfig, locale: string) {
  const own = config.locales[locale]
  const source = config.locales['/']?.description ?? config.description
  const isCopied = source !== '' && (own?.description ?? source) === source
  const lacking = [...(own?.label === undefined ? ['label'] : []), ...(isCopied ? ['description'] : [])]
  if (lacking.length === 0) return []
  return [{ message: `\`locales['${locale}']\` doesn't set ${listNames(lacking)}.` }]
}

export const i18n: Finders = {
  'i18n/ui-strings': site =>
    translatedLocales(site.config).flatMap(locale => [
      ...interfaceTexts(site, locale),
      ...missingLabels(site, locale),
      ...descriptions(site.config, locale),
    ]),
  // Links are made from the languages of a page, so only languages can contradict each other.
  'seo/hreflang': ({ config }) => {
    const owners = new Map<string, string>()
    return Object.entries(config.locales).flatMap(([locale, { lang }]) => {
      const other = owners.get(lang.toLowerCase())
      owners.set(lang.toLowerCase(), locale)
      // Without `url` there are no links (`config/no-url`).
      if (!other || !config.url) return []
      return [{ message: `\`${other}\` and \`${locale}\` have the same \`lang\`, \`${lang}\`.` }]
    })
  },
}
