import { scanAllTags } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Strings } from '../../schema/strings.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/keys.ts'
import { logoOf, translateDocsearch, translateHead, translateSocialLinks } from '../common/settings.ts'
import { list, present, text, type Values, values } from '../common/values.ts'
import {
  type FindPage,
  languageOfFolder,
  type Locale,
  type MenuContext,
  type Sidebar,
  type SidebarEntry,
  translateLink,
  translateNav,
  withinLocale,
} from '../common/vue-menus.ts'
import { overlay } from './read-site.ts'

interface TranslateInput {
  /** The configuration as data, and those of its folders by path. */
  config: Values
  layers: Readonly<Record<string, Values>>
  placed: { exclude: string[]; rewrites: Record<string, string>; redirects: Record<string, string> }
  /** Source folder relative to the site's root, `docs`. */
  source: string
  findPage: FindPage
  /** True for the address of a public file. */
  isFile: (address: string) => boolean
  /** True where pages open a container `raw`. */
  hasRaw: boolean
  note: Note
}

/** Keys of the configuration. */
const KEYS: KeyTable<TranslateInput> = {
  sitemap: sitemap => {
    const { hostname } = values(sitemap)
    const isAddress = typeof hostname === 'string' && URL.canParse(hostname)
    return { url: isAddress ? new URL(hostname).origin : undefined }
  },
  cleanUrls: cleanUrls => ({ urls: cleanUrls === true ? 'clean' : undefined }),
  base: base => {
    const [, name] = /^\/?(.*?)\/?$/.exec(text(base) ?? '') ?? []
    return { base: name ? `/${name}/` : undefined }
  },
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  ...ignore(
    'title description lang dir locales themeConfig markdown rewrites srcDir srcExclude outDir assetsDir',
  ),
  ...ignore(
    'cacheDir lastUpdated ignoreDeadLinks extends additionalConfig vue mpa metaChunk useWebFonts vite',
  ),
  ...ignore('shouldPreload scrollOffset buildConcurrency contentProps router'),
}

/** Keys of `themeConfig`; those without a row of their own are of languages, too. */
const THEME_KEYS: KeyTable<TranslateInput> = {
  logo: logo => {
    const { src, light, dark, alt } = values(logo)
    return { logo: text(dark) ? logoOf(light, dark, alt) : (text(logo) ?? text(src)) }
  },
  siteTitle: { note: '`themeConfig.siteTitle`: the header shows `title`, beside the logo.' },
  outline: (outline, { note }) => {
    const level = Array.isArray(outline) || typeof outline !== 'object' ? outline : values(outline)['level']
    if (level === false) return { outline: false }
    if (level !== undefined && String(level) !== '2' && String(level) !== '2,3')
      note('`outline`: the list of headings beside a page shows those of levels 2 and 3.')
    return {}
  },
  ...ignore(
    'nav sidebar socialLinks editLink footer outlineTitle lastUpdated lastUpdatedText docFooter search',
  ),
  ...ignore('algolia notFound langMenuLabel returnToTopLabel sidebarMenuLabel darkModeSwitchLabel aside'),
  ...ignore('lightModeSwitchTitle darkModeSwitchTitle skipToContentLabel externalLinkIcon i18nRouting'),
}

/** Keys of `markdown`. */
const MARKDOWN_KEYS: KeyTable<TranslateInput> = {
  lineNumbers: lineNumbers => ({ lineNumbers: lineNumbers === true || undefined }),
  anchor: (anchor, { note }) => {
    if (values(anchor)['slugify'] !== undefined)
      note(
        '`markdown.anchor.slugify` makes ids of its own: headings may get other ids, and links to them may break.',
      )
  },
  ...ignore('math config preConfig container codeCopyButton codeCopyButtonTitle toc headers image gfmAlerts'),
  ...ignore(
    'externalLinks emoji codeTransformers theme cache component frontmatter sfc linkify html typographer',
  ),
  ...ignore('breaks quotes highlight languageLabel shikiSetup'),
}

