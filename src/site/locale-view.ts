import path from 'node:path'
import { offlineSettings, type SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Strings } from '../schema/strings.ts'
import type { Label } from '../schema/values.ts'
import type { LocaleView, NavLink, SearchView } from '../schema/view.ts'
import { isOutside, localAddress, withBase, encodePath } from '../shared/addresses.ts'
import { type ReadInlineText, linkRuns, linkedAddress } from './links.ts'
import { createNav, createSidebars, labelText, type NavContext } from './navigation.ts'
import { directionOf } from '../shared/languages.ts'
import { isolateTexts } from '../shared/views.ts'
import { localeCode } from './translations.ts'
import { leadsOut, repositoryOf, sitePath } from '../lib/files.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import { realpathSync } from 'node:fs'

type Theme = SiteConfig['theme']

/** Drawn for docsgen: lines in a box of 24 by 24. */
const ICONS = {
  Bluesky:
    'M12 11c-1.5-3-4.5-6-8-6 0 6 1 8 5 8-3 .5-4 2-3 4s4 2 6-2c2 4 5 4 6 2s0-3.5-3-4c4 0 5-2 5-8-3.5 0-6.5 3-8 6z',
  Chat: 'M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5',
  Codeberg: 'M4.5 19a9.3 9.3 0 1 1 15 0M12 7l-6 12h12zM12 7v12',
  Discord:
    'M8 6c2.5-1 5.5-1 8 0 2 1 4 5 4 11-1.5 1-3 1.5-4 1.5l-1-2h-6l-1 2c-1 0-2.5-.5-4-1.5 0-6 2-10 4-11zM9.5 11.5v1M14.5 11.5v1',
  Email: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7',
  Facebook: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12.5 21v-9.5c0-2 1-3 3.5-3M9 13h6',
  Forum: 'M3 4h13v8H9l-3 3v-3H3zM9 15h4l4 3.5V15h4V8h-2',
  GitHub:
    'M9 21v-3.5c-3 .8-4-.8-5-2M15 21v-3.5c0-1-.3-1.7-1-2.2 3.5-.4 5.5-2 5.5-5.3 0-1.5-.5-2.7-1.4-3.6.3-1 .3-2-.1-3.4-1.4 0-2.5.6-3.5 1.4-1.6-.4-3.4-.4-5 0C8.5 3.6 7.4 3 6 3c-.4 1.4-.4 2.4-.1 3.4C5 7.3 4.5 8.5 4.5 10c0 3.3 2 4.9 5.5 5.3-.7.5-1 1.2-1 2.2',
  GitLab: 'M12 20L3.5 13.5 6.5 4l2.3 6.5h6.4L17.5 4l3 9.5zM12 20L8.8 10.5M12 20l3.2-9.5',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM16.7 7.2v.1',
  LinkedIn: 'M4 4h16v16H4zM8 10.5V16M8 7.5v.1M12 16v-5.5M12 13c0-3.3 4.5-3.3 4.5 0v3',
  Mastodon:
    'M16 19c-6 2-11 0-11-7.5C5 6 7 4 12 4s7 2 7 6.5-2 5.5-5 5.5c-2 0-4 0-5-.6M8.5 12.5V10c0-2.7 3.5-2.7 3.5 0v1.5V10c0-2.7 3.5-2.7 3.5 0v2.5',
  Matrix: 'M7 4H4v16h3M17 4h3v16h-3M8 15v-5M8 11.5c0-2 3.5-2 3.5 0V15M11.5 11.5c0-2 4-2 4 0V15',
  npm: 'M3.5 8h17v7.5H12V17H9v-1.5H3.5zM9 8v7.5M6.3 10.5v5M12 10.5v2.5M15 8v7.5M17.8 10.5v5',
  RSS: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18v.1',
  Slack: 'M9.5 4v16M14.5 4v16M4 9.5h16M4 14.5h16',
  Telegram: 'M3.5 11.5L20.5 4.5 17.5 20l-6-4.5-2.5 3-.5-5.5L20.5 4.5M8.5 13l-5-1.5',
  X: 'M4.5 4.5h4l11 15h-4zM4.5 19.5l6-6.6M13.3 10.4l5.9-5.9',
  YouTube: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM10.5 9.5v5l4.5-2.5z',
}

export interface LocaleInput {
  stringsFor(lang: string): Strings
  textsFor?(lang: string): LocaleView['texts']
  readInline: ReadInlineText
}

