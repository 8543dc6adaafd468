import type { SiteConfig } from '../../schema/config.ts'
import type { Label, NavEntry, SidebarConfig, SidebarEntry } from '../../schema/theme.ts'
import type { Site } from '../../schema/site.ts'
import type { LocaleView } from '../../schema/view.ts'
import { createPageLookup } from '../../site/links.ts'
import { translatedLocales } from '../../site/translations.ts'
import { defineRule, listNames, type Problem } from './rule.ts'

/** From this share of equal texts on a locale has no translation of the interface at all. */
const MOSTLY = 0.6
/** Shorter texts may well be the same word in two languages (“Menu”). */
const MIN_WORDS = 3

/** Interface texts, labels and descriptions that readers of a translation see in the source language. */
export const uiStrings = defineRule(
  'i18n/ui-strings',
  'warning',
  'Interface texts, labels or the description of a language are missing or identical to the source.',
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

/** A text of the configuration that readers of a locale see, with the path of its key. */
export interface ConfigLabel {
  path: string
  label: Label
  /** Page that the entry leads to, as written: without it in a locale nobody there sees the text. */
  page?: string
}

/** Every text of the configuration that is shown in the locale. */
export function listLabels(config: SiteConfig, locale: string): ConfigLabel[] {
  const { theme } = config
  const own = config.locales[locale]
  return [
    ...entryLabels(own?.nav ?? theme.nav, own?.nav ? `locales['${locale}'].nav` : 'theme.nav'),
    ...sidebarLabels(
      own?.sidebar ?? theme.sidebar,
      own?.sidebar ? `locales['${locale}'].sidebar` : 'theme.sidebar',
    ),
    ...one('theme.notice.text', theme.notice?.text),
    ...one('theme.notice.linkText', theme.notice?.linkText),
    ...one('theme.footer', theme.footer),
    ...one('theme.announcement.text', theme.announcement?.text),
    ...(typeof theme.logo === 'object' ? one('theme.logo.alt', theme.logo.alt) : []),
    ...theme.socialLinks.flatMap(({ text }, index) => one(`theme.socialLinks[${index}].text`, text)),
    ...Object.entries(config.markdown.containers).flatMap(([name, { title }]) =>
      one(`markdown.containers.${name}.title`, title),
    ),
  ]
}

function sidebarLabels(setting: SidebarConfig, path: string): ConfigLabel[] {
  if (setting === 'auto') return []
  if (Array.isArray(setting)) return entryLabels(setting, path)
  return Object.entries(setting).flatMap(([prefix, entries]) =>
    entries === 'auto' ? [] : entryLabels(entries, `${path}['${prefix}']`),
  )
}

/** Texts of the entries of a menu or a sidebar. `path` is that of the list in the configuration. */
function entryLabels(entries: readonly (NavEntry | SidebarEntry)[], path: string): ConfigLabel[] {
  return entries.flatMap((entry, index) => {
    if (typeof entry === 'string') return []
    const here = `${path}[${index}]`
    const below = 'items' in entry ? entryLabels(entry.items, `${here}.items`) : []
    return [...one(`${here}.text`, entry.text, pageOf(entry)), ...below]
  })
}

/** The page of an entry without entries below it; a group is shown for those as well. */
function pageOf(entry: Exclude<NavEntry | SidebarEntry, string>): string | undefined {
  return 'items' in entry || !('page' in entry) ? undefined : entry.page
}

function one(path: string, label: Label | undefined, page?: string): ConfigLabel[] {
  return label === undefined ? [] : [{ path, label, ...(page ? { page } : {}) }]
}