/** The configuration of docsgen that keeps every address of a VitePress site: routes and heading ids. Pure. */
export function translateVitepress(input: TranslateInput): UserConfig {
  const { config, layers, source, findPage, isFile, note } = input
  const given = translateKeys(config, KEYS, input)
  const all = layersOf(config, layers)
  const fileAddress = (address: string) =>
    given['url'] && isFile(address)
      ? `${String(given['url'])}${text(given['base'])?.slice(0, -1) ?? ''}${address}`
      : undefined
  const locales = translateLocales(all, locale => ({ findPage, fileAddress, locale, note }))
  // Translations that are sites of their own are in a menu: no page of this site is in those languages.
  const foreign = foreignLocales(config)
  if (foreign.length > 0) {
    note('Languages whose `link` leads to another site are in a menu of the navigation, `Languages`.')
    for (const locale of Object.values(locales))
      locale.nav = [...(locale.nav ?? []), { text: 'Languages', items: foreign }]
  }
  const others = [...Object.values(layers), ...Object.values(values(config['locales'])).map(values)]
  if (others.some(layer => list(layer['head']).length > 0))
    note('`head` of single languages is left out; that of the site holds for all.')
  for (const path of Object.keys(layers).filter(folder => !all.has(folder)))
    note(`The configuration of \`${path}\` is left out: only a language has settings of its own.`)
  const { exclude, rewrites, redirects } = input.placed
  return present({
    title: text(config['title']) ?? 'VitePress',
    contentDir: source,
    exclude: exclude.length > 0 ? exclude : undefined,
    rewrites: Object.keys(rewrites).length > 0 ? rewrites : undefined,
    publicDir: `${source}/public`,
    description: text(all.get('/')?.['description']),
    ...given,
    // The site had no addresses for pages that a language lacks.
    fallback: all.size > 1 ? ('none' as const) : undefined,
    locales,
    theme: translateTheme(all, input),
    ...translateMarkdown(values(config['markdown']), input),
    redirects: Object.keys(redirects).length > 0 ? redirects : undefined,
  }) as UserConfig
}

/** Plugins of the parser whose work docsgen does itself. */
const BUILT_IN =
  /^(?:markdown-it-(?:footnote|task-lists|anchor|emoji|attrs)|vitepress-plugin-(?:group-icons|tabs))$/

/** Settings of `markdown`, and the plugins that do what those of VitePress did. */
function translateMarkdown(
  markdown: Values,
  input: TranslateInput,
): Pick<UserConfig, 'markdown' | 'plugins'> {
  const given = translateKeys(markdown, MARKDOWN_KEYS, input, 'markdown.')
  const plugins = new Set<string>()
  if (isOn(markdown['math'])) plugins.add('docsgen/plugins/math')
  const uses = [markdown['preConfig'], markdown['config']].flatMap(extend => list(values(extend)['$use']))
  for (const { plugin } of uses.map(values)) {
    const name = text(plugin) ?? ''
    if (name.includes('mermaid')) plugins.add('docsgen/plugins/mermaid')
    else if (/math|katex/.test(name)) plugins.add('docsgen/plugins/math')
    else if (!BUILT_IN.test(name)) input.note(`The Markdown plugin \`${name}\` has no counterpart.`)
  }
  return {
    markdown: {
      slugs: 'vitepress',
      includeRoot: input.source,
      ...present(given),
      ...(input.hasRaw ? { containers: { raw: { kind: 'v-pre' as const } } } : {}),
    },
    ...(plugins.size > 0 ? { plugins: [...plugins] } : {}),
  }
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
}

/** Languages that are at other sites: their labels and addresses. */
export function foreignLocales(config: Values): { text: string; link: string }[] {
  return Object.entries(values(config['locales'])).flatMap(([name, locale]) => {
    const { label, link } = values(locale)
    return isOutside(String(link ?? '')) ? [{ text: text(label) ?? name, link: String(link) }] : []
  })
}

/** Settings of each language with those of the site below them, by locale path, `/` first. */
export function layersOf(
  { locales, ...site }: Values,
  layers: Readonly<Record<string, Values>>,
): Map<string, Values> {
  const own = Object.entries(values(locales))
    .map(([name, locale]) => [name, values(locale)] as const)
    .filter(([, { link }]) => !isOutside(text(link) ?? ''))
    .map(([name, locale]) => [name === 'root' ? '/' : `/${name.replace(/^\/|\/$/g, '')}/`, locale] as const)
  const merged = new Map<string, Values>([['/', {}], ...own])
  for (const [path, locale] of merged) {
    const folder = path === '/' ? {} : (layers[path] ?? {})
    merged.set(path, [locale, layers['/'] ?? {}, folder].reduce(overlay, site))
  }
  return merged
}

