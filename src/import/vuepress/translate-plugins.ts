import type { UserConfig } from '../../schema/config.ts'
import { translateContainer, type Containers } from './translate-container.ts'
import type { Note } from '../common/notes.ts'
import { text, values } from '../common/values.ts'

/** Plugins whose work docsgen does by itself. */
const BUILT_IN = new Set(
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
export interface TranslatedPlugins {
  containers: Containers
  plugins: string[]
  analytics: UserConfig['analytics']
}

/**
 * Containers that plugins add, by name (B94–B97), plugins of docsgen that do the same, and who counts readers; everything
 * else becomes a note.
 * @param pagesWith how many pages open a container of a name
 */
export function translatePlugins(
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
    else if (!BUILT_IN.has(name)) note(`The plugin \`${name}\` has no counterpart${advice(name)}.`)
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
export function siteOrigin(plugins: unknown): string | undefined {
  const options = pluginList(plugins).find(([name]) => name === 'sitemap')?.[1]
  const hostname = text(values(options)['hostname']) ?? ''
  return /^https?:\/\/[^/\s]+/.exec(hostname)?.[0]
}

/** How addresses end where the plugin for that is used: without anything, unless it is told otherwise. */
export function addressForm(plugins: unknown): UserConfig['urls'] {
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
