import { safeDecode } from '../addresses/safe-decode.ts'
import type { PageRecord, PageSummary } from '../schema/page.ts'
import type { LocaleView, PageView } from '../schema/view.ts'

/**
 * Path of the Markdown twin of a page, encoded, without base: `/guide/start.html`, `/guide/start/` and `/guide/start` have
 * `/guide/start.md`, the folder `/guide/` has `/guide/index.md`.
 */
export function twinPath({ path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>): string {
  if (!path.endsWith('/')) return `${path.replace(/\.html?$/, '')}.md`
  return path === '/' || regularPath.endsWith('/') ? `${path}index.md` : `${path.slice(0, -1)}.md`
}

/** True for a page that asks search engines to leave it out: its text shall not be found beside it either. */
export function isKeptOut({ meta }: Pick<PageView, 'meta'>): boolean {
  return meta.some(({ name, content = '' }) => name === 'robots' && /noindex|none/i.test(content))
}

/** Pages that have twins: all but those that search engines shall leave out. A site that is left out as a whole has its robots.txt. */
export function hasTwin(view: Pick<PageView, 'meta'>, noindex: boolean): boolean {
  return noindex || !isKeptOut(view)
}

/** Output path of the twin of a page. */
export function twinFile({ record }: Pick<PageSummary, 'record'>): string {
  return safeDecode(twinPath(record)).slice(1)
}

/** Output path of the list of a language's pages, and of the text of them all. */
export function llmsName({ path }: Pick<LocaleView, 'path'>, kind: 'llms' | 'llms-full'): string {
  return `${safeDecode(path).slice(1)}${kind}.txt`
}
