import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { exists, listFiles } from '../../lib/files.ts'
import { plural } from '../../lib/text.ts'
import type { UserConfig } from '../../schema/config.ts'
import { evaluate, type Evaluated } from '../common/evaluate.ts'
import { atTheTop, findFile, findFolder, findVersion, importBoundary } from '../common/folders.ts'
import { type ImportedSite, type Note, noteMissing, Notes } from '../common/importer.ts'
import {
  componentNames,
  createPagePaths,
  listSources,
  opensContainer,
  readPages,
  reviewPages,
  type SourcePage,
  withIncludes,
} from '../common/vue-pages.ts'
import { translateVuepress } from './config.ts'

/** Where a VuePress 1 site lies. */
export interface VuepressFolders {
  /** Absolute folder for `site.config.ts`: the one that holds the source folder. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Absolute configuration file; absent when there is none. */
  configFile?: string
}

/** Finds `.vuepress` in `dir` or below it; says why there is none. */
export async function findVuepress(dir: string): Promise<VuepressFolders | { problem: string }> {
  const found = await findFolder(dir, '.vuepress')
  if ('problem' in found) return found
  if (found.isRepository) return { problem: atTheTop('.vuepress') }
  const { folder } = found
  const configFile = await findFile(folder, ['.vuepress'], CONFIGS)
  return {
    root: path.dirname(folder),
    source: path.basename(folder),
    ...(configFile ? { configFile } : {}),
  }
}

/** In the order of VuePress. */
const CONFIGS = ['config.yml', 'config.yaml', 'config.toml', 'config.js', 'config.ts']

/**
 * Reads a configuration: YAML as data; JavaScript and TypeScript in a process of its own, started in the folder `cwd` as
 * VuePress would be.
 */
async function evaluateVuepress(file: string, cwd: string): Promise<Evaluated> {
  if (/\.ya?ml$/.test(file)) {
    try {
      return { config: parse(await readFile(file, 'utf8')) as unknown, missing: [] }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error), missing: [] }
    }
  }
  if (!/\.[jt]s$/.test(file))
    return { error: `\`${path.basename(file)}\` cannot be read; write it as config.js.`, missing: [] }
  const vuepressDir = path.dirname(file)
  const sourceDir = path.dirname(vuepressDir)
  const context = {
    isProd: true,
    isTest: false,
    version: '1.9.10',
    cwd,
    vuepressDir,
    sourceDir,
    options: {},
    cliOptions: {},
  }
  return evaluate({ file, stubs: '^vuepress/config$', context }, cwd)
}

/** The ids that a site's headings have, and why: one sentence. */
export interface ChosenSlugs {
  slugs: 'vuepress' | 'vuepress-nfkd'
  reason: string
}

/** The package of ids is of the same version as the whole: one of them is there in each site. */
const NAMES = ['vuepress', '@vuepress/core', '@vuepress/shared-utils']

/** Finds out which VuePress made a site's ids: from 1.5.4 on they are others of accents and some letters. */
export function chooseSlugs(root: string): ChosenSlugs {
  const found = findVersion(root, NAMES)
  if (!found) {
    const reason =
      "No lock file or `package.json` names VuePress: heading ids are those of 1.5.3 (`slugs: 'vuepress'`). Set `'vuepress-nfkd'` if the site was built by 1.5.4 or later."
    return { slugs: 'vuepress', reason }
  }
  const slugs = isBefore154(found.version) ? 'vuepress' : 'vuepress-nfkd'
  const those = slugs === 'vuepress' ? 'up to 1.5.3' : 'from 1.5.4 on'
  return {
    slugs,
    reason: `Heading ids are those of VuePress ${those} (\`slugs: '${slugs}'\`): \`${found.file}\` has \`${found.version}\`.`,
  }
}

