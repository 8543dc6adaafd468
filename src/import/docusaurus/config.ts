import type { UserConfig } from '../../schema/config.ts'
import { CONTAINERS } from '../../schema/containers.ts'
import { groupBy } from '../../schema/finding.ts'
import type { Label } from '../../schema/values.ts'
import { isOutside } from '../../shared/addresses.ts'
import { ignore, type KeyTable, translateKeys } from '../common/key-table.ts'
import { CONTENT, FILE } from '../common/page.ts'
import type { NavEntry, NavLink, SidebarEntry } from '../common/settings.ts'
import {
  githubLinks,
  logoOf,
  retireWorker,
  sameOrEach,
  toMarkdown,
  translateDocsearch,
  translateHead,
} from '../common/settings.ts'
import { at, filled, list, namedEntries, text, type Values, values } from '../common/values.ts'
import { firstDoc, type SidebarNode } from './docs.ts'
import { docsOf, type Output, type SiteLocale, type Version, versionId } from './site.ts'

/** Translations of the navigation. */
export const NAVBAR = 'docusaurus-theme-classic/navbar.json'

const SITE_KEYS: KeyTable<Output> = {
  url: url => ({ url: new URL(String(url)).origin }),
  baseUrl: base => {
    const parts = String(base).split('/').filter(Boolean)
    return { base: parts.length > 0 ? `/${parts.join('/')}/` : undefined }
  },
  noIndex: noIndex => ({ noindex: noIndex === true || undefined }),
  staticDirectories: (folders, { site, note }) => {
    if (list(folders).length > 1)
      note(
        `Only \`${site.publicDir}\` from \`staticDirectories\` was imported. Copy the files in the other folders to it.`,
      )
  },
  markdown: (markdown, { note }) => {
    if (at(markdown, 'mermaid') === true) note('For diagrams, add `docsgen/plugins/mermaid` to `plugins`.')
  },
  ...ignore(`title tagline favicon headTags scripts stylesheets i18n trailingSlash themeConfig presets plugins themes
    organizationName projectName deploymentBranch githubHost githubPort titleDelimiter future storage
    baseUrlIssueBanner onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes`),
}

const THEME_KEYS: KeyTable<Output> = {
  navbar: (navbar, out) => {
    const { src, srcDark, alt } = values(at(navbar, 'logo'))
    return { logo: logoOf(fileAddress(src), fileAddress(srcDark), alt), nav: translateNavbar(navbar, out) }
  },
  footer: (footer, out) => {
    const { locales } = out.site
    const texts = locales.map(locale => [locale.path, footerIn(locale, values(footer), out)] as const)
    return { footer: texts.every(([, value]) => value === '') ? undefined : sameOrEach(texts) }
  },
  announcementBar: bar => {
    const { id, content, isCloseable } = values(bar)
    if (!text(content)) return {}
    const name = (text(id) ?? 'announcement').replace(/[^\w.-]+/g, '-')
    const dismissible = isCloseable === false ? false : undefined
    return { announcement: { id: name, text: toMarkdown(String(content)).replace(/\s+/g, ' '), dismissible } }
  },
  algolia: algolia => ({ search: translateDocsearch(values(algolia)) }),
  colorMode: (mode, { note }) => {
    const { disableSwitch, defaultMode } = values(mode)
    if (disableSwitch === true || defaultMode === 'dark')
      note('The site uses the color scheme of the operating system until readers choose another.')
  },
  ...ignore('prism image metadata docs blog tableOfContents mermaid zoom'),
}

/** Admonitions without a container of their name → similar containers. */
export const ADMONITIONS: Record<string, string> = { success: 'tip', secondary: 'info' }

