import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import {
  callOf,
  githubLinks,
  ignore,
  type KeyTable,
  list,
  NEW_DATES,
  type Note,
  present,
  text,
  translateHead,
  translateKeys,
  type Values,
  values,
} from '../common/importer.ts'
import { CONTENT } from '../common/page.ts'
import { BADGES } from './components.ts'
import { sidebarOf, type StarlightPage } from './pages.ts'

type Theme = NonNullable<UserConfig['theme']>
type Social = NonNullable<Theme['socialLinks']>[number]

export interface ConfigContext {
  /** The configuration of Astro. */
  astro: Values
  /** The options of Starlight. */
  options: Values
  /** Pages of the default language. */
  pages: readonly StarlightPage[]
  /** Locale path → language, the default one first. */
  languages: ReadonlyMap<string, string>
  /** Where a picture of the sources is now. */
  picture: (file: string) => string | undefined
  /** True for a file of the public folder. */
  hasFile: (name: string) => boolean
  note: Note
}

/** Names of drawings of services that come with docsgen. */
const ICONS =
  'bluesky codeberg discord email facebook github gitlab instagram linkedin mastodon matrix npm rss slack telegram x youtube'
/** Keys of the options of Starlight. */
const KEYS: KeyTable<ConfigContext> = {
  lastUpdated: (value, { note }) => {
    if (value !== true) return {}
    note(NEW_DATES)
    return { lastUpdated: true }
  },
  editLink: (value, { note }) => editLinks(values(value), note),
  logo: (logo, context) => ({ logo: logoOf(values(logo), context) }),
  social: (social, { note }) => ({ socialLinks: socialLinks(social, note) }),
  pagefind: pagefind => ({ search: pagefind === false ? false : undefined }),
  customCss: (files, { note }) => {
    const names = list(files).map(file => `\`${String(file)}\``)
    if (names.length > 0)
      note(
        `Style sheets (\`customCss\`) aren't imported: ${names.join(', ')}. Colours go into \`theme.colors\`.`,
      )
  },
  components: {
    note: "`components` are programs for Astro and aren't imported; write `templates/` for what they change.",
  },
  plugins: (plugins, { note }) => {
    const names = list(plugins).map(plugin => `\`${callOf(plugin)?.name ?? 'of the site itself'}\``)
    if (names.length > 0) note(`Plugins of Starlight aren't imported: ${names.join(', ')}.`)
  },
  ...ignore('title description locales defaultLocale sidebar head favicon tableOfContents credits tagline'),
  ...ignore('titleDelimiter prerender markdown disable404Route'),
}

/** The languages of a site by locale path, the default one first. */
export function readLanguages({ locales, defaultLocale }: Values): Map<string, string> {
  const entries = Object.entries(values(locales))
  if (entries.length === 0) return new Map([['/', 'en']])
  const first = text(defaultLocale) ?? 'root'
  const sorted = entries.toSorted(([a], [b]) => Number(b === first) - Number(a === first))
  return new Map(
    sorted.map(([key, own]) => [key === 'root' ? '/' : `/${key}/`, text(values(own)['lang']) ?? key]),
  )
}

