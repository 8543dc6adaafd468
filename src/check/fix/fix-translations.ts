import type { ReadableSite } from '../../schema/translation.ts'
import type { Stamp } from '../../shared/translations.ts'
import { stampText } from '../../site/stamp.ts'
import { listTranslations } from '../../site/translations.ts'
import { fixAnchors } from './anchors.ts'
import type { FileFilter } from './choose-files.ts'
import { applyEdits, type TextEdit } from './edit.ts'
import { fixLocaleLinks } from './locale-links.ts'
import { pinIds } from './pin-ids.ts'

/** Reading and writing of site-relative files. */
export interface FileAccess {
  readFile(file: string): string | undefined
  writeFile(file: string, text: string): void
}

/** Files that an edit changed, and those that could not be. Sorted, site-relative. */
export interface EditResult {
  changed: string[]
  skipped: string[]
}

/**
 * Writes the stamp of today's source, or the one that `past` has for a file, into every chosen translation (`--stamp`);
 * the rest of each file stays as it is.
 */
export function stampTranslations(
  site: ReadableSite,
  access: FileAccess,
  isChosen: FileFilter,
  past: ReadonlyMap<string, Stamp> = new Map(),
): EditResult {
  const result: EditResult = { changed: [], skipped: [] }
  for (const { source, page, state } of listTranslations(site)) {
    if (!source || !page || state === 'untranslated' || !isChosen(page.file)) continue
    // What it was made from is not known now.
    if (source.incomplete || page.incomplete) continue
    const text = access.readFile(page.file) ?? ''
    const stamped = stampText(text, past.get(page.file) ?? source.stamp)
    if (stamped === undefined) result.skipped.push(page.file)
    else if (stamped !== text) {
      access.writeFile(page.file, stamped)
      result.changed.push(page.file)
    }
  }
  return { changed: result.changed.toSorted(), skipped: result.skipped.toSorted() }
}

/** Pins heading ids, mends anchors and keeps links in their language (`--fix`). */
export function fixTranslations(site: ReadableSite, access: FileAccess, isChosen: FileFilter): EditResult {
  const { readFile } = access
  const pins = pinIds(site, readFile)
  const edits = [...pins.edits, ...fixAnchors(site, pins.ids, readFile), ...fixLocaleLinks(site, readFile)]
  const byFile = new Map<string, TextEdit[]>()
  for (const edit of edits) byFile.set(edit.place.file, [...(byFile.get(edit.place.file) ?? []), edit])
  const changed = [...byFile.keys()].filter(isChosen).toSorted()
  for (const file of changed) {
    access.writeFile(file, applyEdits(readFile(file) ?? '', byFile.get(file) ?? []))
  }
  return { changed, skipped: [] }
}
