import type { SiteConfig } from '../../schema/config.ts'
import type { Label, NavEntry, SidebarEntry } from '../../schema/values.ts'
import type { Site, Page } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { createPageLookup } from '../../site/links.ts'
import { translatedLocales } from '../../site/translations.ts'
import { defineRule, listNames, type Problem, startOf } from './rule.ts'

/** From this share of equal texts on a locale has no translation of the interface at all. */
const MOSTLY = 0.6
/** Shorter texts may well be the same word in two languages (“Menu”). */
const MIN_WORDS = 3

export const uiStrings = defineRule(
  'i18n/ui-strings',
  'warning',
  'Interface texts, labels or the description of a language are missing or identical to the source.',
  site =>
    translatedLocales(site.config).flatMap(locale => [
      ...interfaceTexts(site, locale),
      ...missingLabels(site, locale),
      ...descriptions(site.config, locale),
    ]),
)

function interfaceTexts(site: Site, locale: string): Problem[] {
  const own = site.locales[locale]
  const source = site.locales['/']
  if (!own || !source) return []
  const missing = site.untranslatedTexts[locale] ?? []
  const hint = `Set them under \`locales['${locale}'].strings\`.`
  const [language, other] = [own, source].map(({ lang }) => lang.split('-')[0])
  const keys = Object.keys(source.strings) as (keyof LocaleView['strings'])[]
  const same = language === other ? [] : keys.filter(key => own.strings[key] === source.strings[key])
  if (same.length > 0 && same.length >= keys.length * MOSTLY)
    return [{ message: `The interface texts of \`${locale}\` are in the source language.`, hint }]
  const sentences = same.filter(key => (source.strings[key] ?? '').split(/\s+/).length >= MIN_WORDS)
  const names = [...new Set([...missing, ...sentences])]
  if (names.length === 0) return []
  return [{ message: `Interface texts of \`${locale}\` are not translated: ${listNames(names)}.`, hint }]
}

function missingLabels(site: Site, locale: string): Problem[] {
  const pages = createPageLookup(site.pages.filter(page => page.locale === locale))
  const isShown = (page: string | undefined) =>
    page === undefined || pages.find(locale + page.replace(/^\//, '')) !== undefined
  return listLabels(site.config, locale).flatMap(({ path, label, page }) =>
    typeof label === 'object' && label[locale] === undefined && isShown(page)
      ? [{ message: `\`${path}\` has no text for \`${locale}\`.`, hint: `Add \`'${locale}'\` to it.` }]
      : [],
  )
}

function descriptions(config: SiteConfig, locale: string): Problem[] {
  const own = config.locales[locale]
  const source = config.locales['/']?.description ?? config.description
  const lacking = [
    ...(own?.label === undefined ? ['label'] : []),
    ...(source !== '' && (own?.description ?? source) === source ? ['description'] : []),
  ]
  if (lacking.length === 0) return []
  return [{ message: `\`locales['${locale}']\` has no ${listNames(lacking)} of its own.` }]
}

interface ConfigLabel {
  path: string
  label: Label
  /** Page that the entry leads to, as written: without it in a locale nobody there sees the text. */
  page?: string | undefined
}

/** Every text of the configuration that is shown in the locale. */
export function listLabels({ theme, locales, markdown }: SiteConfig, locale: string): ConfigLabel[] {
  const own = locales[locale]
  const pathOf = (key: 'nav' | 'sidebar') => (own?.[key] ? `locales['${locale}'].${key}` : `theme.${key}`)
  const sidebar = own?.sidebar ?? theme.sidebar
  const sidebars = typeof sidebar === 'object' && !Array.isArray(sidebar) ? Object.entries(sidebar) : []
  const texts: [path: string, label: Label | undefined][] = [
    ['theme.notice.text', theme.notice?.text],
    ['theme.notice.linkText', theme.notice?.linkText],
    ['theme.footer', theme.footer],
    ['theme.announcement.text', theme.announcement?.text],
    ['theme.logo.alt', typeof theme.logo === 'object' ? theme.logo.alt : undefined],
  ]
  for (const [index, { text }] of theme.socialLinks.entries())
    texts.push([`theme.socialLinks[${index}].text`, text])
  for (const [name, { title }] of Object.entries(markdown.containers))
    texts.push([`markdown.containers.${name}.title`, title])
  return [
    ...entryLabels(own?.nav ?? theme.nav, pathOf('nav')),
    ...(Array.isArray(sidebar) ? entryLabels(sidebar, pathOf('sidebar')) : []),
    ...sidebars.flatMap(([prefix, entries]) =>
      entries === 'auto' ? [] : entryLabels(entries, `${pathOf('sidebar')}['${prefix}']`),
    ),
    ...texts.flatMap(([path, label]) => (label === undefined ? [] : [{ path, label }])),
  ]
}

function entryLabels(entries: readonly (NavEntry | SidebarEntry)[], path: string): ConfigLabel[] {
  return entries.flatMap((entry, index) => {
    if (typeof entry === 'string') return []
    const here = `${path}[${index}]`
    const below = 'items' in entry ? entryLabels(entry.items, `${here}.items`) : []
    // A group is shown for the entries below it as well.
    const page = 'items' in entry || !('page' in entry) ? undefined : entry.page
    return entry.text === undefined ? below : [{ path: `${here}.text`, label: entry.text, page }, ...below]
  })
}

export const hreflang = defineRule(
  'seo/hreflang',
  'warning',
  'The `hreflang` links of a page contradict each other.',
  site => {
    // Without an address there are none at all, which is a finding of its own (`config/no-url`).
    if (Object.keys(site.config.locales).length < 2 || !site.config.url) return []
    const pages = new Map(site.pages.map(page => [page.view.canonical, page]))
    return [...sharedLanguages(site), ...site.pages.flatMap(page => checkAlternates(page, pages))]
  },
)

function sharedLanguages({ config }: Site): Problem[] {
  const owners = new Map<string, string>()
  return Object.entries(config.locales).flatMap(([locale, { lang }]) => {
    const other = owners.get(lang.toLowerCase())
    owners.set(lang.toLowerCase(), locale)
    if (other === undefined) return []
    return [{ message: `\`${other}\` and \`${locale}\` have the same \`lang\`, \`${lang}\`.` }]
  })
}

function checkAlternates(page: Page, pages: ReadonlyMap<string | undefined, Page>): Problem[] {
  const { alternates, canonical } = page.view
  if (alternates.length === 0) return []
  const place = startOf(page)
  const problems: Problem[] = []
  if (!alternates.some(({ href }) => href === canonical)) {
    problems.push({ place, message: "The page isn't among its own language alternates." })
  }
  for (const { hreflang: lang, href } of alternates) {
    if (lang === 'x-default' || href === canonical) continue
    const other = pages.get(href)
    if (!other) problems.push({ place, message: `The \`${lang}\` alternate \`${href}\` isn't a page.` })
    else if (!other.view.alternates.some(back => back.href === canonical)) {
      problems.push({ place, message: `\`${other.file}\` doesn't list this page as an alternate.` })
    }
  }
  return problems
}