/** The configuration of docsgen that keeps every address of a Starlight site. */
export function translateConfig(context: ConfigContext): UserConfig {
  const { astro, options, note, pages, languages } = context
  const site = text(astro['site'])
  const base = (text(astro['base']) ?? '').split('/').filter(Boolean).join('/')
  const isFile = values(astro['build'])['format'] === 'file'
  const title = inLanguages(options['title'], {}, languages)
  const icon = text(options['favicon']) ?? '/favicon.svg'
  const tags = list(options['head']).map(values)
  return present({
    title: typeof title === 'string' ? title : (title['/'] ?? Object.values(title)[0] ?? ''),
    description: text(options['description']),
    url: site === undefined ? undefined : new URL(site).origin,
    base: base === '' ? undefined : `/${base}/`,
    urls: isFile
      ? ('html' as const)
      : astro['trailingSlash'] === 'never'
        ? ('clean' as const)
        : ('directory' as const),
    contentDir: CONTENT,
    publicDir: text(astro['publicDir'])?.replace(/^\.\//, ''),
    head: translateHead(
      [
        ...(context.hasFile(icon) ? [['link', { rel: 'icon', href: icon }]] : []),
        ...tags.map(tag => [tag['tag'], tag['attrs'], tag['content']]),
      ],
      note,
    ),
    locales: translateLocales(options, title, languages),
    theme: present({
      ...translateKeys(options, KEYS, context),
      sidebar: translateSidebar(options['sidebar'], { pages, languages, note }),
    }) as Theme,
    markdown: { slugs: 'github' as const },
  }) as UserConfig
}

function translateLocales(
  { locales }: Values,
  title: ReturnType<typeof inLanguages>,
  languages: ReadonlyMap<string, string>,
): UserConfig['locales'] {
  const entries = [...languages].map(([path, lang]) => {
    const own = values(values(locales)[path === '/' ? 'root' : path.slice(1, -1)])
    const said = typeof title === 'string' ? undefined : title[path]
    const found = present({
      lang,
      label: text(own['label']),
      dir: own['dir'] === 'rtl' ? ('rtl' as const) : undefined,
      title: path === '/' ? undefined : said,
    })
    return [path, found]
  })
  return Object.fromEntries(entries) as UserConfig['locales']
}

function editLinks({ baseUrl }: Values, note: Note): UserConfig['theme'] {
  const url = text(baseUrl)
  if (url === undefined) return {}
  const links = githubLinks(url, CONTENT)
  if (!links) note('`editLink.baseUrl` is not one of GitHub: set `theme.editLinkPattern`.')
  return links
}

function logoOf({ src, light, dark, alt }: Values, { picture }: ConfigContext): Theme['logo'] {
  const find = (file: unknown) => {
    const name = text(file)
    return name === undefined ? undefined : picture(name)
  }
  const [one, day, night] = [find(src), find(light), find(dark)]
  if (one !== undefined) return one
  if (day === undefined || night === undefined) return undefined
  return { light: day, dark: night, ...(text(alt) ? { alt: String(alt) } : {}) }
}

/** A list with `icon`, `label`, `href`, or, before 0.33, an object of addresses. */
function socialLinks(social: unknown, note: Note): Social[] | undefined {
  const given = Array.isArray(social)
    ? social.map(values)
    : Object.entries(values(social)).map(([icon, href]): Values => ({ icon, href }))
  const links = given.flatMap(({ icon, label, href }): Social[] => {
    const [name, link] = [text(icon)?.replace(/^x\.com$/, 'x') ?? '', text(href)]
    if (link === undefined) return []
    if (ICONS.split(' ').includes(name))
      return [{ icon: name, link, ...(text(label) ? { text: String(label) } : {}) } as Social]
    note(
      `The link to \`${link}\` has no icon here (\`${name}\`) and was left out: add it to \`theme.socialLinks\` with a picture.`,
    )
    return []
  })
  return links.length > 0 ? links : undefined
}

type Sidebar = NonNullable<NonNullable<UserConfig['theme']>['sidebar']>
type Entry = Extract<Sidebar, unknown[]>[number]
type BadgeType = 'tip' | 'info' | 'warning' | 'danger'

export interface SidebarContext {
  /** Pages of the default language. */
  pages: readonly StarlightPage[]
  /** Locale path → language, the default one first. */
  languages: ReadonlyMap<string, string>
  note: Note
}

/** The sidebar as a list; of a site without one, all its pages. */
function translateSidebar(given: unknown, context: SidebarContext): Entry[] {
  const items = given === undefined ? [{ autogenerate: { directory: '' } }] : list(given)
  return items.flatMap(item => entry(typeof item === 'string' ? { slug: item } : values(item), context))
}

function entry(item: Values, context: SidebarContext): Entry[] {
  const { label, link, slug, items, collapsed, autogenerate } = item
  if (autogenerate !== undefined) {
    const inner = folder(String(values(autogenerate)['directory'] ?? '').replace(/^\/|\/$/g, ''), context)
    return text(label) ? [{ text: labelOf(item, context), items: inner, ...closed(collapsed) }] : inner
  }
  if (Array.isArray(items)) {
    const inner = translateSidebar(items, context)
    return [{ text: labelOf(item, context), items: inner, ...closed(collapsed), ...badged(item, context) }]
  }
  const to = text(link) ?? (typeof slug === 'string' ? `/${slug}/` : undefined)
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: labelOf(item, context), link: to, ...badged(item, context) }]
  const page = context.pages.find(
    known => `/${known.slug}/`.replace('//', '/') === `/${to}/`.replace(/\/{2,}/g, '/'),
  )
  if (!page) {
    context.note(`The sidebar entry \`${text(label) ?? to}\` (\`${to}\`) leads to no page and was left out.`)
    return []
  }
  const address = addressOf(page)
  const badge = badged(item, context)
  if (text(label) === undefined)
    return Object.keys(badge).length > 0 ? [{ page: address, ...badge }] : [address]
  return [{ page: address, text: labelOf(item, context), ...badge }]
}

