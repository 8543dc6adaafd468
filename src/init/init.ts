import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '../lib/files.ts'
import { systemRefusal } from '../lib/system-error.ts'
import { printConfig } from './print-config.ts'
import { createScaffold, type NewFile, type ScaffoldOptions, untranslated } from './scaffold.ts'
import { prepareSurroundings } from './surroundings.ts'
import { readVuepress } from './vuepress/read-vuepress.ts'

export interface InitResult {
  /** Absolute folder of the site. */
  root: string
  /** Files written, relative to it. */
  written: string[]
  /** What a translation took over, and how. */
  taken?: string[]
  /** What a translation left out or does differently, what most pages show first. */
  notes: string[]
  /** Why nothing was written, or not everything. */
  problem?: string
  /** The problem is the system's word, not a mistake on the command line. */
  refused?: boolean
}

/** Writes the files of a new site. Nothing is overwritten: one file that exists stops everything. */
export async function initSite(root: string, options: ScaffoldOptions): Promise<InitResult> {
  const { files, notes } = prepareSurroundings(root, options)
  const result = await writeNew(root, createScaffold(options), [...noteEnglish(options), ...notes])
  if (result.problem !== undefined) return result
  try {
    for (const { path: name, content } of files) await writeAt(path.join(root, name), content)
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

/** Writes `site.config.ts` for a VuePress 1 site, so that every address stays. */
export async function initFromVuepress(dir: string): Promise<InitResult> {
  const read = await readVuepress(dir)
  if ('problem' in read) return failed(read.root, read.problem)
  const { root, config, taken, notes } = read
  const result = await writeNew(root, [{ path: 'site.config.ts', content: printConfig(config) }], notes)
  return result.problem === undefined ? { ...result, taken } : result
}

async function writeNew(root: string, files: readonly NewFile[], notes: string[]): Promise<InitResult> {
  const present: string[] = []
  for (const file of files) if (await exists(path.join(root, file.path))) present.push(`\`${file.path}\``)
  if (present.length > 0) return failed(root, `Nothing was written: ${present.join(', ')} exist already.`)
  try {
    for (const file of files) {
      await writeAt(path.join(root, file.path), file.content, 'wx')
    }
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code !== 'EEXIST'
    return { ...failed(root, describeFailure(error)), refused: isRefused }
  }
  return { root, written: files.map(file => file.path), notes }
}

async function writeAt(target: string, content: string, flag: 'w' | 'wx' = 'w'): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, content, { flag })
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
