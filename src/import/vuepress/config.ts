import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import type { Note } from '../common/importer.ts'
import { translateHead, present, text, values, type Values, list } from '../common/keys.ts'
import type { PagePaths } from '../common/pages.ts'
import { translateColors, translateLocales, translateTheme } from './theme.ts'

interface TranslateInput {
  /** What the configuration of VuePress 1 evaluates to. */
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

/** Themes that look as the default theme does, which is what docsgen is like. */
const STANDARD_THEMES = new Set(
  '@vuepress/default @vuepress/theme-default default @vuepress/vue @vuepress/theme-vue vue'.split(' '),
)

/** Keys that are taken over, or that mean nothing to docsgen. */
const KNOWN = new Set(
  (
    'title description base dest head locales theme themeConfig markdown plugins port host ' +
    'temp cache evergreen shouldPrefetch extraWatchFiles postcss stylus scss sass less ' +
    'configureWebpack chainWebpack'
  ).split(' '),
)

/** The configuration of docsgen that keeps every address of a VuePress 1 site: routes and heading ids. Pure. */
export function translateVuepress(input: TranslateInput, note: Note): UserConfig {
  const { source, pages, redirects } = input
  const config = values(input.config)
  const contextOf = (locale: string) => ({ pages, locale, note })
  noteUnknown(config, note)

  const locales = translateLocales(config, contextOf)
  const hasLocales =
    Object.keys(locales).length > 1 ||
    Object.keys(values(values(config['themeConfig'])['locales'])).length > 0
  const plugins = translatePlugins(config['plugins'], note, input.pagesWith)
  const redirectTable = translateRedirects(redirects, pages, note)
  const colors = translateColors(input.palette, note)
  return present({
    title: text(config['title']),
    description: text(config['description']),
    url: siteOrigin(config['plugins']),
    urls: addressForm(config['plugins']),
    base: text(config['base']) === '/' ? undefined : text(config['base']),
    contentDir: source,
    publicDir: `${source}/.vuepress/public`,
    outDir: translateDest(text(config['dest']), source, note),
    head: translateHead(config['head'], note),
    redirects: Object.keys(redirectTable).length > 0 ? redirectTable : undefined,
    // The addresses are those of the site as it was: it had none for pages that a language lacks.
    fallback: Object.keys(locales).length > 1 ? ('none' as const) : undefined,
    locales,
    theme: { ...translateTheme(config, contextOf('/'), hasLocales), ...(colors ? { colors } : {}) },
    markdown: {
      slugs: input.slugs,
      ...translateMarkdown(config['markdown'], note),
      ...(Object.keys(plugins.containers).length > 0 ? { containers: plugins.containers } : {}),
    },
    plugins: plugins.plugins.length > 0 ? plugins.plugins : undefined,
    analytics: plugins.analytics,
  })
}

function noteUnknown(config: Values, note: Note): void {
  const theme = config['theme']
  if (theme !== undefined && !STANDARD_THEMES.has(String(theme))) {
    note(`The theme \`${describeTheme(theme)}\` is not taken over; write \`templates/\` for what it changes.`)
  }
  for (const key of ['configureWebpack', 'chainWebpack']) {
    if (config[key] !== undefined) note(`\`${key}\` has no counterpart: there is no webpack.`, 0)
  }
  for (const key of Object.keys(config)
    .filter(name => !KNOWN.has(name))
    .toSorted()) {
    note(`\`${key}\` has no counterpart.`)
  }
}

function describeTheme(theme: unknown): string {
  return text(theme) ?? text(values(theme)['$function']) ?? 'of the site itself'
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

interface ContainerContext {
  note: Note
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

/** Adds the container that a plugin defines. */
function translateContainer(
  containers: Containers,
  { type, defaultTitle, ...functions }: Record<string, unknown>,
  { note, pagesWith }: ContainerContext,
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

/** What is to be done where nothing stands in place of a plugin by itself. */
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

/** What plugins become. */
interface TranslatedPlugins {
  containers: Containers
  plugins: string[]
  analytics: UserConfig['analytics']
}

/**
 * Containers that plugins add, by name (B94–B97), plugins of docsgen that do the same, and who counts readers; everything
 * else becomes a note.
 * @param pagesWith how many pages open a container of a name
 */
function translatePlugins(
  plugins: unknown,
  note: Note,
  pagesWith: (container: string) => number,
): TranslatedPlugins {
  const result: TranslatedPlugins = { containers: {}, plugins: [], analytics: undefined }
  const ours = new Set<string>()
  for (const [name, options] of pluginList(plugins)) {
    const own = OURS[name]
    if (name === 'container') translateContainer(result.containers, values(options), { note, pagesWith })
    else if (name === 'google-analytics') result.analytics = translateAnalytics(values(options), note)
    else if (own) ours.add(own)
    else if (!BUILT_IN_PLUGINS.has(name)) note(`The plugin \`${name}\` has no counterpart${advice(name)}.`)
  }
  return { ...result, plugins: [...ours] }
}

function advice(name: string): string {
  const said = ADVICE[name]
  return said ? `: ${said}` : ''
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

/** The site map needs to know where the site stands: VuePress does not. */
function siteOrigin(plugins: unknown): string | undefined {
  const options = pluginList(plugins).find(([name]) => name === 'sitemap')?.[1]
  const hostname = text(values(options)['hostname']) ?? ''
  return /^https?:\/\/[^/\s]+/.exec(hostname)?.[0]
}

/** How addresses end where the plugin for that is used: without anything, unless it is told otherwise. */
function addressForm(plugins: unknown): UserConfig['urls'] {
  const found = pluginList(plugins).find(([name]) => name === 'clean-urls')
  if (!found) return undefined
  const { normalSuffix = '' } = values(found[1])
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
 * and is taken over as it stands, so hosts follow the other rules too.
 */
function translateRedirects(rules: string, pages: PagePaths, note: Note): Record<string, string> {
  const redirects: Record<string, string> = {}
  let left = 0
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/)
    if (!from.startsWith('/') || !to) continue
    const target =
      /^30[1278]!?$/.test(status) && !from.includes('*') && !from.includes(':')
        ? resolve(to, pages)
        : undefined
    // An address that reaches a page by itself, in other letter case or without `.html`, needs no rule to get there.
    if (!target || pages.find(from) === from) left += 1
    else redirects[from] = target
  }
  if (left > 0) note(`Rules of \`_redirects\` for the host only, taken over as they stand: ${left}.`, 0)
  return redirects
}

function resolve(to: string, pages: PagePaths): string | undefined {
  if (/^https?:\/\//.test(to)) return to
  const path = pages.find(to)
  const rest = /[?#].*/s.exec(to)?.[0] ?? ''
  return path && encodeURI(path) + rest
}
