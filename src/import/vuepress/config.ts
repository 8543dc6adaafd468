import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import type { Colors } from '../../schema/values.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import { ignore, type KeyTable, same, translateKeys } from '../common/key-table.ts'
import { type Sidebar, type SidebarEntry, translateDocsearch, translateHead } from '../common/settings.ts'
import { at, filled, list, namedEntries, nameOf, text, type Values, values } from '../common/values.ts'
import type { FindPage, Locale, MenuContext } from '../common/vue.ts'
import { languageOfFolder, translateNav, withinLocale } from '../common/vue.ts'

interface TranslateInput {
  config: Values
  /** Source folder relative to the site's root, `docs`. */
  source: string
  findPage: FindPage
  redirects: string
  slugs: NonNullable<NonNullable<UserConfig['markdown']>['slugs']>
  palette: ReadonlyMap<string, string>
  pagesWith: (container: string) => number
  note: Note
}

const noteWebpack = (_: unknown, { note }: TranslateInput) =>
  note("`configureWebpack` and `chainWebpack` aren't supported because docsgen doesn't use webpack.", 0)

const KEYS: KeyTable<TranslateInput> = {
  ...same('title description'),
  base: base => (base === '/' ? {} : { base: text(base) }),
  dest: (dest, { source, note }) => {
    const folder = text(dest)?.replace(/^\.\//, '').replace(/\/$/, '')
    if (!folder || folder === 'dist') return
    // The output must not be inside the sources.
    if (!folder.startsWith(`${source}/`) && !folder.startsWith('/')) return { outDir: folder }
    note(`The output folder is now \`dist\` instead of \`${folder}\`.`, 0)
  },
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  theme: (theme, { note }) => {
    if (!/^(?:@vuepress\/(?:theme-)?)?(?:default|vue)$/.test(nameOf(theme)))
      note(`The theme \`${nameOf(theme)}\` wasn't imported. Customize the theme in \`templates/\`.`)
  },
  plugins: translatePlugins,
  configureWebpack: noteWebpack,
  chainWebpack: noteWebpack,
  ...ignore(`locales themeConfig markdown port host temp cache evergreen shouldPrefetch extraWatchFiles
    postcss stylus scss sass less`),
}

const THEME_KEYS: KeyTable<TranslateInput> = {
  ...same('logo repo repoLabel docsRepo docsDir docsBranch'),
  editLinks: editLinks => ({ editLinks: editLinks === true || undefined }),
  sidebarDepth: depth => (typeof depth === 'number' ? { sidebarDepth: Math.min(2, Math.max(0, depth)) } : {}),
  // These are settings of languages, too.
  ...ignore(`nav sidebar locales search algolia editLinkText lastUpdated selectText label ariaLabel
    smoothScroll searchMaxSuggestions searchHotkeys activeHeaderLinks serviceWorker`),
}

export function translateVuepress(input: TranslateInput): UserConfig {
  const { config, source, findPage, note } = input
  const theme = values(config.themeConfig)
  const [site, themed] = [values(config.locales), values(theme.locales)]
  const paths = ['/', ...Object.keys(site), ...Object.keys(themed)].filter(path => /^\/(?:.+\/)?$/.test(path))
  const languages = new Map(paths.map(path => [path, { ...values(site[path]), ...values(themed[path]) }]))
  const menusOf = (own: Values, locale: string) => ({
    nav: translateNav(own.nav ?? theme.nav, { findPage, locale, note }),
    sidebar: translateSidebar(own.sidebar ?? theme.sidebar, { findPage, locale, note }),
  })
  // The menus of a site in one language are in the theme.
  const isSingle = languages.size === 1 && !filled(themed)
  const locales = Array.from(languages, ([path, own]): [string, Locale] => {
    const pick = (key: string) => text(own[key]) ?? text(theme[key])
    const lastUpdated = pick('lastUpdated')
    // VuePress takes US English where none is named; the folder is the better guess.
    const folder = text(own.lang) ? undefined : languageOfFolder(path)
    if (folder) note(`\`lang\` isn't set for \`${path}\`, so \`${folder}\` is used.`)
    const found: Locale = {
      lang: text(own.lang) ?? folder ?? 'en-US',
      label: text(own.label),
      title: text(own.title),
      description: text(own.description),
      selectText: text(own.selectText),
      editLinkText: pick('editLinkText'),
      ...(!isSingle && menusOf(own, path)),
      strings: lastUpdated ? { lastUpdated } : undefined,
    }
    return [path, found]
  })
  const { containers, ...given } = translateKeys(config, KEYS, input)
  const isDated = [theme, ...Object.values(themed)].some(layer => Boolean(at(layer, 'lastUpdated')))
  return {
    ...given,
    contentDir: source,
    publicDir: `${source}/.vuepress/public`,
    redirects: filled(translateRedirects(input)),
    // The site had no addresses for pages that a language lacks.
    fallback: locales.length > 1 ? 'none' : undefined,
    locales: Object.fromEntries(locales),
    theme: {
      ...translateKeys(theme, THEME_KEYS, input, 'themeConfig.'),
      // The standard branch of VuePress.
      ...(theme.editLinks === true && !text(theme.docsBranch) && { docsBranch: 'master' }),
      lastUpdated: isDated || undefined,
      search: translateSearch(theme, note),
      ...(isSingle && menusOf({}, '/')),
      colors: translateColors(input.palette, note),
    },
    markdown: {
      slugs: input.slugs,
      ...translateMarkdown(config.markdown, note),
      containers: containers as NonNullable<UserConfig['markdown']>['containers'],
    },
  }
}

function translateSearch({ search, algolia, locales }: Values, note: Note) {
  if (search === false && !algolia) return false
  if (Object.values(values(locales)).some(locale => at(locale, 'algolia')))
    note(
      "A separate `algolia` for each language isn't supported; all languages share one index, filtered by language.",
    )
  return translateDocsearch(values(algolia), at(algolia, 'algoliaOptions.facetFilters'))
}

function translateMarkdown(markdown: unknown, note: Note) {
  const { lineNumbers, slugify, extendMarkdown, config, plugins, ...rest } = values(markdown)
  if (slugify !== undefined)
    note("`markdown.slugify` isn't supported. Heading ids may change, and links to them may break.")
  for (const key of Object.keys(rest).toSorted()) note(`\`markdown.${key}\` isn't supported.`)
  const extended = values(extendMarkdown ?? config)
  if (extended.$function) note("`markdown.extendMarkdown` can't be evaluated.")
  let includeRoot: string | undefined
  const named = namedEntries(plugins).map(({ name, options }) => ({
    plugin: nameOf(name).replace(/^(?!markdown-it-|@)/, 'markdown-it-'),
    options,
  }))
  for (const { plugin, options } of [...named, ...list(extended.$use).map(values)]) {
    const name = text(plugin) ?? ''
    if (name === 'markdown-it-include') includeRoot = text(options) ?? text(at(options, 'root')) ?? '.'
    else if (!/^markdown-it-(?:footnote|task-lists|anchor|emoji)$/.test(name))
      note(`The Markdown plugin \`${name}\` isn't supported.`)
  }
  return { lineNumbers: lineNumbers === true || undefined, includeRoot }
}

const MATH = () => ({ plugins: ['docsgen/plugins/math'] })
const DRAW = 'use `mermaid` code blocks, and add the plugin `docsgen/plugins/mermaid`'
const FEED = 'add the plugin `docsgen/plugins/feed`'
/** Gives keys of docsgen, or says what to do instead; null where docsgen does the work itself. */
const PLUGINS: Record<string, null | string | ((options: Values, input: TranslateInput) => Values)> = {
  container: translateContainer,
  'google-analytics': translateAnalytics,
  sitemap: ({ hostname }) => ({ url: /^https?:\/\/[^/\s]+/.exec(text(hostname) ?? '')?.[0] }),
  'clean-urls': ({ normalSuffix = '' }) => ({
    urls: normalSuffix === '' ? 'clean' : normalSuffix === '/' ? 'directory' : undefined,
  }),
  mathjax: MATH,
  katex: MATH,
  'markdown-it-katex': MATH,
  mermaid: DRAW,
  mermaidjs: DRAW,
  flowchart: DRAW,
  feed: FEED,
  rss: FEED,
  'rss-feed': FEED,
  tabs: 'use the built-in `:::: tabs`',
  'code-switcher': 'write `::: code-group`',
  redirect: 'add its URLs to `redirects`',
  'register-components': "Vue components don't run",
  blog: 'create lists of posts yourself',
  ...ignore(`active-header-links back-to-top last-updated medium-zoom zooming nprogress pwa search toc
    smooth-scroll code-copy copyright copy-code one-click-copy nuggets-style-copy
    seo autometa fulltext-search flexsearch minimal-search canonical check-md reading-progress`),
}

function translatePlugins(given: unknown, input: TranslateInput) {
  const all: Values = {}
  const containers: Values = {}
  const pairs = Array.isArray(given)
    ? given.map(entry => [entry].flat() as unknown[])
    : Object.entries(values(given))
  for (const [plugin, options] of pairs.filter(([, settings]) => settings !== false)) {
    // `@vuepress/container`, `vuepress-plugin-container` and `@vuepress/plugin-container` are all `container`.
    const name = nameOf(plugin).replace(/^@vuepress\/(?:plugin-)?|^vuepress-plugin-/, '')
    const rule = Object.hasOwn(PLUGINS, name) ? PLUGINS[name] : ''
    if (typeof rule === 'function') {
      const translated = rule(values(options), input)
      Object.assign(containers, translated.containers)
      Object.assign(all, translated)
    } else if (typeof rule === 'string')
      input.note(`The plugin \`${name}\` isn't supported${rule ? `: ${rule}` : ''}.`)
  }
  const { plugins, ...keys } = all
  return { ...keys, containers: filled(containers), plugins }
}

function translateContainer(
  { type, defaultTitle, ...functions }: Values,
  { note, pagesWith }: TranslateInput,
): Values {
  const name = text(type)
  if (!name || !/^[\w-]+$/.test(name)) return {}
  const pages = pagesWith(name)
  if (pages > 0 && ['before', 'after', 'render'].some(key => functions[key] !== undefined))
    note(`The container \`${name}\` renders its own HTML, so it was converted to a plain box.`, pages)
  const kind = CONTAINER_KINDS.find(known => known === name && 'title' in CONTAINERS[known]) ?? 'info'
  // One title, or one by locale path.
  const titles = Object.entries(values(defaultTitle)).filter(([, title]) => typeof title === 'string')
  const own = titles.length > 0 ? Object.fromEntries(titles) : name.toUpperCase()
  return { containers: { [name]: { kind, title: typeof defaultTitle === 'string' ? defaultTitle : own } } }
}

/** Properties of Universal Analytics count nothing since 2023. */
function translateAnalytics({ ga }: Values, { note }: TranslateInput) {
  const id = text(ga) ?? ''
  if (/^G-[A-Z\d]+$/.test(id)) return { analytics: { provider: 'google', id } }
  note(
    `\`${id}\` is a Universal Analytics property, which no longer collects data. Use a Google Analytics 4 property: \`analytics: { provider: 'google', id: 'G-…' }\`.`,
    0,
  )
  return {}
}

/** Rules of `_redirects` from an address without a page to a page. Hosts follow the others: the file is copied. */
function translateRedirects({ redirects: rules, findPage, note }: TranslateInput) {
  const redirects: Record<string, string> = {}
  let left = 0
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/)
    if (!from.startsWith('/') || !to) continue
    const page = findPage(to)
    const rest = /[?#].*/s.exec(to)?.[0] ?? ''
    const target = /^https?:\/\//.test(to) ? to : page && encodeURI(page) + rest
    const isPlain = /^30[1278]!?$/.test(status) && !/[*:]/.test(from)
    // An address that reaches a page by itself, in other letter case or without `.html`, needs no rule.
    if (!isPlain || !target || findPage(from) === from) left += 1
    else redirects[from] = target
  }
  if (left > 0) note(`Host-specific rules in \`_redirects\` were copied unchanged: ${left}.`, 0)
  return redirects
}

