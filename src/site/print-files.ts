import type { SiteConfig } from '../schema/config.ts'

/** Output path of the document that holds all pages of a language. */
export function printFile(locale: string): string {
  return `${locale.slice(1)}print.html`
}

/** Those of the site; pages may link to them as to public files. */
export function printFiles({ print, locales }: Pick<SiteConfig, 'print' | 'locales'>): string[] {
  return print ? Object.keys(locales).map(printFile) : []
}
