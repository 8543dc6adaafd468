import type { SiteConfig } from '../schema/config.ts'
import { localeCode } from './locale-code.ts'

/** The locale path that a name on the command line means: `/ja/`, `ja`, or the language `ja`; undefined for none. */
export function findLocale(name: string, { locales }: SiteConfig): string | undefined {
  const wanted = name.toLowerCase()
  const entries = Object.entries(locales)
  const found =
    entries.find(([path]) => path.toLowerCase() === wanted || path.toLowerCase() === `/${wanted}/`) ??
    entries.find(([path, { lang }]) => localeCode(path, lang) === wanted) ??
    entries.find(([, { lang }]) => lang.toLowerCase() === wanted)
  return found?.[0]
}
