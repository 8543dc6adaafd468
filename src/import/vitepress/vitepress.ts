import { existsSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../../lib/files.ts'
import { rewritePath, sitePath } from '../../lib/paths.ts'
import { plural } from '../../lib/text.ts'
import type { UserConfig } from '../../schema/config.ts'
import { evaluate } from '../common/evaluate.ts'
import { atTheTop, findFolder, findVersion, type FoundVersion, importBoundary } from '../common/folders.ts'
import { type Importer, noteMissing, noteReserved, Notes, text } from '../common/importer.ts'
import {
  createPagePaths,
  listSources,
  opensContainer,
  readPages,
  reviewPages,
  type SourcePage,
  withIncludes,
} from '../common/vue-pages.ts'
import { translateVitepress } from './config.ts'
import { placePages } from './pages.ts'
import type { VitepressSource } from './read-site.ts'

/** Reads the VitePress site in a folder, or in one below it; says why where that is not possible. */
export const readVitepress: Importer = async dir => {
  const found = await findFolder(dir, '.vitepress')
  if ('problem' in found) return { root: dir, problem: found.problem }
  const version = findVersion(found.folder, ['vitepress'])
  const { config, error, missing } = await evaluateConfig(found.folder, version)
  const read = config as VitepressSource | undefined
  const home = path.dirname(found.folder)
  if (!read) return { root: home, problem: `The configuration of VitePress could not be run: ${error}` }
  const srcDir = path.resolve(found.folder, text(read.config['srcDir']) ?? '.')
  // What stands beside the source folder would be outside of the project.
  if (srcDir === found.folder && found.isRepository)
    return { root: found.folder, problem: atTheTop('.vitepress') }
  const root = found.isRepository ? found.folder : home
  const source = sitePath(root, srcDir)
  const notes = new Notes()
  noteMissing(missing, notes.add)
  return translateSite({
    root,
    boundary: importBoundary(root, dir),
    source,
    folder: found.folder,
    read,
    version,
    notes,
  })
}

const CONFIGS = ['js', 'ts', 'mjs', 'mts'].flatMap(ending => [`config/index.${ending}`, `config.${ending}`])

function evaluateConfig(folder: string, found: FoundVersion | undefined): ReturnType<typeof evaluate> {
  // Menus may show it.
  const version = /\d[\w.+-]*/.exec(found?.version ?? '')?.[0] ?? 'latest'
  const evaluation = {
    file: CONFIGS.map(name => path.join(folder, '.vitepress', name)).find(name => existsSync(name)),
    stubs: '^vitepress(?:$|/)',
    provided: { 'vitepress/package.json': { name: 'vitepress', version } },
    context: { mode: 'production', command: 'build', isSsrBuild: true, isPreview: false },
    vitepress: folder,
  }
  return evaluate(evaluation, folder)
}

interface Site {
  root: string
  boundary: string
  /** Folder of the pages, relative to the root. */
  source: string
  /** Absolute folder that holds `.vitepress`. */
  folder: string
  read: VitepressSource
  version: FoundVersion | undefined
  notes: Notes
}

async function translateSite(site: Site): Promise<Awaited<ReturnType<Importer>>> {
  const { root, boundary, source, read, version, notes } = site
  const content = path.join(root, source)
  const files = (await listSources(content)).filter(file => file.endsWith('.md'))
  const placed = placePages(files, read, notes.add)
  const pages = await readPages(content, placed.files)
  const publicFiles = new Set((await listFiles(path.join(content, 'public'))).map(file => `/${file}`))
  const translated = translateVitepress(
    {
      config: read.config,
      layers: read.layers,
      source,
      pages: createPagePaths(placed.files.map(file => rewritePath(file, placed.rewrites))),
      isFile: address => publicFiles.has(address.replace(/[?#].*/, '')),
      pagesWith: name => pages.filter(({ markup }) => opensContainer(markup, name)).length,
    },
    notes.add,
  )
  const config = withPages(translated, placed)
  const included = withIncludes(
    config,
    { root, boundary, source, includeRoot: source, pages, isLenient: true },
    notes.add,
  )
  noteReserved(path.posix.join(source, 'public'), publicFiles, notes.add)
  await noteTheme(site, pages)
  if (!config.url)
    notes.add('Set `url` to the origin of the site, for canonical addresses and the site map.', 0)
  const reason =
    version && /\d/.test(version.version)
      ? `\`${version.file}\` has \`${version.version}\``
      : 'all versions make the same'
  return {
    root,
    config: included,
    sources: [source],
    imported: [
      describe(included, pages.length, placed.isWhole),
      `Heading ids are those of VitePress (\`slugs: 'vitepress'\`): ${reason}.`,
      ...(Object.keys(placed.rewrites).length > 0
        ? ['`rewrites` say which files stand at other addresses.']
        : []),
    ],
    notes: notes.list(),
  }
}

function withPages(
  config: UserConfig,
  { exclude, rewrites, redirects }: ReturnType<typeof placePages>,
): UserConfig {
  const { contentDir = '', publicDir = '', title = '', ...rest } = config
  return {
    title,
    contentDir,
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(Object.keys(rewrites).length > 0 ? { rewrites } : {}),
    publicDir,
    ...rest,
    ...(Object.keys(redirects).length > 0 ? { redirects } : {}),
  }
}

/** Parts of a site that are programs, and style sheets. */
async function noteTheme({ root, source, folder, notes }: Site, pages: readonly SourcePage[]): Promise<void> {
  const theme = (await listFiles(path.join(folder, '.vitepress/theme'))).map(
    file => `.vitepress/theme/${file}`,
  )
  const scripts = theme.filter(file => !file.endsWith('.vue'))
  if (scripts.length > 0)
    notes.add(
      `${scripts.map(file => `\`${file}\``).join(', ')}: not imported; write \`templates/\` for what is still needed.`,
    )
  const others = await listFiles(path.join(root, source), { skipHidden: true })
  const components = [...theme, ...others].filter(
    file => file.endsWith('.vue') && !file.includes('node_modules/'),
  )
  const names = components.map((file): [string, string] => [path.posix.basename(file, '.vue'), file])
  reviewPages(pages, new Map(names), notes.add)
}

function describe(config: UserConfig, pages: number, isWhole: boolean): string {
  const parts = [
    plural(pages, 'page'),
    plural(Object.keys(config.locales ?? {}).length, 'language'),
    plural(config.head?.length ?? 0, 'head tag'),
  ]
  return `${parts.filter(part => !part.startsWith('0 ')).join(', ')}; every address${isWhole ? '' : ' of theirs'} stays.`
}
