/** The configuration of docsgen for one of Starlight: tables of its keys, and the sidebar. */
import path from 'node:path'
import { isFile } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/values.ts'
import { isOutside } from '../../shared/addresses.ts'
import { NEW_DATES, type Note } from '../common/importer.ts'
import { CONTENT, type ReadPage } from '../common/page.ts'
import {
  at,
  githubLinks,
  ignore,
  type KeyTable,
  list,
  logoOf,
  text,
  type Theme,
  translateHead,
  translateKeys,
  translateSocialLinks,
  type Values,
  values,
} from '../common/settings.ts'

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

interface ConfigContext {
  /** Absolute. */
  root: string
  base: string
  /** Folder of public files, relative to the root. */
  publicDir: string
  /** Copies a picture; its address. */
  picture: (file: string) => string | undefined
  /** The configuration of Astro. */
  astro: Values
  /** The options of Starlight. */
  options: Values
  /** Pages of the default language. */
  pages: readonly StarlightPage[]
  /** Locale path → language, the default one first. */
  languages: ReadonlyMap<string, string>
  note: Note
}

/** Keys of the options of Starlight. */
const KEYS: KeyTable<ConfigContext> = {
  lastUpdated: (value, { note }) => {
    if (value !== true) return {}
    note(NEW_DATES)
    return { lastUpdated: true }
  },
  editLink: (value, { note }) => {
    const url = text(at(value, 'baseUrl'))
    const links = url === undefined ? {} : githubLinks(url, CONTENT)
    if (!links) note('`editLink.baseUrl` is not one of GitHub: set `theme.editLinkPattern`.')
    return links
  },
  logo: (logo, context) => {
    const { src, light, dark, alt } = values(logo)
    const picture = (file: unknown) =>
      text(file) ? context.picture(path.posix.normalize(String(file))) : undefined
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
    const names = list(plugins).map(plugin => `\`${packageOf(plugin) ?? 'of the site itself'}\``)
    if (names.length > 0) note(`Plugins of Starlight aren't imported: ${names.join(', ')}.`)
  },
  ...ignore(`title description locales defaultLocale sidebar head favicon tableOfContents credits tagline
    titleDelimiter prerender markdown disable404Route`),
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
  const { astro, options, base, note, languages } = context
  const site = text(astro['site'])
  const isClean = astro['trailingSlash'] === 'never'
  const title = inLanguages(options['title'], {}, languages)
  const titles = typeof title === 'string' ? { '/': title } : title
  const icon = text(options['favicon']) ?? '/favicon.svg'
  const hasIcon = isFile(context.root, path.posix.join(context.publicDir, icon))
  const tags = list(options['head']).map(tag => ['tag', 'attrs', 'content'].map(key => at(tag, key)))
  const locales = Array.from(languages, ([path, lang]) => {
    const own = values(values(options['locales'])[path === '/' ? 'root' : path.slice(1, -1)])
    const dir = own['dir'] === 'rtl' ? ('rtl' as const) : undefined
    return [path, { lang, label: text(own['label']), dir, title: path === '/' ? undefined : titles[path] }]
  })
  return {
    title: titles['/'] ?? Object.values(titles)[0] ?? '',
    description: text(options['description']),
    url: site === undefined ? undefined : new URL(site).origin,
    base: base === '/' ? undefined : base,
    urls: at(astro, 'build.format') === 'file' ? 'html' : isClean ? 'clean' : 'directory',
    contentDir: CONTENT,
    publicDir: text(astro['publicDir'])?.replace(/^\.\//, ''),
    head: translateHead([...(hasIcon ? [['link', { rel: 'icon', href: icon }]] : []), ...tags], note),
    locales: Object.fromEntries(locales) as UserConfig['locales'],
    theme: {
      ...translateKeys(options, KEYS, context),
      sidebar: translateSidebar(options['sidebar'], context),
    },
    markdown: { slugs: 'github' },
  }
}

type Entry = Extract<NonNullable<Theme['sidebar']>, unknown[]>[number]

type SidebarContext = Pick<ConfigContext, 'pages' | 'languages' | 'note'>

/** The sidebar as a list; of a site without one, all its pages. */
function translateSidebar(given: unknown, context: SidebarContext): Entry[] {
  const items = given === undefined ? [{ autogenerate: { directory: '' } }] : list(given)
  return items.flatMap(item => entry(typeof item === 'string' ? { slug: item } : values(item), context))
}

function entry(item: Values, context: SidebarContext): Entry[] {
  const { pages, languages, note } = context
  const { label, link, slug, items, autogenerate, badge: given } = item
  const name = inLanguages(label, values(item['translations']), languages)
  const collapsed = item['collapsed'] === true
  if (autogenerate !== undefined) {
    const inner = folder(String(at(autogenerate, 'directory') ?? '').replace(/^\/|\/$/g, ''), context)
    return text(label) ? [{ text: name, items: inner, collapsed }] : inner
  }
  const { type, ...own } = badgeOf(typeof given === 'string' ? { text: given } : values(given))
  const badge = (given ?? undefined) && {
    text: inLanguages(own['text'], {}, languages),
    type: type as 'info' | undefined,
  }
  if (Array.isArray(items)) return [{ text: name, items: translateSidebar(items, context), collapsed, badge }]
  const to = text(link) ?? (typeof slug === 'string' ? `/${slug}/` : undefined)
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: name, link: to, badge }]
  const page = pages.find(known => known.address === `/${to}/`.replace(/\/{2,}/g, '/'))?.address
  if (page === undefined) {
    note(`The sidebar entry \`${text(label) ?? to}\` (\`${to}\`) leads to no page and was left out.`)
    return []
  }
  if (text(label)) return [{ page, text: name, badge }]
  return [badge ? { page, badge } : page]
}

/** Pages of a folder and groups of those below it, by `order` and address. */
function folder(directory: string, context: SidebarContext): Entry[] {
  const prefix = directory === '' ? '' : `${directory}/`
  const inside = context.pages.filter(
    page => `${page.slug}/`.startsWith(prefix) && page.sidebar['hidden'] !== true,
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
  const orderOf = (page: StarlightPage) => Number(page.sidebar['order'] ?? Infinity)
  const placed = [
    ...single.map(page => ({ order: orderOf(page), name: page.slug, entry: page.address as Entry })),
    ...Array.from(groups, ([name, pages]) => ({
      order: Math.min(...pages.map(orderOf)),
      name: prefix + name,
      entry: { text: name, items: folder(prefix + name, context), collapsed: false } as Entry,
    })),
  ]
  return placed
    .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order) || a.name.localeCompare(b.name))
    .map(({ entry }) => entry)
}

/** A text with translations by language, or an object of them, as a label. */
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

/** Colors of badges by their names in Starlight. */
export const BADGES: Readonly<Record<string, string>> = { note: 'info', caution: 'warning', danger: 'danger' }

/** A badge with its text as it is written. */
export function badgeOf({ text: label, variant }: Values): Values {
  return { text: label, type: BADGES[text(variant) ?? ''] }
}

/** The package whose function a value was made by. */
export function packageOf(value: unknown): string | undefined {
  return text((Object(value) as Values)['$call'])
}