function translateSidebar(sidebar: unknown, context: MenuContext): Sidebar | undefined {
  const listOf = (given: unknown, prefix: string): 'auto' | SidebarEntry[] => {
    if (given !== 'auto') return entries(list(given), prefix, context)
    context.note(
      `\`sidebar: 'auto'\` lists the pages of the folder. Headings of the current page are in the outline.`,
    )
    return 'auto'
  }
  if (sidebar === undefined || sidebar === null) return undefined
  if (typeof sidebar !== 'object' || Array.isArray(sidebar)) return listOf(sidebar, '/')
  const byPrefix = Object.entries(values(sidebar)).map(([prefix, given]) => [
    withinLocale(prefix.replace(/^(?!\/)/, '/'), context.locale),
    listOf(given, prefix),
  ])
  return Object.fromEntries(byPrefix) as Sidebar
}

/** Relative to the prefix; an empty entry is its own page. */
function entries(given: readonly unknown[], prefix: string, context: MenuContext): SidebarEntry[] {
  const find = (reference: string) => {
    if (reference.startsWith('/')) return context.findPage(reference)
    const { pathname } = new URL(reference, `http://site${prefix.replace(/^(?!\/)/, '/')}`)
    return context.findPage(safeDecode(pathname))
  }
  const link = (reference: string, title: string | undefined): SidebarEntry[] => {
    if (isOutside(reference)) return [{ text: title ?? reference, link: reference }]
    const page = find(reference)
    if (page) return [title === undefined ? page : { page, text: title }]
    context.note(`The sidebar entry \`${reference}\` wasn't imported: it doesn't match any page.`)
    return []
  }
  return given.flatMap((entry): SidebarEntry[] => {
    if (typeof entry === 'string') return link(entry, undefined)
    if (Array.isArray(entry)) return link(String(entry[0]), text(entry[1]))
    const { title, path, children, sidebarDepth, collapsable } = values(entry)
    const name = text(title) ?? ''
    if (!Array.isArray(children)) return text(path) ? link(String(path), name) : []
    const message = `\`sidebarDepth\` of the group \`${name}\` is ignored: one depth applies to the whole sidebar.`
    if (sidebarDepth !== undefined) context.note(message)
    const page = typeof path === 'string' ? find(path) : undefined
    const items = entries(children, prefix, context)
    return [{ text: name, items, page, ...(collapsable === false && { collapsible: false as const }) }]
  })
}

