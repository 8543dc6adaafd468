import { readFileSync } from 'node:fs'
import path from 'node:path'
import { importBoundary, liesOutside } from '../../import/common/folders.ts'
import type { Importer } from '../../import/common/importer.ts'
import { printConfig } from '../../import/print-config.ts'
import { systemRefusal, exists, isLink, removeLeftovers, writeFileWhole } from '../../lib/files.ts'
import {
  createScaffold,
  type NewFile,
  prepareProject,
  type ScaffoldOptions,
  untranslated,
} from './scaffold.ts'

export interface InitResult {
  /** Absolute folder of the site. */
  root: string
  /** Files written, relative to it. */
  written: string[]
  /** What was imported, and how. */
  imported: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
}

/** Why nothing was written, or not everything, with the exit code. */
export interface InitProblem {
  problem: string
  code: 1 | 2
}

/** Writes the files of a new site. Nothing is overwritten: one file that exists stops everything. */
export function initSite(root: string, options: ScaffoldOptions): InitResult | InitProblem {
  const { files, notes } = prepareProject(root, options)
  const folders = untranslated(options.languages).map(path => `\`content${path}\``)
  if (folders.length > 0)
    notes.unshift(`The first pages in ${folders.join(', ')} are in English: they are for you to translate.`)
  return writeAll(root, createScaffold(options), { changed: files, notes })
}

/** Writes `site.config.ts`, and pages where they need another form, for a site of another generator, so that every address stays. */
export async function initFrom(read: Importer, dir: string): Promise<InitResult | InitProblem> {
  const found = await read(dir)
  if ('problem' in found) return { problem: found.problem, code: 2 }
  const { root, config, sources, imported, notes, files = [], copies = [] } = found
  const boundary = importBoundary(root, dir)
  const isOutside = (file: string) => liesOutside(boundary, path.resolve(root, file))
  const foreign = sources.find(isOutside)
  if (foreign !== undefined) {
    const problem = `\`${foreign}\` is a link that leads out of the repository: move the pages here first.`
    return { problem, code: 2 }
  }
  const left = copies.filter(({ from }) => isOutside(from)).map(({ from }) => `\`${from}\``)
  if (left.length > 0) notes.push(`Links that lead out of the repository aren't copied: ${listSome(left)}.`)
  // Of pages that claim one address the first is written.
  const claim = (file: NewFile) => file.path.replace(/(?:\/README)?\.md$/, '')
  const first = new Map(files.toReversed().map(file => [claim(file), file]))
  const doubles = files
    .filter(file => first.get(claim(file)) !== file)
    .map(({ path: name }) => `Several pages claim the address of \`${name}\`: the first was taken.`)
  const once = files.filter(file => first.get(claim(file)) === file)
  return writeAll(root, [{ path: 'site.config.ts', content: printConfig(config) }, ...once], {
    copies: copies.filter(({ from }) => !isOutside(from)),
    notes: [...doubles, ...notes],
    imported,
  })
}

interface Further {
  copies?: readonly { from: string; to: string }[]
  /** Files that may exist, and are replaced. */
  changed?: readonly NewFile[]
  notes: string[]
  imported?: string[]
}

/** Writes new files, which may not exist, and copies. */
function writeAll(
  root: string,
  files: readonly NewFile[],
  { copies = [], changed = [], notes, imported = [] }: Further,
): InitResult | InitProblem {
  const targets = [...files.map(file => file.path), ...copies.map(copy => copy.to)]
  const folders = new Set(targets.map(target => path.dirname(target)))
  for (const folder of folders) {
    const parts = folder.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
    const link = parts.find(part => isLink(path.join(root, part)))
    if (link !== undefined) {
      const problem = `Nothing was written: \`${link}\` is a symbolic link, and the files would go where it leads.`
      return { problem, code: 2 }
    }
  }
  for (const folder of folders) removeLeftovers(path.join(root, folder))
  const present = targets.filter(target => exists(path.join(root, target))).map(target => `\`${target}\``)
  if (present.length > 0)
    return { problem: `Nothing was written: ${listSome(present)} exist already.`, code: 2 }
  try {
    for (const file of files) writeFileWhole(path.join(root, file.path), file.content, { isNew: true })
    for (const { from, to } of copies)
      writeFileWhole(path.join(root, to), readFileSync(path.join(root, from)), { isNew: true })
    for (const file of changed) writeFileWhole(path.join(root, file.path), file.content)
  } catch (error) {
    const { code, path: file = '' } = error as NodeJS.ErrnoException
    const name = path.relative(process.cwd(), file) || '.'
    if (code === 'EEXIST')
      return {
        problem: `\`${name}\` has just been written by another process; nothing was overwritten.`,
        code: 2,
      }
    const refusal = systemRefusal(error)
    if (!refusal) throw error
    return { problem: `The system refused \`${name}\`: ${refusal.reason}.`, code: 1 }
  }
  return { root, written: [...targets, ...changed.map(file => file.path)], imported, notes }
}

function listSome(names: readonly string[]): string {
  const more = names.length - 5
  return more > 0 ? `${names.slice(0, 5).join(', ')} and ${more} more` : names.join(', ')
}
