import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, listFiles } from '../../lib/files.ts'
import { packageRoot } from '../../lib/package.ts'
import type { UserConfig } from '../../schema/config.ts'
import { evaluateVuepress } from './evaluate.ts'
import { importBoundary } from '../common/links-out.ts'
import { withIncludes } from '../common/find-includes.ts'
import { findVuepress, type VuepressFolders } from './find-source.ts'
import { chooseSlugs } from './choose-slugs.ts'
import { noteMissing, Notes } from '../common/notes.ts'
import type { TakenOver } from '../common/taken-over.ts'
import { createPagePaths, listSources } from '../common/page-paths.ts'
import { listRules, readPalette } from './read-styles.ts'
import { componentNames, reviewPages } from '../common/review-pages.ts'
import { opensContainer, readPages, type SourcePage } from '../common/source-pages.ts'
import { translateVuepress } from './translate.ts'

/** Reads the VuePress 1 site in a folder, or in one below it; says why where that is not possible. */
export async function readVuepress(dir: string): Promise<TakenOver | { root: string; problem: string }> {
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
      tokens: await readOr(path.join(packageRoot, 'templates/styles/tokens.css')),
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
  return { root, config, sources: [source], taken: [...describe(config, files), reason], notes: notes.list() }
}

function readOr(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

/** The address that a page has asked for as it stands. */
function readPermalink({ text }: SourcePage): string[] {
  const permalink = /^permalink:[ \t]*(['"]?)(\/[^\s:'"]*)\1[ \t]*$/m.exec(text.slice(0, 4000))?.[2]
  return permalink === undefined ? [] : [permalink]
}

/** Parts of a VuePress site that are programs, and its style sheets by rule. */
async function noteFolders({ root, source }: VuepressFolders, notes: Notes): Promise<void> {
  const folder = path.join(root, source)
  const found: string[] = []
  for (const name of ['theme', 'enhanceApp.js', 'enhanceApp.ts'])
    if (await exists(path.join(folder, '.vuepress', name))) found.push(`\`.vuepress/${name}\``)
  if (found.length > 0)
    notes.add(`${found.join(', ')}: not taken over; write \`templates/\` for what is still needed.`)
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
    notes.add(`Pages written as Vue components are not taken over: ${vue.join(', ')}.`, vue.length)
  const components = await listFiles(path.join(folder, '.vuepress/components'))
  reviewPages(pages, componentNames(components), notes.add)
}

/** What readers would miss first, if it had not been taken over. */
function describe(config: UserConfig, files: readonly string[]): string[] {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const pages = files.filter(file => file.endsWith('.md')).length
  const parts = [
    count(pages, 'page'),
    count(Object.keys(config.locales ?? {}).length, 'language'),
    count(Object.keys(config.redirects ?? {}).length, 'redirect'),
    count(config.head?.length ?? 0, 'head tag'),
  ]
  return [
    `${parts.filter(part => !part.startsWith('0 ')).join(', ')}; every address stays.`,
    ...(config.theme?.colors
      ? ['`theme.colors` are those of `palette.styl`, where text needs it with more contrast.']
      : []),
  ]
}