export function translateConfig(out: Output): UserConfig {
  const { site, note } = out
  const { config, theme } = site
  const slash = config.trailingSlash
  const paths = site.locales.map(locale => locale.path)
  const publication = {
    ...translateKeys(config, SITE_KEYS, out),
    urls: slash === true ? 'directory' : 'clean',
    // Files were in folders, so both forms were addresses.
    formerUrls: slash === undefined ? ['directory'] : undefined,
    publicDir: site.publicDir,
    ...translateRedirects(out),
    // Each language had its own service worker.
    ...retireWorker(pluginOptions('pwa', out) && {}, paths),
  } as const
  const docs = values(site.preset.docs)
  const bodies = out.versions.flatMap(docsOf).map(({ page }) => page.body)
  const used = Object.keys(ADMONITIONS).filter(name => bodies.some(body => body.includes(`:::${name}`)))
  const containers = [...new Set([...used, ...list(at(docs, 'admonitions.keywords')).map(String)])]
    .filter(name => /^[\w-]+$/.test(name) && !(name in CONTAINERS))
    .map(name => [name, { kind: ADMONITIONS[name] ?? 'info' }])
  return {
    title: text(config.title),
    description: text(config.tagline),
    ...(out.from === '' && publication),
    contentDir: CONTENT,
    head: translateHead(headOf(config, theme), note),
    locales: translateLocales(out),
    theme: {
      ...editLinks(docs.editUrl, out),
      lastUpdated: docs.showLastUpdateTime === true || undefined,
      sidebar: translateSidebars(out),
      nav: translateNavbar({}, out),
      ...translateKeys(theme, THEME_KEYS, out, 'themeConfig.'),
    },
    markdown: { slugs: 'github', containers: filled(Object.fromEntries(containers)) },
  } as UserConfig
}

function pluginOptions(ending: string, { site }: Output) {
  const pattern = new RegExp(`(?:^|/)(?:plugin-)?${ending}$`)
  return namedEntries(site.config.plugins).find(({ name }) => pattern.test(String(name)))?.options
}

function noteLost(what: string, { note }: Output) {
  note(`${what} wasn't imported: its target isn't an imported page.`)
}

function translateRedirects(out: Output) {
  const { createRedirects, redirects } = pluginOptions('client-redirects', out) ?? {}
  if (createRedirects !== undefined)
    out.note("Redirects from `createRedirects` weren't imported. Add them to `redirects`.")
  const pairs = list(redirects).flatMap(redirect => {
    const { from, to: target } = values(redirect)
    const to = String(target)
    return [from].flat().flatMap((old): [string, string][] => {
      if (isOutside(to) || out.addressOf(to)) return [[String(old), to]]
      noteLost(`The redirect from \`${String(old)}\` to \`${to}\``, out)
      return []
    })
  })
  return { redirects: filled(Object.fromEntries(pairs)) }
}

function fileAddress(file: unknown) {
  return text(file)?.replace(/^(?!\/|[a-z][a-z0-9+.-]*:)/i, '/')
}

function headOf(config: Values, theme: Values) {
  const icon = fileAddress(config.favicon)
  const files = (key: string, name: string) =>
    list(config[key]).map(entry => (typeof entry === 'string' ? { [name]: entry } : values(entry)))
  return [
    ...(icon ? [['link', { rel: 'icon', href: icon }]] : []),
    ...list(theme.metadata).map(entry => ['meta', entry]),
    ...list(config.headTags).map(tag => ['tagName', 'attributes', 'innerHTML'].map(key => at(tag, key))),
    ...files('scripts', 'src').map(entry => ['script', entry]),
    ...files('stylesheets', 'href').map(entry => ['link', { rel: 'stylesheet', ...entry }]),
  ]
}

function translateLocales({ site }: Output) {
  const settings = values(at(site.config, 'i18n.localeConfigs'))
  const locales = site.locales.map(locale => {
    const { code } = locale
    const { htmlLang, label, direction } = values(settings[code])
    const title = site.translate(NAVBAR, 'title', locale)
    // In the language itself, as Docusaurus writes it.
    const name = new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code
    const own = {
      lang: text(htmlLang) ?? code,
      label: text(label) ?? name.charAt(0).toLocaleUpperCase(code) + name.slice(1),
      dir: direction === 'rtl' ? direction : undefined,
      title: title === text(site.config.title) ? undefined : title,
    }
    return [locale.path, own] as const
  })
  return Object.fromEntries(locales)
}

function editLinks(editUrl: unknown, { note, from }: Output) {
  const url = text(editUrl)
  const editLinkPattern = `${url?.replace(/\/$/, '')}/:path`
  if (url) return githubLinks(url, from + CONTENT) ?? { editLinks: true, editLinkPattern }
  if (editUrl !== undefined)
    note("`editUrl` is a function, which can't be imported. Set `theme.docsRepo` and `theme.editLinks`.")
  return {}
}