/** Of a range, the newest version that it allows is meant: that is what is installed. */
function isBefore154(version: string): boolean {
  const [, sign = '', ...digits] = /^([\^~<>=v ]*)(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  const [major, minor, patch] = digits.map(digit => (digit === undefined ? undefined : Number(digit)))
  if (major === undefined) return false
  if (major !== 1) return major < 1
  const isExact = /^[v=\s]*$/.test(sign) && minor !== undefined && patch !== undefined
  if (isExact) return minor < 5 || (minor === 5 && patch < 4)
  if (sign.startsWith('<') || sign.startsWith('~')) return minor !== undefined && minor < 5
  return false
}

/** Variables of `palette.styl`: names without `$` → `#rgb` or `#rrggbb`. */
export function readPalette(styl: string): Map<string, string> {
  const colors = new Map<string, string>()
  for (const line of withoutComments(styl).split('\n')) {
    const [, name, color] = /^\s{0,8}\$([\w-]+)\s*[:?]?=\s*(#[\da-f]{3}(?:[\da-f]{3})?)\b/i.exec(line) ?? []
    if (name && color) colors.set(name, color.toLowerCase())
  }
  return colors
}

/** Names the rules of a style sheet, in Stylus or CSS, by their selectors. `file` is relative to the source folder. */
export function listRules(file: string, styl: string, note: Note): void {
  const rules = withoutComments(styl)
    .split('\n')
    .flatMap((line, row) => (isSelector(line) ? [`\`${tidy(line)}\` (line ${row + 1})`] : []))
  if (rules.length === 0) return
  note(
    `\`${file}\` isn't imported; put what is still needed into \`templates/styles/\`: ${rules.join(', ')}.`,
  )
}

/** Something at the margin that opens a rule: no variable, no import, no end of a rule. */
function isSelector(line: string): boolean {
  return /^[\w.#:*&[@>]/.test(line) && !/^@(?:import|require|charset)\b|^[\w-]+\s*[:?]?=|;\s*$/.test(line)
}

function tidy(line: string): string {
  return line.replace(/(?<![{,\s])[{,\s]+$/, '').trim()
}

/** Comments become white space, so that lines keep their numbers. */
function withoutComments(text: string): string {
  const parts = text.split('/*')
  const kept = parts.map((part, index) => {
    const end = index === 0 ? 0 : part.indexOf('*/') + 2
    return index > 0 && end === 1 ? blank(part) : blank(part.slice(0, end)) + part.slice(end)
  })
  return kept
    .join('')
    .split('\n')
    .map(line => line.replace(/(?<![:\w])\/\/.*/, ''))
    .join('\n')
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, '')
}

/** Reads the VuePress 1 site in a folder, or in one below it; says why where that is not possible. */
export async function readVuepress(dir: string): Promise<ImportedSite | { root: string; problem: string }> {
  const folders = await findVuepress(dir)
  if ('problem' in folders) return { root: dir, problem: folders.problem }
  const { root, source, configFile } = folders
  const evaluated = configFile ? await evaluateVuepress(configFile, root) : { config: {}, missing: [] }
  if (evaluated.error !== undefined)
    return { root, problem: `The configuration of VuePress could not be run: ${evaluated.error}` }
  const notes = new Notes()
  noteMissing(
    evaluated.missing.filter(known => known !== 'markdown-it-include'),
    notes.add,
  )
  const folder = path.join(root, source)
  const files = await listSources(folder)
  const pages = await readPages(folder, files)
  const { slugs, reason } = chooseSlugs(root)
  const translated = translateVuepress(
    {
      config: evaluated.config,
      source,
      pages: createPagePaths(files, pages.flatMap(readPermalink)),
      redirects: await readOr(path.join(folder, '.vuepress/public/_redirects')),
      slugs,
      palette: readPalette(await readOr(path.join(folder, '.vuepress/styles/palette.styl'))),
      pagesWith: name => pages.filter(({ markup }) => opensContainer(markup, name)).length,
    },
    notes.add,
  )
  const { markdown = {} } = translated
  const { includeRoot = '.' } = markdown
  const isLenient = markdown.slugs === 'vuepress-nfkd'
  const config = withIncludes(
    translated,
    { root, boundary: importBoundary(root, dir), source, includeRoot, pages, isLenient },
    notes.add,
  )
  await noteFolders(folders, notes)
  await notePages(folder, { files, pages, notes })
  if (!config.url)
    notes.add('Set `url` to the origin of the site, for canonical addresses and the site map.', 0)
  return {
    root,
    config,
    sources: [source],
    imported: [...describe(config, files), reason],
    notes: notes.list(),
  }
}

function readOr(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

function readPermalink({ text }: SourcePage): string[] {
  const permalink = /^permalink:[ \t]*(['"]?)(\/[^\s:'"]*)\1[ \t]*$/m.exec(text.slice(0, 4000))?.[2]
  return permalink === undefined ? [] : [permalink]
}

/** Parts of a VuePress site that are programs, and its style sheets by rule. */
async function noteFolders({ root, source }: VuepressFolders, notes: Notes): Promise<void> {
  const folder = path.join(root, source)
  const found: string[] = []
  for (const name of ['theme', 'enhanceApp.js', 'enhanceApp.ts'])
    if (exists(path.join(folder, '.vuepress', name))) found.push(`\`.vuepress/${name}\``)
  if (found.length > 0)
    notes.add(`${found.join(', ')}: not imported; write \`templates/\` for what is still needed.`)
  const styles = await listFiles(path.join(folder, '.vuepress/styles'))
  const sheets = [...styles.map(file => `styles/${file}`), 'override.styl', 'style.styl']
  for (const sheet of sheets.filter(name => !name.endsWith('palette.styl'))) {
    const file = `.vuepress/${sheet}`
    listRules(file, await readOr(path.join(folder, file)), notes.add)
  }
}

async function notePages(
  folder: string,
  { files, pages, notes }: { files: readonly string[]; pages: readonly SourcePage[]; notes: Notes },
): Promise<void> {
  const vue = files.filter(file => file.endsWith('.vue'))
  if (vue.length > 0)
    notes.add(`Pages written as Vue components aren't imported: ${vue.join(', ')}.`, vue.length)
  const components = await listFiles(path.join(folder, '.vuepress/components'))
  reviewPages(pages, componentNames(components), notes.add)
}

function describe(config: UserConfig, files: readonly string[]): string[] {
  const pages = files.filter(file => file.endsWith('.md')).length
  const parts = [
    plural(pages, 'page'),
    plural(Object.keys(config.locales ?? {}).length, 'language'),
    plural(Object.keys(config.redirects ?? {}).length, 'redirect'),
    plural(config.head?.length ?? 0, 'head tag'),
  ]
  return [
    `${parts.filter(part => !part.startsWith('0 ')).join(', ')}; every address stays.`,
    ...(config.theme?.colors
      ? ['`theme.colors` are those of `palette.styl`, where text needs it with more contrast.']
      : []),
  ]
}
