/** Edits of source files by `docsgen check --fix` and `--stamp`: under a lock, each file whole or not at all. */
import path from 'node:path'
import type { Session } from '../cache/workers/session.ts'
import { applyEdits, type FileFilter, planFixes, type TextEdit } from './fix.ts'
import type { CheckSettings } from './options.ts'
import { plural, nearest } from '../lib/text.ts'
import { stampsFromGit } from './history.ts'
import { readText, writeFileWhole } from '../lib/files.ts'
import { acquireLock } from '../lib/process.ts'
import type { CheckOptions } from '../schema/api.ts'
import { type Finding, usageFinding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Site, ReadableSite } from '../schema/site.ts'
import { type Stamp, stampText } from '../site/stamps.ts'
import { listTranslations, localPathOf, SOURCE_LOCALE } from '../site/translations.ts'
import type { LoadedSite } from '../load.ts'

/** A filter from what the command line names: files or page paths, of the chosen locales. Pages of plugins have no file. */
export function createFileFilter(
  site: Site,
  { pages, locales }: { pages?: readonly string[] | undefined; locales?: readonly string[] | undefined },
): FileFilter {
  const names = pages && new Set(pages.map(plainName))
  const chosen = site.pages.filter(
    page =>
      page.plugin === undefined &&
      (!names || namesOf(page).some(name => names.has(name))) &&
      (locales?.includes(page.locale) ?? true),
  )
  const files = new Set(chosen.map(page => page.file))
  return file => files.has(file)
}

/** Problems with `--page`: no page has the name, or, with `--stamp` alone, the page is in the source language and has no stamp. */
export function reviewPages(
  site: Site,
  { stamp, fix, pages = [] }: Pick<CheckOptions, 'stamp' | 'fix' | 'pages'>,
): Finding[] {
  return pages.flatMap((name): Finding[] => {
    const page = findPage(name, site.pages)
    if (typeof page === 'string') return [usageFinding(`\`--page ${name}\` doesn't match a page.`, page)]
    if (!stamp || fix || page.locale !== SOURCE_LOCALE) return []
    const translations = site.pages.filter(
      one => one.locale !== SOURCE_LOCALE && localPathOf(one) === localPathOf(page),
    )
    const given = translations.map(({ record }) => `\`${record.relativePath}\``).join(', ')
    const message = `\`--page ${name}\` names a page of the source language, which has no stamp.`
    return [usageFinding(message, given ? `Name translations: ${given}.` : 'It has no translations yet.')]
  })
}

/** The page that one of these names means as it is typed; a hint where there is none. */
export function findPage<Page extends PageSummary>(
  typed: string,
  pages: readonly Page[],
  isMeant = (name: string, plain: string) => name === plain,
): Page | string {
  const plain = plainName(typed)
  const found = pages.find(page => namesOf(page).some(name => isMeant(name, plain)))
  const near = found ? undefined : nearest(plain, new Set(pages.flatMap(namesOf)))
  return found ?? (near ? `Did you mean \`${near}\`?` : 'Give the address of a page or its source file.')
}

