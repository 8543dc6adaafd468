import type { PageSummary } from '../schema/page.ts'

/** Site-relative file that a translation of `source` would be: `content/ja/api/mount.md`; `source` may be one itself. */
export function translationFile(source: PageSummary, locale: string, contentDir: string): string {
  const folder = contentDir === '.' ? '' : `${contentDir.replace(/\/$/, '')}/`
  // Folders of languages are as in addresses; the source language has none.
  return folder + locale.slice(1) + source.record.relativePath.slice(source.locale.length - 1)
}
