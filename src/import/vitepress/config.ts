import type { UserConfig } from '../../schema/config.ts'
import type { Strings } from '../../schema/strings.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import {
  translateHead,
  list,
  present,
  text,
  values,
  type Values,
  type TranslateContext,
  translateNav,
} from '../common/keys.ts'
import type { PagePaths } from '../common/pages.ts'
import { overlay } from './read-site.ts'
import { translateTheme, translateSidebar } from './theme.ts'

interface TranslateInput {
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
const KNOWN_KEYS = new Set(
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
    .filter(name => !KNOWN_KEYS.has(name))
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

interface MarkdownContext {
  source: string
  note: Note
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

/** Plugins of the parser whose work docsgen does by itself. */
const BUILT_IN =
  /^(?:markdown-it-(?:footnote|task-lists|anchor|emoji|attrs)|vitepress-plugin-(?:group-icons|tabs))$/
/** Plugins that come with docsgen, by what they are for. */
const OWN: readonly [RegExp, string][] = [
  [/mermaid/, 'docsgen/plugins/mermaid'],
  [/math|katex/, 'docsgen/plugins/math'],
]
/** Settings that are taken over, or mean nothing here. */
const KNOWN_MARKDOWN_KEYS = new Set(
  'lineNumbers math anchor config preConfig container codeCopyButton codeCopyButtonTitle toc headers image attrs gfmAlerts externalLinks emoji codeTransformers theme cache component frontmatter sfc linkify html typographer breaks quotes highlight languageLabel shikiSetup'.split(
    ' ',
  ),
)

/** Settings of `markdown`, and the plugins that do what those of VitePress did. */
function translateMarkdown(
  markdown: Values,
  { source, note, pagesWith }: MarkdownContext,
): Pick<UserConfig, 'markdown' | 'plugins'> {
  if (values(markdown['anchor'])['slugify'] !== undefined)
    note(
      '`markdown.anchor.slugify` makes ids of its own: headings may get other ids, and links to them may break.',
    )
  const brace = text(values(markdown['attrs'])['leftDelimiter'])
  if (brace !== undefined && brace !== '{' && brace !== '%{')
    note(
      `\`markdown.attrs.leftDelimiter: ${JSON.stringify(brace)}\`: ids of headings are written \`{#id}\` or \`%{#id}%\`.`,
    )
  for (const key of Object.keys(markdown)
    .filter(name => !KNOWN_MARKDOWN_KEYS.has(name))
    .toSorted())
    note(`\`markdown.${key}\` has no counterpart.`)
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
      ...(markdown['lineNumbers'] === true ? { lineNumbers: true } : {}),
      ...(pagesWith('raw') > 0 ? { containers: { raw: { kind: 'v-pre' as const } } } : {}),
    },
    ...(plugins.size > 0 ? { plugins: [...plugins] } : {}),
  }
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
}

/** Plugins that the parser is given by a function. */
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
  const folder = path.slice(1, -1)
  const isInherited = path !== '/' && lang === text(root['lang'])
  if (lang && !isInherited) return lang
  return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(folder) ? folder : (lang ?? 'en-US')
}

/** Interface texts that a site has written itself. */
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
