import type { UserConfig } from '../../schema/config.ts'
import { NEW_DATES, type Note } from '../common/importer.ts'
import { callOf, translateHead, list, present, text, values, type Values } from '../common/keys.ts'
import { inLanguages, translateSidebar } from './navigation.ts'
import { CONTENT, type StarlightPage } from './pages.ts'

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
/** Options that are taken over, or that mean nothing here. */
const KNOWN =
  'title description logo social locales defaultLocale sidebar head lastUpdated editLink favicon tableOfContents pagefind credits titleDelimiter prerender tagline markdown disable404Route'.split(
    ' ',
  )

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
  for (const key of Object.keys(options)
    .filter(name => !KNOWN.includes(name) && !isEmptyList(options[name]))
    .toSorted())
    note(describeOption(key, options[key]))
  if (options['lastUpdated'] === true) note(NEW_DATES)
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
      ...editLinks(values(options['editLink']), note),
      lastUpdated: options['lastUpdated'] === true ? true : undefined,
      sidebar: translateSidebar(options['sidebar'], { pages, languages, note }),
      logo: logoOf(values(options['logo']), context),
      socialLinks: socialLinks(options['social'], note),
      search: options['pagefind'] === false ? (false as const) : undefined,
    }) as Theme,
    markdown: { slugs: 'github' as const },
  }) as UserConfig
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function describeOption(key: string, value: unknown): string {
  if (key === 'customCss')
    return `Style sheets (\`customCss\`) are not taken over: ${list(value)
      .map(file => `\`${String(file)}\``)
      .join(', ')}. Colours go into \`theme.colors\`.`
  if (key === 'components')
    return '`components` are programs for Astro and are not taken over; write `templates/` for what they change.'
  if (key === 'plugins') {
    const names = list(value).map(plugin => `\`${callOf(plugin)?.name ?? 'of the site itself'}\``)
    return `Plugins of Starlight are not taken over: ${names.join(', ')}.`
  }
  return `\`${key}\` has no counterpart.`
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

/** `https://github.com/owner/name/edit/main/docs/`. */
function editLinks({ baseUrl }: Values, note: Note): Partial<Theme> {
  const url = text(baseUrl)
  if (url === undefined) return {}
  const [, repo, branch, folder = ''] =
    /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/]+)\/(?:tree|edit|blob)\/([^/]+)\/?(.*)$/.exec(url) ?? []
  if (repo === undefined || branch === undefined) {
    note('`editLink.baseUrl` is not one of GitHub: set `theme.editLinkPattern`.')
    return {}
  }
  const path = [...folder.split('/').filter(Boolean), CONTENT].join('/')
  return { docsRepo: repo, docsBranch: branch, docsDir: path, editLinks: true }
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
