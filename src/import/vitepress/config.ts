import { scanAllTags } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Strings } from '../../schema/strings.ts'
import { type SocialIcon, socialLink } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import {
  ignore,
  type KeyTable,
  languageOfFolder,
  list,
  type Note,
  type PagePaths,
  present,
  text,
  type TranslateContext,
  translateDocsearch,
  translateHead,
  translateKeys,
  translateLink,
  translateNav,
  type Values,
  values,
  withinLocale,
} from '../common/importer.ts'
import { overlay } from './read-site.ts'

interface TranslateInput {
  /** The configuration as data, and those of its folders by path. */
  config: Values
  layers: Readonly<Record<string, Values>>
  /** Source folder relative to the site's root, `docs`. */
  source: string
  pages: PagePaths
  isFile: (address: string) => boolean
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

interface Context {
  note: Note
}

/** Keys of the configuration. */
const KEYS: KeyTable<Context> = {
  titleTemplate: (value, { note }) => {
    if (value !== true)
      note(
        `\`titleTemplate: ${JSON.stringify(value)}\` of the site: titles end with the title of the site; a page may have one of its own.`,
      )
  },
  appearance: (value, { note }) => {
    if (typeof value === 'string' || value === false)
      note(
        `\`appearance: ${JSON.stringify(value)}\`: readers choose light or dark, and start with what their system has.`,
      )
  },
  sitemap: sitemap => ({ url: originOf(values(sitemap)['hostname']) }),
  cleanUrls: cleanUrls => ({ urls: cleanUrls === true ? 'clean' : undefined }),
  base: base => ({ base: baseOf(base) }),
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  vite: (vite, { note }) => {
    if (list(values(vite)['plugins']).length > 0) note('Plugins of Vite are left out.', 0)
  },
  ...ignore(
    'title description lang dir locales themeConfig markdown rewrites srcDir srcExclude outDir assetsDir',
  ),
  ...ignore('cacheDir lastUpdated ignoreDeadLinks extends additionalConfig vue mpa metaChunk useWebFonts'),
  ...ignore('shouldPreload scrollOffset buildConcurrency contentProps router'),
}

/** Keys of `themeConfig`; those without a row of their own are of languages, too. */
const THEME_KEYS: KeyTable<Context> = {
  logo: logo => ({ logo: translateLogo(logo) }),
  siteTitle: { note: '`themeConfig.siteTitle`: the header shows `title`, beside the logo.' },
  outline: (outline, { note }) => ({ outline: translateOutline(outline, note) }),
  ...ignore(
    'nav sidebar socialLinks editLink footer outlineTitle lastUpdated lastUpdatedText docFooter search',
  ),
  ...ignore('algolia notFound langMenuLabel returnToTopLabel sidebarMenuLabel darkModeSwitchLabel aside'),
  ...ignore('lightModeSwitchTitle darkModeSwitchTitle skipToContentLabel externalLinkIcon i18nRouting'),
}

/** Keys of `markdown`. */
const MARKDOWN_KEYS: KeyTable<Context> = {
  lineNumbers: lineNumbers => ({ lineNumbers: lineNumbers === true || undefined }),
  anchor: (anchor, { note }) => {
    if (values(anchor)['slugify'] !== undefined)
      note(
        '`markdown.anchor.slugify` makes ids of its own: headings may get other ids, and links to them may break.',
      )
  },
  attrs: (attrs, { note }) => {
    const brace = text(values(attrs)['leftDelimiter']) ?? '{'
    if (brace !== '{' && brace !== '%{')
      note(
        `\`markdown.attrs.leftDelimiter: ${JSON.stringify(brace)}\`: ids of headings are written \`{#id}\` or \`%{#id}%\`.`,
      )
  },
  ...ignore('math config preConfig container codeCopyButton codeCopyButtonTitle toc headers image gfmAlerts'),
  ...ignore(
    'externalLinks emoji codeTransformers theme cache component frontmatter sfc linkify html typographer',
  ),
  ...ignore('breaks quotes highlight languageLabel shikiSetup'),
}

/** The configuration of docsgen that keeps every address of a VitePress site: routes and heading ids. Pure. */
export function translateVitepress(input: TranslateInput, note: Note): UserConfig {
  const { config, source } = input
  const given = translateKeys(config, KEYS, { note })
  const all = layersOf(config, input.layers)
  const fileAddress = (address: string) =>
    given['url'] && input.isFile(address)
      ? `${String(given['url'])}${text(given['base'])?.slice(0, -1) ?? ''}${address}`
      : undefined
  const locales = translateLocales(all, locale => ({ pages: input.pages, fileAddress, locale, note }))
  addForeign(locales, config, note)
  const themes = new Map([...all].map(([path, layer]) => [path, values(layer['themeConfig'])]))
  noteHeads(input.layers, config, note)
  for (const path of Object.keys(input.layers).filter(folder => !all.has(folder)))
    note(`The configuration of \`${path}\` is left out: only a language has settings of its own.`)
  return present({
    title: text(config['title']) ?? 'VitePress',
    description: text(all.get('/')?.['description']),
    ...given,
    contentDir: source,
    publicDir: `${source}/public`,
    // The site had no addresses for pages that a language lacks.
    fallback: all.size > 1 ? ('none' as const) : undefined,
    locales,
    theme: translateTheme(config, themes, note),
    ...translateMarkdown(values(config['markdown']), input, note),
  }) as UserConfig
}

/** Translations that are sites of their own stand in a menu: no page of this site is in those languages. */
function addForeign(locales: NonNullable<UserConfig['locales']>, config: Values, note: Note): void {
  const items = foreignLocales(config)
  if (items.length === 0) return
  note('Languages whose `link` leads to another site are in a menu of the navigation, `Languages`.')
  for (const locale of Object.values(locales))
    locale.nav = [...(locale.nav ?? []), { text: 'Languages', items }]
}

function originOf(hostname: unknown): string | undefined {
  return typeof hostname === 'string' && URL.canParse(hostname) ? new URL(hostname).origin : undefined
}

function baseOf(base: unknown): string | undefined {
  const path = text(base)
    ?.replace(/^(?!\/)/, '/')
    .replace(/(?<!\/)$/, '/')
  return path === '/' ? undefined : path
}

function noteHeads(layers: Readonly<Record<string, Values>>, config: Values, note: Note): void {
  const given = [...Object.values(layers), ...Object.values(values(config['locales'])).map(values)]
  if (given.some(layer => list(layer['head']).length > 0))
    note('`head` of single languages is left out; that of the site holds for all.')
}

/** Plugins of the parser whose work docsgen does by itself. */
const BUILT_IN =
  /^(?:markdown-it-(?:footnote|task-lists|anchor|emoji|attrs)|vitepress-plugin-(?:group-icons|tabs))$/
/** Plugins that come with docsgen, by what they are for. */
const OWN: readonly [RegExp, string][] = [
  [/mermaid/, 'docsgen/plugins/mermaid'],
  [/math|katex/, 'docsgen/plugins/math'],
]
/** Settings of `markdown`, and the plugins that do what those of VitePress did. */
function translateMarkdown(
  markdown: Values,
  { source, pagesWith }: TranslateInput,
  note: Note,
): Pick<UserConfig, 'markdown' | 'plugins'> {
  const given = translateKeys(markdown, MARKDOWN_KEYS, { note }, 'markdown.')
  const plugins = new Set<string>()
  if (isOn(markdown['math'])) plugins.add('docsgen/plugins/math')
  for (const use of usesOf(markdown)) {
    const name = text(use['plugin']) ?? ''
    const own = OWN.find(([pattern]) => pattern.test(name))?.[1]
    if (own) plugins.add(own)
    else if (!BUILT_IN.test(name)) note(`The Markdown plugin \`${name}\` has no counterpart.`)
  }
  return {
    markdown: {
      slugs: 'vitepress',
      includeRoot: source,
      ...present(given),
      ...(pagesWith('raw') > 0 ? { containers: { raw: { kind: 'v-pre' as const } } } : {}),
    },
    ...(plugins.size > 0 ? { plugins: [...plugins] } : {}),
  }
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
}

function usesOf(markdown: Values): Values[] {
  return [markdown['preConfig'], markdown['config']]
    .flatMap(extend => list(values(extend)['$use']))
    .map(values)
}

type Locale = NonNullable<UserConfig['locales']>[string]

/** Languages that stand at other sites: their labels and addresses. */
export function foreignLocales(config: Values): { text: string; link: string }[] {
  return Object.entries(values(config['locales'])).flatMap(([name, locale]) => {
    const { label, link } = values(locale)
    const address = text(link)
    return address && isOutside(address) ? [{ text: text(label) ?? name, link: address }] : []
  })
}

/** Settings of each language with those of the site below them, by locale path. */
export function layersOf(config: Values, layers: Readonly<Record<string, Values>>): Map<string, Values> {
  const isOwn = (locale: unknown) => !isOutside(text(values(locale)['link']) ?? '')
  const own = Object.entries(values(config['locales']))
    .filter(([, locale]) => isOwn(locale))
    .map(([name, locale]): [string, Values] => [
      name === 'root' ? '/' : `/${name.replace(/^\/|\/$/g, '')}/`,
      values(locale),
    ])
  const locales = new Map(own.length > 0 ? own : [['/', {}]])
  if (!locales.has('/')) locales.set('/', {})
  const { locales: _locales, ...site } = config
  const paths = [...locales.keys()].toSorted((a, b) => Number(b === '/') - Number(a === '/'))
  return new Map(
    paths.map(path => {
      const own = path === '/' ? {} : (layers[path] ?? {})
      return [path, [locales.get(path) ?? {}, layers['/'] ?? {}, own].reduce(overlay, site)]
    }),
  )
}

/** Every language with its texts, menus and sidebars. */
export function translateLocales(
  all: ReadonlyMap<string, Values>,
  contextOf: (locale: string) => TranslateContext,
): Record<string, Locale> {
  const root = all.get('/') ?? {}
  const locales = [...all].map(([path, settings]): [string, Locale] => {
    const theme = values(settings['themeConfig'])
    const context = contextOf(path)
    const differs = (key: string) =>
      path === '/' || settings[key] === root[key] ? undefined : text(settings[key])
    const locale = present({
      lang: languageOf(path, settings, root),
      label: text(settings['label']),
      dir: settings['dir'] === 'rtl' ? ('rtl' as const) : undefined,
      title: differs('title'),
      description: differs('description'),
      selectText: text(theme['langMenuLabel']),
      editLinkText: text(values(theme['editLink'])['text']),
      nav: translateNav(theme['nav'], context),
      sidebar: translateSidebar(theme['sidebar'], { ...context, locales: [...all.keys()] }),
      strings: translateTexts(theme, values(settings['markdown'])),
    })
    return [path, locale as Locale]
  })
  return Object.fromEntries(locales)
}

/** The language of a folder that does not say it is that of its name. */
function languageOf(path: string, settings: Values, root: Values): string {
  const lang = text(settings['lang'])
  const isInherited = path !== '/' && lang === text(root['lang'])
  if (lang && !isInherited) return lang
  return languageOfFolder(path) ?? lang ?? 'en-US'
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

/** Names of icons that are others here. */
const ICONS: Readonly<Record<string, SocialIcon>> = { twitter: 'x', gmail: 'email', mailbox: 'email' }

/** Settings of the theme that hold for every language. `all`: the theme with that of each language over it, by path. */
function translateTheme(config: Values, all: ReadonlyMap<string, Values>, note: Note): Theme {
  const theme = values(config['themeConfig'])
  const themes = [theme, ...all.values()]
  const isDated = config['lastUpdated'] === true || themes.some(one => isOn(one['lastUpdated']))
  // Each key is reported once, wherever it is.
  const merged = Object.assign({}, ...all.values(), theme) as Values
  return present({
    ...translateKeys(merged, THEME_KEYS, { note }, 'themeConfig.'),
    socialLinks: translateSocialLinks(themes, note),
    ...translateEditLinks(themes, note),
    lastUpdated: isDated || undefined,
    // Headings stand beside the page only.
    sidebarDepth: 0,
    footer: translateFooter(all),
    search: translateSearch(theme, note),
  }) as Theme
}

function translateLogo(logo: unknown): Theme['logo'] {
  const { src, light, dark, alt } = values(logo)
  if (text(light) && text(dark))
    return { light: String(light), dark: String(dark), ...(text(alt) ? { alt: String(alt) } : {}) }
  return text(logo) ?? text(src)
}

function translateSocialLinks(themes: readonly Values[], note: Note): Theme['socialLinks'] {
  const given = themes.map(theme => list(theme['socialLinks'])).find(links => links.length > 0) ?? []
  const links = given.map(values).flatMap(({ icon, link, ariaLabel }) => {
    const name = text(icon)?.replace(/^.*:/, '') ?? ''
    const known = socialLink.safeParse({
      icon: ICONS[name] ?? name,
      link,
      ...(text(ariaLabel) ? { text: ariaLabel } : {}),
    })
    if (known.success) return [known.data]
    note(
      `The link to \`${String(link)}\` needs a picture in place of the icon \`${name || 'of its own'}\`: it was left out.`,
    )
    return []
  })
  return links.length > 0 ? links : undefined
}

/** In VitePress `:path` is the file below the source folder. */
function translateEditLinks(
  themes: readonly Values[],
  note: Note,
): Pick<Theme, 'editLinks' | 'editLinkPattern' | 'docsDir'> {
  const patterns = new Set(themes.map(theme => values(theme['editLink'])['pattern']).filter(isOn))
  const pattern = [...patterns].find(one => typeof one === 'string')
  if (patterns.size > 1) note('`editLink.pattern` is another for each language: the first one holds for all.')
  if (pattern === undefined) {
    if (patterns.size > 0)
      note('`editLink.pattern` is a function and was left out; set `theme.editLinkPattern`.')
    return {}
  }
  return { editLinks: true, editLinkPattern: pattern, docsDir: '' }
}

function translateOutline(outline: unknown, note: Note): false | undefined {
  const level = Array.isArray(outline) || typeof outline !== 'object' ? outline : values(outline)['level']
  if (level === false) return false
  if (level !== undefined && String(level) !== '2' && String(level) !== '2,3')
    note('`outline`: the list of headings beside a page shows those of levels 2 and 3.')
  return undefined
}

function translateFooter(all: ReadonlyMap<string, Values>): Theme['footer'] {
  const footers = [...all].flatMap(([path, theme]): [string, string][] => {
    const { message, copyright } = values(theme['footer'])
    const parts = [message, copyright].flatMap(part => text(part) ?? []).map(toMarkdown)
    return parts.length > 0 ? [[path, parts.join('\n\n')]] : []
  })
  const [first] = footers
  if (!first) return undefined
  return new Set(footers.map(([, footer]) => footer)).size === 1 && footers.length === all.size
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
  if (
    provider === 'local' &&
    Object.keys(values(options)).some(key => key !== 'translations' && key !== 'locales')
  )
    note('Settings of `search.options` are left out: the search has its own.', 0)
  if (values(settings['askAi'])['assistantId'] || text(settings['askAi']))
    note('`askAi` of the search has no counterpart.')
  return translateDocsearch(settings, values(settings['searchParameters'])['facetFilters'])
}

type Sidebar = NonNullable<NonNullable<UserConfig['locales']>[string]['sidebar']>
type SidebarEntry = Extract<Sidebar, unknown[]>[number]

/** The sidebar: one list, or lists by the beginning of addresses, the longest first. Undefined when there is none. */
function translateSidebar(
  sidebar: unknown,
  context: TranslateContext & { locales: readonly string[] },
): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (Array.isArray(sidebar)) return entries(sidebar, '', context)
  const byPrefix = Object.entries(values(sidebar))
    .map(([prefix, given]): [string, unknown] => [prefix.startsWith('/') ? prefix : `/${prefix}`, given])
    .filter(([prefix]) => isOf(prefix, context))
    .toSorted(([a], [b]) => depthOf(b) - depthOf(a))
    .map(([prefix, given]): [string, SidebarEntry[]] => {
      const { items, base } = values(given)
      const entriesOf = Array.isArray(given) ? given : list(items)
      return [withinLocale(prefix, context.locale), entries(entriesOf, text(base) ?? '', context)]
    })
  return Object.fromEntries(byPrefix)
}

function depthOf(prefix: string): number {
  return prefix.split('/').length
}

/** A language has the sidebars of its own folder, and those of all pages where it has none. */
function isOf(prefix: string, { locale, locales }: { locale: string; locales: readonly string[] }): boolean {
  const own = locales.filter(other => prefix.startsWith(other)).toSorted((a, b) => b.length - a.length)[0]
  return own === locale || prefix === '/'
}

function entries(given: readonly unknown[], base: string, context: TranslateContext): SidebarEntry[] {
  return given.flatMap(entry => sidebarEntry(values(entry), base, context))
}

function sidebarEntry(entry: Values, inherited: string, context: TranslateContext): SidebarEntry[] {
  const base = text(entry['base']) ?? inherited
  const name = plainLabel(text(entry['text']) ?? '')
  const written = text(entry['link'])
  const link = written === undefined ? undefined : linkBelow(written, base)
  if (!Array.isArray(entry['items'])) {
    return link === undefined ? [] : translateLink({ name, link, where: 'sidebar' }, context)
  }
  const items = entries(entry['items'], base, context)
  const page = link === undefined ? undefined : (context.pages.find(link) ?? context.pages.find(`/${link}`))
  if (items.length === 0 && page === undefined) return []
  return [{ text: name, items, ...(page ? { page } : {}), ...closing(entry['collapsed']) }]
}

/** VitePress has no button where nothing is said. */
function closing(collapsed: unknown): { collapsible?: false; collapsed?: boolean } {
  return typeof collapsed === 'boolean' ? { collapsed } : { collapsible: false }
}

function linkBelow(link: string, base: string): string {
  if (base === '' || isOutside(link)) return link
  return base + link.replace(/^\//, base.endsWith('/') ? '' : '/')
}

/** Labels of VitePress may be HTML. */
function plainLabel(label: string): string {
  return label
    .replace(/<[a-z/][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')
}
