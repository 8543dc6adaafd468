import type { UserConfig } from '../../schema/config.ts'
import type { TextName } from '../../schema/strings.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/key-table.ts'
import {
  logoOf,
  pwaOptions,
  retireWorker,
  sameOrEach,
  type Sidebar,
  type SidebarEntry,
  type Theme,
  toMarkdown,
  translateDocsearch,
  translateHead,
  translateSocialLinks,
} from '../common/settings.ts'
import { at, filled, list, text, type Values, values } from '../common/values.ts'
import type { FindPage, Locale, MenuContext } from '../common/vue.ts'
import { languageOfFolder, translateLink, translateNav, withinLocale } from '../common/vue.ts'
import { merge } from './read-site.ts'

interface TranslateInput {
  config: Values
  /** Configurations of folders, by path. */
  layers: Record<string, Values>
  placed: { exclude: string[]; rewrites: Record<string, string>; redirects: Record<string, string> }
  /** Source folder relative to the site's root, `docs`. */
  source: string
  findPage: FindPage
  isFile: (address: string) => boolean
  hasRaw: boolean
  note: Note
}

const KEYS: KeyTable<TranslateInput> = {
  sitemap: sitemap => {
    const hostname = text(at(sitemap, 'hostname')) ?? ''
    return { url: URL.canParse(hostname) ? new URL(hostname).origin : undefined }
  },
  cleanUrls: cleanUrls => ({ urls: cleanUrls === true ? 'clean' : undefined }),
  base: base => {
    const [, name] = /^\/?(.*?)\/?$/.exec(text(base) ?? '') ?? []
    return { base: name ? `/${name}/` : undefined }
  },
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  additionalConfig: (given, { note }) => {
    if (at(given, '$function')) note("`additionalConfig` is a function, which can't be imported.")
  },
  vite: vite => retireWorker(pwaOptions(at(vite, 'plugins'))),
  pwa: pwa => retireWorker(values(pwa)),
  ...ignore(`title description lang dir locales themeConfig markdown rewrites srcDir srcExclude outDir assetsDir
    cacheDir lastUpdated ignoreDeadLinks extends vue mpa metaChunk useWebFonts
    shouldPreload scrollOffset buildConcurrency contentProps router`),
}

/** Of `themeConfig`; keys without a row of their own are of languages, too. */
const THEME_KEYS: KeyTable<TranslateInput> = {
  logo: logo => {
    const { src, light, dark, alt } = values(logo)
    return { logo: text(dark) ? logoOf(light, dark, alt) : (text(logo) ?? text(src)) }
  },
  siteTitle: (_, { note }) =>
    note('`themeConfig.siteTitle` is ignored: the header shows `title` next to the logo.'),
  outline: (outline, { note }) => {
    const level = Array.isArray(outline) || typeof outline !== 'object' ? outline : at(outline, 'level')
    if (level === false) return { outline: false }
    if (level !== undefined && String(level) !== '2' && String(level) !== '2,3')
      note('`outline` is ignored: the outline shows headings of levels 2 and 3.')
  },
  ...ignore(`nav sidebar socialLinks editLink footer outlineTitle lastUpdated lastUpdatedText docFooter search
    algolia notFound langMenuLabel returnToTopLabel sidebarMenuLabel darkModeSwitchLabel aside
    lightModeSwitchTitle darkModeSwitchTitle skipToContentLabel externalLinkIcon i18nRouting`),
}

const MARKDOWN_KEYS: KeyTable<TranslateInput> = {
  lineNumbers: lineNumbers => ({ lineNumbers: lineNumbers === true || undefined }),
  anchor: (anchor, { note }) => {
    if (at(anchor, 'slugify') !== undefined)
      note("`markdown.anchor.slugify` isn't supported. Heading ids may change, and links to them may break.")
  },
  ...ignore(`math config preConfig container codeCopyButton codeCopyButtonTitle toc headers image gfmAlerts
    externalLinks emoji codeTransformers theme cache component frontmatter sfc linkify html typographer
    breaks quotes highlight languageLabel shikiSetup`),
}

