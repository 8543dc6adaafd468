import path from 'node:path'
import { isFile } from '../../lib/files.ts'
import { evaluate } from '../common/evaluate.ts'
import { findFile, findVersion } from '../common/folders.ts'
import { callOf, type Importer, list, Notes, text, type Values, values } from '../common/importer.ts'
import { readLanguages, translateConfig } from './config.ts'
import { readPages, showFile, writePage, type Writing } from './pages.ts'

const NAMES = ['mjs', 'ts', 'mts', 'js', 'cjs'].map(ending => `astro.config.${ending}`)
/** Folders of a project that often hold its site. */
const FOLDERS = ['.', 'docs', 'website', 'site', 'www', 'packages/docs', 'apps/docs']

/** Reads the Starlight site in a folder, or in one below it; says why where that is not possible. */
export const readStarlight: Importer = async dir => {
  const file = findFile(dir, FOLDERS, NAMES)
  if (file === undefined)
    return { root: dir, problem: 'There is no `astro.config.mjs` or `.ts` here, nor in `docs` or `website`.' }
  const root = path.dirname(file)
  const { config, error } = await evaluate({ file, stubs: '' }, root)
  if (error !== undefined) return { root, problem: `The configuration of Astro could not be run: ${error}` }
  const astro = values(config)
  const calls = list(astro['integrations']).flat(2).map(callOf)
  const options = calls.find(call => call?.name === '@astrojs/starlight')?.options
  if (!options)
    return { root, problem: 'The configuration of Astro has no `starlight(…)` in `integrations`.' }
  return importSite(root, astro, options)
}

async function importSite(root: string, astro: Values, options: Values): ReturnType<Importer> {
  const notes = new Notes()
  const languages = readLanguages(options)
  const locales = [...languages.keys()]
  const folder = (key: string, standard: string) => text(astro[key])?.replace(/^\.\//, '') ?? standard
  const source = path.posix.join(folder('srcDir', 'src'), 'content/docs')
  const { pages, others } = await readPages(root, source, locales)
  const base = (text(astro['base']) ?? '').split('/').filter(Boolean).join('/')
  const writing: Writing = {
    root,
    base: base === '' ? '/' : `/${base}/`,
    publicDir: folder('publicDir', 'public'),
    targets: new Map(
      pages.map(({ locale, slug, target }) => [(locale + slug).replace(/(?<=.)\/$/, ''), target]),
    ),
    copies: new Map(),
    notes,
  }
  const config = translateConfig({
    astro,
    options,
    base: writing.base,
    pages: pages.filter(({ locale }) => locale === locales[0]),
    languages,
    picture: file => showFile(path.posix.normalize(file), writing),
    hasFile: name => isFile(root, path.posix.join(writing.publicDir, name)),
    note: notes.add,
  })
  const files = pages.map(page => ({ path: page.target, content: writePage(page, writing) }))
  if (others.length > 0)
    notes.add(
      `Pages in other forms aren't imported: ${others.map(file => `\`${file}\``).join(', ')}.`,
      others.length,
    )
  notes.add(
    "The sidebar is a list in `site.config.ts`: add new pages there, or write `'auto'` in its place.",
    0,
  )
  const found = findVersion(root, ['@astrojs/starlight'])
  const imported = [
    `${files.length} pages in ${[...languages.values()].map(lang => `\`${lang}\``).join(', ')}, written to \`content/\` as Markdown; \`public/\` stays where it is.`,
    `Heading ids are those of github-slugger, which Starlight takes (\`slugs: 'github'\`)${found ? `: \`${found.file}\` has \`${found.version}\`` : ''}; the title is \`_top\`.`,
  ]
  const copies = Array.from(writing.copies, ([to, from]) => ({ from, to }))
  return { root, config, sources: [source], imported, notes: notes.list(), files, copies }
}
