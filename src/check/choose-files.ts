import { nearest } from '../lib/text.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Page, Site } from '../schema/site.ts'
import { localPathOf, SOURCE_LOCALE } from '../site/translations.ts'

/** Chooses the files that may be touched. */
export type FileFilter = (file: string) => boolean

/** A filter from what the command line names: source files or page paths, of the chosen locales; all by default. */
export function createFileFilter(
  site: Site,
  { pages, locales }: { pages?: readonly string[] | undefined; locales?: readonly string[] | undefined },
): FileFilter {
  const names = pages && new Set(pages.map(plainName))
  const isNamed = (page: Page) => !names || namesOf(page).some(name => names.has(name))
  const files = site.pages
    .filter(page => isNamed(page) && (locales?.includes(page.locale) ?? true))
    .map(page => page.file)
  const chosen = new Set(files)
  return file => chosen.has(file)
}

/** Names that the command line gives and no page has. */
export function unknownPages(site: Site, pages: readonly string[] = []): Finding[] {
  const known = new Set(site.pages.flatMap(namesOf))
  const unknown = pages.filter(name => !known.has(plainName(name)))
  return unknown.map(name => {
    const near = nearest(plainName(name), known)
    const hint = near ? `Did you mean \`${near}\`?` : 'Give the address of a page or its source file.'
    return { rule: 'usage', severity: 'error', message: `\`--page ${name}\` doesn't match a page.`, hint }
  })
}

/** A finding for each name of a page in the source language, where `--stamp` alone is asked for: its translations have stamps. */
export function stamplessPages(
  site: Site,
  { stamp, fix, pages = [] }: Pick<CheckOptions, 'stamp' | 'fix' | 'pages'>,
): Finding[] {
  if (!stamp || fix) return []
  return pages.flatMap(name => {
    const page = site.pages.find(one => namesOf(one).includes(plainName(name)))
    if (page?.locale !== SOURCE_LOCALE) return []
    const translations = site.pages.filter(
      one => one.locale !== SOURCE_LOCALE && localPathOf(one) === localPathOf(page),
    )
    const given = translations.map(({ record }) => `\`${record.relativePath}\``).join(', ')
    const message = `\`--page ${name}\` names a page of the source language, which has no stamp.`
    return {
      rule: 'usage',
      severity: 'error',
      message,
      hint: given ? `Name translations: ${given}.` : 'It has no translations yet.',
    }
  })
}

/** A page's name as it may be typed. */
export function plainName(name: string): string {
  return name.replace(/^\.\//, '')
}

/** What a page may be called: its file, with or without the content folder, and its address. */
export function namesOf(page: PageSummary): string[] {
  return [page.file, page.record.relativePath, page.record.path, localPathOf(page)]
}