/** Every language with its texts, menus and sidebars. */
export function translateLocales(
  all: ReadonlyMap<string, Values>,
  contextOf: (locale: string) => MenuContext,
): Record<string, Locale> {
  const root = all.get('/') ?? {}
  const locales = [...all].map(([path, settings]): [string, Locale] => {
    const theme = values(settings['themeConfig'])
    const differs = (key: string) =>
      path === '/' || settings[key] === root[key] ? undefined : text(settings[key])
    // A language that is not set for a folder is that of the folder's name.
    const lang = text(settings['lang'])
    const isInherited = path !== '/' && lang === text(root['lang'])
    const locale = present({
      lang: (isInherited ? undefined : lang) ?? languageOfFolder(path) ?? lang ?? 'en-US',
      label: text(settings['label']),
      dir: settings['dir'] === 'rtl' ? ('rtl' as const) : undefined,
      title: differs('title'),
      description: differs('description'),
      selectText: text(theme['langMenuLabel']),
      editLinkText: text(values(theme['editLink'])['text']),
      nav: translateNav(theme['nav'], contextOf(path)),
      sidebar: translateSidebar(theme['sidebar'], [...all.keys()], contextOf(path)),
      strings: translateTexts(theme, values(settings['markdown'])),
    })
    return [path, locale as Locale]
  })
  return Object.fromEntries(locales)
}

function translateTexts(theme: Values, markdown: Values): Locale['strings'] {
  const part = (key: string) => values(theme[key])
  const labels = values(markdown['container'])
  const copy = values(markdown['codeCopyButton'])
  const texts: { [Name in keyof Strings]?: unknown } = {
    previousPage: part('docFooter')['prev'],
    nextPage: part('docFooter')['next'],
    onThisPage: part('outline')['label'] ?? theme['outlineTitle'],
    lastUpdated: part('lastUpdated')['text'] ?? theme['lastUpdatedText'],
    notFoundTitle: part('notFound')['title'],
    notFoundText: part('notFound')['quote'],
    notFoundHome: part('notFound')['linkText'],
    returnToTop: theme['returnToTopLabel'],
    menu: theme['sidebarMenuLabel'],
    colorScheme: theme['darkModeSwitchLabel'],
    skipToContent: theme['skipToContentLabel'],
    copyCode: copy['tooltipText'] ?? markdown['codeCopyButtonTitle'],
    copied: copy['copiedText'],
    containerTip: labels['tipLabel'],
    containerInfo: labels['infoLabel'],
    containerWarning: labels['warningLabel'],
    containerDanger: labels['dangerLabel'],
    containerDetails: labels['detailsLabel'],
    alertNote: labels['noteLabel'],
    alertTip: labels['tipLabel'],
    alertImportant: labels['importantLabel'],
    alertWarning: labels['warningLabel'],
    alertCaution: labels['cautionLabel'],
  }
  const written = Object.entries(texts).filter(([, value]) => text(value))
  return written.length > 0 ? (Object.fromEntries(written) as Locale['strings']) : undefined
}

type Theme = NonNullable<UserConfig['theme']>

/** Settings of the theme that hold for every language. */
function translateTheme(all: ReadonlyMap<string, Values>, input: TranslateInput): Theme {
  const { config, note } = input
  const theme = values(config['themeConfig'])
  const byPath = [...all].map(([path, layer]) => [path, values(layer['themeConfig'])] as const)
  const themes = [theme, ...byPath.map(([, one]) => one)]
  // Each key is reported once, wherever it is.
  const merged = Object.assign({}, ...themes.slice(1), theme) as Values
  const isDated = config['lastUpdated'] === true || themes.some(one => isOn(one['lastUpdated']))
  const social = themes.map(one => list(one['socialLinks'])).find(links => links.length > 0) ?? []
  return present({
    ...translateKeys(merged, THEME_KEYS, input, 'themeConfig.'),
    socialLinks: translateSocialLinks(
      social.map(values).map(({ icon, link, ariaLabel }) => ({ icon, link, label: ariaLabel })),
      note,
    ),
    ...translateEditLinks(themes, note),
    lastUpdated: isDated || undefined,
    // Headings are beside the page only.
    sidebarDepth: 0,
    footer: translateFooter(byPath),
    search: translateSearch(theme, note),
  }) as Theme
}

/** In VitePress `:path` is the file below the source folder. */
function translateEditLinks(themes: readonly Values[], note: Note): Theme {
  const patterns = new Set(themes.map(theme => values(theme['editLink'])['pattern']).filter(isOn))
  const pattern = [...patterns].find(one => typeof one === 'string')
  if (patterns.size > 1) note('`editLink.pattern` is another for each language: the first one holds for all.')
  if (pattern !== undefined) return { editLinks: true, editLinkPattern: pattern, docsDir: '' }
  if (patterns.size > 0)
    note('`editLink.pattern` is a function and was left out; set `theme.editLinkPattern`.')
  return {}
}

