import path from 'node:path/posix'
import { slug } from 'github-slugger'
import { ICON_NAMES } from '../../content/components/icons.ts'
import { isFile, listFiles, readText } from '../../lib/files.ts'
import { plural } from '../../lib/text.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/values.ts'
import { groupBy } from '../../schema/finding.ts'
import { isOutside } from '../../shared/addresses.ts'
import { evaluate } from '../common/evaluate.ts'
import { findFile } from '../common/find.ts'
import type { ImportedSite, Importer } from '../common/importer.ts'
import { NEW_DATES, noteNames, Notes, quoteNames } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/key-table.ts'
import { around, attributes, box, code, container, link, tabs } from '../common/components.ts'
import { type ConvertElement, dedent, type PageHost } from '../common/mdx.ts'
import { CONTENT, convertPage, FILE, linkTo, noteIn, readPage, splitAddress } from '../common/page.ts'
import {
  githubLinks,
  logoOf,
  pwaOptions,
  retireWorker,
  type SidebarEntry,
  translateHead,
  translateSocialLinks,
} from '../common/settings.ts'
import { at, filled, list, text, type Values, values } from '../common/values.ts'

const NAMES = ['mjs', 'ts', 'mts', 'js', 'cjs'].map(ending => `astro.config.${ending}`)
const FOLDERS = ['.', 'docs', 'website', 'site', 'www', 'packages/docs', 'apps/docs']

export const readStarlight: Importer = async dir => {
  const file = findFile(dir, FOLDERS, NAMES)
  if (!file) {
    const problem = 'There is no `astro.config.mjs` or `astro.config.ts` in this folder, `docs` or `website`.'
    return { root: dir, problem }
  }
  const root = path.dirname(file)
  const { config, error } = await evaluate({ file, stubs: '' }, root)
  if (error !== undefined) return { root, problem: `The Astro configuration failed to load: ${error}` }
  const astro = values(config)
  const integrations = list(astro.integrations).flat(2)
  const call = integrations.find(integration => packageOf(integration) === '@astrojs/starlight')
  if (!call)
    return { root, problem: "`integrations` in the Astro configuration doesn't contain `starlight(…)`." }
  return writeSite(await readSite(root, astro, values(list((call as Values).args)[0])))
}