/** `hasFallbacks`: a language of the site shows pages of another. */
export function createLocaleView(
  context: NavContext,
  { stringsFor, textsFor, readInline }: LocaleInput,
  hasFallbacks: boolean,
) {
  const { config, locale: path, pages } = context
  const locale = config.locales[path] ?? { lang: 'en-US' }
  const dir = locale.dir ?? directionOf(locale.lang)
  const sidebars = createSidebars(context)
  for (const sidebar of sidebars) sidebar.items = isolateTexts(sidebar.items, dir)
  const { theme, base } = config
  const strings = { ...stringsFor(locale.lang), ...locale.strings }
  const title = locale.title ?? config.title
  const labelOf = (text: Label | undefined) => labelText(text, path)
  const linkTo = (link: string, text: string): NavLink => {
    return { text, href: linkedAddress(link, path, context), external: isOutside(link) }
  }
  const read = (text: string) => readInline(text).map(runs => linkRuns(runs, path, context))
  const { announcement, notice, logo, repo, socialLinks } = theme
  const social = socialLinks.map(({ icon, link, text }) => {
    const [name, lines] = Object.entries(ICONS).find(([each]) => each.toLowerCase() === icon) ?? []
    const drawing = lines === undefined ? { picture: localAddress(base, icon) } : { path: lines }
    return { ...linkTo(link, labelOf(text) ?? name ?? link), ...drawing }
  })
  const announced = labelOf(announcement?.text)
  const pictureOf = ({ light, dark, alt: text }: Exclude<typeof logo, string | undefined>) => {
    const alt = labelOf(text) ?? ''
    // The same title beside it would be read out twice.
    return { light: localAddress(base, light), dark: localAddress(base, dark), alt: alt === title ? '' : alt }
  }
  // Prefixes of names of unused texts. Those of components are part of the content.
  const unused = ['component']
  if (!hasFallbacks) unused.push('fallback')
  if (!theme.suggestLanguage) unused.push('suggest')
  if (config.versions.length === 0) unused.push('version')
  const shownStrings = Object.entries(strings).filter(
    ([name, text]) => text !== undefined && !unused.some(family => name.startsWith(family)),
  )
  const view: LocaleView = {
    path,
    code: localeCode(path, locale.lang),
    lang: locale.lang,
    dir,
    label: locale.label ?? locale.lang,
    title,
    description: locale.description ?? config.description,
    selectText: locale.selectText || (strings.languageMenu ?? ''),
    base,
    home: withBase(base, path),
    locales: Object.entries(config.locales).map(([other, { lang, label = lang }]) => {
      return { path: other, code: localeCode(other, lang), lang, label, home: withBase(base, other) }
    }),
    nav: isolateTexts(createNav(context), dir),
    sidebars: sidebars.map(({ items }) => items),
    sidebarDepth: theme.sidebarDepth,
    strings: Object.fromEntries(shownStrings) as Strings,
    search: searchView(theme.search),
    offline: offlineSettings(config) !== undefined,
    texts: textsFor?.(locale.lang),
    ...footerOf(labelOf(theme.footer), read),
    logo: typeof logo === 'object' ? pictureOf(logo) : logo && localAddress(base, logo),
    announcement:
      announcement && announced
        ? { id: announcement.id, runs: read(announced).flat(), dismissible: announcement.dismissible }
        : undefined,
    social: social.length === 0 ? undefined : social,
    notice: notice && {
      text: labelOf(notice.text) ?? '',
      link: notice.link ? linkTo(notice.link, labelOf(notice.linkText) ?? notice.link) : undefined,
    },
    repo: repo
      ? { text: theme.repoLabel ?? hostOf(repo).label, href: repositoryUrl(repo), external: true }
      : undefined,
    originals: originalsOf(pages, config),
    searchPage: context.searchPage,
  }
  return { locale: view, sidebars }
}

function footerOf(text: string | undefined, read: ReadInlineText) {
  if (!text) return {}
  const paragraphs = read(text)
  const [first, ...others] = paragraphs
  const isPlain = others.length === 0 && first?.length === 1 && Object.keys(first[0] ?? {}).length === 1
  return isPlain ? { footer: text } : { footerText: paragraphs }
}

function searchView(search: Theme['search']): SearchView {
  if (search === false) return { provider: 'none' }
  // Until a hosted index has both key and name, the site's own answers.
  if (search === 'local' || search.key === '' || search.indexName === '') return { provider: 'local' }
  const { appId, key: apiKey, indexName, hosts, facetFilters } = search
  return { provider: 'docsearch', appId, apiKey, indexName, hosts, facetFilters }
}

/** Undefined if the language has all its pages. */
function originalsOf(pages: readonly PageSummary[], config: SiteConfig): LocaleView['originals'] {
  const readers = new Map<string, string>()
  for (const { original, locale } of pages) if (original) readers.set(original.locale, locale)
  if (readers.size === 0) return undefined
  const { locales, title, theme } = config
  const entries = [...readers].map(([path, reader]) => {
    const { title: own = title, dir, lang = '' } = locales[path] ?? {}
    const files = theme.editLinks ? editUrl(theme, path.slice(1)) : undefined
    const create = files && translatePattern(theme, reader.slice(1))
    return [path, { title: own, dir: dir ?? directionOf(lang), files: create && files, create }]
  })
  return Object.fromEntries(entries)
}