function translateFooter(themes: readonly (readonly [path: string, theme: Values])[]): Theme['footer'] {
  const footers = themes.flatMap(([path, theme]): [string, string][] => {
    const { message, copyright } = values(theme['footer'])
    const parts = [message, copyright].flatMap(part => text(part) ?? []).map(toMarkdown)
    return parts.length > 0 ? [[path, parts.join('\n\n')]] : []
  })
  const [first] = footers
  if (!first) return undefined
  return footers.length === themes.length && footers.every(([, footer]) => footer === first[1])
    ? first[1]
    : Object.fromEntries(footers)
}

const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', br: '\n\n' }

/** Footers are HTML there: links, line breaks and emphasis become Markdown, other tags go. */
function toMarkdown(html: string): string {
  let text = ''
  let at = 0
  let link = ''
  for (const { name, closes, start, end, attributes } of scanAllTags(html)) {
    text += html.slice(at, start) + (name === 'a' ? (closes ? `](${link})` : '[') : (MARKS[name] ?? ''))
    if (name === 'a' && !closes) link = attributes.find(attribute => attribute.name === 'href')?.value ?? ''
    at = end
  }
  return (text + html.slice(at)).replaceAll('&copy;', '©').trim()
}

function translateSearch(theme: Values, note: Note): Theme['search'] {
  const { provider, options } = values(theme['search'])
  const settings = provider === 'algolia' ? values(options) : values(theme['algolia'])
  const { translations: _, locales: __, ...others } = values(options)
  if (provider === 'local' && Object.keys(others).length > 0)
    note('Settings of `search.options` are left out: the search has its own.', 0)
  if (values(settings['askAi'])['assistantId'] || text(settings['askAi']))
    note('`askAi` of the search has no counterpart.')
  return translateDocsearch(settings, values(settings['searchParameters'])['facetFilters'])
}

/** The sidebar: one list, or lists by the beginning of addresses, the longest first. Undefined when there is none. */
function translateSidebar(
  sidebar: unknown,
  locales: readonly string[],
  context: MenuContext,
): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (Array.isArray(sidebar)) return entries(sidebar, '', context)
  // A language has the sidebars of its own folder, and those of all pages where it has none.
  const isOwn = (prefix: string) =>
    prefix === '/' ||
    locales.filter(other => prefix.startsWith(other)).toSorted((a, b) => b.length - a.length)[0] ===
      context.locale
  const byPrefix = Object.entries(values(sidebar))
    .map(([prefix, given]): [string, unknown] => [prefix.replace(/^(?!\/)/, '/'), given])
    .filter(([prefix]) => isOwn(prefix))
    .toSorted(([a], [b]) => b.split('/').length - a.split('/').length)
    .map(([prefix, given]): [string, SidebarEntry[]] => {
      const { items, base } = values(given)
      const found = Array.isArray(given) ? given : list(items)
      return [withinLocale(prefix, context.locale), entries(found, text(base) ?? '', context)]
    })
  return Object.fromEntries(byPrefix)
}

function entries(given: readonly unknown[], inherited: string, context: MenuContext): SidebarEntry[] {
  return given.map(values).flatMap((entry): SidebarEntry[] => {
    const base = text(entry['base']) ?? inherited
    // Labels of VitePress may be HTML.
    const name = (text(entry['text']) ?? '')
      .replace(/<[a-z/][^<>]*>/gi, '')
      .replace(/&(amp|lt|gt);/g, (_, sign: string) => ({ amp: '&', lt: '<', gt: '>' })[sign] ?? '')
    const written = text(entry['link'])
    const isWhole = written === undefined || base === '' || isOutside(written)
    const link = isWhole ? written : base + written.replace(/^\//, base.endsWith('/') ? '' : '/')
    if (!Array.isArray(entry['items']))
      return link === undefined ? [] : translateLink(name, link, 'sidebar', context)
    const items = entries(entry['items'], base, context)
    const page = link === undefined ? undefined : (context.findPage(link) ?? context.findPage(`/${link}`))
    if (items.length === 0 && page === undefined) return []
    const { collapsed } = entry
    // VitePress has no button where nothing is set.
    const closing = typeof collapsed === 'boolean' ? { collapsed } : { collapsible: false as const }
    return [{ text: name, items, ...(page ? { page } : {}), ...closing }]
  })
}
