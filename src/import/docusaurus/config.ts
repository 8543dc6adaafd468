import path from 'node:path'
import { isFolder, listFiles } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'
import { CONTAINERS, DOCUSAURUS_KINDS } from '../../schema/containers.ts'
import { isOutside } from '../../shared/addresses.ts'
import { NEW_DATES, noteMissing } from '../common/importer.ts'
import { ignore, type KeyTable, translateKeys } from '../common/keys.ts'
import { githubLinks, logoOf, translateDocsearch, translateHead } from '../common/settings.ts'
import {
  list,
  namedEntries,
  nameOf,
  present,
  sameOrEach,
  text,
  type Values,
  values,
} from '../common/values.ts'
import { CONTENT } from '../common/page.ts'
import { addressOf, translateNavbar, translateSidebars } from './navigation.ts'
import { type Output, type SiteLocale, versionId, type Writing } from './site.ts'

type Theme = NonNullable<UserConfig['theme']>

/** Keys of the configuration. Those that are read elsewhere in this file, and those that a site of docsgen needs nothing for, are ignored. */
const SITE_KEYS: KeyTable<Writing> = {
  url: url => ({ url: new URL(String(url)).origin }),
  baseUrl: base => {
    const parts = String(base).split('/').filter(Boolean)
    return { base: parts.length > 0 ? `/${parts.join('/')}/` : undefined }
  },
  noIndex: noIndex => ({ noindex: noIndex === true || undefined }),
  staticDirectories: (folders, { site, note }) => {
    if (list(folders).length > 1)
      note(`Of \`staticDirectories\`, \`${site.publicDir}\` is used: copy into it what is in the others.`)
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
const THEME_KEYS: KeyTable<Writing> = {
  navbar: (navbar, writing) => {
    const { src, srcDark, alt } = values(values(navbar)['logo'])
    const logo = logoOf(fileAddress(src), fileAddress(srcDark), alt)
    return { logo, nav: translateNavbar(values(navbar), writing) }
  },
  footer: (footer, writing) => {
    const { locales } = writing.site
    const texts = locales.map(locale => [locale.path, footerIn(locale, values(footer), writing)] as const)
    return { footer: texts.every(([, value]) => value === '') ? undefined : sameOrEach(texts) }
  },
  announcementBar: bar => {
    const { id, content, isCloseable } = values(bar)
    if (!text(content)) return {}
    const name = (text(id) ?? 'announcement').replace(/[^\w.-]+/g, '-')
    const closing = isCloseable === false ? { dismissible: false } : {}
    return { announcement: { id: name, text: withoutTags(String(content)), ...closing } }
  },
  algolia: algolia => ({ search: translateDocsearch(values(algolia), undefined) }),
  colorMode: (mode, { note }) => {
    const { disableSwitch, defaultMode } = values(mode)
    if (disableSwitch === true || defaultMode === 'dark')
      note('The color scheme is that of the reader’s system at first, and readers may choose another.')
  },
  ...ignore('prism image metadata docs blog tableOfContents mermaid zoom'),
}

/** The configuration of docsgen that keeps every address of an output. */
export function translateConfig(writing: Writing): UserConfig {
  const { site, note, out } = writing
  const { config, theme } = site
  const slash = config['trailingSlash']
  const publication = {
    ...translateKeys(config, SITE_KEYS, writing),
    urls: slash === true ? 'directory' : 'clean',
    // Its files were in folders, so both forms were addresses.
    formerUrls: slash === undefined ? ['directory'] : undefined,
    publicDir: site.publicDir,
    redirects: translateRedirects(writing),
  }
  const docs = values(site.preset['docs'])
  const keywords = list(values(docs['admonitions'])['keywords']).map(String)
  const containers = keywords
    .filter(name => /^[\w-]+$/.test(name) && !(name in CONTAINERS))
    .map(name => [name, { kind: DOCUSAURUS_KINDS[name] === 'tip' ? 'tip' : 'info' }] as const)
  return present({
    title: text(config['title']),
    description: text(config['tagline']),
    ...(out.from === '' ? publication : {}),
    contentDir: CONTENT,
    head: translateHead(headOf(config, theme), note),
    locales: translateLocales(writing),
    theme: present({
      ...editLinks(docs['editUrl'], writing),
      lastUpdated: docs['showLastUpdateTime'] === true ? true : undefined,
      sidebar: translateSidebars(writing),
      nav: translateNavbar({}, writing),
      ...translateKeys(theme, THEME_KEYS, writing, 'themeConfig.'),
    }),
    markdown: {
      slugs: 'github',
      ...(containers.length > 0 ? { containers: Object.fromEntries(containers) } : {}),
    },
  }) as UserConfig
}

/** Redirects of `@docusaurus/plugin-client-redirects`; those that it makes by a function are noted. */
function translateRedirects(writing: Writing): Record<string, string> | undefined {
  const { site, note } = writing
  const isPlugin = /(?:^|\/)(?:plugin-)?client-redirects$/
  const plugin = namedEntries(site.config['plugins']).find(({ name }) => isPlugin.test(String(name)))
  const { createRedirects, redirects } = plugin?.options ?? {}
  if (createRedirects !== undefined)
    note("Redirects that `createRedirects` makes aren't imported: write them into `redirects`.")
  const pairs = list(redirects)
    .map(values)
    .flatMap(({ from, to }) => [from].flat().map((old): [string, string] => [String(old), String(to)]))
    .filter(([from, to]) => {
      const leads = isOutside(to) || addressOf(to, { path: '/' }, writing) !== undefined
      if (!leads)
        note(
          `The redirect from \`${from}\` to \`${to}\` leads to no page that is imported, and was left out.`,
        )
      return leads
    })
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

/** Addresses of files start with `/`. */
function fileAddress(file: unknown): string | undefined {
  return text(file)?.replace(/^(?!\/|[a-z][a-z0-9+.-]*:)/i, '/')
}

function headOf(config: Values, theme: Values): unknown[] {
  const icon = fileAddress(config['favicon'])
  const files = (key: string, name: string) =>
    list(config[key]).map(entry => (typeof entry === 'string' ? { [name]: entry } : values(entry)))
  return [
    ...(icon === undefined ? [] : [['link', { rel: 'icon', href: icon }]]),
    ...list(theme['metadata']).map(entry => ['meta', entry]),
    ...list(config['headTags'])
      .map(values)
      .map(tag => [tag['tagName'], tag['attributes'], tag['innerHTML']]),
    ...files('scripts', 'src').map(entry => ['script', entry]),
    ...files('stylesheets', 'href').map(entry => ['link', { rel: 'stylesheet', ...entry }]),
  ]
}

function translateLocales({ site }: Writing): UserConfig['locales'] {
  const settings = values(values(site.config['i18n'])['localeConfigs'])
  const entries = site.locales.map(locale => {
    const own = values(settings[locale.code])
    const title = site.translate('docusaurus-theme-classic/navbar.json', 'title', locale)
    const found = present({
      lang: text(own['htmlLang']) ?? locale.code,
      label: text(own['label']) ?? nameOfLanguage(locale.code),
      dir: own['direction'] === 'rtl' ? ('rtl' as const) : undefined,
      title: title === text(site.config['title']) ? undefined : title,
    })
    return [locale.path, found]
  })
  return Object.fromEntries(entries) as UserConfig['locales']
}

/** The name of a language in itself, as Docusaurus writes it. */
function nameOfLanguage(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** `https://github.com/owner/name/tree/main/website/`. */
function editLinks(editUrl: unknown, { note, out }: Writing): Partial<Theme> {
  const url = text(editUrl)
  if (url === undefined) {
    if (editUrl !== undefined) note('`editUrl` is a function: set `theme.docsRepo` and `theme.editLinks`.')
    return {}
  }
  const pattern = { editLinks: true, editLinkPattern: `${url.replace(/\/$/, '')}/:path` }
  return githubLinks(url, out.from + CONTENT) ?? pattern
}

/** The footer as Markdown: a paragraph for each column of links, and one for the copyright. */
function footerIn(locale: SiteLocale, footer: Values, writing: Writing): string {
  const translate = (key: string, standard: string) =>
    writing.site.translate('docusaurus-theme-classic/footer.json', key, locale) ?? standard
  const groups = list(footer['links']).map(values)
  const columns = groups.some(group => group['items'] !== undefined) ? groups : [{ items: groups } as Values]
  const paragraphs = columns.map(column => {
    const title = text(column['title'])
    const links = list(column['items']).flatMap(item => footerLink(values(item)))
    const heading = title === undefined ? '' : `**${translate(`link.title.${title}`, title)}**: `
    return links.length > 0 ? heading + links.join(' · ') : ''
  })
  const copyright = text(footer['copyright'])
  if (copyright !== undefined) paragraphs.push(withoutTags(translate('copyright', copyright)))
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')

  function footerLink(item: Values): string[] {
    const html = text(item['html'])
    if (html !== undefined) {
      writing.note('HTML in the footer became plain text.')
      return [withoutTags(html)].filter(Boolean)
    }
    const label = text(item['label']) ?? ''
    const to = text(item['to']) ?? text(item['href']) ?? ''
    const name = translate(`link.item.label.${label}`, label).replace(/[[\]]/g, '\\$&')
    const address = isOutside(to) ? to : addressOf(to, locale, writing)
    if (address !== undefined) return [`[${name}](${address})`]
    writing.note(
      `The footer's link \`${label}\` (\`${to}\`) leads to no page that is imported, and was left out.`,
    )
    return []
  }
}

/** HTML as text, its links as those of Markdown. */
function withoutTags(html: string): string {
  return html
    .replace(/<a\b[^<>]{0,500}?href="([^"<>]{1,500})"[^<>]{0,500}>([^<>]{0,500})<\/a>/g, '[$2]($1)')
    .replace(/<[^<>]{1,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Plugins of the docs, and those whose work docsgen does itself. */
const KNOWN_PLUGINS =
  /content-docs|client-redirects|theme-mermaid|plugin-(?:sitemap|svgr|rsdoctor|css-cascade-layers|ideal-image)|theme-search|search-local/

/** Reports the parts of a site that are left out and are none of its documents. */
export async function noteRest({ site, out, outputs, note }: Writing): Promise<void> {
  const { root, config, preset, pages } = site
  const docs = values(preset['docs'])
  const blog = { path: 'blog', routeBasePath: 'blog', ...values(preset['blog']) }
  const posts = preset['blog'] === false ? [] : await listFiles(path.join(root, blog.path)).catch(() => [])
  const count = posts.filter(file => /\.mdx?$/.test(file)).length
  if (count > 0)
    note(
      `The blog isn't imported: ${count} posts in \`${blog.path}/\`, with addresses below \`/${blog.routeBasePath}\`. Keep them where they are built, or lead their addresses elsewhere by \`redirects\`.`,
      count,
    )
  const programs = pages.programs.filter(file => !out.needsHome || !HOME.test(file))
  if (programs.length > 0)
    note(
      `Pages that are programs aren't imported: ${programs.map(file => `\`${pages.folder}/${file}\``).join(', ')}.`,
      programs.length,
    )
  noteVersions(site.locales, out, outputs.slice(1), note)
  if (site.versions.length > 0)
    note(
      "Sidebars are lists in `site.config.ts`: add new pages there, or write `'auto'` in place of a list.",
      0,
    )
  if (docs['showLastUpdateTime'] === true) note(NEW_DATES)
  for (const css of [values(preset['theme'])['customCss']].flat().flatMap(file => text(file) ?? []))
    note(
      `The style sheet \`${path.relative(root, path.resolve(root, css))}\` isn't imported: colours go into \`theme.colors\`.`,
    )
  if (await isFolder(path.join(root, 'src/theme')))
    note(
      "`src/theme` is a program for Docusaurus and isn't imported; write `templates/` for what it changes.",
    )
  const kinds = {
    plugin: [config['plugins']],
    theme: [config['themes']],
    'Markdown plugin': MARKDOWN_PLUGINS.map(key => docs[key]),
  }
  for (const [kind, given] of Object.entries(kinds))
    for (const { name } of given.flatMap(namedEntries))
      if (!KNOWN_PLUGINS.test(nameOf(name))) note(`The ${kind} \`${nameOf(name)}\` has no counterpart.`)
  noteMissing(site.missing, note)
}

const MARKDOWN_PLUGINS = [
  'remarkPlugins',
  'beforeDefaultRemarkPlugins',
  'rehypePlugins',
  'beforeDefaultRehypePlugins',
]

/** The home page as a program, in the folder of pages. */
export const HOME = /^index\.[jt]sx?$/

function noteVersions(
  [, other]: readonly SiteLocale[],
  { versions }: Output,
  old: readonly Output[],
  note: Writing['note'],
): void {
  const [first] = old
  if (first)
    note(
      'Old versions are in `versions/`, each with a `site.config.ts` of its own: `docsgen check` looks at the current one only.',
      0,
    )
  if (first && other)
    note(
      `Translated pages of old versions have another address, to which the one they had leads: \`${other.path}${first.path.slice(1)}…\` is \`${first.path}${other.path.slice(1)}…\`.`,
      0,
    )
  const names = versions
    .filter(({ isLast }) => !isLast)
    .map(({ label, path }) => `\`${label}\` (\`${path}/\`)`)
  if (names.length > 0)
    note(
      `${names.join(', ')}: pages of the site itself, at the addresses that they had. Search finds them beside the others.`,
      0,
    )
}

/** The versions as the configuration of the current site names them, and redirects to their translated pages. */
export function translateVersions({
  site: { versions, locales },
  outputs: [, ...old],
}: Writing): Pick<UserConfig, 'versions' | 'redirects'> {
  const last = versions.find(({ instance, isLast }) => instance === 'default' && isLast)
  if (old.length === 0 || !last) return {}
  const entry = (id: string, label: string) => ({ id, ...(label === id ? {} : { label }) })
  const redirects = old.flatMap(({ path, needsHome }) =>
    locales.slice(1).flatMap(({ path: locale }) => {
      const [before, now] = [locale + path.slice(1), path + locale.slice(1)]
      return [...(needsHome ? [] : [[before.slice(0, -1), now]]), [`${before}*`, `${now}:splat`]]
    }),
  )
  const others = old.map(({ id, path, from, versions: [version] }) => ({
    ...entry(id, version?.label ?? id),
    path,
    from: from.slice(0, -1),
  }))
  return {
    versions: [entry(versionId(last.name), last.label), ...others],
    ...(redirects.length > 0 ? { redirects: Object.fromEntries(redirects) as Record<string, string> } : {}),
  }
}
