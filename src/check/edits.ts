/** What `docsgen check --fix` and `--stamp` do to source files: under a lock, each file whole or not at all. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { CheckSettings } from './options.ts'
import { createFileFilter, type FileFilter } from './fix/choose-files.ts'
import {
  type EditResult,
  type FileAccess,
  fixTranslations,
  stampTranslations,
} from './fix/fix-translations.ts'
import { readText } from '../lib/read-text.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { acquireLock, releaseLock } from '../render/lock.ts'
import { plural } from './report/summary.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { listTranslations } from '../site/translations.ts'
import type { LoadedSite } from '../steps/load.ts'
import type { Session } from '../cache/workers/session.ts'

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

/** The site as it was loaded, and what the command line asks for. */
interface EditInput {
  session: Session
  loaded: LoadedSite
  site: ReadableSite
  options: CheckOptions
  settings: CheckSettings
}

/** Does the edits that the options ask for; both kinds look at the site as it was loaded and touch different lines. */
export async function editSources(
  input: EditInput,
): Promise<{ changed: boolean; notes: string[] } | { problem: Finding }> {
  const { site, options, settings } = input
  const access = fileAccess(site.root)
  const chosen = createFileFilter(site, { pages: options.pages, locales: settings.locales })
  // What a plugin makes is no file.
  const made = new Set(site.pages.filter(({ plugin }) => plugin !== undefined).map(({ file }) => file))
  const isChosen = (file: string) => !made.has(file) && chosen(file)
  const stamping = options.stamp ? await stampSources(input, access, isChosen) : { edits: [], notes: [] }
  if ('problem' in stamping) return stamping
  const fixed = options.fix ? [fixTranslations(site, access, isChosen)] : []
  return {
    changed: [...fixed, ...stamping.edits].some(({ changed }) => changed.length > 0),
    notes: [
      ...fixed.flatMap(result => describeEdits('Fixed', result)),
      ...stamping.edits.flatMap(result => describeEdits('Stamped', result)),
      ...stamping.notes,
    ],
  }
}

/** Stamps with the source of today, or with what the history tells; what has a stamp then keeps it, unless it is named. */
async function stampSources(
  { session, loaded, site, options }: EditInput,
  access: FileAccess,
  isChosen: FileFilter,
): Promise<{ edits: EditResult[]; notes: string[] } | { problem: Finding }> {
  if (!options.fromGit) return { edits: [stampTranslations(site, access, isChosen)], notes: [] }
  const stamped = listTranslations(site).flatMap(({ page, source, stamped }) =>
    page && source && stamped && isChosen(page.file) && !options.pages ? [page.file] : [],
  )
  const isOpen = (file: string) => isChosen(file) && !stamped.includes(file)
  const { stampsFromGit } = await import('./from-git/stamps-from-git.ts')
  const past = await stampsFromGit(session, { site, loaded }, isOpen)
  if ('problem' in past) return past
  const left = `${plural(stamped.length, 'file')} that had a stamp ${stamped.length === 1 ? 'keeps' : 'keep'} it; \`--page\` names those to stamp anew.`
  return {
    edits: [stampTranslations(site, access, isOpen, past.stamps)],
    notes: stamped.length > 0 ? [left] : [],
  }
}

function describeEdits(verb: string, { changed, skipped }: EditResult): string[] {
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
