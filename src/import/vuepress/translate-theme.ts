import type { UserConfig } from '../../schema/config.ts'
import { present, text, values, type Values } from '../common/values.ts'
import { translateDocsearch } from '../common/translate-search.ts'
import { type TranslateContext, translateNav } from '../common/translate-nav.ts'
import { translateSidebar } from './translate-navigation.ts'

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
