import path from 'node:path/posix'
import { slug } from 'github-slugger'
import { ICON_NAMES } from '../../content/components/icons.ts'
import { isFile, listFiles, readText } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { around, attributes, box, code, container, link, tabs } from '../common/components.ts'
import type { Notes } from '../common/importer.ts'
import { list, present, text, type Values, values } from '../common/values.ts'
import { type ConvertElement, dedent, type PageHost } from '../common/mdx.ts'
import { CONTENT, convertPage, linkTo, type ReadPage, readPage } from '../common/page.ts'

/** A page of a Starlight site. */
export interface StarlightPage {
  /** Relative to the site's root. */
  file: string
  /** Locale path: `/`, `/fr/`. */
  locale: string
  /** In its language: `guides/start`, empty for the first page. */
  slug: string
  /** Address in any language: `/guides/start/`. */
  address: string
  /** The file that is written, relative to the root. */
  target: string
  title: string
  /** Settings of the page's entry in the sidebar. */
  sidebar: Values
  page: ReadPage
}

/** Reads the pages below a folder, by path; `locales` are locale paths. `others` are pages in forms that aren't imported. */
export async function readPages(
  root: string,
  folder: string,
  locales: readonly string[],
): Promise<{ pages: StarlightPage[]; others: string[] }> {
  const files = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const shown = files.filter(file => !/(?:^|\/)_/.test(file)).map(file => path.join(folder, file))
  const pages = shown
    .filter(file => /\.mdx?$/i.test(file))
    .map((file): StarlightPage => {
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

/** What pages are written with. */
export interface Writing {
  root: string
  base: string
  /** Folder of public files, relative to the root. */
  publicDir: string
  /** `/fr/guides/start` → the file that is written. */
  targets: ReadonlyMap<string, string>
  /** Where a file is copied to → the file, relative to the root. */
  copies: Map<string, string>
  notes: Notes
}

/** A page in Markdown: the title of its frontmatter becomes a heading. */
export function writePage(given: StarlightPage, writing: Writing): string {
  const { page, file, title } = given
  const host: PageHost = {
    components: COMPONENTS,
    isMdx: file.endsWith('.mdx'),
    address: createAddress(given, writing),
    partial: () => undefined,
    differs: (what, line, column) =>
      writing.notes.at(what, file, line === undefined ? 1 : page.bodyLine + line - 1, column),
  }
  const keys = translateFrontmatter(page.frontmatter, host, name =>
    name.startsWith('/') ? name : showFile(path.join(path.dirname(file), name), writing),
  )
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

/** Notes a picture of a home page or a logo, which is copied to the public folder; its address. */
export function showFile(file: string, { root, publicDir, copies }: Writing): string | undefined {
  if (file.startsWith('..') || !isFile(root, file)) return undefined
  const address = `/images/${path.basename(file)}`
  copies.set(publicDir + address, file)
  return address
}

function translateFrontmatter(
  given: Values,
  host: PageHost,
  picture: (file: string) => string | undefined,
): Values {
  for (const key of ['banner', 'head'])
    if (given[key] !== undefined) host.differs(`\`${key}\` in frontmatter is left out`)
  const { tableOfContents: contents, template, hero, lastUpdated } = given
  const isSplash = template === 'splash'
  const { label, badge, hidden, order } = values(given['sidebar'])
  const isShort = values(contents)['maxHeadingLevel'] === 2
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

/** Keys of Starlight that have other names here, or belong to the configuration. */
const GONE = 'slug title template banner head pagefind editUrl tableOfContents hero'.split(' ')

function unlessEmpty(object: Values): Values | undefined {
  const own = present(object)
  return Object.keys(own).length > 0 ? own : undefined
}

/** A badge with its text as it is written. */
export function badgeOf({ text: label, variant }: Values): Values {
  return { text: label, ...present({ type: BADGES[text(variant) ?? ''] }) }
}

function neighbour(given: unknown): unknown {
  if (given === false) return false
  if (typeof given === 'string') return { text: given }
  const { label, link } = values(given)
  return unlessEmpty({ text: text(label), link: text(link) })
}

function translateHero(
  given: Values,
  title: unknown,
  { address, differs }: PageHost,
  picture: (file: string) => string | undefined,
): Values {
  const image = values(given['image'])
  const [file, light, dark] = [image['file'], image['light'], image['dark']].map(name =>
    typeof name === 'string' ? picture(name) : undefined,
  )
  if (text(image['html'])) differs('A picture of the hero that is HTML is left out')
  const actions = list(given['actions']).flatMap(action => {
    const [label, to] = [text(values(action)['text']), text(values(action)['link'])]
    return label && to ? [{ text: label, link: address(to, 'link') ?? to }] : []
  })
  return {
    home: true,
    heroText: text(given['title']) ?? title,
    tagline: text(given['tagline']) ?? null,
    heroImage: file ?? (light !== undefined && dark !== undefined ? { light, dark } : undefined),
    heroAlt: text(image['alt']),
    actions: actions.length > 0 ? actions : undefined,
  }
}

/** Colors of badges by their names in Starlight. */
const BADGES: Readonly<Record<string, string>> = { note: 'info', caution: 'warning', danger: 'danger' }

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