export type Rgb = readonly number[]

type ColorName = keyof NonNullable<Colors['light']>

/** Variables of the default theme: their names in the light scheme, and standard values, which no site has chosen. */
const COLORS: Record<string, { name?: ColorName; standard?: string }> = {
  accentColor: { standard: '#3eaf7c' },
  textColor: { name: 'text', standard: '#2c3e50' },
  borderColor: { name: 'border', standard: '#eaecef' },
  codeBgColor: { standard: '#282c34' },
  badgeTipColor: { name: 'tip', standard: '#42b983' },
  badgeWarningColor: { name: 'warning' },
  badgeErrorColor: { name: 'danger', standard: '#da5961' },
}

/** `end`: what text is mixed with; `wanted`: a contrast that allows for tinted backgrounds. */
const LIGHT = { background: [255, 255, 255], end: [0, 0, 0], wanted: 5.6 }
const DARK = { background: [20, 23, 28], end: [255, 255, 255], wanted: 6 }

/** As text, and in the dark scheme, which VuePress lacks, the accent gets enough contrast. */
function translateColors(variables: ReadonlyMap<string, string>, note: Note) {
  const light: Partial<Record<ColorName, string>> = {}
  let dark: typeof light | undefined
  const left: string[] = []
  for (const [variable, hex] of variables) {
    const { name, standard } = COLORS[variable] ?? {}
    if (hex === standard) continue
    const color = readHex(hex)
    if (variable === 'accentColor') {
      Object.assign(light, accents(color, LIGHT))
      dark = accents(color, DARK)
    } else if (!name) left.push(`\`$${variable}\``)
    else light[name] = name === 'border' ? hex : writeHex(readable(color, LIGHT))
  }
  if (left.length > 0) note(`Colors in \`palette.styl\` that weren't imported: ${left.join(', ')}.`)
  return filled(light) && { light, dark }
}

