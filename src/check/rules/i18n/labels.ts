import type { SiteConfig } from '../../../schema/config.ts'
import type { Label, NavEntry, SidebarConfig, SidebarEntry } from '../../../schema/navigation.ts'

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
