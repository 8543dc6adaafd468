import { withBase } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PluginPage } from '../schema/plugin-site.ts'

/** A page as hooks are given it, as far as it is known before the site is put together. */
export function describePage(page: PageSummary, { url, base, locales }: SiteConfig): PluginPage {
  const { record, file, locale, headings, links, excerpt, data } = page
  const { path, title, frontmatter } = record
  const lang = frontmatter.lang ?? locales[locale]?.lang ?? ''
  const description = frontmatter.description ?? excerpt
  const about = { path, file, locale, lang, title, description, frontmatter, headings, links, excerpt }
  return { ...about, ...(url ? { url: url + withBase(base, path) } : {}), ...(data ? { data } : {}) }
}
