import type { ReadableSite } from '../../schema/translation.ts'
import type { Stamp } from '../../shared/stamps.ts'
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

/** What `--fix` and `--stamp` are to do, by site-relative file. */
export interface EditPlan {
  fixes: ReadonlyMap<string, readonly TextEdit[]>
  stamps: ReadonlyMap<string, Stamp>
}

/** Sorted, site-relative files that were fixed and stamped, and those left alone, each with the reason. */
export interface EditResult {
  fixed: string[]
  stamped: string[]
  left: { file: string; reason: string }[]
}

/** Plans the edits of `--fix`: they pin heading ids, repair anchors and keep links in their language. */
export function planFixes(
  site: ReadableSite,
  readFile: FileAccess['readFile'],
  isChosen: FileFilter,
): EditPlan['fixes'] {
  const pins = pinIds(site, readFile)
  const edits = [...pins.edits, ...fixAnchors(site, pins.ids, readFile), ...fixLocaleLinks(site, readFile)]
  const byFile = new Map<string, TextEdit[]>()
  for (const edit of edits.filter(({ place }) => isChosen(place.file)))
    byFile.set(edit.place.file, [...(byFile.get(edit.place.file) ?? []), edit])
  return byFile
}

/** Plans the stamps of `--stamp`: each chosen translation gets that of today's source, or the one `past` has for its file. */
export function planStamps(
  site: ReadableSite,
  isChosen: FileFilter,
  past: ReadonlyMap<string, Stamp> = new Map(),
): EditPlan['stamps'] {
  const stamps = new Map<string, Stamp>()
  for (const { source, page, state } of listTranslations(site)) {
    if (!source || !page || state === 'untranslated' || !isChosen(page.file)) continue
    // Nobody knows what it was made from.
    if (source.incomplete || page.incomplete) continue
    stamps.set(page.file, past.get(page.file) ?? source.stamp)
  }
  return stamps
}

/** Writes each file once. A file that isn't what the plan was made for is left alone. */
export function editFiles({ fixes, stamps }: EditPlan, access: FileAccess): EditResult {
  const result: EditResult = { fixed: [], stamped: [], left: [] }
  for (const file of [...new Set([...fixes.keys(), ...stamps.keys()])].toSorted()) {
    const text = access.readFile(file)
    const fixed = text === undefined ? undefined : applyEdits(text, fixes.get(file) ?? [])
    if (fixed === undefined) {
      result.left.push({ file, reason: 'it changed while it was being checked' })
      continue
    }
    const stamp = stamps.get(file)
    // Stamps change lines above the ones that fixes were found at, so they come last.
    const stamped = stamp ? stampText(fixed, stamp) : fixed
    if (stamped === undefined)
      result.left.push({ file, reason: 'its frontmatter is not a plain list of keys' })
    if (fixed !== text) result.fixed.push(file)
    if (stamped !== undefined && stamped !== fixed) result.stamped.push(file)
    if ((stamped ?? fixed) !== text) access.writeFile(file, stamped ?? fixed)
  }
  return result
}
