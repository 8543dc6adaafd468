import type { UserConfig } from '../../schema/config.ts'
import type { Note } from '../common/notes.ts'
import type { PagePaths } from '../common/page-paths.ts'
import { translateHead } from '../common/translate-head.ts'
import { present, text, values, type Values } from '../common/values.ts'
import { translateColors } from './translate-colors.ts'
import { translateMarkdown } from './translate-markdown.ts'
import { addressForm, siteOrigin, translatePlugins } from './translate-plugins.ts'
import { translateRedirects } from './translate-redirects.ts'
import { translateLocales, translateTheme } from './translate-theme.ts'

export interface TranslateInput {
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
  /** Style sheet of the theme's colours. */
  tokens: string
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
  const colors = translateColors(input.palette, input.tokens, note)
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