/** UI strings → keys in the configuration of a language or its `themeConfig`; the first one counts. */
const TEXTS: { [Name in TextName]?: string } = {
  previousPage: 'docFooter.prev',
  nextPage: 'docFooter.next',
  onThisPage: 'outline.label outlineTitle',
  lastUpdated: 'lastUpdated.text lastUpdatedText',
  notFoundTitle: 'notFound.title',
  notFoundText: 'notFound.quote',
  notFoundHome: 'notFound.linkText',
  returnToTop: 'returnToTopLabel',
  menu: 'sidebarMenuLabel',
  colorScheme: 'darkModeSwitchLabel',
  skipToContent: 'skipToContentLabel',
  copyCode: 'markdown.codeCopyButton.tooltipText markdown.codeCopyButtonTitle',
  copied: 'markdown.codeCopyButton.copiedText',
  containerTip: 'markdown.container.tipLabel',
  containerInfo: 'markdown.container.infoLabel',
  containerWarning: 'markdown.container.warningLabel',
  containerDanger: 'markdown.container.dangerLabel',
  containerDetails: 'markdown.container.detailsLabel',
  alertNote: 'markdown.container.noteLabel',
  alertTip: 'markdown.container.tipLabel',
  alertImportant: 'markdown.container.importantLabel',
  alertWarning: 'markdown.container.warningLabel',
  alertCaution: 'markdown.container.cautionLabel',
}

export function translateVitepress(input: TranslateInput): UserConfig {
  const { config, layers, placed, source, findPage, isFile, note } = input
  const given = translateKeys(config, KEYS, input)
  const all = layersOf(config, layers)
  const origin = `${text(given.url) ?? ''}${text(given.base)?.slice(0, -1) ?? ''}`
  const fileAddress = (address: string) => (given.url && isFile(address) ? origin + address : undefined)
  const context = { findPage, fileAddress, note }
  const locales = [...all].map(([path]): [string, Locale] => [path, translateLocale(path, all, context)])
  const foreign = Object.entries(values(config.locales)).flatMap(([name, locale]) => {
    const { label, link } = values(locale)
    return isOutside(String(link ?? '')) ? [{ text: text(label) ?? name, link: String(link) }] : []
  })
  if (foreign.length > 0) {
    note('Languages whose `link` points to another site were added to the navigation as a `Languages` menu.')
    for (const [, locale] of locales)
      locale.nav = [...(locale.nav ?? []), { text: 'Languages', items: foreign }]
  }
  const others = [...Object.values(layers), ...Object.values(values(config.locales))]
  if (others.some(layer => list(at(layer, 'head')).length > 0))
    note("A separate `head` for each language isn't supported; the site's `head` applies to all languages.")
  for (const path of Object.keys(layers).filter(folder => !all.has(folder)))
    note(`The configuration of \`${path}\` wasn't imported: only languages can have their own settings.`)
  return {
    title: text(config.title) ?? 'VitePress',
    contentDir: source,
    exclude: filled(placed.exclude),
    rewrites: filled(placed.rewrites),
    publicDir: `${source}/public`,
    description: text(all.get('/')?.description),
    ...given,
    // The site had no addresses for pages that a language lacks.
    fallback: all.size > 1 ? 'none' : undefined,
    locales: Object.fromEntries(locales),
    theme: translateTheme(all, input),
    ...translateMarkdown(values(config.markdown), input),
    redirects: filled(placed.redirects),
  }
}

/** docsgen does their work itself. */
const BUILT_IN =
  /^(?:markdown-it-(?:footnote|task-lists|anchor|emoji|attrs)|vitepress-plugin-(?:group-icons|tabs))$/

