import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import { list, text, values } from './values.ts'

type Containers = NonNullable<NonNullable<UserConfig['markdown']>['containers']>

/** Plugins whose work docsgen does by itself. */
const BUILT_IN = new Set(
  (
    'active-header-links back-to-top last-updated medium-zoom nprogress pwa search toc ' +
    'clean-urls sitemap smooth-scroll code-copy copyright'
  ).split(' '),
)

/** Containers that plugins add, by name (B94–B97); everything else becomes a note. */
export function translatePlugins(plugins: unknown, note: (sentence: string) => void): Containers {
  const containers: Containers = {}
  for (const [name, options] of pluginList(plugins)) {
    if (name === 'container') addContainer(containers, values(options), note)
    else if (!BUILT_IN.has(name)) note(`The plugin \`${name}\` has no counterpart.`)
  }
  return containers
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

function addContainer(
  containers: Containers,
  { type, defaultTitle, ...functions }: Record<string, unknown>,
  note: (sentence: string) => void,
): void {
  const name = text(type)
  if (!name || !/^[\w-]+$/.test(name)) return
  if (['before', 'after', 'render'].some(key => functions[key] !== undefined)) {
    note(`The container \`${name}\` writes its own HTML; it became a plain box.`)
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

/** Settings of `markdown`: line numbers, the folder that includes start from, notes on the rest. */
export function translateMarkdown(
  markdown: unknown,
  note: (sentence: string) => void,
): { lineNumbers?: true; includeRoot?: string } {
  const { lineNumbers, slugify, extendMarkdown, config, ...rest } = values(markdown)
  if (slugify !== undefined) {
    note('`markdown.slugify` makes ids of its own: headings may get other ids, and links to them may break.')
  }
  for (const key of Object.keys(rest).toSorted()) note(`\`markdown.${key}\` has no counterpart.`)
  const extended = values(extendMarkdown ?? config)
  if (extended['$function']) note('`markdown.extendMarkdown` could not be read.')
  const result: { lineNumbers?: true; includeRoot?: string } = lineNumbers === true ? { lineNumbers } : {}
  for (const use of list(extended['$use']).map(values)) {
    const plugin = text(use['plugin']) ?? ''
    if (plugin !== 'markdown-it-include') note(`The Markdown plugin \`${plugin}\` has no counterpart.`)
    else result.includeRoot = text(use['options']) ?? text(values(use['options'])['root']) ?? '.'
  }
  return result
}
