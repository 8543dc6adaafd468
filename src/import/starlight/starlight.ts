import path from 'node:path'
import { isFile } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { evaluate } from '../common/evaluate.ts'
import { findFile, findVersion } from '../common/folders.ts'
import { callOf, type Importer, list, Notes, Places, text, type Values, values } from '../common/importer.ts'
import type { PageHost } from '../common/mdx.ts'
import { CONTENT, convertBody, linkTo, setKeys, writePage } from '../common/page.ts'
import { COMPONENTS } from './components.ts'
import { addressOf, readLanguages, translateConfig } from './config.ts'
import { readPages, type StarlightPage, translateFrontmatter } from './pages.ts'

const NAMES = ['mjs', 'ts', 'mts', 'js', 'cjs'].map(ending => `astro.config.${ending}`)
/** Folders of a project that often hold its site. */
const FOLDERS = ['.', 'docs', 'website', 'site', 'www', 'packages/docs', 'apps/docs']

/** Reads the Starlight site in a folder, or in one below it; says why where that is not possible. */
export const readStarlight: Importer = async dir => {
  const file = await findFile(dir, FOLDERS, NAMES)
  if (file === undefined)
    return { root: dir, problem: 'There is no `astro.config.mjs` or `.ts` here, nor in `docs` or `website`.' }
  const root = path.dirname(file)
  const { config, error } = await evaluate({ file, stubs: '' }, root)
  if (error !== undefined) return { root, problem: `The configuration of Astro could not be run: ${error}` }
  const astro = values(config)
  const options = findStarlight(astro)
  if (!options)
    return { root, problem: 'The configuration of Astro has no `starlight(…)` in `integrations`.' }
  return importSite(root, astro, options)
}

function findStarlight({ integrations }: Values): Values | undefined {
  const calls = list(integrations).flat(2).map(callOf)
  return calls.find(call => call?.name === '@astrojs/starlight')?.options
}

interface Moving {
  root: string
  base: string
  /** `/fr/guides/start` → the file that is written. */
  targets: ReadonlyMap<string, string>
  /** Where a file is copied to → the file, relative to the root. */
  copies: Map<string, string>
  places: Places
}

async function importSite(root: string, astro: Values, options: Values): ReturnType<Importer> {
  const notes = new Notes()
  const languages = readLanguages(options)
  const locales = [...languages.keys()]
  const source = path.posix.join(text(astro['srcDir'])?.replace(/^\.\//, '') ?? 'src', 'content/docs')
  const { pages, others } = await readPages(root, source, locales)
  const wholeOf = ({ locale, slug }: StarlightPage) => (locale + slug).replace(/(?<=.)\/$/, '')
  const base = `/${(text(astro['base']) ?? '').split('/').filter(Boolean).join('/')}/`.replace('//', '/')
  const targets = new Map(pages.map(page => [wholeOf(page), page.target]))
  const moving: Moving = { root, base, targets, copies: new Map(), places: new Places() }
  const own = pages.filter(({ locale }) => locale === locales[0])
  const shown = text(astro['publicDir'])?.replace(/^\.\//, '') ?? 'public'
  const picture = (file: string) => showFile(path.posix.normalize(file), shown, moving)
  const config = translateConfig({
    astro,
    options,
    pages: own,
    languages,
    note: notes.add,
    picture,
    hasFile: name => isFile(root, path.posix.join(shown, name)),
  })
  const files = pages.map(page => ({ path: page.target, content: write(page, picture, moving) }))
  moving.places.report(notes.add)
  if (others.length > 0)
    notes.add(
      `Pages in other forms aren't imported: ${others.map(file => `\`${file}\``).join(', ')}.`,
      others.length,
    )
  notes.add(
    "The sidebar is a list in `site.config.ts`: add new pages there, or write `'auto'` in its place.",
    0,
  )
  const copies = [...moving.copies].map(([to, from]) => ({ from, to }))
  const found = findVersion(root, ['@astrojs/starlight'])
  const imported = [
    `${files.length} pages in ${[...languages.values()].map(lang => `\`${lang}\``).join(', ')}, written to \`content/\` as Markdown; \`public/\` stays where it is.`,
    `Heading ids are those of github-slugger, which Starlight takes (\`slugs: 'github'\`)${found ? `: \`${found.file}\` has \`${found.version}\`` : ''}; the title is \`_top\`.`,
  ]
  return { root, config, sources: [source], imported, notes: notes.list(), files, copies }
}

/** A page in Markdown: the title of its frontmatter becomes a heading. */
function write(given: StarlightPage, picture: (file: string) => string | undefined, moving: Moving): string {
  const { page, file, title } = given
  const address = createAddress(given, moving)
  const host: PageHost = {
    components: COMPONENTS,
    isMdx: file.endsWith('.mdx'),
    address,
    partial: () => undefined,
    differs: (what, line, column) => moving.places.add(what, file, page.bodyLine + line - 1, column),
  }
  const keys = translateFrontmatter(page.frontmatter, {
    picture: name => (name.startsWith('/') ? name : picture(path.posix.join(path.posix.dirname(file), name))),
    link: url => address(url, 'link') ?? url,
    differs: what => moving.places.add(what, file, 1),
  })
  const body = convertBody(page, host)
  setKeys(page.yaml, keys)
  const heading = keys['home'] === true ? '' : `# ${title.replace(/[\\`*[\]<>]/g, '\\$&')} {#_top}\n\n`
  return writePage(page.yaml, heading + body.trimStart())
}

function createAddress(given: StarlightPage, moving: Moving): PageHost['address'] {
  const { file, target, locale } = given
  const here = (locale + addressOf(given).slice(1)).replace(/\/{2,}/g, '/')
  return (url, kind) => {
    if (isOutside(url) || url.startsWith('#') || url === '') return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? []
    const name = safeDecode(written)
    if (!name.startsWith('/') && /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(name)) {
      const moved = moveFile(path.posix.join(path.posix.dirname(file), name), moving)
      return moved === undefined ? undefined : linkTo(target, moved)
    }
    if (kind === 'image') return undefined
    const isBased = moving.base !== '/' && name.startsWith(moving.base)
    const local = isBased ? `/${name.slice(moving.base.length)}` : name
    if (local.startsWith('/')) return isBased ? local + rest : undefined
    const found = moving.targets.get(path.posix.resolve(here, local))
    return found === undefined ? undefined : linkTo(target, found) + rest
  }
}

/** Notes a file that has to be copied; where to, relative to the root. */
function moveFile(file: string, { root, copies }: Moving): string | undefined {
  if (file.startsWith('..') || !isFile(root, file)) return undefined
  const target = path.posix.join(CONTENT, file.replace(/^.*?content\/docs\/|^src\/assets\//, 'images/'))
  copies.set(target, file)
  return target
}

/** Notes a picture of a home page or a logo, which is copied to the public folder; its address. */
function showFile(file: string, folder: string, { root, copies }: Moving): string | undefined {
  if (file.startsWith('..') || !isFile(root, file)) return undefined
  const address = `/images/${path.posix.basename(file)}`
  copies.set(folder + address, file)
  return address
}
