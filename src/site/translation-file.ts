import type { PageSummary } from '../schema/page.ts'

/** Site-relative file that a translation of `source` would be: `content/ja/api/mount.md`. */
export function translationFile(source: PageSummary, locale: string, contentDir: string): string {
  const folder = contentDir === '.' ? '' : `${contentDir.replace(/\/$/, '')}/`
  return folder + locale.slice(1) + source.record.relativePath
}