function footerIn(locale: SiteLocale, footer: Values, out: Output) {
  const translate = (key: string, standard: string) =>
    out.site.translate('docusaurus-theme-classic/footer.json', key, locale) ?? standard
  const groups = list(footer.links).map(values)
  const columns = groups.some(group => group.items !== undefined) ? groups : [{ items: groups } as Values]
  const paragraphs = columns.map(column => {
    const title = text(column.title)
    const links = list(column.items).flatMap(item => footerLink(values(item)))
    const heading = title ? `**${translate(`link.title.${title}`, title)}**: ` : ''
    return links.length > 0 ? heading + links.join(' · ') : ''
  })
  const copyright = text(footer.copyright)
  if (copyright) paragraphs.push(toMarkdown(translate('copyright', copyright)))
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')

  function footerLink(item: Values) {
    const html = text(item.html)
    if (html) return [toMarkdown(html)].filter(Boolean)
    const label = text(item.label) ?? ''
    const to = text(item.to) ?? text(item.href) ?? ''
    const name = translate(`link.item.label.${label}`, label).replace(/[[\]]/g, '\\$&')
    const address = isOutside(to) ? to : out.addressOf(to, locale)
    if (address) return [`[${name}](${address})`]
    noteLost(`The footer link \`${label}\` (\`${to}\`)`, out)
    return []
  }
}

/** With a menu of versions, without which readers wouldn't find them. */
function translateNavbar(navbar: unknown, out: Output): NavEntry[] {
  const items = list(at(navbar, 'items')).map(values)
  const isMenu = (item: Values) => item.type === 'docsVersionDropdown'
  if (out.from === '' && !items.some(isMenu)) items.push({ type: 'docsVersionDropdown' })
  return items.flatMap((item): NavEntry[] => {
    if (isMenu(item)) return versionMenu(item, out)
    const inner = list(item.items)
    if (item.type !== 'dropdown' && inner.length === 0) return navLink(item, out)
    const links = inner.flatMap(link => navLink(values(link), out))
    return links.length > 0 ? [{ text: labelOf(item, out), items: links }] : []
  })
}

function navLink(item: Values, out: Output): NavLink[] {
  const type = text(item.type)
  const last = versionsOf(item, out).find(version => version.isLast)
  const label = labelOf(item, out)
  // docsgen shows these automatically.
  if (type === 'localeDropdown' || type === 'search') return []
  if (type === 'docsVersion') return last ? startOf(last, out, label || last.label) : []
  if (type === 'doc' || type === 'docSidebar') {
    const sidebar = last?.sidebars.get(text(item.sidebarId) ?? '') ?? []
    const doc = last && docOf(type === 'doc' ? text(item.docId) : firstDoc(sidebar), last)
    return doc ? [{ page: out.docAddress(doc), text: label || doc.title }] : []
  }
  if (type === 'html' || type?.startsWith('custom-')) {
    out.note(`Navbar items of type \`${type}\` aren't supported.`)
    return []
  }
  const to = text(item.to) ?? text(item.href)
  if (!to) return []
  if (isOutside(to)) return [{ text: label || to, link: to }]
  const page = out.pageAt(to)
  if (page) return [{ page, text: label }]
  const link = out.addressOf(to)
  if (link) return [{ text: label, link }]
  noteLost(`The menu entry \`${String(item.label ?? to)}\` (\`${to}\`)`, out)
  return []
}

function labelOf(item: Values, { site }: Output) {
  const label = text(item.label)
  return label ? site.label(NAVBAR, `item.label.${label}`, label) : ''
}

function versionsOf(item: Values, { versions }: Output) {
  const id = text(item.docsPluginId) ?? 'default'
  return versions.filter(({ instance }) => instance === id)
}

function versionMenu(item: Values, out: Output) {
  const versions = versionsOf(item, out)
  const nameOf = ({ translated, label }: Version) =>
    out.site.label(`${translated}.json`, 'version.label', label)
  const start = (version: Version) => startOf(version, out, nameOf(version))
  // The menu of docsgen has all but what is still to come.
  if (out.all.length > 1) return versions.filter(({ isLast }) => !isLast).flatMap(start)
  const links = versions.flatMap(start)
  const last = versions.find(({ isLast }) => isLast)
  return versions.length > 1 && links.length > 0 ? [{ text: last ? nameOf(last) : '', items: links }] : []
}

export function startOf(version: Version, out: Output, label: Label) {
  const docs = docsOf(version)
  const home = docs.find(doc => doc.address.replace(/\/$/, '') === version.path)
  const doc = home ?? docOf(firstDoc([...version.sidebars.values()].flat()), version) ?? docs[0]
  return doc ? [{ page: out.docAddress(doc), text: label }] : []
}

