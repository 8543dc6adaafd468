import { isOutside } from '../../shared/addresses.ts'
import type { UserConfig } from '../../schema/config.ts'
import { present, list, text, values, type Values } from '../common/values.ts'
import { translateHead } from '../common/translate-head.ts'
import { translateFooter, withoutTags } from './translate-footer.ts'
import { leadsTo, localOf, type NavContext, translateNavbar, versionEntry } from './translate-navbar.ts'
import { translateSidebars } from './translate-sidebars.ts'
import { ADMONITIONS } from './components.ts'
import { CONTENT, staticFolder } from './targets.ts'

type Theme = NonNullable<UserConfig['theme']>

const ROOT = { path: '/' }
const REDIRECTS = /(?:^|\/)(?:plugin-)?client-redirects$/

/** The configuration of docsgen that keeps every address of a Docusaurus site. */
export function translateConfig(context: NavContext): UserConfig {
  const { site, note, old } = context
  const { config, theme } = site
  return present({
    title: text(config['title']),
    description: text(config['tagline']),
    ...(old ? {} : publication(config, note)),
    redirects: old ? undefined : translateRedirects(context),
    contentDir: CONTENT,
    head: translateHead(headOf(config, theme), note),
    locales: translateLocales(context),
    theme: translateTheme(context),
    markdown: { slugs: 'github' as const, ...containers(site.preset) },
  }) as UserConfig
}

/** Redirects of `@docusaurus/plugin-client-redirects`; those that it makes by a function are noted. */
function translateRedirects(context: NavContext): Record<string, string> | undefined {
  const { site, note } = context
  const entry = list(site.config['plugins'])
    .flatMap(plugin => (Array.isArray(plugin) ? [plugin as unknown[]] : []))
    .find(([name]) => REDIRECTS.test(String(name)))
  const options = values(entry?.[1])
  if (options['createRedirects'] !== undefined)
    note('Redirects that `createRedirects` makes are not taken over: write them into `redirects`.')
  const redirects = list(options['redirects'])
    .map(values)
    .flatMap(({ from, to }) => [from].flat().map((old): [string, string] => [String(old), String(to)]))
    .filter(([from, to]) => {
      const leads = isOutside(to) || (leadsTo(to, context) ?? context.elsewhere(localOf(to, context), ROOT))
      if (!leads)
        note(
          `The redirect from \`${from}\` to \`${to}\` leads to no page that is taken over, and was left out.`,
        )
      return leads
    })
  return redirects.length > 0 ? Object.fromEntries(redirects) : undefined
}

/** What holds for all versions. */
function publication(config: Values, note: NavContext['note']): UserConfig {
  const url = text(config['url'])
  const slash = config['trailingSlash']
  const base = text(config['baseUrl'])
  if (list(config['staticDirectories']).length > 1)
    note(
      `Of \`staticDirectories\`, \`${staticFolder(config)}\` is taken over: copy into it what is in the others.`,
    )
  return {
    url: url === undefined ? undefined : new URL(url).origin,
    base: base === undefined || base === '/' ? undefined : `/${base.split('/').filter(Boolean).join('/')}/`,
    urls: slash === true ? ('directory' as const) : ('clean' as const),
    // Its files lay in folders, so that both forms led to them.
    formerUrls: slash === undefined ? ['directory' as const] : undefined,
    publicDir: staticFolder(config),
    noindex: config['noIndex'] === true ? true : undefined,
  } as UserConfig
}

/** Addresses of files start with `/`. */
function fileAddress(file: string): string {
  return /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(file) ? file : `/${file}`
}

function headOf(config: Values, theme: Values): unknown[] {
  const icon = text(config['favicon'])
  const tags = list(config['headTags']).map(values)
  const files = (key: string) =>
    list(config[key]).map(entry => (typeof entry === 'string' ? { src: entry } : values(entry)))
  return [
    ...(icon === undefined ? [] : [['link', { rel: 'icon', href: fileAddress(icon) }]]),
    ...list(theme['metadata']).map(entry => ['meta', entry]),
    ...tags.map(tag => [tag['tagName'], tag['attributes'], tag['innerHTML']]),
    ...files('scripts').map(entry => ['script', entry]),
    ...files('stylesheets').map(({ src, ...entry }) => [
      'link',
      { rel: 'stylesheet', ...(src === undefined ? {} : { href: src }), ...entry },
    ]),
  ]
}

