import path from 'node:path'
import { listFiles, matchesAny, rewritePath, sitePath } from '../../lib/files.ts'
import { evaluate, noteMissing } from '../common/evaluate.ts'
import { atTheTop, findFile, findFolder, listSources } from '../common/find.ts'
import { type Importer, type Note, noteNames, Notes } from '../common/importer.ts'
import { list, text, values } from '../common/values.ts'
import {
  countContainers,
  createFindPage,
  describeSite,
  finishSite,
  noteCustomizations,
  readPages,
} from '../common/vue.ts'
import { translateVitepress } from './config.ts'
import type { VitepressSource } from './read-site.ts'

const CONFIGS = ['js', 'ts', 'mjs', 'mts'].flatMap(ending => [`config/index.${ending}`, `config.${ending}`])

export const readVitepress: Importer = async dir => {
  const found = findFolder(dir, '.vitepress')
  if ('problem' in found) return { root: dir, problem: found.problem }
  const { folder, isRepository } = found
  const root = isRepository ? folder : path.dirname(folder)
  const evaluation = {
    file: findFile(folder, ['.vitepress'], CONFIGS),
    stubs: '^vitepress(?:$|/(?!package.json))',
    context: { mode: 'production', command: 'build', isSsrBuild: true, isPreview: false },
    vitepress: folder,
  }
  const { config: evaluated, error, missing } = await evaluate(evaluation, folder)
  const read = evaluated as VitepressSource | undefined
  if (!read) return { root, problem: `The VitePress configuration failed to load: ${error}` }
  const srcDir = path.resolve(folder, text(read.config.srcDir) ?? '.')
  if (srcDir === folder && isRepository) return { root, problem: atTheTop('.vitepress') }
  const source = sitePath(root, srcDir)
  const notes = new Notes()
  noteMissing(missing, notes.add)

  const all = await listSources(srcDir)
  const markdown = all.filter(file => file.endsWith('.md'))
  const placed = placePages(markdown, read, notes.add)
  const pages = await readPages(srcDir, placed.files)
  const publicFiles = new Set((await listFiles(path.join(srcDir, 'public'))).map(file => `/${file}`))
  const config = translateVitepress({
    ...read,
    placed,
    source,
    findPage: createFindPage(placed.files.map(file => rewritePath(file, placed.rewrites))),
    isFile: address => publicFiles.has(address.replace(/[?#].*/, '')),
    hasRaw: countContainers(pages, 'raw') > 0,
    note: notes.add,
  })
  for (const address of ['/service-worker.js', '/404.html'].filter(name => publicFiles.has(name)))
    notes.add(`Remove \`${source}/public${address}\` before you build: docsgen writes its own file there.`)
  const own = await listFiles(path.join(folder, '.vitepress/theme'))
  const theme = own.map(file => `.vitepress/theme/${file}`)
  noteCustomizations(
    notes,
    theme.filter(file => !file.endsWith('.vue')),
  )
  const components = [...theme, ...all].filter(file => file.endsWith('.vue'))
  return finishSite(notes, {
    config,
    root,
    source,
    dir,
    includeRoot: source,
    pages,
    components: new Map(components.map(file => [path.posix.basename(file, '.vue'), file])),
    imported: [
      `${describeSite(config, pages.length)}; their URLs stay the same.`,
      "Heading ids match VitePress (`slugs: 'vitepress'`).",
      ...(config.rewrites ? ['`rewrites` lists the files whose URLs differ from their paths.'] : []),
    ],
  })
}

/** Keeps which files were left out, where others were, and addresses of names that mean more here. */
export function placePages(all: readonly string[], read: VitepressSource, note: Note) {
  const { srcExclude, cleanUrls } = read.config
  const patterns = list(srcExclude).filter(pattern => typeof pattern === 'string')
  const exclude = patterns.map(pattern => pattern.replace(/^\.?\//, ''))
  const included = all.filter(file => !matchesAny(file, exclude))
  const partials = included.filter(file => /(?:^|\/)_/.test(file))
  if (partials.length > 0)
    note(
      `Files and folders whose names start with \`_\` aren't pages: ${partials.join(', ')}. Rename the ones that were pages.`,
      partials.length,
    )
  const routes = included.filter(file => /\[\w+\]/.test(file))
  const files = included.filter(file => !routes.includes(file))
  const rewrites = translateRewrites(files, read)
  noteNames(
    note,
    routes,
    quoted =>
      `Pages from the dynamic routes ${quoted} weren't imported. Create them with the \`pages\` hook of a plugin.`,
    routes.length,
  )
  const { moved, redirects } = placeReadmes(files, rewrites, cleanUrls === true ? '' : '.html')
  // The first rule that fits wins.
  return { files, exclude: [...exclude, ...routes], rewrites: { ...moved, ...rewrites }, redirects }
}

/** Rules that docsgen reads stay; others, and those of a function, are written file by file. */
function translateRewrites(files: readonly string[], { config, rewrites }: VitepressSource) {
  const translated = { ...rewrites }
  for (const [from, to] of Object.entries(values(config.rewrites))) {
    if (typeof to !== 'string' || from.startsWith('$')) continue
    const pattern = from.replaceAll(/\\([()])/g, '$1')
    if (!/[()^\\?]/.test(pattern)) translated[pattern] = to
    else Object.assign(translated, byFile(pattern, to, files))
  }
  return translated
}

/** `packages/:pkg/src/(.*)`, or a regular expression that begins with `^`. */
function byFile(pattern: string, to: string, files: readonly string[]) {
  let group = 0
  const source = pattern.replace(
    /:(\w+)(\([^()]*\))?|\(([^()]*)\)|\./g,
    (_, name?: string, own?: string, bare?: string) => {
      if (name) return `(?<${name}>${own ? own.slice(1, -1) : '[^/]+'})`
      return bare === undefined ? '\\.' : `(?<g${group++}>${bare})`
    },
  )
  const rule = new RegExp(pattern.startsWith('^') ? pattern : `^${source}$`)
  const found: Record<string, string> = {}
  for (const file of files) {
    const match = rule.exec(file)
    if (!match) continue
    const valueOf = (_: string, name: string) =>
      match.groups?.[name] ?? match.groups?.[`g${name}`] ?? match[Number(name) + 1] ?? ''
    const place = to.replace(/:(\w+)/g, valueOf)
    if (place !== file) found[file] = place
  }
  return found
}

/** `README.md` is the page of its folder here. It was `/README.html`, and stays a page of its own beside `index.md`. */
function placeReadmes(files: readonly string[], rewrites: Record<string, string>, ending: string) {
  const moved: Record<string, string> = {}
  const redirects: Record<string, string> = {}
  const places = new Map(files.map(file => [file, rewritePath(file, rewrites)]))
  const occupied = new Set(places.values())
  for (const [file, place] of places) {
    const [, at = '', name] = /^(.*\/)?(readme)\.md$/i.exec(place) ?? []
    if (!name) continue
    const isOther = occupied.has(`${at}index.md`)
    if (isOther) moved[file] = `${at}read-me.md`
    redirects[`/${at}${name}${ending}`] = isOther ? `/${at}read-me${ending}` : `/${at}`
  }
  return { moved, redirects }
}
