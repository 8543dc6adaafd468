import type { SiteConfig } from '../schema/config.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { LocaleView } from '../schema/view.ts'
import { safeDecode } from '../shared/addresses.ts'
import { isKeptOut } from './head.ts'

/** Path of the Markdown copy, encoded, without base: `/guide/start.html` → `/guide/start.md`, `/guide/` → `/guide/index.md`. */
export function copyPath({ path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>): string {
  if (!path.endsWith('/')) return `${path.replace(/\.html?$/, '')}.md`
  return path === '/' || regularPath.endsWith('/') ? `${path}index.md` : `${path.slice(0, -1)}.md`
}

/** Output path of the Markdown copy of a page. */
export function copyFile({ record }: Pick<PageSummary, 'record'>): string {
  return safeDecode(copyPath(record)).slice(1)
}

/** Pages that have copies: all but those that search engines shall leave out. A site that is left out as a whole has its robots.txt. */
export function hasCopy(page: PageSummary, config: SiteConfig): boolean {
  return config.noindex || !isKeptOut(page, config)
}

/** Output path of the list of a language's pages, and of the text of them all. */
export function llmsName({ path }: Pick<LocaleView, 'path'>, kind: 'llms' | 'llms-full'): string {
  return `${safeDecode(path).slice(1)}${kind}.txt`
}