function containers({ docs }: Values): { containers?: Record<string, { kind: 'tip' | 'info' }> } {
  const keywords = list(values(values(docs)['admonitions'])['keywords']).map(String)
  const known = ['note', 'tip', 'info', 'warning', 'danger', 'caution', 'important', 'details']
  const names = keywords.filter(name => /^[\w-]+$/.test(name) && !known.includes(name))
  if (names.length === 0) return {}
  return {
    containers: Object.fromEntries(
      names.map(name => [name, { kind: ADMONITIONS[name] === 'tip' ? 'tip' : 'info' }]),
    ),
  }
}

function translateLocales({ site, translations }: NavContext): UserConfig['locales'] {
  const settings = values(values(site.config['i18n'])['localeConfigs'])
  const title = text(site.config['title'])
  const entries = site.locales.map(locale => {
    const own = values(settings[locale.code])
    const said = translations.find('docusaurus-theme-classic/navbar.json', 'title', locale)
    const found = present({
      lang: text(own['htmlLang']) ?? locale.code,
      label: text(own['label']) ?? nameOf(locale.code),
      dir: own['direction'] === 'rtl' ? ('rtl' as const) : undefined,
      title: said !== undefined && said !== title ? said : undefined,
    })
    return [locale.path, found]
  })
  return Object.fromEntries(entries) as UserConfig['locales']
}

/** What a language calls itself, as Docusaurus writes it. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

function translateTheme(context: NavContext): Theme {
  const { site } = context
  const navbar = values(site.theme['navbar'])
  const hasMenu = list(navbar['items']).some(item => values(item)['type'] === 'docsVersionDropdown')
  const docs = values(site.preset['docs'])
  const nav = translateNavbar(navbar, context)
  const own = site.versions.filter(({ version }) => version.instance === 'default')
  const sidebars = translateSidebars({ ...context, versions: site.versions, locales: site.locales })
  return present({
    ...editLinks(docs, context),
    lastUpdated: docs['showLastUpdateTime'] === true ? true : undefined,
    // Without a menu of versions, readers would no longer find the others.
    nav: hasMenu || context.old ? nav : [...nav, ...versionEntry(own, context)],
    sidebar: Object.keys(sidebars).length > 0 ? sidebars : undefined,
    footer: translateFooter(values(site.theme['footer']), context),
    logo: logoOf(values(navbar['logo'])),
    announcement: announcementOf(values(site.theme['announcementBar'])),
    search: searchOf(values(site.theme['algolia'])),
  }) as Theme
}

function logoOf({ src, srcDark, alt }: Values): Theme['logo'] {
  const [light, dark] = [text(src), text(srcDark)]
  if (light === undefined) return undefined
  if (dark === undefined) return fileAddress(light)
  return { light: fileAddress(light), dark: fileAddress(dark), ...(text(alt) ? { alt: String(alt) } : {}) }
}

function announcementOf({ id, content, isCloseable }: Values): Theme['announcement'] {
  const said = text(content)
  if (said === undefined) return undefined
  const name = (text(id) ?? 'announcement').replace(/[^\w.-]+/g, '-')
  return { id: name, text: withoutTags(said), ...(isCloseable === false ? { dismissible: false } : {}) }
}

function searchOf({ appId, apiKey, indexName }: Values): Theme['search'] {
  const [key, name, app] = [text(apiKey), text(indexName), text(appId)]
  if (!key || !name) return undefined
  return { provider: 'docsearch', key, indexName: name, ...(app ? { appId: app } : {}) }
}

/** `https://github.com/owner/name/tree/main/website/`. */
function editLinks({ editUrl }: Values, { note, old }: NavContext): Partial<Theme> {
  const url = text(editUrl)
  if (url === undefined) {
    if (editUrl !== undefined) note('`editUrl` is a function: set `theme.docsRepo` and `theme.editLinks`.')
    return {}
  }
  const [, repo, branch, folder = ''] =
    /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/]+)\/(?:tree|edit|blob)\/([^/]+)\/?(.*)$/.exec(url) ?? []
  if (repo !== undefined && branch !== undefined) {
    const path = [...folder.split('/').filter(Boolean), (old?.from ?? '') + CONTENT].join('/')
    return { docsRepo: repo, docsBranch: branch, docsDir: path, editLinks: true }
  }
  return { editLinks: true, editLinkPattern: `${url.replace(/\/$/, '')}/:path` }
}