function closed(collapsed: unknown): { collapsed: boolean } {
  return { collapsed: collapsed === true }
}

/** The address of a page in any language. */
export function addressOf({ slug }: Pick<StarlightPage, 'slug'>): string {
  return slug === '' ? '/' : `/${slug}/`
}

/** Pages of a folder and groups of those below it, by `order` and address. */
function folder(directory: string, context: SidebarContext): Entry[] {
  const prefix = directory === '' ? '' : `${directory}/`
  const inside = context.pages.filter(
    page => `${page.slug}/`.startsWith(prefix) && sidebarOf(page)['hidden'] !== true,
  )
  const groups = new Map<string, StarlightPage[]>()
  const single: StarlightPage[] = []
  for (const page of inside) {
    const [name, ...below] = page.slug.slice(prefix.length).split('/')
    const isFolderPage = page.target.endsWith('/README.md') && page.slug !== directory
    if (name !== undefined && (below.length > 0 || (isFolderPage && page.slug !== '')))
      groups.set(name, [...(groups.get(name) ?? []), page])
    else single.push(page)
  }
  const orderOf = (page: StarlightPage) => Number(sidebarOf(page)['order'] ?? Infinity)
  const placed = [
    ...single.map(page => ({ order: orderOf(page), name: page.slug, entries: [addressOf(page)] as Entry[] })),
    ...[...groups].map(([name, pages]) => ({
      order: Math.min(...pages.map(orderOf)),
      name: prefix + name,
      entries: [{ text: name, items: folder(prefix + name, context), collapsed: false }] as Entry[],
    })),
  ]
  const compare = (a: number, b: number) => (a === b ? 0 : a - b)
  return placed
    .toSorted((a, b) => compare(a.order, b.order) || a.name.localeCompare(b.name))
    .flatMap(({ entries }) => entries)
}

function labelOf({ label, translations }: Values, { languages }: SidebarContext): Label {
  return inLanguages(label, values(translations), languages)
}

/** A text with translations by language, or an object of them, as a label. */
function inLanguages(standard: unknown, translations: Values, languages: ReadonlyMap<string, string>): Label {
  const first = text(standard) ?? text(Object.values(values(standard))[0]) ?? ''
  const all = { ...values(standard), ...translations }
  const texts = [...languages].map(([path, lang]) => {
    const said = text(all[lang]) ?? text(all[path.slice(1, -1)]) ?? text(all[lang.split('-')[0] ?? ''])
    return [path, said ?? first] as const
  })
  const own = texts.filter(([path, said], index) => index === 0 || said !== first || path === '/')
  return own.length > 1 ? Object.fromEntries(own) : (own[0]?.[1] ?? first)
}

function badged(
  { badge }: Values,
  { languages }: SidebarContext,
): { badge?: { text: Label; type?: BadgeType } } {
  if (badge === undefined || badge === null) return {}
  const given = typeof badge === 'string' ? { text: badge } : values(badge)
  const type = BADGES[text(values(badge)['variant']) ?? ''] as BadgeType | undefined
  return { badge: { text: inLanguages(given['text'], {}, languages), ...(type ? { type } : {}) } }
}