const GITHUB = { edit: ':repo/edit/:branch/:path', create: ':repo/new/:branch/:folder?filename=:name' }
const GITLAB = { edit: ':repo/-/edit/:branch/:path', create: ':repo/-/new/:branch/:folder?file_name=:name' }
const FORGEJO = { edit: ':repo/_edit/:branch/:path', create: ':repo/_new/:branch/:folder?filename=:name' }
/** Found by `label` in the name of a host, such as `gitlab.example.com`. */
const HOSTS: readonly { label: string; edit: string; create?: string }[] = [
  { label: 'GitHub', ...GITHUB },
  { label: 'GitLab', ...GITLAB },
  { label: 'Bitbucket', edit: ':repo/src/:branch/:path?mode=edit&spa=0&at=:branch' },
  ...['Codeberg', 'Forgejo', 'Gitea'].map(label => ({ label, ...FORGEJO })),
  { label: 'Gitee', edit: GITHUB.edit },
]

function hostOf(repo: string): { label: string; edit?: string; create?: string } {
  const { hostname } = new URL(repositoryUrl(repo))
  return HOSTS.find(({ label }) => hostname.includes(label.toLowerCase())) ?? { label: hostname }
}

function repositoryUrl(repo: string) {
  return /^https?:\/\//.test(repo) ? repo : `https://github.com/${repo}`
}

export function editUrl(theme: Theme, relativePath: string) {
  const repo = theme.docsRepo ?? theme.repo
  const pattern = theme.editLinkPattern ?? (repo && (hostOf(repo).edit ?? GITHUB.edit))
  if (!pattern || (!repo && pattern.includes(':repo'))) return undefined
  return fill(pattern, theme, relativePath)
}

/** Address to create a file; undefined if the host has none, or edit links have their own pattern. */
export function translateUrl(theme: Theme, relativePath: string) {
  const repo = theme.docsRepo ?? theme.repo
  const pattern = repo && !theme.editLinkPattern ? hostOf(repo).create : undefined
  return pattern && fill(pattern, theme, relativePath)
}

/** Pattern with `:folder` and `:name`; `folder` ends in a slash. */
function translatePattern(theme: Theme, folder: string) {
  const url = translateUrl(theme, `${folder}docsgen-folder/docsgen-name`)
  return url?.replace('docsgen-folder/', ':folder').replace('docsgen-name', ':name')
}

function fill(pattern: string, theme: Theme, relativePath: string) {
  const { docsRepo, repo = '', docsBranch, docsDir = '' } = theme
  const trim = (text: string) => text.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')
  const folder = trim(docsDir)
  const file = (folder && `${folder}/`) + relativePath
  const start = file.lastIndexOf('/') + 1
  const values: Record<string, string> = {
    ':repo': trim(repositoryUrl(docsRepo ?? repo)),
    ':branch': encodePath(docsBranch),
    ':path': encodePath(file),
    ':folder': encodePath(file.slice(0, start)),
    ':name': encodeURIComponent(file.slice(start)),
  }
  return pattern.replace(/:(?:repo|branch|path|folder|name)\b/g, name => values[name] ?? name)
}

export function reportEditLinks(
  { theme }: SiteConfig,
  pages: readonly PageSummary[],
  locate: LocateKey,
): Finding[] {
  const repo = theme.docsRepo ?? theme.repo
  const asking = pages.find(({ record }) => record.frontmatter.editLink === true)
  if (!theme.editLinks && !asking) return []
  const href = editUrl(theme, '')
  if (href !== undefined && (theme.editLinkPattern || !repo || hostOf(repo).edit)) return []
  const place = theme.editLinks ? locate(['theme', 'editLinks']) : asking?.keyPlaces['editLink']
  const isUnknown = href === undefined || !repo
  const message = isUnknown
    ? 'Pages have no edit links: the repository of the site is unknown.'
    : `docsgen doesn't know the edit URLs of \`${hostOf(repo).label}\`, so edit links use GitHub's format.`
  const hint = isUnknown
    ? "Set `theme.repo`: `'owner/name'` on GitHub, or the URL of the repository."
    : "Set `theme.editLinkPattern`, for example to `':repo/-/edit/:branch/:path'` for GitLab."
  return [{ rule: 'config/edit-links', severity: 'warning', place, message, hint }]
}

export function withDocsDir(config: SiteConfig, root: string): SiteConfig {
  if (config.theme.docsDir !== undefined) return config
  const site = realpathSync(root)
  const docsDir = sitePath(repositoryOf(site), path.resolve(site, config.contentDir))
  // Pages of another repository: only their own folder is known.
  const known = leadsOut(docsDir) ? path.basename(config.contentDir) : docsDir
  return { ...config, theme: { ...config.theme, docsDir: known } }
}