function plainName(name: string): string {
  return name.replace(/^\.\//, '')
}

/** What a page may be called: its file, with or without the content folder, and its address. */
function namesOf(page: PageSummary): string[] {
  return [page.file, page.record.relativePath, page.record.path, localPathOf(page)]
}

/** Runs `work` under `check.lock` of the site's folder: edits go by places, so two processes would spoil the text. */
export async function withEditLock<T>(
  root: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { locked: Finding }> {
  const lock = await acquireLock(path.join(root, 'check'), false, {
    held: 'The source files are being edited',
  })
  if ('finding' in lock) return { locked: lock.finding }
  try {
    return { result: await work() }
  } finally {
    lock.release()
  }
}

interface EditInput {
  session: Session
  loaded: LoadedSite
  site: ReadableSite
  options: CheckOptions
  settings: CheckSettings
}

const BOM = '\ufeff'

/** Makes the edits that the options ask for, each file from one reading of it. */
export async function editSources(
  input: EditInput,
): Promise<{ changed: boolean; notes: string[] } | { problem: Finding }> {
  const { site, options, settings } = input
  const isChosen = createFileFilter(site, { pages: options.pages, locales: settings.locales })
  const texts = new Map<string, string | undefined>()
  // Columns of places count without a byte order mark.
  const readFile = (file: string) => {
    if (!texts.has(file)) texts.set(file, readText(path.join(site.root, file)))
    return texts.get(file)?.replace(BOM, '')
  }
  const writeFile = (file: string, text: string) =>
    writeFileWhole(path.join(site.root, file), (texts.get(file)?.startsWith(BOM) ? BOM : '') + text)
  const stamping = options.stamp ? await planStamping(input, isChosen) : { stamps: new Map(), notes: [] }
  if ('problem' in stamping) return stamping
  const fixes: EditPlan['fixes'] = options.fix ? planFixes(site, readFile, isChosen) : new Map()
  const { fixed, stamped, left } = editFiles({ fixes, stamps: stamping.stamps }, { readFile, writeFile })
  const notes = [
    ...(options.fix ? [`Fixed ${plural(fixed.length, 'file')}.`] : []),
    ...(options.stamp ? [`Stamped ${plural(stamped.length, 'file')}.`] : []),
    ...left.map(({ file, reason }) => `Left \`${file}\` alone: ${reason}.`),
    ...stamping.notes,
  ]
  return { changed: fixed.length + stamped.length > 0, notes }
}

/** Stamps with the source of today, or from the history; what has a stamp then keeps it, unless it is named. */
async function planStamping(
  { session, loaded, site, options }: EditInput,
  isChosen: FileFilter,
): Promise<{ stamps: EditPlan['stamps']; notes: string[] } | { problem: Finding }> {
  if (!options.fromGit) return { stamps: planStamps(site, isChosen), notes: [] }
  const stamped = listTranslations(site).flatMap(({ page, source, stamped }) =>
    page && source && stamped && isChosen(page.file) && !options.pages ? [page.file] : [],
  )
  const isOpen = (file: string) => isChosen(file) && !stamped.includes(file)
  const past = await stampsFromGit(session, { site, loaded }, isOpen)
  if ('problem' in past) return past
  const left = `${plural(stamped.length, 'file')} that had a stamp ${stamped.length === 1 ? 'keeps' : 'keep'} it; \`--page\` names those to stamp again.`
  return { stamps: planStamps(site, isOpen, past.stamps), notes: stamped.length > 0 ? [left] : [] }
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
    if (!source.incomplete && !page.incomplete) stamps.set(page.file, past.get(page.file) ?? source.stamp)
  }
  return stamps
}

interface EditPlan {
  fixes: ReadonlyMap<string, readonly TextEdit[]>
  stamps: ReadonlyMap<string, Stamp>
}

interface FileAccess {
  readFile(file: string): string | undefined
  writeFile(file: string, text: string): void
}

/** Writes each file once. One that isn't what the plan was made for is `left` alone. Lists are sorted. */
export function editFiles({ fixes, stamps }: EditPlan, access: FileAccess) {
  const fixedFiles: string[] = []
  const stampedFiles: string[] = []
  const left: { file: string; reason: string }[] = []
  for (const file of [...new Set([...fixes.keys(), ...stamps.keys()])].toSorted()) {
    const text = access.readFile(file)
    const fixed = text === undefined ? undefined : applyEdits(text, fixes.get(file) ?? [])
    if (fixed === undefined) {
      left.push({ file, reason: 'it changed while it was being checked' })
      continue
    }
    const stamp = stamps.get(file)
    // Stamps change lines above the ones that fixes were found at, so they come last.
    const stamped = stamp ? stampText(fixed, stamp) : fixed
    if (stamped === undefined) left.push({ file, reason: 'its frontmatter is not a plain list of keys' })
    if (fixed !== text) fixedFiles.push(file)
    if (stamped !== undefined && stamped !== fixed) stampedFiles.push(file)
    if ((stamped ?? fixed) !== text) access.writeFile(file, stamped ?? fixed)
  }
  return { fixed: fixedFiles, stamped: stampedFiles, left }
}
