import { CONTAINERS } from '../../schema/containers.ts'
import path from 'node:path'
import { isFolder, listFiles } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { isOutside } from '../../shared/addresses.ts'
import {
  githubLinks,
  ignore,
  type KeyTable,
  list,
  NEW_DATES,
  type Note,
  noteMissing,
  present,
  text,
  translateDocsearch,
  translateHead,
  translateKeys,
  type Values,
  values,
} from '../common/importer.ts'
import { CONTENT } from '../common/page.ts'
import { ADMONITIONS } from './components.ts'
import {
  leadsTo,
  localOf,
  type NavContext,
  translateNavbar,
  translateSidebars,
  versionEntry,
} from './navigation.ts'
import type { SitePages } from './pages.ts'
import { type DocusaurusSite, sameOrEach, type SiteLocale } from './site.ts'
import { type OldVersion, staticFolder } from './targets.ts'

type Theme = NonNullable<UserConfig['theme']>

const ROOT = { path: '/' }
const REDIRECTS = /(?:^|\/)(?:plugin-)?client-redirects$/

/** Keys of the configuration. Those that are read elsewhere in this file, and those that a site of docsgen needs nothing for, are ignored. */
const SITE_KEYS: KeyTable<NavContext> = {
  url: url => ({ url: new URL(String(url)).origin }),
  baseUrl: base => {
    const parts = String(base).split('/').filter(Boolean)
    return { base: parts.length > 0 ? `/${parts.join('/')}/` : undefined }
  },
  noIndex: noIndex => ({ noindex: noIndex === true || undefined }),
  staticDirectories: (folders, { site, note }) => {
    if (list(folders).length > 1)
      note(
        `Of \`staticDirectories\`, \`${staticFolder(site.config)}\` is used: copy into it what is in the others.`,
      )
  },
  clientModules: (modules, { note }) => {
    if (list(modules).length > 0) note('`clientModules` have no counterpart.')
  },
  markdown: (markdown, { note }) => {
    if (values(markdown)['mermaid'] === true)
      note('Diagrams need the plugin `docsgen/plugins/mermaid` in `plugins`.')
  },
  ...ignore(
    'title tagline favicon headTags scripts stylesheets i18n trailingSlash themeConfig presets plugins themes',
  ),
  ...ignore(
    'organizationName projectName deploymentBranch githubHost githubPort titleDelimiter future storage',
  ),
  ...ignore('baseUrlIssueBanner onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes'),
}

/** Keys of `themeConfig`. */
const THEME_KEYS: KeyTable<NavContext> = {
  navbar: (navbar, context) => ({
    logo: logoOf(values(values(navbar)['logo'])),
    nav: navOf(values(navbar), context),
  }),
  footer: (footer, context) => ({ footer: translateFooter(values(footer), context) }),
  announcementBar: bar => ({ announcement: announcementOf(values(bar)) }),
  algolia: algolia => ({ search: translateDocsearch(values(algolia), undefined) }),
  colorMode: (mode, { note }) => {
    const { disableSwitch, defaultMode } = values(mode)
    if (disableSwitch === true || defaultMode === 'dark')
      note('The color scheme is that of the reader’s system at first, and readers may choose another.')
  },
  ...ignore('prism image metadata docs blog tableOfContents mermaid zoom'),
}

/** The configuration of docsgen that keeps every address of a Docusaurus site. */
export function translateConfig(context: NavContext): UserConfig {
  const { site, note, old } = context
  const { config, theme } = site
  const slash = config['trailingSlash']
  const publication = {
    ...translateKeys(config, SITE_KEYS, context),
    urls: slash === true ? 'directory' : 'clean',
    // Its files were in folders, so both forms were addresses.
    formerUrls: slash === undefined ? ['directory'] : undefined,
    publicDir: staticFolder(config),
    redirects: translateRedirects(context),
  }
  const docs = values(site.preset['docs'])
  const sidebars = translateSidebars(context)
  return present({
    title: text(config['title']),
    description: text(config['tagline']),
    ...(old ? {} : publication),
    contentDir: CONTENT,
    head: translateHead(headOf(config, theme), note),
    locales: translateLocales(context),
    theme: present({
      ...editLinks(docs, context),
      lastUpdated: docs['showLastUpdateTime'] === true ? true : undefined,
      sidebar: Object.keys(sidebars).length > 0 ? sidebars : undefined,
      nav: navOf({}, context),
      ...translateKeys(theme, THEME_KEYS, context, 'themeConfig.'),
    }),
    markdown: { slugs: 'github', ...containers(site.preset) },
  }) as UserConfig
}

