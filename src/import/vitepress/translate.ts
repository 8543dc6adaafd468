import type { UserConfig } from '../../schema/config.ts'
import type { Note } from '../common/notes.ts'
import type { PagePaths } from '../common/page-paths.ts'
import { translateHead } from '../common/translate-head.ts'
import { list, present, text, values, type Values } from '../common/values.ts'
import { foreignLocales, layersOf, translateLocales } from './translate-locales.ts'
import { translateMarkdown } from './translate-markdown.ts'
import { translateTheme } from './translate-theme.ts'

export interface TranslateInput {
  /** What the configuration evaluates to, and those of its folders by path. */
  config: Values
  layers: Readonly<Record<string, Values>>
  /** Source folder relative to the site's root, `docs`. */
  source: string
  pages: PagePaths
  isFile: (address: string) => boolean
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

/** Keys that are taken over here or elsewhere, or that mean nothing to docsgen. */
const KNOWN = new Set(
  (
    'title titleTemplate description lang dir base head locales themeConfig markdown rewrites cleanUrls srcDir srcExclude ' +
    'outDir assetsDir cacheDir sitemap lastUpdated ignoreDeadLinks extends additionalConfig vite vue mpa metaChunk ' +
    'appearance useWebFonts shouldPreload scrollOffset buildConcurrency contentProps router'
  ).split(' '),
)

/** The configuration of docsgen that keeps every address of a VitePress site: routes and heading ids. Pure. */
export function translateVitepress(input: TranslateInput, note: Note): UserConfig {
  const { config, source } = input
  noteUnknown(config, note)
  const all = layersOf(config, input.layers)
  const url = originOf(values(config['sitemap'])['hostname'])
  const base = baseOf(config['base'])
  const fileAddress = (address: string) =>
    url && input.isFile(address) ? `${url}${base?.slice(0, -1) ?? ''}${address}` : undefined
  const contextOf = (locale: string) => ({ pages: input.pages, fileAddress, locale, note })
  const locales = translateLocales(all, contextOf)
  addForeign(locales, config, note)
  const themes = new Map([...all].map(([path, layer]) => [path, values(layer['themeConfig'])]))
  noteHeads(input.layers, config, note)
  for (const path of Object.keys(input.layers).filter(folder => !all.has(folder)))
    note(`The configuration of \`${path}\` is left out: only a language has settings of its own.`)
  return present({
    title: text(config['title']) ?? 'VitePress',
    description: text(all.get('/')?.['description']),
    url,
    urls: config['cleanUrls'] === true ? ('clean' as const) : undefined,
    base,
    contentDir: source,
    publicDir: `${source}/public`,
    head: translateHead(config['head'], note),
    // The addresses are those of the site as it was: it had none for pages that a language lacks.
    fallback: all.size > 1 ? ('none' as const) : undefined,
    locales,
    theme: translateTheme(config, themes, note),
    ...translateMarkdown(values(config['markdown']), { source, note, pagesWith: input.pagesWith }),
  })
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

function noteUnknown(config: Values, note: Note): void {
  const { titleTemplate, appearance } = config
  if (titleTemplate !== undefined && titleTemplate !== true)
    note(
      `\`titleTemplate: ${JSON.stringify(titleTemplate)}\` of the site: titles end with the title of the site; a page may have one of its own.`,
    )
  if (typeof appearance === 'string' || appearance === false)
    note(
      `\`appearance: ${JSON.stringify(appearance)}\`: readers choose light or dark, and start with what their system has.`,
    )
  for (const key of Object.keys(config)
    .filter(name => !KNOWN.has(name))
    .toSorted()) {
    note(`\`${key}\` has no counterpart.`)
  }
  if (list(values(config['vite'])['plugins']).length > 0) note('Plugins of Vite are left out.', 0)
}

/** Tags of the head are the same for all languages. */
function noteHeads(layers: Readonly<Record<string, Values>>, config: Values, note: Note): void {
  const given = [...Object.values(layers), ...Object.values(values(config['locales'])).map(values)]
  if (given.some(layer => list(layer['head']).length > 0))
    note('`head` of single languages is left out; that of the site holds for all.')
}
