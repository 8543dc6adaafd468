import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/keys.ts'
import { translateDocsearch, translateHead } from '../common/settings.ts'
import { list, namedEntries, nameOf, present, text, type Values, values } from '../common/values.ts'
import {
  type FindPage,
  languageOfFolder,
  type Locale,
  type MenuContext,
  type Sidebar,
  type SidebarEntry,
  translateNav,
  withinLocale,
} from '../common/vue-menus.ts'
import { translateColors } from './colors.ts'

interface TranslateInput {
  /** The configuration of VuePress 1 as data. */
  config: Values
  /** Source folder relative to the site's root, `docs`. */
  source: string
  findPage: FindPage
  /** Text of `public/_redirects`; empty when there is none. */
  redirects: string
  slugs: NonNullable<NonNullable<UserConfig['markdown']>['slugs']>
  /** Variables of `palette.styl`. */
  palette: ReadonlyMap<string, string>
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
  note: Note
}

const NO_WEBPACK = {
  note: '`configureWebpack` and `chainWebpack` have no counterpart: there is no webpack.',
  pages: 0,
}

/** Keys of the configuration. */
const KEYS: KeyTable<TranslateInput> = {
  title: 'title',
  description: 'description',
  base: base => (base === '/' ? {} : { base: text(base) }),
  dest: (dest, { source, note }) => {
    const folder = text(dest)?.replace(/^\.\//, '').replace(/\/$/, '')
    if (!folder || folder === 'dist') return {}
    // The output may not lie among the sources.
    if (!folder.startsWith(`${source}/`) && !folder.startsWith('/')) return { outDir: folder }
    note(`The output goes to \`dist\` instead of \`${folder}\`.`, 0)
    return {}
  },
  head: (head, { note }) => ({ head: translateHead(head, note) }),
  theme: (theme, { note }) => {
    // These look like the default theme.
    if (!/^(?:@vuepress\/(?:theme-)?)?(?:default|vue)$/.test(nameOf(theme)))
      note(`The theme \`${nameOf(theme)}\` isn't imported; write \`templates/\` for what it changes.`)
  },
  plugins: translatePlugins,
  configureWebpack: NO_WEBPACK,
  chainWebpack: NO_WEBPACK,
  ...ignore('locales themeConfig markdown port host temp cache evergreen shouldPrefetch extraWatchFiles'),
  ...ignore('postcss stylus scss sass less'),
}

/** Keys of `themeConfig`. */
const THEME_KEYS: KeyTable<TranslateInput> = {
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
export function translateVuepress(input: TranslateInput): UserConfig {
  const { config, source, findPage, note } = input
  const theme = values(config['themeConfig'])
  const [site, themed] = [values(config['locales']), values(theme['locales'])]
  const paths = [...new Set(['/', ...Object.keys(site), ...Object.keys(themed)])]
  const languages = paths
    .filter(path => /^\/(?:.+\/)?$/.test(path))
    .map(path => ({ path, own: { ...values(site[path]), ...values(themed[path]) } as Values }))
  // The menus of a site in one language are in the theme.
  const isSingle = languages.length === 1 && Object.keys(themed).length === 0
  const locales = languages.map(({ path, own }) => {
    const context = { findPage, locale: path, note }
    const pick = (key: string) => text(own[key]) ?? text(theme[key])
    const locale = present({
      lang: text(own['lang']) ?? languageOf(path, note),
      label: text(own['label']),
      title: text(own['title']),
      description: text(own['description']),
      selectText: text(own['selectText']),
      editLinkText: pick('editLinkText'),
      nav: isSingle ? undefined : translateNav(own['nav'] ?? theme['nav'], context),
      sidebar: isSingle ? undefined : translateSidebar(own['sidebar'] ?? theme['sidebar'], context),
      strings: pick('lastUpdated') ? { lastUpdated: pick('lastUpdated') } : undefined,
    })
    return [path, locale as Locale] as const
  })
  const { containers, ...given } = translateKeys(config, KEYS, input)
  const redirects = translateRedirects(input)
  const context = { findPage, locale: '/', note }
  const isDated = [theme, ...Object.values(themed).map(values)].some(({ lastUpdated }) =>
    Boolean(lastUpdated),
  )
  return present({
    ...given,
    contentDir: source,
    publicDir: `${source}/.vuepress/public`,
    redirects: Object.keys(redirects).length > 0 ? redirects : undefined,
    // The site had no addresses for pages that a language lacks.
    fallback: locales.length > 1 ? ('none' as const) : undefined,
    locales: Object.fromEntries(locales),
    theme: present({
      ...translateKeys(theme, THEME_KEYS, input, 'themeConfig.'),
      // The standard branch of VuePress.
      ...(theme['editLinks'] === true && !text(theme['docsBranch']) ? { docsBranch: 'master' } : {}),
      lastUpdated: isDated || undefined,
      search: translateSearch(theme, note),
      nav: isSingle ? translateNav(theme['nav'], context) : undefined,
      sidebar: isSingle ? translateSidebar(theme['sidebar'], context) : undefined,
      colors: translateColors(input.palette, note),
    }),
    markdown: present({ slugs: input.slugs, ...translateMarkdown(config['markdown'], note), containers }),
  }) as UserConfig
}

/** VuePress takes US English for a language that is not named; the name of its folder is the better guess. */
function languageOf(path: string, note: Note): string {
  const folder = languageOfFolder(path)
  if (folder !== undefined) note(`The language of \`${path}\` was not set; \`${folder}\` is taken.`)
  return folder ?? 'en-US'
}

function translateSearch(theme: Values, note: Note): NonNullable<UserConfig['theme']>['search'] {
  if (theme['search'] === false && !theme['algolia']) return false
  if (Object.values(values(theme['locales'])).some(locale => values(locale)['algolia']))
    note('`algolia` of single languages is left out; one index serves all, filtered by language.')
  const algolia = values(theme['algolia'])
  return translateDocsearch(algolia, values(algolia['algoliaOptions'])['facetFilters'])
}

/** Settings of `markdown`: line numbers, the folder that includes start from, notes on the rest. */
function translateMarkdown(markdown: unknown, note: Note): { lineNumbers?: true; includeRoot?: string } {
  const { lineNumbers, slugify, extendMarkdown, config, plugins, ...rest } = values(markdown)
  if (slugify !== undefined)
    note('`markdown.slugify` makes ids of its own: headings may get other ids, and links to them may break.')
  for (const key of Object.keys(rest).toSorted()) note(`\`markdown.${key}\` has no counterpart.`)
  const extended = values(extendMarkdown ?? config)
  if (extended['$function']) note('`markdown.extendMarkdown` could not be read.')
  const result: { lineNumbers?: true; includeRoot?: string } = lineNumbers === true ? { lineNumbers } : {}
  const named = namedEntries(plugins).map(({ name, options }) => ({
    plugin: nameOf(name).replace(/^(?!markdown-it-|@)/, 'markdown-it-'),
    options,
  }))
  for (const { plugin, options } of [...named, ...list(extended['$use']).map(values)]) {
    const name = text(plugin) ?? ''
    if (name === 'markdown-it-include')
      result.includeRoot = text(options) ?? text(values(options)['root']) ?? '.'
    else if (!/^markdown-it-(?:footnote|task-lists|anchor|emoji)$/.test(name))
      note(`The Markdown plugin \`${name}\` has no counterpart.`)
  }
  return result
}

/** Plugins whose work docsgen does itself. */
const BUILT_IN_PLUGINS = new Set(
  (
    'active-header-links back-to-top last-updated medium-zoom zooming nprogress pwa search toc ' +
    'clean-urls sitemap smooth-scroll code-copy copyright copy-code one-click-copy nuggets-style-copy ' +
    'seo autometa fulltext-search flexsearch minimal-search canonical check-md reading-progress'
  ).split(' '),
)

const DRAWINGS = 'fences of the language `mermaid` and'
/** Advice for plugins that nothing replaces automatically. */
const ADVICE: [names: RegExp, advice: string][] = [
  [/^mermaid(?:js)?$/, `write the drawings in ${DRAWINGS} add the plugin \`docsgen/plugins/mermaid\``],
  [/^flowchart$/, `draw with ${DRAWINGS} the plugin \`docsgen/plugins/mermaid\``],
  [/^(?:feed|rss|rss-feed)$/, 'add the plugin `docsgen/plugins/feed`'],
  [/^tabs$/, 'write `:::: tabs`, a component of docsgen'],
  [/^code-switcher$/, 'write `::: code-group`'],
  [/^redirect$/, 'write its addresses into `redirects`'],
  [/^register-components$/, 'components of Vue are not run'],
  [/^blog$/, 'lists of posts are to be written'],
]

/** Containers that plugins add, plugins of docsgen that do the same, and analytics; everything else is reported. */
function translatePlugins(given: unknown, input: TranslateInput): Values {
  const containers: Values = {}
  const plugins = new Set<string>()
  const translated: Values = {}
  // A list of names and pairs, or an object.
  const pairs = Array.isArray(given)
    ? given.map(entry => [entry].flat() as unknown[])
    : Object.entries(values(given))
  for (const [plugin, settings] of pairs.filter(([, options]) => options !== false)) {
    // `@vuepress/container`, `vuepress-plugin-container` and `@vuepress/plugin-container` are all `container`.
    const name = nameOf(plugin).replace(/^@vuepress\/(?:plugin-)?|^vuepress-plugin-/, '')
    const options = values(settings)
    if (name === 'container') Object.assign(containers, translateContainer(options, input))
    else if (name === 'google-analytics') translated['analytics'] = translateAnalytics(options, input.note)
    else if (name === 'sitemap')
      translated['url'] = /^https?:\/\/[^/\s]+/.exec(text(options['hostname']) ?? '')?.[0]
    else if (name === 'clean-urls') {
      const { normalSuffix = '' } = options
      translated['urls'] = normalSuffix === '' ? 'clean' : normalSuffix === '/' ? 'directory' : undefined
    } else if (/^(?:mathjax|(?:markdown-it-)?katex)$/.test(name)) plugins.add('docsgen/plugins/math')
    else if (!BUILT_IN_PLUGINS.has(name)) {
      const advice = ADVICE.find(([names]) => names.test(name))?.[1]
      input.note(`The plugin \`${name}\` has no counterpart${advice ? `: ${advice}` : ''}.`)
    }
  }
  return {
    ...translated,
    containers: Object.keys(containers).length > 0 ? containers : undefined,
    plugins: plugins.size > 0 ? [...plugins] : undefined,
  }
}

function translateContainer(
  { type, defaultTitle, ...functions }: Values,
  { note, pagesWith }: TranslateInput,
): Values {
  const name = text(type)
  if (!name || !/^[\w-]+$/.test(name)) return {}
  const pages = pagesWith(name)
  if (pages > 0 && ['before', 'after', 'render'].some(key => functions[key] !== undefined))
    note(`The container \`${name}\` writes its own HTML; it became a plain box.`, pages)
  const kind = CONTAINER_KINDS.find(known => known === name && 'title' in CONTAINERS[known]) ?? 'info'
  // One title, or one by locale path.
  const titles = Object.entries(values(defaultTitle)).filter(([, title]) => typeof title === 'string')
  const own = titles.length > 0 ? Object.fromEntries(titles) : undefined
  const title = typeof defaultTitle === 'string' ? defaultTitle : (own ?? name.toUpperCase())
  return { [name]: { kind, title } }
}

/** Properties of Universal Analytics count nothing since 2023. */
function translateAnalytics({ ga }: Values, note: Note): UserConfig['analytics'] {
  const id = text(ga) ?? ''
  if (/^G-[A-Z\d]+$/.test(id)) return { provider: 'google', id }
  note(
    `\`${id}\` of \`google-analytics\` counts nothing any more; a property of today is \`analytics: { provider: 'google', id: 'G-…' }\`.`,
    0,
  )
  return undefined
}

/**
 * Rules of a `_redirects` file that lead from an address without a page to a page. The file itself stays where it is
 * and is copied as it is, so hosts follow the other rules too.
 */
function translateRedirects({ redirects: rules, findPage, note }: TranslateInput): Record<string, string> {
  const redirects: Record<string, string> = {}
  let left = 0
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/)
    if (!from.startsWith('/') || !to) continue
    const page = findPage(to)
    const rest = /[?#].*/s.exec(to)?.[0] ?? ''
    const target = /^https?:\/\//.test(to) ? to : page && encodeURI(page) + rest
    const isPlain = /^30[1278]!?$/.test(status) && !/[*:]/.test(from)
    // An address that reaches a page by itself, in other letter case or without `.html`, needs no rule to get there.
    if (!isPlain || !target || findPage(from) === from) left += 1
    else redirects[from] = target
  }
  if (left > 0) note(`Rules of \`_redirects\` for the host only, copied as they are: ${left}.`, 0)
  return redirects
}

/** The sidebar in any of its forms. Undefined when there is none. */
function translateSidebar(sidebar: unknown, context: MenuContext): Sidebar | undefined {
  const listOf = (given: unknown, prefix: string): 'auto' | SidebarEntry[] => {
    if (given !== 'auto') return entries(list(given), prefix, context)
    context.note(
      "`sidebar: 'auto'` lists the pages of the folder; the headings of the open page stand in its outline.",
    )
    return 'auto'
  }
  if (sidebar === undefined || sidebar === null) return undefined
  if (typeof sidebar !== 'object' || Array.isArray(sidebar)) return listOf(sidebar, '/')
  const byPrefix = Object.entries(values(sidebar)).map(
    ([prefix, given]) =>
      [withinLocale(prefix.replace(/^(?!\/)/, '/'), context.locale), listOf(given, prefix)] as const,
  )
  return Object.fromEntries(byPrefix)
}

/** Entries of a list by prefix are relative to it; the empty one is its own page. */
function entries(given: readonly unknown[], prefix: string, context: MenuContext): SidebarEntry[] {
  const find = (reference: string) => {
    if (reference.startsWith('/')) return context.findPage(reference)
    const { pathname } = new URL(reference, `http://site${prefix.replace(/^(?!\/)/, '/')}`)
    return context.findPage(safeDecode(pathname))
  }
  const link = (reference: string, title: string | undefined): SidebarEntry[] => {
    if (isOutside(reference)) return [{ text: title ?? reference, link: reference }]
    const page = find(reference)
    if (page !== undefined) return [title === undefined ? page : { page, text: title }]
    context.note(`The sidebar entry \`${reference}\` leads to no page and was left out.`)
    return []
  }
  return given.flatMap((entry): SidebarEntry[] => {
    if (typeof entry === 'string') return link(entry, undefined)
    if (Array.isArray(entry)) return link(String(entry[0]), text(entry[1]))
    const { title, path, children, sidebarDepth } = values(entry)
    const name = text(title) ?? ''
    if (!Array.isArray(children)) return text(path) ? link(String(path), name) : []
    if (sidebarDepth !== undefined)
      context.note(
        `\`sidebarDepth\` of the group \`${name}\` is left out; one depth holds for the whole sidebar.`,
      )
    const page = typeof path === 'string' ? find(path) : undefined
    return [{ text: name, items: entries(children, prefix, context), ...(page ? { page } : {}) }]
  })
}