/** The menu; without one of versions, readers would no longer find the others. */
function navOf(navbar: Values, context: NavContext): unknown[] {
  const hasMenu = list(navbar['items']).some(item => values(item)['type'] === 'docsVersionDropdown')
  const own = context.site.versions.filter(({ version }) => version.instance === 'default')
  const versions = hasMenu || context.old ? [] : versionEntry(own, context)
  return [...translateNavbar(navbar, context), ...versions]
}

/** Redirects of `@docusaurus/plugin-client-redirects`; those that it makes by a function are noted. */
function translateRedirects(context: NavContext): Record<string, string> | undefined {
  const { site, note } = context
  const entry = list(site.config['plugins'])
    .flatMap(plugin => (Array.isArray(plugin) ? [plugin as unknown[]] : []))
    .find(([name]) => REDIRECTS.test(String(name)))
  const options = values(entry?.[1])
  if (options['createRedirects'] !== undefined)
    note("Redirects that `createRedirects` makes aren't imported: write them into `redirects`.")
  const redirects = list(options['redirects'])
    .map(values)
    .flatMap(({ from, to }) => [from].flat().map((old): [string, string] => [String(old), String(to)]))
    .filter(([from, to]) => {
      const leads = isOutside(to) || (leadsTo(to, context) ?? context.elsewhere(localOf(to, context), ROOT))
      if (!leads)
        note(
          `The redirect from \`${from}\` to \`${to}\` leads to no page that is imported, and was left out.`,
        )
      return leads
    })
  return redirects.length > 0 ? Object.fromEntries(redirects) : undefined
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
  const names = keywords.filter(name => /^[\w-]+$/.test(name) && !(name in CONTAINERS))
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

/** `https://github.com/owner/name/tree/main/website/`. */
function editLinks({ editUrl }: Values, { note, old }: NavContext): Partial<Theme> {
  const url = text(editUrl)
  if (url === undefined) {
    if (editUrl !== undefined) note('`editUrl` is a function: set `theme.docsRepo` and `theme.editLinks`.')
    return {}
  }
  return (
    githubLinks(url, (old?.from ?? '') + CONTENT) ?? {
      editLinks: true,
      editLinkPattern: `${url.replace(/\/$/, '')}/:path`,
    }
  )
}

const FILE = 'docusaurus-theme-classic/footer.json'

/** The footer as Markdown: a paragraph for each column of links, and one for the copyright. */
function translateFooter(footer: Values, context: NavContext): Label | undefined {
  const texts = context.site.locales.map(locale => [locale.path, footerIn(locale, footer, context)] as const)
  return texts.every(([, value]) => value === '') ? undefined : sameOrEach(texts)
}

function footerIn(locale: SiteLocale, footer: Values, context: NavContext): string {
  const say = (key: string, standard: string) => context.translations.find(FILE, key, locale) ?? standard
  const groups = list(footer['links']).map(values)
  const columns = groups.some(group => group['items'] !== undefined) ? groups : [{ items: groups }]
  const paragraphs = columns.map(column => {
    const title = text(column['title'])
    const links = list(column['items']).flatMap(item => footerLink(values(item), say, { ...context, locale }))
    const heading = title === undefined ? '' : `**${say(`link.title.${title}`, title)}**: `
    return links.length > 0 ? heading + links.join(' · ') : ''
  })
  const copyright = text(footer['copyright'])
  if (copyright !== undefined) paragraphs.push(withoutTags(say('copyright', copyright)))
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')
}

function footerLink(
  item: Values,
  say: (key: string, standard: string) => string,
  context: NavContext & { locale: SiteLocale },
): string[] {
  const { locale, note } = context
  const html = text(item['html'])
  if (html !== undefined) {
    note('HTML in the footer became plain text.')
    return [withoutTags(html)].filter(Boolean)
  }
  const label = text(item['label']) ?? ''
  const to = text(item['to']) ?? text(item['href']) ?? ''
  const name = say(`link.item.label.${label}`, label).replace(/[[\]]/g, '\\$&')
  if (isOutside(to)) return [`[${name}](${to})`]
  const page = leadsTo(to, context)
  const address =
    page === undefined ? context.elsewhere(localOf(to, context), locale) : locale.path + page.slice(1)
  if (address === undefined) {
    note(`The footer's link \`${label}\` (\`${to}\`) leads to no page that is imported, and was left out.`)
    return []
  }
  return [`[${name}](${address})`]
}

/** HTML as text, its links as those of Markdown. */
function withoutTags(html: string): string {
  return html
    .replace(/<a\b[^<>]{0,500}?href="([^"<>]{1,500})"[^<>]{0,500}>([^<>]{0,500})<\/a>/g, '[$2]($1)')
    .replace(/<[^<>]{1,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Rest {
  site: DocusaurusSite
  pages: SitePages
  /** The home page was a program. */
  needsHome: boolean
  old: readonly OldVersion[]
}

/** Plugins of the docs, and those whose work docsgen does by itself. */
const KNOWN_PLUGINS =
  /content-docs|client-redirects|theme-mermaid|plugin-(?:sitemap|svgr|rsdoctor|css-cascade-layers|ideal-image)|theme-search|search-local/
/** Says what of a site is left out that is no page of its documents. */
export async function noteRest({ site, pages, needsHome, old }: Rest, note: Note): Promise<void> {
  const { root, config, preset } = site
  await noteBlog(root, preset, note)
  const programs = pages.programs.filter(file => !needsHome || !/^index\.[jt]sx?$/.test(file))
  if (programs.length > 0)
    note(
      `Pages that are programs aren't imported: ${programs.map(file => `\`${pages.folder}/${file}\``).join(', ')}.`,
      programs.length,
    )
  noteVersions(site, old, note)
  if (site.versions.length > 0)
    note(
      "Sidebars are lists in `site.config.ts`: add new pages there, or write `'auto'` in place of a list.",
      0,
    )
  if (values(preset['docs'])['showLastUpdateTime'] === true) note(NEW_DATES)
  await noteLook(site, note)
  notePlugins(config, values(preset['docs']), note)
  noteMissing(site.missing, note)
}

function noteVersions({ versions, locales }: DocusaurusSite, old: readonly OldVersion[], note: Note): void {
  if (old.length > 0)
    note(
      'Old versions are in `versions/`, each with a `site.config.ts` of its own: `docsgen check` looks at the current one only.',
      0,
    )
  const [, other] = locales
  for (const { path } of other ? old.slice(0, 1) : [])
    note(
      `Translated pages of old versions have another address, to which the one they had leads: \`${other?.path}${path.slice(1)}…\` is \`${path}${other?.path.slice(1)}…\`.`,
      0,
    )
  const names = versions.filter(({ version }) => !version.isLast).map(({ version }) => version)
  if (names.length > 0)
    note(
      `${names.map(({ label, path }) => `\`${label}\` (\`${path}/\`)`).join(', ')}: pages of the site itself, at the addresses that they had. Search finds them beside the others.`,
      0,
    )
}

async function noteBlog(root: string, preset: Values, note: Note): Promise<void> {
  const folder = text(values(preset['blog'])['path']) ?? 'blog'
  if (preset['blog'] === false || !(await isFolder(path.join(root, folder)))) return
  const posts = (await listFiles(path.join(root, folder))).filter(file => /\.mdx?$/.test(file))
  const route = text(values(preset['blog'])['routeBasePath']) ?? 'blog'
  if (posts.length > 0)
    note(
      `The blog isn't imported: ${posts.length} posts in \`${folder}/\`, with addresses below \`/${route}\`. Keep them where they are built, or lead their addresses elsewhere by \`redirects\`.`,
      posts.length,
    )
}

