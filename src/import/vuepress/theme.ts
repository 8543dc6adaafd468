import type { ColorName, SchemeName } from '../../schema/theme.ts'
import type { UserConfig } from '../../schema/config.ts'
import { safeDecode, isOutside } from '../../shared/addresses.ts'
import type { Note } from '../common/importer.ts'
import {
  present,
  text,
  values,
  type Values,
  translateDocsearch,
  type TranslateContext,
  translateNav,
  list,
} from '../common/keys.ts'

type Theme = NonNullable<UserConfig['theme']>
type Locale = NonNullable<UserConfig['locales']>[string]

/** Settings of the default theme that are taken over somewhere, or mean nothing here. */
const KNOWN = new Set(
  (
    'nav sidebar locales search algolia repo repoLabel docsRepo docsDir docsBranch editLinks ' +
    'editLinkText lastUpdated logo sidebarDepth selectText label ariaLabel smoothScroll ' +
    'searchMaxSuggestions searchHotkeys activeHeaderLinks serviceWorker'
  ).split(' '),
)

/** Settings of the theme that hold for every language. */
export function translateTheme(config: Values, context: TranslateContext, hasLocales: boolean): Theme {
  const theme = values(config['themeConfig'])
  for (const key of Object.keys(theme)
    .filter(name => !KNOWN.has(name))
    .toSorted()) {
    context.note(`\`themeConfig.${key}\` has no counterpart.`)
  }
  const depth = theme['sidebarDepth']
  const editLinks = theme['editLinks'] === true
  return present({
    logo: text(theme['logo']),
    repo: text(theme['repo']),
    repoLabel: text(theme['repoLabel']),
    docsRepo: text(theme['docsRepo']),
    docsDir: text(theme['docsDir']),
    // B176: what VuePress takes when nothing is said.
    docsBranch: text(theme['docsBranch']) ?? (editLinks ? 'master' : undefined),
    editLinks: editLinks || undefined,
    lastUpdated: isDated(theme) || undefined,
    sidebarDepth: typeof depth === 'number' ? Math.min(2, Math.max(0, depth)) : undefined,
    search: translateSearch(theme, context),
    nav: hasLocales ? undefined : translateNav(theme['nav'], context),
    sidebar: hasLocales ? undefined : translateSidebar(theme['sidebar'], context),
  }) as Theme
}

/** B178: switched on for the site or for any language. */
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

/** Every language with its texts, navigation and sidebar (B126–B129). */
export function translateLocales(
  config: Values,
  contextOf: (locale: string) => TranslateContext,
): Record<string, Locale> {
  const theme = values(config['themeConfig'])
  const [site, themed] = [values(config['locales']), values(theme['locales'])]
  const paths = [...new Set([...Object.keys(site), ...Object.keys(themed)])].filter(path =>
    /^\/(?:.+\/)?$/.test(path),
  )
  if (paths.length === 0) paths.push('/')
  const order = paths.includes('/') ? paths : ['/', ...paths]
  const isSingle = order.length === 1 && Object.keys(themed).length === 0
  return Object.fromEntries(
    order.map(path => {
      const own: Values = { ...values(site[path]), ...values(themed[path]) }
      const general = isSingle
        ? { editLinkText: theme['editLinkText'], lastUpdated: theme['lastUpdated'] }
        : theme
      return [path, translateLocale({ path, own, general, isSingle }, contextOf(path))]
    }),
  )
}

interface LocaleInput {
  path: string
  /** Settings of the language, of site and theme. */
  own: Values
  /** Settings that hold where the language has none. */
  general: Values
  /** The navigation of a site in one language stands in the theme. */
  isSingle: boolean
}

function translateLocale({ path, own, general, isSingle }: LocaleInput, context: TranslateContext): Locale {
  const pick = (key: string) => text(own[key]) ?? text(general[key])
  const updated = pick('lastUpdated')
  return present({
    lang: text(own['lang']) ?? languageOf(path, context),
    label: text(own['label']),
    title: text(own['title']),
    description: text(own['description']),
    selectText: text(own['selectText']),
    editLinkText: pick('editLinkText'),
    nav: isSingle ? undefined : translateNav(own['nav'] ?? general['nav'], context),
    sidebar: isSingle ? undefined : translateSidebar(own['sidebar'] ?? general['sidebar'], context),
    strings: updated ? { lastUpdated: updated } : undefined,
  }) as Locale
}

/** VuePress takes US English for a language that is not named (B128); the name of its folder is the better guess. */
function languageOf(path: string, { note }: TranslateContext): string {
  const folder = path.slice(1, -1)
  if (!/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(folder)) return 'en-US'
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
export function translateColors(variables: ReadonlyMap<string, string>, note: Note): Colors | undefined {
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

/** The sidebar in any of its forms (B161, B162). Undefined when there is none. */
function translateSidebar(sidebar: unknown, context: TranslateContext): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (sidebar === 'auto') return auto(context)
  if (Array.isArray(sidebar)) return entries(sidebar, '/', context)
  const byPrefix = Object.entries(values(sidebar)).map(
    ([prefix, given]): [string, 'auto' | SidebarEntry[]] => [
      withinLocale(prefix, context.locale),
      given === 'auto' ? auto(context) : entries(list(given), prefix, context),
    ],
  )
  return Object.fromEntries(byPrefix)
}

function auto({ note }: TranslateContext): 'auto' {
  note("`sidebar: 'auto'` lists the pages of the folder; the headings of the open page stand in its outline.")
  return 'auto'
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
function withinLocale(prefix: string, locale: string): string {
  const full = prefix.startsWith('/') ? prefix : `/${prefix}`
  return full.startsWith(locale) ? `/${full.slice(locale.length)}` : full
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

/** Entries of a list by prefix are relative to it; the empty one is its own page (B161). */
function resolve(reference: string, prefix: string): string {
  if (reference.startsWith('/')) return reference
  return safeDecode(new URL(reference, `http://site${prefix.startsWith('/') ? '' : '/'}${prefix}`).pathname)
}