async function readSite(root: string, astro: Values, options: Values) {
  const notes = new Notes()
  const { languages, prefix } = readLanguages(options)
  const locales = [...languages.keys()]
  const folder = (key: string, standard: string) => text(astro[key])?.replace(/^\.\//, '') ?? standard
  const source = path.join(folder('srcDir', 'src'), 'content/docs')
  const { pages, others } = await readPages(root, source, locales, prefix)
  const base = (text(astro.base) ?? '').split('/').filter(Boolean)
  return {
    root,
    astro,
    options,
    languages,
    prefix,
    source,
    pages,
    others,
    listed: pages.filter(({ locale }) => locale === locales[0]),
    base: ['', ...base, ''].join('/'),
    /** Relative to the root. */
    publicDir: folder('publicDir', 'public'),
    /** `/fr/guides/start` → the file that is written. */
    targets: new Map(pages.map(page => [`${page.locale}${page.slug}`.replace(/(?<=.)\/$/, ''), page.target])),
    /** Target → file to copy, relative to the root. */
    copies: new Map<string, string>(),
    notes,
    note: notes.add,
  }
}

type StarlightSite = Awaited<ReturnType<typeof readSite>>
type StarlightPage = StarlightSite['pages'][number]

function writeSite(site: StarlightSite): ImportedSite {
  const { root, source, pages, others, languages, notes } = site
  const config = translateConfig(site)
  const files = pages.map(page => ({ path: page.target, content: writePage(page, site) }))
  noteNames(notes.add, others, quoted => `Pages in other formats weren't imported: ${quoted}.`, others.length)
  notes.add(
    "The sidebar is a list in `site.config.ts`. Add new pages there, or replace the list with `'auto'`.",
    0,
  )
  const imported = [
    `${plural(files.length, 'page')} in ${quoteNames([...languages.values()])}, written to \`content/\` as Markdown. \`public/\` wasn't changed.`,
    `Heading ids match github-slugger, which Starlight uses (\`slugs: 'github'\`); the id of the title is \`_top\`.`,
  ]
  const copies = Array.from(site.copies, ([to, from]) => ({ from, to }))
  return { root, config, sources: [source], imported, notes: notes.list(), files, copies }
}

const KEYS: KeyTable<StarlightSite> = {
  lastUpdated: (value, { note }) => {
    if (value === true) note(NEW_DATES)
    return { lastUpdated: value === true || undefined }
  },
  editLink: (value, { note }) => {
    const url = text(at(value, 'baseUrl'))
    const links = url ? githubLinks(url, CONTENT) : {}
    if (!links) note("`editLink.baseUrl` isn't on GitHub: set `theme.editLinkPattern`.")
    return links
  },
  logo: (logo, context) => {
    const { src, light, dark, alt } = values(logo)
    const picture = (file: unknown) => text(file) && showFile(path.normalize(String(file)), context)
    return { logo: picture(src) ?? (text(dark) ? logoOf(picture(light), picture(dark), alt) : undefined) }
  },
  social: (social, { note }) => {
    // Before 0.33 it was an object of addresses.
    const given = Array.isArray(social)
      ? social.map(values).map(({ icon, href, label }) => ({ icon, link: href, label }))
      : Object.entries(values(social)).map(([icon, link]) => ({ icon, link }))
    return { socialLinks: translateSocialLinks(given, note) }
  },
  pagefind: pagefind => ({ search: pagefind === false ? false : undefined }),
  customCss: (files, { note }) =>
    noteNames(
      note,
      list(files),
      quoted => `Style sheets (\`customCss\`) weren't imported: ${quoted}. Set colors in \`theme.colors\`.`,
    ),
  components: (_, { note }) =>
    note(
      "`components` weren't imported because they're Astro components. Customize the theme in `templates/`.",
    ),
  plugins: (plugins, { note }) => {
    const names = list(plugins).map(plugin => packageOf(plugin) ?? '(local)')
    noteNames(note, names, quoted => `Starlight plugins weren't imported: ${quoted}.`)
  },
  ...ignore(`title description locales defaultLocale sidebar head favicon tableOfContents credits tagline
    titleDelimiter prerender markdown disable404Route`),
}

/** `languages`: locale path → language, the default one first. `prefix`: the folder its pages had, `en/`, or empty. */
function readLanguages({ locales, defaultLocale }: Values) {
  const entries = Object.entries(values(locales))
  const keys = entries.map(([key]) => key)
  const first = ['root', text(defaultLocale)].find(key => keys.includes(key ?? '')) ?? keys[0] ?? 'root'
  const sorted = entries.toSorted(([a], [b]) => Number(b === first) - Number(a === first))
  const languages = sorted.map(([key, own]): [string, string] => [
    key === first ? '/' : `/${key}/`,
    text(values(own).lang) ?? key,
  ])
  return {
    languages: new Map(languages.length > 0 ? languages : [['/', 'en']]),
    prefix: first === 'root' ? '' : `${first}/`,
  }
}

function translateConfig(context: StarlightSite): UserConfig {
  const { astro, options, base, note, languages, prefix } = context
  const site = text(astro.site)
  const isClean = astro.trailingSlash === 'never'
  const title = inLanguages(options.title, {}, languages)
  const titles = typeof title === 'string' ? { '/': title } : title
  const icon = text(options.favicon) ?? '/favicon.svg'
  const hasIcon = isFile(context.root, path.join(context.publicDir, icon))
  const tags = list(options.head).map(tag => ['tag', 'attrs', 'content'].map(key => at(tag, key)))
  if (hasIcon) tags.unshift(['link', { rel: 'icon', href: icon }])
  const locales = Array.from(languages, ([path, lang]) => {
    const key = path === '/' ? prefix.slice(0, -1) || 'root' : path.slice(1, -1)
    const own = values(values(options.locales)[key])
    const dir = own.dir === 'rtl' ? 'rtl' : undefined
    return [path, { lang, label: text(own.label), dir, title: path === '/' ? undefined : titles[path] }]
  })
  if (prefix) note(`Pages at \`/${prefix}…\` are now at \`/…\`, with redirects.`, 0)
  return {
    title: titles['/'] ?? Object.values(titles)[0] ?? '',
    description: text(options.description),
    url: site && new URL(site).origin,
    base: base === '/' ? undefined : base,
    urls: at(astro, 'build.format') === 'file' ? 'html' : isClean ? 'clean' : 'directory',
    contentDir: CONTENT,
    publicDir: text(astro.publicDir)?.replace(/^\.\//, ''),
    head: translateHead(tags, note),
    locales: Object.fromEntries(locales) as UserConfig['locales'],
    theme: {
      ...translateKeys(options, KEYS, context),
      sidebar: translateSidebar(options.sidebar, context),
    },
    markdown: { slugs: 'github' },
    redirects: prefix ? { [`/${prefix.slice(0, -1)}`]: '/', [`/${prefix}*`]: '/:splat' } : undefined,
    ...retireWorker(pwaOptions(astro.integrations)),
  }
}

function translateSidebar(given: unknown, context: StarlightSite): SidebarEntry[] {
  const items = given === undefined ? [{ autogenerate: { directory: '' } }] : list(given)
  return items.flatMap(item => entry(typeof item === 'string' ? { slug: item } : values(item), context))
}

function entry(item: Values, context: StarlightSite): SidebarEntry[] {
  const { listed, languages, note } = context
  const { label, link, slug, items, autogenerate, badge: given } = item
  const name = inLanguages(label, values(item.translations), languages)
  const collapsed = item.collapsed === true
  if (autogenerate !== undefined) {
    const inner = folder(String(at(autogenerate, 'directory') ?? '').replace(/^\/|\/$/g, ''), context)
    return text(label) ? [{ text: name, items: inner, collapsed }] : inner
  }
  const { type, ...own } = badgeOf(typeof given === 'string' ? { text: given } : values(given))
  const badge = (given ?? undefined) && {
    text: inLanguages(own.text, {}, languages),
    type: type as 'info' | undefined,
  }
  if (Array.isArray(items)) return [{ text: name, items: translateSidebar(items, context), collapsed, badge }]
  const to = text(link) ?? (typeof slug === 'string' ? `/${slug}/` : undefined)
  if (!to) return []
  if (isOutside(to)) return [{ text: name, link: to, badge }]
  const page = listed.find(known => known.address === `/${to}/`.replace(/\/{2,}/g, '/'))?.address
  if (!page) {
    note(`The sidebar entry \`${text(label) ?? to}\` wasn't imported: \`${to}\` doesn't match any page.`)
    return []
  }
  if (text(label)) return [{ page, text: name, badge }]
  return [badge ? { page, badge } : page]
}

function folder(directory: string, context: StarlightSite): SidebarEntry[] {
  const prefix = directory === '' ? '' : `${directory}/`
  const inside = context.listed.filter(
    page => `${page.slug}/`.startsWith(prefix) && page.sidebar.hidden !== true,
  )
  /** Folder of the group; empty for a page that stands alone. */
  const groupOf = ({ slug, target }: StarlightPage) => {
    const [name = '', ...below] = slug.slice(prefix.length).split('/')
    const isFolderPage = target.endsWith('/README.md') && slug !== directory && slug !== ''
    return below.length > 0 || isFolderPage ? prefix + name : ''
  }
  const orderOf = (page: StarlightPage) => Number(page.sidebar.order ?? Infinity)
  type Placed = { order: number; name: string; entry: SidebarEntry }
  const placed = [...groupBy(inside, groupOf)].flatMap(([name, pages]): Placed[] => {
    if (name === '')
      return pages.map(page => ({ order: orderOf(page), name: page.slug, entry: page.address }))
    const group = { text: name.slice(prefix.length), items: folder(name, context), collapsed: false }
    return [{ order: Math.min(...pages.map(orderOf)), name, entry: group }]
  })
  return placed
    .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order) || a.name.localeCompare(b.name))
    .map(({ entry }) => entry)
}

