/** What `docsgen check --fix` and `--stamp` do to source files: under a lock, each file whole or not at all. */
import path from 'node:path'
import type { CheckSettings } from './options.ts'
import { createFileFilter, type FileFilter } from './fix/choose-files.ts'
import { editFiles, type EditPlan, type EditResult, planFixes, planStamps } from './fix/fix-translations.ts'
import { readText } from '../lib/read-text.ts'
import { writeFileWhole } from '../lib/write-file.ts'
import { acquireLock } from '../render/lock.ts'
import { plural } from './report/summary.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { listTranslations } from '../site/translations.ts'
import type { LoadedSite } from '../steps/load.ts'
import type { Session } from '../cache/workers/session.ts'

const BOM = '\ufeff'
const LOCK_TEXTS = { held: 'The source files are being edited' }

/**
 * Runs `work` under the lock `check.lock` of the site's folder, from reading to writing: edits go by places in the text,
 * so two processes that edit at once would spoil it. A finding when another process has the lock.
 */
export async function withEditLock<T>(
  root: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { locked: Finding }> {
  const lock = await acquireLock(path.join(root, 'check'), false, LOCK_TEXTS)
  if ('finding' in lock) return { locked: lock.finding }
  try {
    return { result: await work() }
  } finally {
    lock.release()
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

/** Makes the edits that the options ask for, each file from one reading of it. */
export async function editSources(
  input: EditInput,
): Promise<{ changed: boolean; notes: string[] } | { problem: Finding }> {
  const { site, options, settings } = input
  const chosen = createFileFilter(site, { pages: options.pages, locales: settings.locales })
  // There is no file of a page that a plugin makes.
  const made = new Set(site.pages.filter(({ plugin }) => plugin !== undefined).map(({ file }) => file))
  const isChosen = (file: string) => !made.has(file) && chosen(file)
  const texts = new Map<string, string | undefined>()
  const marked = new Set<string>()
  // Columns of places count without a byte order mark.
  const readFile = (file: string) => {
    const text = texts.has(file) ? texts.get(file) : readText(path.join(site.root, file))
    if (text?.startsWith(BOM)) marked.add(file)
    texts.set(file, text?.replace(BOM, ''))
    return texts.get(file)
  }
  const stamping = options.stamp ? await planStamping(input, isChosen) : { stamps: new Map(), notes: [] }
  if ('problem' in stamping) return stamping
  const fixes: EditPlan['fixes'] = options.fix ? planFixes(site, readFile, isChosen) : new Map()
  const writeFile = (file: string, text: string) =>
    writeFileWhole(path.join(site.root, file), (marked.has(file) ? BOM : '') + text)
  const result = editFiles({ fixes, stamps: stamping.stamps }, { readFile, writeFile })
  return {
    changed: result.fixed.length + result.stamped.length > 0,
    notes: [...describeEdits(result, options), ...stamping.notes],
  }
}

/** Stamps with the source of today, or with what the history tells; what has a stamp then keeps it, unless it is named. */
async function planStamping(
  { session, loaded, site, options }: EditInput,
  isChosen: FileFilter,
): Promise<{ stamps: EditPlan['stamps']; notes: string[] } | { problem: Finding }> {
  if (!options.fromGit) return { stamps: planStamps(site, isChosen), notes: [] }
  const stamped = listTranslations(site).flatMap(({ page, source, stamped }) =>
    page && source && stamped && isChosen(page.file) && !options.pages ? [page.file] : [],
  )
  const isOpen = (file: string) => isChosen(file) && !stamped.includes(file)
  const { stampsFromGit } = await import('./from-git/stamps-from-git.ts')
  const past = await stampsFromGit(session, { site, loaded }, isOpen)
  if ('problem' in past) return past
  const left = `${plural(stamped.length, 'file')} that had a stamp ${stamped.length === 1 ? 'keeps' : 'keep'} it; \`--page\` names those to stamp anew.`
  return { stamps: planStamps(site, isOpen, past.stamps), notes: stamped.length > 0 ? [left] : [] }
}

function describeEdits({ fixed, stamped, left }: EditResult, { fix, stamp }: CheckOptions): string[] {
  return [
    ...(fix ? [`Fixed ${plural(fixed.length, 'file')}.`] : []),
    ...(stamp ? [`Stamped ${plural(stamped.length, 'file')}.`] : []),
    ...left.map(({ file, reason }) => `Left \`${file}\` alone: ${reason}.`),
  ]
}
