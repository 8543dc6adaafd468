import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { exists, removeLeftovers, writeFileWhole } from '../../lib/files.ts'
import { systemRefusal } from '../../lib/errors.ts'
import { importBoundary, liesOutside } from '../../import/common/folders.ts'
import type { Importer } from '../../import/common/importer.ts'
import { printConfig } from '../../import/print-config.ts'
import { createScaffold, type NewFile, type ScaffoldOptions, untranslated } from './scaffold.ts'
import { prepareSurroundings } from './surroundings.ts'

export interface InitResult {
  /** Absolute folder of the site. */
  root: string
  /** Files written, relative to it. */
  written: string[]
  /** What was imported, and how. */
  imported?: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
  /** Why nothing was written, or not everything. */
  problem?: string
  /** The problem is the system's word, not a mistake on the command line. */
  refused?: boolean
}

/** Writes the files of a new site. Nothing is overwritten: one file that exists stops everything. */
export async function initSite(root: string, options: ScaffoldOptions): Promise<InitResult> {
  const { files, notes } = prepareSurroundings(root, options)
  const result = await writeNew(root, createScaffold(options), { notes: [...noteEnglish(options), ...notes] })
  if (result.problem !== undefined) return result
  try {
    for (const { path: name, content } of files) writeFileWhole(path.join(root, name), content)
  } catch (error) {
    return { ...failed(root, describeFailure(error)), refused: true }
  }
  return { ...result, written: [...result.written, ...files.map(file => file.path)] }
}

/** Languages whose first pages are still to be translated. */
function noteEnglish({ languages }: ScaffoldOptions): string[] {
  const folders = untranslated(languages).map(path => `\`content${path}\``)
  if (folders.length === 0) return []
  return [`The first pages in ${folders.join(', ')} are in English: they are for you to translate.`]
}

/** Writes `site.config.ts`, and pages where they need another form, for a site of another generator, so that every address stays. */
export async function initFrom(read: Importer, dir: string): Promise<InitResult> {
  const found = await read(dir)
  if ('problem' in found) return failed(found.root, found.problem)
  const { root, config, sources, imported, notes, files = [] } = found
  const boundary = importBoundary(root, dir)
  const isOutside = (file: string) => liesOutside(boundary, path.resolve(root, file))
  const foreign = sources.find(isOutside)
  if (foreign !== undefined)
    return failed(
      root,
      `\`${foreign}\` is a link that leads out of the repository: move the pages here first.`,
    )
  const copies = (found.copies ?? []).filter(({ from }) => !isOutside(from))
  const left = (found.copies ?? []).filter(copy => !copies.includes(copy)).map(({ from }) => `\`${from}\``)
  if (left.length > 0) notes.push(`Links that lead out of the repository aren't copied: ${listSome(left)}.`)
  const { once, doubles } = withoutDoubles(files)
  const all = [{ path: 'site.config.ts', content: printConfig(config) }, ...once]
  const result = await writeNew(root, all, { notes: [...doubles, ...notes], copies })
  return result.problem === undefined ? { ...result, imported } : result
}

/** Of pages that claim one address the first is written, and the others are named. */
function withoutDoubles(files: readonly NewFile[]): { once: NewFile[]; doubles: string[] } {
  const claim = (file: NewFile) => file.path.replace(/(?:\/README)?\.md$/, '')
  const first = new Map(files.toReversed().map(file => [claim(file), file]))
  const doubles = files.filter(file => first.get(claim(file)) !== file)
  return {
    once: files.filter(file => first.get(claim(file)) === file),
    doubles: doubles.map(
      ({ path: name }) => `Several pages claim the address of \`${name}\`: the first was taken.`,
    ),
  }
}

async function writeNew(
  root: string,
  files: readonly NewFile[],
  { notes, copies = [] }: { notes: string[]; copies?: readonly { from: string; to: string }[] },
): Promise<InitResult> {
  const targets = [...files.map(file => file.path), ...copies.map(copy => copy.to)]
  const present: string[] = []
  for (const target of targets) if (exists(path.join(root, target))) present.push(`\`${target}\``)
  const link = targets.map(target => linkedFolder(root, target)).find(Boolean)
  if (link !== undefined)
    return failed(
      root,
      `Nothing was written: \`${link}\` is a symbolic link, and the files would go where it leads.`,
    )
  for (const folder of new Set(targets.map(target => path.dirname(path.join(root, target)))))
    removeLeftovers(folder)
  if (present.length > 0) return failed(root, `Nothing was written: ${listSome(present)} exist already.`)
  try {
    const isNew = true
    for (const file of files) writeFileWhole(path.join(root, file.path), file.content, { isNew })
    for (const { from, to } of copies)
      writeFileWhole(path.join(root, to), readFileSync(path.join(root, from)), { isNew })
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code !== 'EEXIST'
    return { ...failed(root, describeFailure(error)), refused: isRefused }
  }
  return { root, written: targets, notes }
}

/** The first folder on the way to a target that is a symbolic link. */
function linkedFolder(root: string, target: string): string | undefined {
  const parts = path.dirname(target).split('/')
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return folders.find(
    folder => exists(path.join(root, folder)) && lstatSync(path.join(root, folder)).isSymbolicLink(),
  )
}

function listSome(names: readonly string[]): string {
  const more = names.length - 5
  return more > 0 ? `${names.slice(0, 5).join(', ')} and ${more} more` : names.join(', ')
}

/** What the system said, or that somebody was faster; anything else is a bug and is thrown on. */
function describeFailure(error: unknown): string {
  const { code, path: file = '' } = error as NodeJS.ErrnoException
  const name = path.relative(process.cwd(), file) || '.'
  if (code === 'EEXIST')
    return `\`${name}\` has just been written by another process; nothing was overwritten.`
  const refusal = systemRefusal(error)
  if (!refusal) throw error
  return `The system refused \`${name}\`: ${refusal.reason}.`
}

function failed(root: string, problem: string): InitResult {
  return { root, written: [], notes: [], problem }
}