/** From a text and translations by language, or an object of them. */
function inLanguages(standard: unknown, translations: Values, languages: ReadonlyMap<string, string>): Label {
  const first = text(standard) ?? text(Object.values(values(standard))[0]) ?? ''
  const all = { ...values(standard), ...translations }
  const texts = Array.from(languages, ([path, lang]) => {
    const keys = [lang, path.slice(1, -1), lang.split('-')[0] ?? '']
    return [path, keys.map(key => text(all[key])).find(Boolean) ?? first] as const
  })
  const own = texts.filter(([path, said], index) => index === 0 || said !== first || path === '/')
  return own.length > 1 ? Object.fromEntries(own) : (own[0]?.[1] ?? first)
}

const BADGES: Record<string, string> = { note: 'info', caution: 'warning', danger: 'danger' }

function badgeOf({ text: label, variant }: Values) {
  return { text: label, type: BADGES[text(variant) ?? ''] }
}

function packageOf(value: unknown) {
  return text((Object(value) as Values).$call)
}

async function readPages(root: string, folder: string, locales: readonly string[], prefix: string) {
  const files = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const shown = files.filter(file => !/(?:^|\/)_/.test(file)).map(file => path.join(folder, file))
  const pages = shown.filter(file => /\.mdx?$/i.test(file)).map(createPage)
  return { pages, others: shown.filter(file => /\.(?:mdoc|astro)$/i.test(file)) }

  function createPage(file: string) {
    const page = readPage(readText(path.join(root, file)) ?? '')
    const { frontmatter } = page
    const stem = file.slice(folder.length + 1).replace(/\.\w+$/, '')
    const given = text(frontmatter.slug)?.replace(/^\/|\/$/g, '')
    const names = stem.split('/').map(name => slug(name))
    const written = `${given ?? names.join('/')}/`
    const own = written.slice(written.startsWith(prefix) ? prefix.length : 0, -1)
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
      title: text(frontmatter.title) ?? path.basename(stem),
      sidebar: values(frontmatter.sidebar),
      page,
    }
  }
}

