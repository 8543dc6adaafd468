import { headEntry } from '../../schema/address.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { PagePaths } from './page-paths.ts'
import { list, present, text, values, type Values } from './values.ts'
import { addressForm, siteOrigin, translateMarkdown, translatePlugins } from './translate-plugins.ts'
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
}

export interface Translation {
  config: UserConfig
  /** One sentence for everything that is different or was left out. */
  notes: string[]
}

/** Keys that are taken over, or that mean nothing to docsgen. */
const KNOWN = new Set(
  (
    'title description base dest head locales theme themeConfig markdown plugins port host ' +
    'temp cache evergreen shouldPrefetch extraWatchFiles postcss stylus scss sass less ' +
    'configureWebpack chainWebpack'
  ).split(' '),
)

/** The configuration of docsgen that keeps every address of a VuePress 1 site: routes and heading ids. Pure. */
export function translateVuepress({ config: given, source, pages, redirects }: TranslateInput): Translation {
  const config = values(given)
  const notes = new Set<string>()
  const note = (sentence: string) => void notes.add(sentence)
  const contextOf = (locale: string) => ({ pages, locale, note })
  noteUnknown(config, note)

  const locales = translateLocales(config, contextOf)
  const hasLocales =
    Object.keys(locales).length > 1 ||
    Object.keys(values(values(config['themeConfig'])['locales'])).length > 0
  const containers = translatePlugins(config['plugins'], note)
  const outDir = translateDest(text(config['dest']), source, note)
  const redirectTable = translateRedirects(redirects, pages, note)
  const translated: UserConfig = present({
    title: text(config['title']),
    description: text(config['description']),
    url: siteOrigin(config['plugins']),
    urls: addressForm(config['plugins']),
    base: text(config['base']) === '/' ? undefined : text(config['base']),
    contentDir: source,
    publicDir: `${source}/.vuepress/public`,
    outDir,
    head: translateHead(config['head'], note),
    redirects: Object.keys(redirectTable).length > 0 ? redirectTable : undefined,
    locales,
    theme: translateTheme(config, contextOf('/'), hasLocales),
    markdown: {
      slugs: 'vuepress' as const,
      ...translateMarkdown(config['markdown'], note),
      ...(Object.keys(containers).length > 0 ? { containers } : {}),
    },
  })
  return { config: translated, notes: [...notes] }
}

function noteUnknown(config: Values, note: (sentence: string) => void): void {
  const theme = config['theme']
  if (theme !== undefined && !['@vuepress/default', '@vuepress/theme-default'].includes(String(theme))) {
    note('The theme of the site is not taken over; write `templates/` for what it changes.')
  }
  for (const key of ['configureWebpack', 'chainWebpack']) {
    if (config[key] !== undefined) note(`\`${key}\` has no counterpart: there is no webpack.`)
  }
  for (const key of Object.keys(config)
    .filter(name => !KNOWN.has(name))
    .toSorted()) {
    note(`\`${key}\` has no counterpart.`)
  }
}

/** The output may not lie among the sources. */
function translateDest(
  dest: string | undefined,
  source: string,
  note: (sentence: string) => void,
): string | undefined {
  const folder = dest?.replace(/^\.\//, '').replace(/\/$/, '')
  if (!folder || folder === 'dist') return undefined
  if (!folder.startsWith(`${source}/`) && !folder.startsWith('/')) return folder
  note(`The output goes to \`dist\` instead of \`${folder}\`.`)
  return undefined
}

type Head = NonNullable<UserConfig['head']>

/** B135: name, attributes, content. What has content of its own is left out: pages have no inline scripts or styles. */
function translateHead(head: unknown, note: (sentence: string) => void): Head | undefined {
  const entries = list(head).flatMap((entry): Head => {
    const [tag, attributes, inner] = list(entry)
    if (tag !== 'link' && tag !== 'meta' && tag !== 'script') {
      note(`The tag \`<${String(tag)}>\` of \`head\` was left out.`)
      return []
    }
    if (text(inner)) {
      note(`A \`<${tag}>\` with content in \`head\` was left out: put it into a file of the public folder.`)
      return []
    }
    const translated: Head[number] = { tag, attributes: attributesOf(attributes) }
    const problem = headEntry.safeParse(translated).error?.issues[0]
    if (!problem) return [translated]
    const address = translated.attributes['src'] ?? translated.attributes['href'] ?? ''
    note(`The \`<${tag}>\` of \`${address}\` in \`head\` was left out: it ${problem.message}.`)
    return []
  })
  return entries.length > 0 ? entries : undefined
}

function attributesOf(given: unknown): Record<string, string | boolean> {
  const entries = Object.entries(values(given)).map(([name, value]): [string, string | boolean] => [
    name,
    typeof value === 'boolean' ? value : String(value),
  ])
  return Object.fromEntries(entries)
}
