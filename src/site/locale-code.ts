import type { SiteConfig } from '../schema/config.ts'

/** Short file-name-safe name of a locale: `/zh/` → `zh`, `/docs/zh/` → `docs-zh`; the root takes its language's primary subtag. */
export function localeCode(path: string, lang: string): string {
  const name = path.slice(1, -1).replaceAll('/', '-')
  return name === '' ? (lang.split('-')[0] ?? lang).toLowerCase() : name
}

/** The locale path that a name on the command line means: `/ja/`, `ja`, or the language `ja`; undefined for none. */
export function localeNamed(name: string, { locales }: SiteConfig): string | undefined {
  const wanted = name.toLowerCase()
  const entries = Object.entries(locales)
  const found =
    entries.find(([path]) => path.toLowerCase() === wanted || path.toLowerCase() === `/${wanted}/`) ??
    entries.find(([path, { lang }]) => localeCode(path, lang) === wanted) ??
    entries.find(([, { lang }]) => lang.toLowerCase() === wanted)
  return found?.[0]
}
