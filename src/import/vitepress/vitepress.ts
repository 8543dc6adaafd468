import path from 'node:path'
import { listFiles } from '../../lib/files.ts'
import { rewritePath, sitePath } from '../../lib/paths.ts'
import { evaluate } from '../common/evaluate.ts'
import { atTheTop, findFile, findFolder, findVersion, importBoundary } from '../common/folders.ts'
import { type Importer, noteMissing, Notes, text } from '../common/importer.ts'
import { createFindPage } from '../common/vue-menus.ts'
import { countContainers, describeSite, finishSite, readPages } from '../common/vue-pages.ts'
import { translateVitepress } from './config.ts'
import { placePages } from './pages.ts'
import type { VitepressSource } from './read-site.ts'

const CONFIGS = ['js', 'ts', 'mjs', 'mts'].flatMap(ending => [`config/index.${ending}`, `config.${ending}`])

/** Reads the VitePress site in a folder, or in one below it; says why where that is not possible. */
export const readVitepress: Importer = async dir => {
  const found = await findFolder(dir, '.vitepress')
  if ('problem' in found) return { root: dir, problem: found.problem }
  const { folder, isRepository } = found
  const version = findVersion(folder, ['vitepress'])
  const evaluation = {
    file: findFile(folder, ['.vitepress'], CONFIGS),
    stubs: '^vitepress(?:$|/)',
    // Menus may show the version.
    provided: {
      'vitepress/package.json': {
        name: 'vitepress',
        version: /\d[\w.+-]*/.exec(version?.version ?? '')?.[0] ?? 'latest',
      },
    },
    context: { mode: 'production', command: 'build', isSsrBuild: true, isPreview: false },
    vitepress: folder,
  }
  const { config: evaluated, error, missing } = await evaluate(evaluation, folder)
  const read = evaluated as VitepressSource | undefined
  const root = isRepository ? folder : path.dirname(folder)
  if (!read)
    return {
      root: path.dirname(folder),
      problem: `The configuration of VitePress could not be run: ${error}`,
    }
  const srcDir = path.resolve(folder, text(read.config['srcDir']) ?? '.')
  // Files beside the source folder would be outside of the project.
  if (srcDir === folder && isRepository) return { root, problem: atTheTop('.vitepress') }
  const source = sitePath(root, srcDir)
  const notes = new Notes()
  noteMissing(missing, notes.add)

  const all = (await listFiles(srcDir, { skipHidden: true })).filter(
    file => !/(?:^|\/)node_modules\//.test(file),
  )
  const { files, exclude, rewrites, redirects, isWhole } = placePages(
    all.filter(file => file.endsWith('.md')),
    read,
    notes.add,
  )
  const pages = await readPages(srcDir, files)
  const publicFiles = new Set((await listFiles(path.join(srcDir, 'public'))).map(file => `/${file}`))
  const {
    title = '',
    contentDir = '',
    publicDir = '',
    ...translated
  } = translateVitepress({
    ...read,
    source,
    findPage: createFindPage(files.map(file => rewritePath(file, rewrites))),
    isFile: address => publicFiles.has(address.replace(/[?#].*/, '')),
    hasRaw: countContainers(pages, 'raw') > 0,
    note: notes.add,
  })
  const config = {
    title,
    contentDir,
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(Object.keys(rewrites).length > 0 ? { rewrites } : {}),
    publicDir,
    ...translated,
    ...(Object.keys(redirects).length > 0 ? { redirects } : {}),
  }
  for (const address of ['/service-worker.js', '/404.html'].filter(name => publicFiles.has(name)))
    notes.add(`Remove \`${publicDir}${address}\` before you build: docsgen writes a file of its own there.`)
  const theme = (await listFiles(path.join(folder, '.vitepress/theme'))).map(
    file => `.vitepress/theme/${file}`,
  )
  const scripts = theme.filter(file => !file.endsWith('.vue')).map(file => `\`${file}\``)
  if (scripts.length > 0)
    notes.add(`${scripts.join(', ')}: not imported; write \`templates/\` for what is still needed.`)
  const components = [...theme, ...all].filter(file => file.endsWith('.vue'))
  const reason =
    version && /\d/.test(version.version)
      ? `\`${version.file}\` has \`${version.version}\``
      : 'all versions make the same'
  const site = {
    config,
    root,
    source,
    boundary: importBoundary(root, dir),
    includeRoot: source,
    isLenient: true,
    pages,
    components: new Map(components.map(file => [path.posix.basename(file, '.vue'), file])),
    imported: [
      `${describeSite({ ...config, redirects: {} }, pages.length)}; every address${isWhole ? '' : ' of theirs'} stays.`,
      `Heading ids are those of VitePress (\`slugs: 'vitepress'\`): ${reason}.`,
      ...(Object.keys(rewrites).length > 0 ? ['`rewrites` say which files stand at other addresses.'] : []),
    ],
  }
  return finishSite(site, notes)
}
