/** What `docsgen check --fix` and `--stamp` do to source files: under a lock, each file whole or not at all. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { CheckSettings } from './options.ts'
import { createFileFilter } from './fix/choose-files.ts'
import {
  type EditResult,
  type FileAccess,
  fixTranslations,
  stampTranslations,
} from './fix/fix-translations.ts'
import { readText } from '../lib/read-text.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { acquireLock, releaseLock } from '../output/lock.ts'
import { plural } from '../report/summary.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { ReadableSite } from '../schema/translation.ts'

const LOCK_TEXTS = { held: 'The source files are being edited' }

/**
 * Runs `work` under the lock `check.lock` of the site's folder, from reading to writing: edits go by places in the text,
 * so two that edit at once would spoil it. A finding when another process has the lock (R-CONC-1).
 */
export async function withEditLock<T>(
  root: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { locked: Finding }> {
  const lock = await acquireLock(path.join(root, 'check'), false, LOCK_TEXTS)
  if ('finding' in lock) return { locked: lock.finding }
  const remove = () => rmSync(lock.file, { force: true })
  process.once('exit', remove)
  try {
    return { result: await work() }
  } finally {
    process.off('exit', remove)
    await releaseLock(lock)
  }
}

/** True when the options ask for edits of source files. */
export function wantsEdits({ fix, stamp }: CheckOptions): boolean {
  return fix === true || stamp === true
}

/** Does the edits that the options ask for; both kinds look at the site as it was loaded and touch different lines. */
export function editSources(
  site: ReadableSite,
  options: CheckOptions,
  settings: CheckSettings,
): { changed: boolean; notes: string[] } {
  const access = fileAccess(site.root)
  const chosen = createFileFilter(site, { pages: options.pages, locales: settings.locales })
  // What a plugin makes is no file.
  const made = new Set(site.pages.filter(({ plugin }) => plugin !== undefined).map(({ file }) => file))
  const isChosen = (file: string) => !made.has(file) && chosen(file)
  const edits = [
    ...(options.fix ? [{ verb: 'Fixed', result: fixTranslations(site, access, isChosen) }] : []),
    ...(options.stamp ? [{ verb: 'Stamped', result: stampTranslations(site, access, isChosen) }] : []),
  ]
  return {
    changed: edits.some(({ result }) => result.changed.length > 0),
    notes: edits.flatMap(describeEdits),
  }
}

function describeEdits({
  verb,
  result: { changed, skipped },
}: {
  verb: string
  result: EditResult
}): string[] {
  return [
    `${verb} ${plural(changed.length, 'file')}.`,
    ...skipped.map(file => `Left \`${file}\` alone: its frontmatter is not a plain list of keys.`),
  ]
}

function fileAccess(root: string): FileAccess {
  return {
    readFile: file => readText(path.join(root, file)),
    writeFile: (file, text) => replaceFile(path.join(root, file), text),
  }
}
