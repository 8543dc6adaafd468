import path from 'node:path/posix'
import { slug } from 'github-slugger'
import { ICON_NAMES } from '../../content/components/icons.ts'
import { isFile, listFiles, readText } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { evaluate } from '../common/evaluate.ts'
import { findFile, findVersion, type Importer, Notes } from '../common/importer.ts'
import {
  around,
  attributes,
  box,
  code,
  container,
  type ConvertElement,
  dedent,
  link,
  type PageHost,
  tabs,
} from '../common/mdx.ts'
import { CONTENT, convertPage, linkTo, readPage } from '../common/page.ts'
import { at, filled, list, text, type Values, values } from '../common/settings.ts'
import {
  BADGES,
  badgeOf,
  packageOf,
  readLanguages,
  showFile,
  type Writing,
  translateConfig,
} from './config.ts'

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
  const call = list(astro['integrations'])
    .flat(2)
    .find(integration => packageOf(integration) === '@astrojs/starlight')
  if (!call) return { root, problem: 'The configuration of Astro has no `starlight(…)` in `integrations`.' }
  return importSite(root, astro, values(list((call as Values)['args'])[0]))
}

async function importSite(root: string, astro: Values, options: Values): ReturnType<Importer> {
  const notes = new Notes()
  const languages = readLanguages(options)
  const locales = [...languages.keys()]
  const folder = (key: string, standard: string) => text(astro[key])?.replace(/^\.\//, '') ?? standard
  const source = path.join(folder('srcDir', 'src'), 'content/docs')
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
  const own = pages.filter(({ locale }) => locale === locales[0])
  const config = translateConfig({
    ...writing,
    astro,
    options,
    pages: own,
    languages,
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

type StarlightPage = Awaited<ReturnType<typeof readPages>>['pages'][number]

/** Reads the pages below a folder, by path; `locales` are locale paths. `others` are pages in forms that aren't imported. */
async function readPages(root: string, folder: string, locales: readonly string[]) {
  const files = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const shown = files.filter(file => !/(?:^|\/)_/.test(file)).map(file => path.join(folder, file))
  const pages = shown
    .filter(file => /\.mdx?$/i.test(file))
    .map(file => {
      const page = readPage(readText(path.join(root, file)) ?? '')
      const { frontmatter } = page
      const stem = file.slice(folder.length + 1).replace(/\.\w+$/, '')
      const given = text(frontmatter['slug'])?.replace(/^\/|\/$/g, '')
      const names = stem.split('/').map(name => slug(name))
      const own = given ?? names.join('/')
      const whole = own.replace(/(?:^|\/)index$/, '')
      const locale = locales.find(at => at !== '/' && `/${whole}/`.startsWith(at)) ?? '/'
      const isFolder = whole === '' || `/${whole}/` === locale || (given === undefined && whole !== own)
      const local = `/${whole}/`.slice(locale.length).replace(/\/$/, '')
      return {
        file,
        /** Locale path: `/`, `/fr/`. */
        locale,
        slug: local,
        address: local === '' ? '/' : `/${local}/`,
        target: path.join(CONTENT, isFolder ? `${whole}/README.md` : `${whole}.md`),
        title: text(frontmatter['title']) ?? path.basename(stem),
        sidebar: values(frontmatter['sidebar']),
        page,
      }
    })
  return { pages, others: shown.filter(file => /\.(?:mdoc|astro)$/i.test(file)) }
}

/** A page in Markdown: the title of its frontmatter becomes a heading. */
function writePage(given: StarlightPage, writing: Writing): string {
  const { page, file, title } = given
  const host: PageHost = {
    components: COMPONENTS,
    isMdx: file.endsWith('.mdx'),
    address: createAddress(given, writing),
    partial: () => undefined,
    differs: (what, line, column) =>
      writing.notes.at(what, file, line === undefined ? 1 : page.bodyLine + line - 1, column),
  }
  const keys = translateFrontmatter(page.frontmatter, host, name => {
    if (typeof name !== 'string') return undefined
    return name.startsWith('/') ? name : showFile(path.join(path.dirname(file), name), writing)
  })
  const heading = keys['home'] === true ? '' : `# ${title.replace(/[\\`*[\]<>]/g, '\\$&')} {#_top}\n\n`
  return convertPage(page, host, keys, body => heading + body.trimStart())
}

function createAddress(
  { file, target, locale, address }: StarlightPage,
  writing: Writing,
): PageHost['address'] {
  const { root, base, targets, copies } = writing
  return (url, kind) => {
    if (isOutside(url) || url.startsWith('#') || url === '') return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? []
    const name = safeDecode(written)
    if (!name.startsWith('/') && /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(name)) {
      const found = path.join(path.dirname(file), name)
      if (found.startsWith('..') || !isFile(root, found)) return undefined
      const copy = path.join(CONTENT, found.replace(/^.*?content\/docs\/|^src\/assets\//, 'images/'))
      copies.set(copy, found)
      return linkTo(target, copy)
    }
    if (kind === 'image') return undefined
    const isBased = base !== '/' && name.startsWith(base)
    if (isBased) return `/${name.slice(base.length)}${rest}`
    const found = targets.get(path.resolve(locale + address.slice(1), name))
    return name.startsWith('/') || found === undefined ? undefined : linkTo(target, found) + rest
  }
}

/** Keys of Starlight that have other names here, or belong to the configuration. */
const GONE = 'slug title template banner head pagefind editUrl tableOfContents hero'.split(' ')

function translateFrontmatter(
  given: Values,
  host: PageHost,
  picture: (file: unknown) => string | undefined,
): Values {
  for (const key of ['banner', 'head'])
    if (given[key] !== undefined) host.differs(`\`${key}\` in frontmatter is left out`)
  const { tableOfContents: contents, template, hero, lastUpdated, sidebar } = given
  const isSplash = template === 'splash'
  const { label, badge, hidden, order } = values(sidebar)
  const isShort = at(contents, 'maxHeadingLevel') === 2
  const place = {
    label: text(label),
    hidden: hidden === true || undefined,
    badge: badge === undefined || typeof badge === 'string' ? badge : badgeOf(values(badge)),
  }
  return {
    ...Object.fromEntries(GONE.map(key => [key, undefined])),
    sidebar: isSplash ? false : unlessEmpty(place),
    order,
    outline: contents === false || isSplash ? false : isShort ? 2 : undefined,
    editLink: given['editUrl'] === false ? false : undefined,
    search: given['pagefind'] === false ? false : undefined,
    lastUpdated: typeof lastUpdated === 'boolean' ? lastUpdated : undefined,
    prev: neighbour(given['prev']),
    next: neighbour(given['next']),
    ...(hero === undefined ? {} : translateHero(values(hero), given['title'], host, picture)),
  }
}

function unlessEmpty(object: Values): Values | undefined {
  return Object.values(object).some(value => value !== undefined) ? object : undefined
}

function neighbour(given: unknown): unknown {
  if (given === false) return false
  if (typeof given === 'string') return { text: given }
  return unlessEmpty({ text: text(at(given, 'label')), link: text(at(given, 'link')) })
}

function translateHero(
  given: Values,
  title: unknown,
  { address, differs }: PageHost,
  picture: (file: unknown) => string | undefined,
): Values {
  const { file, light, dark, alt, html } = values(given['image'])
  const [one, ...both] = [file, light, dark].map(picture)
  if (text(html)) differs('A picture of the hero that is HTML is left out')
  const actions = list(given['actions']).flatMap(action => {
    const [label, to] = [text(at(action, 'text')), text(at(action, 'link'))]
    return label && to ? [{ text: label, link: address(to, 'link') ?? to }] : []
  })
  return {
    home: true,
    heroText: text(given['title']) ?? title,
    tagline: text(given['tagline']) ?? null,
    heroImage: one ?? (both.includes(undefined) ? undefined : { light: both[0], dark: both[1] }),
    heroAlt: text(alt),
    actions: filled(actions),
  }
}

/** Drawings that have other names here. */
const ICONS: Readonly<Record<string, string>> = {
  'right-arrow': 'arrow-right',
  'left-arrow': 'arrow-left',
  pencil: 'edit',
  document: 'file',
  'add-document': 'file',
  setting: 'gear',
  'open-book': 'book',
  information: 'info',
  'approve-check': 'check',
  magnifier: 'search',
  email: 'mail',
}

function iconName(name = ''): string | undefined {
  const own = ICONS[name] ?? name
  return ICON_NAMES.includes(own) ? own : undefined
}

/** Components of Starlight that have a counterpart. */
const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('syncKey'),
  Aside: box(),
  Code: code('lang'),
  CardGrid: around('cards'),
  Card(element) {
    const opening = `[${element.text('title') ?? ''}]${attributes({ icon: iconName(element.text('icon')) })}`
    return { block: container('card', opening, dedent(element.render())) }
  },
  LinkCard({ text }) {
    const [title, href] = [text('title'), text('href')]
    if (title === undefined || href === undefined) return undefined
    return { block: `::link-card[${title}]${attributes({ href, description: text('description') })}` }
  },
  LinkButton: link('href'),
  Steps: around('steps'),
  FileTree: around('file-tree'),
  Badge({ text }) {
    const label = text('text')
    const type = BADGES[text('variant') ?? '']
    return label === undefined ? undefined : { text: `:badge[${label}]${attributes({ type })}` }
  },
  Icon({ text, line }, { differs }) {
    const [given, label] = [text('name'), text('label')]
    const name = iconName(given)
    if (name !== undefined) return { text: `:icon[${name}]${attributes({ label })}` }
    differs(`The icon \`${given ?? ''}\` is left out`, line)
    return { text: label ?? '' }
  },
}