function accents(accent: Rgb, scheme: typeof LIGHT) {
  const text = readable(accent, scheme)
  return {
    brand: writeHex(accent),
    'accent-soft': writeHex(mix(accent, 0.12, scheme.background)),
    selection: writeHex(mix(accent, 0.2, scheme.background)),
    accent: writeHex(text),
    'accent-strong': writeHex(mix(scheme.end, 0.3, text)),
  }
}

/** The color, closer to black or white as far as text needs it. */
function readable(color: Rgb, { background, end, wanted }: typeof LIGHT) {
  const shares = Array.from({ length: 50 }, (_, step) => mix(end, step * 0.02, color))
  return shares.find(nearer => contrast(nearer, background) >= wanted) ?? end
}

/** As WCAG 2.2 defines it: from 1 to 21. */
export function contrast(a: Rgb, b: Rgb) {
  const [dark = 0, light = 0] = [a, b].map(luminance).toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb) {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function readHex(hex: string) {
  return [...Buffer.from(hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'), 'hex')]
}

function writeHex(color: Rgb) {
  return `#${Buffer.from(color.map(Math.round)).toString('hex')}`
}

/** `over` on `under`; `share` of it from 0 to 1. */
export function mix(over: Rgb, share: number, under: Rgb) {
  return over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share))
}