function writePage(given: StarlightPage, site: StarlightSite) {
  const { page, file, title } = given
  const host: PageHost = {
    components: COMPONENTS,
    isMdx: file.endsWith('.mdx'),
    address: createAddress(given, site),
    partial: () => undefined,
    differs: noteIn(site.notes, file, page),
  }
  const keys = translateFrontmatter(page.frontmatter, host, name => {
    if (typeof name !== 'string') return undefined
    return name.startsWith('/') ? name : showFile(path.join(path.dirname(file), name), site)
  })
  const heading = keys.home === true ? '' : `# ${title.replace(/[\\`*[\]<>]/g, '\\$&')} {#_top}\n\n`
  return convertPage(page, host, keys, body => heading + body.trimStart())
}

function createAddress(
  { file, target, locale, address }: StarlightPage,
  { root, base, prefix, targets, copies }: StarlightSite,
): PageHost['address'] {
  return (url, kind) => {
    const { name, rest } = splitAddress(url)
    if (name === '') return undefined
    if (!name.startsWith('/') && FILE.test(name)) {
      const found = path.join(path.dirname(file), name)
      if (found.startsWith('..') || !isFile(root, found)) return undefined
      const copy = path.join(CONTENT, found.replace(/^.*?content\/docs\/|^src\/assets\//, 'images/'))
      copies.set(copy, found)
      return linkTo(target, copy)
    }
    if (kind === 'image') return undefined
    const local = name.startsWith(base) ? `/${name.slice(base.length)}` : name
    if (prefix && local.startsWith(`/${prefix}`)) return local.slice(prefix.length) + rest
    if (local !== name) return local + rest
    const found = targets.get(path.resolve(locale + address.slice(1), name))
    return name.startsWith('/') || !found ? undefined : linkTo(target, found) + rest
  }
}

type Picture = (file: unknown) => string | undefined

const GONE = 'slug title template banner head pagefind editUrl tableOfContents hero'.split(' ')

function translateFrontmatter(given: Values, host: PageHost, picture: Picture) {
  for (const key of ['banner', 'head'])
    if (given[key] !== undefined) host.differs(`The frontmatter key \`${key}\` isn't supported`)
  const { tableOfContents: contents, hero, lastUpdated } = given
  const isSplash = given.template === 'splash'
  const { label, badge, hidden, order } = values(given.sidebar)
  const isShort = at(contents, 'maxHeadingLevel') === 2
  const place = {
    label: text(label),
    hidden: hidden === true || undefined,
    badge: typeof badge === 'object' ? badgeOf(values(badge)) : badge,
  }
  return {
    ...Object.fromEntries(GONE.map(key => [key, undefined])),
    sidebar: isSplash ? false : filled(place),
    order,
    outline: contents === false || isSplash ? false : isShort ? 2 : undefined,
    editLink: given.editUrl === false ? false : undefined,
    search: given.pagefind === false ? false : undefined,
    lastUpdated: typeof lastUpdated === 'boolean' ? lastUpdated : undefined,
    prev: neighbour(given.prev),
    next: neighbour(given.next),
    ...(hero !== undefined && translateHero(given, host, picture)),
  }
}

function neighbour(given: unknown) {
  if (given === false) return false
  return filled({ text: text(given) ?? text(at(given, 'label')), link: text(at(given, 'link')) })
}

function translateHero({ hero, title }: Values, { address, differs }: PageHost, picture: Picture) {
  const { image, actions: links, title: ownTitle, tagline } = values(hero)
  const { file, light, dark, alt, html } = values(image)
  const [one, ...both] = [file, light, dark].map(picture)
  if (text(html)) differs('The HTML image in the hero was removed')
  const actions = list(links).flatMap(action => {
    const [label, to] = [text(at(action, 'text')), text(at(action, 'link'))]
    return label && to ? [{ text: label, link: address(to, 'link') ?? to }] : []
  })
  return {
    home: true,
    heroText: text(ownTitle) ?? title,
    tagline: text(tagline) ?? null,
    heroImage: one ?? (both.includes(undefined) ? undefined : { light: both[0], dark: both[1] }),
    heroAlt: text(alt),
    actions: filled(actions),
  }
}

const ICONS: Record<string, string> = {
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

const lostIcon = (name = '') => `The icon \`${name}\` isn't available and was removed`
const iconName = (name = '') => ICON_NAMES.find(own => own === (ICONS[name] ?? name))

const COMPONENTS: Record<string, ConvertElement> = {
  Tabs: tabs('syncKey'),
  Aside: box(),
  Code: code('lang'),
  CardGrid: around('cards'),
  Card({ text, render, line }, { differs }) {
    const [title = '', given] = [text('title'), text('icon')]
    const icon = iconName(given)
    if (given !== undefined && !icon) differs(lostIcon(given), line)
    const opening = `[${title}]${attributes({ icon })}`
    return { block: container('card', opening, dedent(render())) }
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
    if (name) return { text: `:icon[${name}]${attributes({ label })}` }
    differs(lostIcon(given), line)
    return { text: label ?? '' }
  },
}

/** Has a picture copied to the public folder; returns its address. */
function showFile(file: string, { root, publicDir, copies }: StarlightSite) {
  if (file.startsWith('..') || !isFile(root, file)) return undefined
  const address = `/images/${path.basename(file)}`
  copies.set(publicDir + address, file)
  return address
}