function translateSidebars(out: Output) {
  const found = out.versions.flatMap(version =>
    findPrefixes(version, out).map(([prefix, sidebar]) => {
      const nodes = version.sidebars.get(sidebar) ?? []
      return [prefix, nodes.flatMap(node => entry(node, sidebar, version, out))] as const
    }),
  )
  const sorted = found.toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
  return filled(Object.fromEntries(sorted))
}

function entry(node: SidebarNode, sidebar: string, version: Version, out: Output): SidebarEntry[] {
  const { label, href, items, collapsed, index, key } = node
  const name = (kind: string, standard: string) =>
    out.site.label(`${version.translated}.json`, `sidebar.${sidebar}.${kind}`, standard)
  if (href !== undefined) {
    const address = isOutside(href) ? undefined : out.addressOf(href)
    const link = address ? address + href.replace(/^[^?#]*/, '') : href
    if (address || isOutside(href) || FILE.test(out.belowBase(href)))
      return [{ text: name(`link.${label}`, label ?? ''), link }]
    noteLost(`The sidebar link \`${href}\``, out)
    return []
  }
  const doc = docOf(node.id, version)
  const address = doc && doc.page.frontmatter.unlisted !== true ? out.docAddress(doc) : undefined
  if (items) {
    const inner = items.flatMap(item => entry(item, sidebar, version, out))
    const page = index ? out.local(index.address) : address
    const closing = collapsed === undefined ? { collapsible: false as const } : { collapsed }
    return [{ text: name(`category.${key}`, label ?? ''), items: inner, page, ...closing }]
  }
  if (!doc || !address) return []
  const isOwn = label === undefined || label === doc.page.frontmatter.sidebar_label
  return [isOwn ? address : { page: address, text: name(`doc.${label}`, label) }]
}

function docOf(id: string | undefined, version: Version) {
  return docsOf(version).find(doc => doc.id === id)
}

/** An address, or the beginning of several. */
type Prefix = [address: string, sidebar: string]

/** The shortest prefixes that tell the sidebars of a version apart. */
function findPrefixes(version: Version, out: Output) {
  const owners = new Map<string, string>()
  const own = (nodes: readonly SidebarNode[], name: string): void => {
    for (const node of nodes) {
      const doc = docOf(node.id, version)
      const address = doc ? out.docAddress(doc) : node.index && out.local(node.index.address)
      if (address && !owners.has(address)) owners.set(address, name)
      own(node.items ?? [], name)
    }
  }
  for (const [name, nodes] of version.sidebars) own(nodes, name)
  for (const doc of docsOf(version)) {
    const shown = doc.page.frontmatter.displayed_sidebar
    if (typeof shown === 'string' && version.sidebars.has(shown)) owners.set(out.docAddress(doc), shown)
  }
  return narrow(out.local(`${version.path}/`), [...owners])
}

/** The sidebar of most pages for all, others for the folders and pages that have them. */
function narrow(prefix: string, pages: readonly Prefix[], above?: string): Prefix[] {
  const bySidebar = [...groupBy(pages, ([, sidebar]) => sidebar)]
  const [standard] = bySidebar.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  if (standard === undefined) return []
  const byFolder = groupBy(pages, ([address]) => address.slice(0, address.indexOf('/', prefix.length) + 1))
  const others = [...byFolder].flatMap(([folder, own]) =>
    folder === '' ? own.filter(([, sidebar]) => sidebar !== standard) : narrow(folder, own, standard),
  )
  return standard === above ? others : [[prefix, standard], ...others]
}

/** `versions`, and redirects to translated pages of old ones beside the site's `own`. */
export function translateVersions(
  { site: { versions, locales }, all: [, ...old] }: Output,
  own: UserConfig['redirects'],
): Pick<UserConfig, 'versions' | 'redirects'> {
  const last = versions.find(({ instance, isLast }) => instance === 'default' && isLast)
  if (old.length === 0 || !last) return {}
  const entry = (id: string, label: string) => ({ id, label: label === id ? undefined : label })
  const redirects = { ...own }
  for (const { path, needsHome } of old)
    for (const { path: locale } of locales.slice(1)) {
      const [before, now] = [locale + path.slice(1), path + locale.slice(1)]
      if (!needsHome) redirects[before.slice(0, -1)] = now
      redirects[`${before}*`] = `${now}:splat`
    }
  const others = old.map(({ id, path, from, versions: [version] }) => ({
    ...entry(id, version?.label ?? id),
    path,
    from: from.slice(0, -1),
  }))
  return {
    versions: [entry(versionId(last.name), last.label), ...others],
    redirects: filled(redirects),
  }
}
