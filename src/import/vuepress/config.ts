import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import type { ColorName, SchemeName } from '../../schema/theme.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
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
  translateNav,
  type Values,
  values,
  withinLocale,
} from '../common/importer.ts'

interface TranslateInput {
  /** The configuration of VuePress 1 as data. */
  config: unknown
  /** Source folder relative to the site's root, `docs`. */
  source: string
  pages: PagePaths
  /** Text of `public/_redirects`; empty when there is none. */
  redirects: string
  slugs: NonNullable<NonNullable<UserConfig['markdown']>['slugs']>
  /** Variables of `palette.styl`. */
  palette: ReadonlyMap<string, string>
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

type Context = TranslateInput & { note: Note }

/** Themes that look like the default theme. */
const STANDARD_THEMES = /^(?:@vuepress\/(?:theme-)?)?(?:default|vue)$/
const NO_WEBPACK = {
  note: '`configureWebpack` and `chainWebpack` have no counterpart: there is no webpack.',
  pages: 0,
}

/** Keys of the configuration. */
const KEYS: KeyTable<Context> = {
  title: 'title',
  description: 'description',
  base: base => (base === '/' ? {} : { base: text(base) }),
  dest: (dest, { source, note }) => ({ outDir: translateDest(text(dest), source, note) }),
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  theme: (theme, { note }) => {
    const name = text(theme) ?? text(values(theme)['$function']) ?? 'of the site itself'
    if (!STANDARD_THEMES.test(name))
      note(`The theme \`${name}\` isn't imported; write \`templates/\` for what it changes.`)
  },
  plugins: translatePlugins,
  configureWebpack: NO_WEBPACK,
  chainWebpack: NO_WEBPACK,
  ...ignore('locales themeConfig markdown port host temp cache evergreen shouldPrefetch extraWatchFiles'),
  ...ignore('postcss stylus scss sass less'),
}

/** Keys of `themeConfig`. */
const THEME_KEYS: KeyTable<TranslateContext> = {
  logo: 'logo',
  repo: 'repo',
  repoLabel: 'repoLabel',
  docsRepo: 'docsRepo',
  docsDir: 'docsDir',
  docsBranch: 'docsBranch',
  editLinks: editLinks => ({ editLinks: editLinks === true || undefined }),
  sidebarDepth: depth => (typeof depth === 'number' ? { sidebarDepth: Math.min(2, Math.max(0, depth)) } : {}),
  // These are settings of languages, too.
  ...ignore('nav sidebar locales search algolia editLinkText lastUpdated selectText label ariaLabel'),
  ...ignore('smoothScroll searchMaxSuggestions searchHotkeys activeHeaderLinks serviceWorker'),
}

/** The configuration of docsgen that keeps every address of a VuePress 1 site: routes and heading ids. Pure. */
export function translateVuepress(input: TranslateInput, note: Note): UserConfig {
  const { source, pages, redirects } = input
  const config = values(input.config)
  const contextOf = (locale: string) => ({ pages, locale, note })
  const locales = translateLocales(config, contextOf)
  const hasLocales =
    Object.keys(locales).length > 1 ||
    Object.keys(values(values(config['themeConfig'])['locales'])).length > 0
  const { containers, ...given } = translateKeys(config, KEYS, { ...input, note })
  const redirectTable = translateRedirects(redirects, pages, note)
  return present({
    ...given,
    contentDir: source,
    publicDir: `${source}/.vuepress/public`,
    redirects: Object.keys(redirectTable).length > 0 ? redirectTable : undefined,
    // The site had no addresses for pages that a language lacks.
    fallback: Object.keys(locales).length > 1 ? ('none' as const) : undefined,
    locales,
    theme: present({
      ...translateTheme(config, contextOf('/'), hasLocales),
      colors: translateColors(input.palette, note),
    }),
    markdown: present({ slugs: input.slugs, ...translateMarkdown(config['markdown'], note), containers }),
  }) as UserConfig
}

/** The output may not lie among the sources. */
function translateDest(dest: string | undefined, source: string, note: Note): string | undefined {
  const folder = dest?.replace(/^\.\//, '').replace(/\/$/, '')
  if (!folder || folder === 'dist') return undefined
  if (!folder.startsWith(`${source}/`) && !folder.startsWith('/')) return folder
  note(`The output goes to \`dist\` instead of \`${folder}\`.`, 0)
  return undefined
}

type Containers = NonNullable<NonNullable<UserConfig['markdown']>['containers']>

function translateContainer(
  containers: Containers,
  { type, defaultTitle, ...functions }: Record<string, unknown>,
  { note, pagesWith }: Context,
): void {
  const name = text(type)
  if (!name || !/^[\w-]+$/.test(name)) return
  const pages = pagesWith(name)
  if (pages > 0 && ['before', 'after', 'render'].some(key => functions[key] !== undefined)) {
    note(`The container \`${name}\` writes its own HTML; it became a plain box.`, pages)
  }
  const kind = CONTAINER_KINDS.find(known => known === name && 'title' in CONTAINERS[known]) ?? 'info'
  containers[name] = { kind, title: titleOf(defaultTitle) ?? name.toUpperCase() }
}

/** One title, or one by locale path. */
function titleOf(title: unknown): string | Record<string, string> | undefined {
  if (typeof title === 'string') return title
  const entries = Object.entries(values(title)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Plugins of the parser whose work docsgen does by itself. */
const BUILT_IN_SYNTAX = new Set([
  'markdown-it-footnote',
  'markdown-it-task-lists',
  'markdown-it-anchor',
  'markdown-it-emoji',
])

/** Settings of `markdown`: line numbers, the folder that includes start from, notes on the rest. */
function translateMarkdown(markdown: unknown, note: Note): { lineNumbers?: true; includeRoot?: string } {
  const { lineNumbers, slugify, extendMarkdown, config, plugins, ...rest } = values(markdown)
  if (slugify !== undefined) {
    note('`markdown.slugify` makes ids of its own: headings may get other ids, and links to them may break.')
  }
  for (const key of Object.keys(rest).toSorted()) note(`\`markdown.${key}\` has no counterpart.`)
  const extended = values(extendMarkdown ?? config)
  if (extended['$function']) note('`markdown.extendMarkdown` could not be read.')
  const result: { lineNumbers?: true; includeRoot?: string } = lineNumbers === true ? { lineNumbers } : {}
  const named = list(plugins).map(entry => {
    const [plugin, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry]
    const name = text(plugin) ?? text(values(plugin)['$function']) ?? 'of the site itself'
    return { plugin: name.replace(/^(?!markdown-it-|@)/, 'markdown-it-'), options }
  })
  for (const use of [...named, ...list(extended['$use']).map(values)]) {
    const plugin = text(use.plugin) ?? ''
    if (BUILT_IN_SYNTAX.has(plugin)) continue
    if (plugin !== 'markdown-it-include') note(`The Markdown plugin \`${plugin}\` has no counterpart.`)
    else result.includeRoot = text(use.options) ?? text(values(use.options)['root']) ?? '.'
  }
  return result
}

/** Plugins whose work docsgen does by itself. */
const BUILT_IN_PLUGINS = new Set(
  (
    'active-header-links back-to-top last-updated medium-zoom zooming nprogress pwa search toc ' +
    'clean-urls sitemap smooth-scroll code-copy copyright copy-code one-click-copy nuggets-style-copy ' +
    'seo autometa fulltext-search flexsearch minimal-search canonical check-md reading-progress'
  ).split(' '),
)

/** Plugins that come with docsgen, and those that they are in place of. */
const OURS: Record<string, string> = {
  mathjax: 'docsgen/plugins/math',
  katex: 'docsgen/plugins/math',
  'markdown-it-katex': 'docsgen/plugins/math',
}

/** Advice for plugins that nothing replaces automatically. */
const ADVICE: Record<string, string> = {
  mermaid:
    'write the drawings in fences of the language `mermaid` and add the plugin `docsgen/plugins/mermaid`',
  mermaidjs:
    'write the drawings in fences of the language `mermaid` and add the plugin `docsgen/plugins/mermaid`',
  flowchart: 'draw with fences of the language `mermaid` and the plugin `docsgen/plugins/mermaid`',
  feed: 'add the plugin `docsgen/plugins/feed`',
  rss: 'add the plugin `docsgen/plugins/feed`',
  'rss-feed': 'add the plugin `docsgen/plugins/feed`',
  tabs: 'write `:::: tabs`, a component of docsgen',
  'code-switcher': 'write `::: code-group`',
  redirect: 'write its addresses into `redirects`',
  'register-components': 'components of Vue are not run',
  blog: 'lists of posts are to be written',
}

/** Containers that plugins add, plugins of docsgen that do the same, and analytics; everything else is reported. */
function translatePlugins(given: unknown, context: Context): Values {
  const containers: Containers = {}
  const plugins = new Set<string>()
  const translated: Values = {}
  for (const [name, options] of pluginList(given)) {
    const own = OURS[name]
    if (name === 'container') translateContainer(containers, values(options), context)
    else if (name === 'google-analytics')
      translated['analytics'] = translateAnalytics(values(options), context.note)
    else if (name === 'sitemap')
      translated['url'] = /^https?:\/\/[^/\s]+/.exec(text(values(options)['hostname']) ?? '')?.[0]
    else if (name === 'clean-urls') translated['urls'] = addressForm(values(options))
    else if (own) plugins.add(own)
    else if (!BUILT_IN_PLUGINS.has(name))
      context.note(`The plugin \`${name}\` has no counterpart${ADVICE[name] ? `: ${ADVICE[name]}` : ''}.`)
  }
  return {
    ...translated,
    containers: Object.keys(containers).length > 0 ? containers : undefined,
    plugins: plugins.size > 0 ? [...plugins] : undefined,
  }
}

/** Properties of Universal Analytics count nothing since 2023. */
function translateAnalytics({ ga }: Record<string, unknown>, note: Note): UserConfig['analytics'] {
  const id = text(ga) ?? ''
  if (/^G-[A-Z\d]+$/.test(id)) return { provider: 'google', id }
  note(
    `\`${id}\` of \`google-analytics\` counts nothing any more; a property of today is \`analytics: { provider: 'google', id: 'G-…' }\`.`,
    0,
  )
  return undefined
}

/** The ends of addresses: nothing, unless the plugin is told otherwise. */
function addressForm({ normalSuffix = '' }: Values): UserConfig['urls'] {
  return normalSuffix === '' ? 'clean' : normalSuffix === '/' ? 'directory' : undefined
}

/** A list of names and pairs, or an object. */
function pluginList(plugins: unknown): [name: string, options: unknown][] {
  const entries: [unknown, unknown][] = Array.isArray(plugins)
    ? plugins.map(entry => (Array.isArray(entry) ? [entry[0], entry[1]] : [entry, {}]))
    : Object.entries(values(plugins))
  return entries
    .filter(([, options]) => options !== false)
    .map(([name, options]) => [shortName(name), options])
}

/** `@vuepress/container`, `vuepress-plugin-container` and `@vuepress/plugin-container` are all `container`. */
function shortName(name: unknown): string {
  const given =
    text(name) ?? text(values(name)['$function']) ?? text(values(name)['name']) ?? 'of the site itself'
  return given.replace(/^@vuepress\/(?:plugin-)?|^vuepress-plugin-/, '')
}

/**
 * Rules of a `_redirects` file that lead from an address without a page to a page. The file itself stays where it is
 * and is copied as it is, so hosts follow the other rules too.
 */
function translateRedirects(rules: string, pages: PagePaths, note: Note): Record<string, string> {
  const redirects: Record<string, string> = {}
  let left = 0
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/)
    if (!from.startsWith('/') || !to) continue
    const target =
      /^30[1278]!?$/.test(status) && !from.includes('*') && !from.includes(':')
        ? targetOf(to, pages)
        : undefined
    // An address that reaches a page by itself, in other letter case or without `.html`, needs no rule to get there.
    if (!target || pages.find(from) === from) left += 1
    else redirects[from] = target
  }
  if (left > 0) note(`Rules of \`_redirects\` for the host only, copied as they are: ${left}.`, 0)
  return redirects
}

function targetOf(to: string, pages: PagePaths): string | undefined {
  if (/^https?:\/\//.test(to)) return to
  const path = pages.find(to)
  const rest = /[?#].*/s.exec(to)?.[0] ?? ''
  return path && encodeURI(path) + rest
}

type Theme = NonNullable<UserConfig['theme']>
type Locale = NonNullable<UserConfig['locales']>[string]

function translateTheme(config: Values, context: TranslateContext, hasLocales: boolean): Values {
  const theme = values(config['themeConfig'])
  return present({
    ...translateKeys(theme, THEME_KEYS, context, 'themeConfig.'),
    // The standard branch of VuePress.
    ...(theme['editLinks'] === true && !text(theme['docsBranch']) ? { docsBranch: 'master' } : {}),
    lastUpdated: isDated(theme) || undefined,
    search: translateSearch(theme, context),
    nav: hasLocales ? undefined : translateNav(theme['nav'], context),
    sidebar: hasLocales ? undefined : translateSidebar(theme['sidebar'], context),
  })
}

/** Switched on for the site or for any language. */
function isDated(theme: Values): boolean {
  const locales = Object.values(values(theme['locales'])).map(values)
  return [theme, ...locales].some(({ lastUpdated }) => Boolean(lastUpdated))
}

function translateSearch(theme: Values, { note }: TranslateContext): Theme['search'] {
  if (theme['search'] === false && !theme['algolia']) return false
  if (Object.values(values(theme['locales'])).some(locale => values(locale)['algolia'])) {
    note('`algolia` of single languages is left out; one index serves all, filtered by language.')
  }
  const algolia = values(theme['algolia'])
  return translateDocsearch(algolia, values(algolia['algoliaOptions'])['facetFilters'])
}

function translateLocales(
  config: Values,
  contextOf: (locale: string) => TranslateContext,
): Record<string, Locale> {
  const theme = values(config['themeConfig'])
  const [site, themed] = [values(config['locales']), values(theme['locales'])]
  const paths = [...new Set(['/', ...Object.keys(site), ...Object.keys(themed)])]
  const order = paths.filter(path => /^\/(?:.+\/)?$/.test(path))
  const isSingle = order.length === 1 && Object.keys(themed).length === 0
  return Object.fromEntries(
    order.map(path => {
      const context = contextOf(path)
      const own: Values = { ...values(site[path]), ...values(themed[path]) }
      const pick = (key: string) => text(own[key]) ?? text(theme[key])
      const updated = pick('lastUpdated')
      const locale = present({
        lang: text(own['lang']) ?? languageOf(path, context),
        label: text(own['label']),
        title: text(own['title']),
        description: text(own['description']),
        selectText: text(own['selectText']),
        editLinkText: pick('editLinkText'),
        // The menus of a site in one language stand in the theme.
        nav: isSingle ? undefined : translateNav(own['nav'] ?? theme['nav'], context),
        sidebar: isSingle ? undefined : translateSidebar(own['sidebar'] ?? theme['sidebar'], context),
        strings: updated ? { lastUpdated: updated } : undefined,
      })
      return [path, locale as Locale]
    }),
  )
}

/** VuePress takes US English for a language that is not named; the name of its folder is the better guess. */
function languageOf(path: string, { note }: TranslateContext): string {
  const folder = languageOfFolder(path)
  if (folder === undefined) return 'en-US'
  note(`The language of \`${path}\` was not set; \`${folder}\` is taken.`)
  return folder
}

type Colors = NonNullable<NonNullable<UserConfig['theme']>['colors']>
/** Red, green and blue from 0 to 255. */
export type Rgb = readonly number[]

/** Variables of the default theme that have a counterpart in the light scheme. */
const COUNTERPARTS: Readonly<Record<string, ColorName>> = {
  textColor: 'text',
  borderColor: 'border',
  badgeTipColor: 'tip',
  badgeWarningColor: 'warning',
  badgeErrorColor: 'danger',
}

/** Values of the default theme: no site has chosen them. */
const STANDARD: Readonly<Record<string, string>> = {
  accentColor: '#3eaf7c',
  textColor: '#2c3e50',
  borderColor: '#eaecef',
  codeBgColor: '#282c34',
  badgeTipColor: '#42b983',
  badgeErrorColor: '#da5961',
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** Of each scheme: the background, the color that text gets nearer to, and the contrast that leaves room for tinted backgrounds. */
const SCHEMES = {
  light: { background: WHITE, end: BLACK, wanted: 5.6 },
  dark: { background: [20, 23, 28], end: WHITE, wanted: 6 },
} as const

/**
 * `theme.colors` for the variables of a `palette.styl`. The accent stays where it decorates; as text, and in the dark scheme, which
 * VuePress does not have, it gets enough contrast.
 * @param variables names without `$` → `#rgb` or `#rrggbb`
 */
function translateColors(variables: ReadonlyMap<string, string>, note: Note): Colors | undefined {
  const light: Partial<Record<ColorName, string>> = {}
  const left: string[] = []
  let colors: Colors = { light }
  for (const [variable, hex] of variables) {
    const name = COUNTERPARTS[variable]
    if (STANDARD[variable] === hex) continue
    if (variable === 'accentColor')
      colors = {
        light: Object.assign(light, accents(readHex(hex), 'light')),
        dark: accents(readHex(hex), 'dark'),
      }
    else if (name === undefined) left.push(`\`$${variable}\``)
    else light[name] = name === 'border' ? hex : writeHex(readable(readHex(hex), 'light'))
  }
  if (left.length > 0) note(`Colours of \`palette.styl\` without a counterpart: ${left.join(', ')}.`)
  return Object.keys(light).length > 0 ? colors : undefined
}

function accents(accent: Rgb, scheme: SchemeName): Partial<Record<ColorName, string>> {
  const { background, end } = SCHEMES[scheme]
  const text = readable(accent, scheme)
  return {
    brand: writeHex(accent),
    'accent-soft': writeHex(mix(accent, 0.12, background)),
    selection: writeHex(mix(accent, 0.2, background)),
    accent: writeHex(text),
    'accent-strong': writeHex(mix(end, 0.3, text)),
  }
}

/** The color, nearer to black or white as far as text needs it. */
function readable(color: Rgb, scheme: SchemeName): Rgb {
  const { background, end, wanted } = SCHEMES[scheme]
  for (let share = 0; share < 1; share += 0.02) {
    const nearer = mix(end, share, color)
    if (contrast(nearer, background) >= wanted) return nearer
  }
  return end
}

/** Contrast of two colors as WCAG 2.2 defines it: from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `#174` or `#12734a` as numbers. */
export function readHex(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map(at => parseInt(digits.slice(at, at + 2), 16))
}

function writeHex(color: Rgb): string {
  return `#${color.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Of `over` on `under`: `share` from 0 to 1. */
export function mix(over: Rgb, share: number, under: Rgb): Rgb {
  return over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share))
}

type Sidebar = NonNullable<Locale['sidebar']>
type SidebarEntry = Extract<Sidebar, unknown[]>[number]

/** The sidebar in any of its forms. Undefined when there is none. */
function translateSidebar(sidebar: unknown, context: TranslateContext): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (sidebar === 'auto') return auto(context)
  if (Array.isArray(sidebar)) return entries(sidebar, '/', context)
  const byPrefix = Object.entries(values(sidebar)).map(
    ([prefix, given]): [string, 'auto' | SidebarEntry[]] => [
      withinLocale(prefix.replace(/^(?!\/)/, '/'), context.locale),
      given === 'auto' ? auto(context) : entries(list(given), prefix, context),
    ],
  )
  return Object.fromEntries(byPrefix)
}

function auto({ note }: TranslateContext): 'auto' {
  note("`sidebar: 'auto'` lists the pages of the folder; the headings of the open page stand in its outline.")
  return 'auto'
}

function entries(given: readonly unknown[], prefix: string, context: TranslateContext): SidebarEntry[] {
  return given.flatMap(entry => sidebarEntry(entry, prefix, context))
}

function sidebarEntry(entry: unknown, prefix: string, context: TranslateContext): SidebarEntry[] {
  if (typeof entry === 'string') return pageEntry(entry, undefined, { ...context, prefix })
  if (Array.isArray(entry)) return pageEntry(String(entry[0]), text(entry[1]), { ...context, prefix })
  const { title, path, children, sidebarDepth } = values(entry)
  const name = text(title) ?? ''
  if (!Array.isArray(children)) return text(path) ? pageEntry(String(path), name, { ...context, prefix }) : []
  if (sidebarDepth !== undefined) {
    context.note(
      `\`sidebarDepth\` of the group \`${name}\` is left out; one depth holds for the whole sidebar.`,
    )
  }
  const page = typeof path === 'string' ? context.pages.find(resolve(path, prefix)) : undefined
  return [{ text: name, items: entries(children, prefix, context), ...(page ? { page } : {}) }]
}

function pageEntry(
  reference: string,
  title: string | undefined,
  context: TranslateContext & { prefix: string },
): SidebarEntry[] {
  if (isOutside(reference)) return [{ text: title ?? reference, link: reference }]
  const page = context.pages.find(resolve(reference, context.prefix))
  if (page === undefined) {
    context.note(`The sidebar entry \`${reference}\` leads to no page and was left out.`)
    return []
  }
  return [title === undefined ? page : { page, text: title }]
}

/** Entries of a list by prefix are relative to it; the empty one is its own page. */
function resolve(reference: string, prefix: string): string {
  if (reference.startsWith('/')) return reference
  return safeDecode(new URL(reference, `http://site${prefix.startsWith('/') ? '' : '/'}${prefix}`).pathname)
}
