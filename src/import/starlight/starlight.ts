import path from 'node:path'
import { isFile } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import { evaluate } from '../common/evaluate.ts'
import { findFile, findVersion } from '../common/folders.ts'
import { type Importer, NEW_DATES, type Note, Notes } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/keys.ts'
import { githubLinks, logoOf, translateHead, translateSocialLinks } from '../common/settings.ts'
import { callOf, list, present, text, type Values, values } from '../common/values.ts'
import { CONTENT } from '../common/page.ts'
import { badgeOf, readPages, showFile, type StarlightPage, writePage, type Writing } from './pages.ts'

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
    ...writing,
    astro,
    options,
    pages: pages.filter(({ locale }) => locale === locales[0]),
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

type Theme = NonNullable<UserConfig['theme']>

interface ConfigContext extends Writing {
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
    const url = text(values(value)['baseUrl'])
    const links = url === undefined ? {} : githubLinks(url, CONTENT)
    if (!links) note('`editLink.baseUrl` is not one of GitHub: set `theme.editLinkPattern`.')
    return links
  },
  logo: (logo, context) => {
    const { src, light, dark, alt } = values(logo)
    const picture = (file: unknown) =>
      text(file) ? showFile(path.posix.normalize(String(file)), context) : undefined
    return { logo: picture(src) ?? (text(dark) ? logoOf(picture(light), picture(dark), alt) : undefined) }
  },
  social: (social, { note }) => {
    // Before 0.33 it was an object of addresses.
    const given = Array.isArray(social)
      ? social.map(values).map(({ icon, href, label }) => ({ icon, link: href, label }))
      : Object.entries(values(social)).map(([icon, link]) => ({ icon, link, label: undefined }))
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
    const names = list(plugins).map(plugin => `\`${callOf(plugin)?.name ?? 'of the site itself'}\``)
    if (names.length > 0) note(`Plugins of Starlight aren't imported: ${names.join(', ')}.`)
  },
  ...ignore('title description locales defaultLocale sidebar head favicon tableOfContents credits tagline'),
  ...ignore('titleDelimiter prerender markdown disable404Route'),
}

/** The languages of a site by locale path, the default one first. */
function readLanguages({ locales, defaultLocale }: Values): Map<string, string> {
  const entries = Object.entries(values(locales))
  if (entries.length === 0) return new Map([['/', 'en']])
  const first = text(defaultLocale) ?? 'root'
  const sorted = entries.toSorted(([a], [b]) => Number(b === first) - Number(a === first))
  return new Map(
    sorted.map(([key, own]) => [key === 'root' ? '/' : `/${key}/`, text(values(own)['lang']) ?? key]),
  )
}

/** The configuration of docsgen that keeps every address of a Starlight site. */
function translateConfig(context: ConfigContext): UserConfig {
  const { astro, options, base, note, languages } = context
  const site = text(astro['site'])
  const isClean = astro['trailingSlash'] === 'never'
  const form = values(astro['build'])['format'] === 'file' ? 'html' : isClean ? 'clean' : 'directory'
  const title = inLanguages(options['title'], {}, languages)
  const titles = typeof title === 'string' ? {} : title
  const icon = text(options['favicon']) ?? '/favicon.svg'
  const head = [
    ...(isFile(context.root, path.posix.join(context.publicDir, icon))
      ? [['link', { rel: 'icon', href: icon }]]
      : []),
    ...list(options['head'])
      .map(values)
      .map(tag => [tag['tag'], tag['attrs'], tag['content']]),
  ]
  const locales = Array.from(languages, ([path, lang]) => {
    const own = values(values(options['locales'])[path === '/' ? 'root' : path.slice(1, -1)])
    const label = text(own['label'])
    const dir = own['dir'] === 'rtl' ? ('rtl' as const) : undefined
    return [path, present({ lang, label, dir, title: path === '/' ? undefined : titles[path] })] as const
  })
  return present({
    title: typeof title === 'string' ? title : (title['/'] ?? Object.values(title)[0] ?? ''),
    description: text(options['description']),
    url: site === undefined ? undefined : new URL(site).origin,
    base: base === '/' ? undefined : base,
    urls: form,
    contentDir: CONTENT,
    publicDir: text(astro['publicDir'])?.replace(/^\.\//, ''),
    head: translateHead(head, note),
    locales: Object.fromEntries(locales),
    theme: present({
      ...translateKeys(options, KEYS, context),
      sidebar: translateSidebar(options['sidebar'], context),
    }),
    markdown: { slugs: 'github' },
  }) as UserConfig
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
    const inner = folder(String(values(autogenerate)['directory'] ?? '').replace(/^\/|\/$/g, ''), context)
    return text(label) ? [{ text: name, items: inner, collapsed }] : inner
  }
  const own = badgeOf(typeof given === 'string' ? { text: given } : values(given))
  const badge = (
    given === undefined || given === null
      ? {}
      : { badge: { ...own, text: inLanguages(own['text'], {}, languages) } }
  ) as { badge?: { text: Label; type?: 'info' } }
  if (Array.isArray(items))
    return [{ text: name, items: translateSidebar(items, context), collapsed, ...badge }]
  const to = text(link) ?? (typeof slug === 'string' ? `/${slug}/` : undefined)
  if (to === undefined) return []
  if (isOutside(to)) return [{ text: name, link: to, ...badge }]
  const page = pages.find(known => known.address === `/${to}/`.replace(/\/{2,}/g, '/'))
  if (!page) {
    note(`The sidebar entry \`${text(label) ?? to}\` (\`${to}\`) leads to no page and was left out.`)
    return []
  }
  if (text(label)) return [{ page: page.address, text: name, ...badge }]
  return [badge.badge ? { page: page.address, ...badge } : page.address]
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