async function noteLook({ root, preset }: DocusaurusSite, note: Note): Promise<void> {
  const css = [values(preset['theme'])['customCss']].flat().flatMap(file => text(file) ?? [])
  for (const file of css)
    note(
      `The style sheet \`${path.relative(root, path.resolve(root, file))}\` isn't imported: colours go into \`theme.colors\`.`,
    )
  if (await isFolder(path.join(root, 'src/theme')))
    note(
      "`src/theme` is a program for Docusaurus and isn't imported; write `templates/` for what it changes.",
    )
}

function notePlugins(config: Values, docs: Values, note: Note): void {
  const report = (given: unknown, kind: string) => {
    for (const entry of list(given)) {
      const [first] = [entry].flat() as unknown[]
      const name = text(first) ?? text(values(first)['$function']) ?? 'of the site itself'
      if (!KNOWN_PLUGINS.test(name)) note(`The ${kind} \`${name}\` has no counterpart.`)
    }
  }
  report(config['plugins'], 'plugin')
  report(config['themes'], 'theme')
  for (const key of ['remarkPlugins', 'rehypePlugins']) {
    report(docs[key], 'Markdown plugin')
    report(docs[`beforeDefault${key.charAt(0).toUpperCase()}${key.slice(1)}`], 'Markdown plugin')
  }
}