function translateMarkdown(markdown: Values, input: TranslateInput) {
  const given = translateKeys(markdown, MARKDOWN_KEYS, input, 'markdown.')
  const plugins = new Set<string>()
  if (isOn(markdown.math)) plugins.add('docsgen/plugins/math')
  for (const use of ['preConfig.$use', 'config.$use'].flatMap(key => list(at(markdown, key)))) {
    const name = text(at(use, 'plugin')) ?? ''
    if (name.includes('mermaid')) plugins.add('docsgen/plugins/mermaid')
    else if (/math|katex/.test(name)) plugins.add('docsgen/plugins/math')
    else if (!BUILT_IN.test(name)) input.note(`The Markdown plugin \`${name}\` isn't supported.`)
  }
  const containers = input.hasRaw ? { raw: { kind: 'v-pre' as const } } : undefined
  return {
    markdown: { slugs: 'vitepress' as const, includeRoot: input.source, ...given, containers },
    plugins: filled([...plugins]),
  }
}

const isOn = (value: unknown) => value !== undefined && value !== false

type Layers = ReturnType<typeof layersOf>

/** Settings of languages over those of the site, by locale path, `/` first. */
function layersOf({ locales, ...site }: Values, layers: TranslateInput['layers']) {
  const merged = new Map<string, Values>([['/', {}]])
  for (const [name, locale] of Object.entries(values(locales)))
    if (!isOutside(text(at(locale, 'link')) ?? ''))
      merged.set(name === 'root' ? '/' : `/${name.replace(/^\/|\/$/g, '')}/`, values(locale))
  for (const [path, locale] of merged) {
    const own = [locale, layers['/'] ?? {}, layers[path] ?? {}]
    merged.set(
      path,
      own.reduce((below, above) => merge(below, above, false), site),
    )
  }
  return merged
}

function translateLocale(path: string, all: Layers, common: Omit<MenuContext, 'locale'>): Locale {
  const [root, settings] = [values(all.get('/')), values(all.get(path))]
  const theme = values(settings.themeConfig)
  const context = { ...common, locale: path }
  const differs = (key: string) =>
    path === '/' || settings[key] === root[key] ? undefined : text(settings[key])
  // Unless set, the language is that of the folder's name.
  const lang = text(settings.lang)
  const isInherited = path !== '/' && lang === text(root.lang)
  const textAt = (key: string) => text(at(key.startsWith('markdown.') ? settings : theme, key))
  const strings = Object.entries(TEXTS).flatMap(([name, keys]) => {
    const found = keys.split(' ').map(textAt).find(Boolean)
    return found ? [[name, found]] : []
  })
  return {
    lang: (isInherited ? undefined : lang) ?? languageOfFolder(path) ?? lang ?? 'en-US',
    label: text(settings.label),
    dir: settings.dir === 'rtl' ? 'rtl' : undefined,
    title: differs('title'),
    description: differs('description'),
    selectText: text(theme.langMenuLabel),
    editLinkText: text(at(theme, 'editLink.text')),
    nav: translateNav(theme.nav, context),
    sidebar: translateSidebar(theme.sidebar, [...all.keys()], context),
    strings: filled(Object.fromEntries(strings) as Record<string, string>),
  }
}

function translateTheme(all: Layers, input: TranslateInput): Theme {
  const { config, note } = input
  const theme = values(config.themeConfig)
  const byPath = [...all].map(([path, layer]) => [path, values(layer.themeConfig)] as const)
  const themes = [theme, ...byPath.map(([, one]) => one)]
  // Each key is reported once, wherever it is.
  const merged = Object.assign({}, ...themes, theme) as Values
  const isDated = config.lastUpdated === true || themes.some(one => isOn(one.lastUpdated))
  const social = themes.map(one => list(one.socialLinks)).find(links => links.length > 0) ?? []
  const links = social.map(values).map(({ icon, link, ariaLabel }) => ({ icon, link, label: ariaLabel }))
  return {
    ...translateKeys(merged, THEME_KEYS, input, 'themeConfig.'),
    socialLinks: translateSocialLinks(links, note),
    ...translateEditLinks(themes, note),
    lastUpdated: isDated || undefined,
    // Headings are beside the page only.
    sidebarDepth: 0,
    footer: translateFooter(byPath),
    search: translateSearch(theme, note),
  }
}

