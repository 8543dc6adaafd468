import { scanAllTags } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import { type SocialIcon, socialLink } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import {
  present,
  text,
  values,
  type Values,
  list,
  translateDocsearch,
  type TranslateContext,
  translateLink,
} from '../common/keys.ts'

type Theme = NonNullable<UserConfig['theme']>

/** Settings that are taken over here or by language, or that mean nothing here. */
const KNOWN = new Set(
  (
    'nav sidebar logo socialLinks editLink footer outline outlineTitle lastUpdated lastUpdatedText docFooter search ' +
    'algolia notFound langMenuLabel returnToTopLabel sidebarMenuLabel darkModeSwitchLabel lightModeSwitchTitle ' +
    'darkModeSwitchTitle skipToContentLabel externalLinkIcon i18nRouting siteTitle aside'
  ).split(' '),
)
/** Names of icons that are others here. */
const ICONS: Readonly<Record<string, SocialIcon>> = { twitter: 'x', gmail: 'email', mailbox: 'email' }

/** Settings of the theme that hold for every language. `all`: the theme with that of each language over it, by path. */
export function translateTheme(config: Values, all: ReadonlyMap<string, Values>, note: Note): Theme {
  const theme = values(config['themeConfig'])
  const themes = [theme, ...all.values()]
  const unknown = themes.flatMap(Object.keys).filter(key => !KNOWN.has(key))
  for (const key of [...new Set(unknown)].toSorted()) note(`\`themeConfig.${key}\` has no counterpart.`)
  if (theme['siteTitle'] !== undefined)
    note('`themeConfig.siteTitle`: the header shows `title`, beside the logo.')
  return present({
    logo: translateLogo(theme['logo']),
    socialLinks: translateSocialLinks(themes, note),
    ...translateEditLinks(themes, note),
    lastUpdated: config['lastUpdated'] === true || themes.some(one => isOn(one['lastUpdated'])) || undefined,
    // Headings stand beside the page only.
    sidebarDepth: 0,
    outline: translateOutline(theme, note),
    footer: translateFooter(all),
    search: translateSearch(theme, note),
  }) as Theme
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
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

function translateOutline(theme: Values, note: Note): false | undefined {
  const { outline } = theme
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
export function translateSidebar(
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

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
function withinLocale(prefix: string, locale: string): string {
  return prefix.startsWith(locale) ? `/${prefix.slice(locale.length)}` : prefix
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
