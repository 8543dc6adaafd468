import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '../lib/files.ts'
import { systemRefusal } from '../lib/system-error.ts'
import { printConfig } from './print-config.ts'
import { createScaffold, type NewFile, type ScaffoldOptions } from './scaffold.ts'
import { prepareSurroundings } from './surroundings.ts'
import { evaluateVuepress } from './vuepress/evaluate.ts'
import { findVuepress, type VuepressFolders } from './vuepress/find-source.ts'
import { createPagePaths, listSources, reviewPages } from './vuepress/page-paths.ts'
import { translateVuepress } from './vuepress/translate.ts'

export interface InitResult {
  /** Absolute folder of the site. */
  root: string
  /** Files written, relative to it. */
  written: string[]
  /** What a translation left out or does differently. */
  notes: string[]
  /** Why nothing was written, or not everything. */
  problem?: string
  /** The problem is the system's word, not a mistake on the command line. */
  refused?: boolean
}

/** Writes the files of a new site. Nothing is overwritten: one file that exists stops everything. */
export async function initSite(root: string, options: ScaffoldOptions): Promise<InitResult> {
  const { files, notes } = prepareSurroundings(root, options)
  const result = await writeNew(root, createScaffold(options), notes)
  if (result.problem !== undefined) return result
  try {
    for (const { path: name, content } of files) await writeAt(path.join(root, name), content)
  } catch (error) {
    return { ...failed(root, describeFailure(error)), refused: true }
  }
  return { ...result, written: [...result.written, ...files.map(file => file.path)] }
}

/** Writes `site.config.ts` for a VuePress 1 site, so that every address stays. */
export async function initFromVuepress(dir: string): Promise<InitResult> {
  const folders = await findVuepress(dir)
  if (!folders) return failed(dir, 'There is no `.vuepress` folder here, nor in a folder of this one.')
  const { root, source, configFile } = folders
  const evaluated = configFile ? await evaluateVuepress(configFile, root) : { config: {}, missing: [] }
  if (evaluated.error !== undefined) {
    return failed(root, `The configuration of VuePress could not be run: ${evaluated.error}`)
  }
  const folder = path.join(root, source)
  const sources = await listSources(folder)
  const redirects = await readFile(path.join(folder, '.vuepress/public/_redirects'), 'utf8').catch(() => '')
  const pages = createPagePaths(sources)
  const { config, notes } = translateVuepress({ config: evaluated.config, source, pages, redirects })
  const all = [
    ...evaluated.missing.map(name => `The package \`${name}\` is not installed; what it adds is unknown.`),
    ...notes,
    ...(await noteFolders(folders)),
    ...(await noteVersion(root)),
    ...(await reviewPages(folder, sources)),
    ...(config.url ? [] : ['Set `url` to the origin of the site, for canonical addresses and the site map.']),
  ]
  return writeNew(root, [{ path: 'site.config.ts', content: printConfig(config) }], all)
}

/** From 1.5.4 on, VuePress made other ids of headings with accents and of some that are not Latin (B265). */
async function noteVersion(root: string): Promise<string[]> {
  const file = path.join(root, 'node_modules/vuepress/package.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const { version = '' } = JSON.parse(text) as { version?: string }
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []
  const isLater = Number(minor) > 5 || (minor === '5' && Number(patch) > 3)
  if (major !== '1' || !isLater) return []
  return [
    `Heading ids are those of VuePress 1.5.3; the installed ${version} makes others of accents, full-width punctuation and some letters that are not Latin.`,
  ]
}

/** Parts of a VuePress site that are programs. */
async function noteFolders({ root, source }: VuepressFolders): Promise<string[]> {
  const names = ['components', 'theme', 'enhanceApp.js', 'styles', 'override.styl', 'style.styl']
  const found: string[] = []
  for (const name of names) {
    if (await exists(path.join(root, source, '.vuepress', name))) found.push(`\`.vuepress/${name}\``)
  }
  return found.length > 0 ? [`${found.join(', ')}: not taken over; write \`templates/\` instead.`] : []
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