/** `:path` is the file below the source folder. */
function translateEditLinks(themes: readonly Values[], note: Note) {
  const patterns = new Set(themes.map(theme => at(theme, 'editLink.pattern')).filter(isOn))
  const pattern = [...patterns].find(one => typeof one === 'string')
  if (patterns.size > 1)
    note('`editLink.pattern` differs by language. The first one is used for all languages.')
  if (pattern !== undefined) return { editLinks: true, editLinkPattern: pattern, docsDir: '' }
  if (patterns.size > 0)
    note("`editLink.pattern` is a function, which can't be imported. Set `theme.editLinkPattern`.")
  return {}
}

function translateFooter(themes: readonly (readonly [path: string, theme: Values])[]) {
  const footers = themes.flatMap(([path, theme]): [string, string][] => {
    const { message, copyright } = values(theme.footer)
    const parts = [message, copyright].flatMap(part => text(part) ?? []).map(toMarkdown)
    return parts.length > 0 ? [[path, parts.join('\n\n')]] : []
  })
  if (footers.length === 0) return undefined
  return footers.length === themes.length ? sameOrEach(footers) : Object.fromEntries(footers)
}

function translateSearch(theme: Values, note: Note) {
  const { provider, options } = values(theme.search)
  const settings = values(provider === 'algolia' ? options : theme.algolia)
  const { translations: _, locales: __, ...others } = values(options)
  if (provider === 'local' && filled(others))
    note("`search.options` isn't supported: docsgen has its own search.", 0)
  if (settings.askAi) note("`search.askAi` isn't supported.")
  return translateDocsearch(settings, at(settings, 'searchParameters.facetFilters'))
}

/** One list, or lists by prefix, the longest first. */
function translateSidebar(sidebar: unknown, locales: string[], context: MenuContext): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (Array.isArray(sidebar)) return entries(sidebar, '', context)
  // A language has the sidebars of its folder, and those of all pages.
  const nearest = locales.toSorted((a, b) => b.length - a.length)
  const isOwn = (prefix: string) =>
    prefix === '/' || nearest.find(other => prefix.startsWith(other)) === context.locale
  const byPrefix = Object.entries(values(sidebar))
    .map(([prefix, given]) => [prefix.replace(/^(?!\/)/, '/'), given] as const)
    .filter(([prefix]) => isOwn(prefix))
    .toSorted(([a], [b]) => b.split('/').length - a.split('/').length)
    .map(([prefix, given]) => {
      const { items, base } = values(given)
      const found = Array.isArray(given) ? given : list(items)
      return [withinLocale(prefix, context.locale), entries(found, text(base) ?? '', context)] as const
    })
  return Object.fromEntries(byPrefix)
}

function entries(given: readonly unknown[], inherited: string, context: MenuContext): SidebarEntry[] {
  return given.map(values).flatMap((entry): SidebarEntry[] => {
    const base = text(entry.base) ?? inherited
    // Labels of VitePress may be HTML.
    const name = (text(entry.text) ?? '')
      .replace(/<[a-z/][^<>]*>/gi, '')
      .replace(/&(amp|lt|gt);/g, (_, sign: string) => ({ amp: '&', lt: '<', gt: '>' })[sign] ?? '')
    const written = text(entry.link)
    const isWhole = !written || base === '' || isOutside(written)
    const link = isWhole ? written : base + written.replace(/^\//, base.endsWith('/') ? '' : '/')
    if (!Array.isArray(entry.items)) return link ? translateLink(name, link, 'sidebar', context) : []
    const items = entries(entry.items, base, context)
    const page = link && (context.findPage(link) ?? context.findPage(`/${link}`))
    if (items.length === 0 && !page) return []
    const { collapsed } = entry
    // VitePress has no button where nothing is set.
    const closing = typeof collapsed === 'boolean' ? { collapsed } : { collapsible: false as const }
    return [{ text: name, items, page, ...closing }]
  })
}
