import { realpathSync } from 'node:fs'
import path from 'node:path'
import { repositoryOf, posixPath } from '../lib/files.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { encodePath } from '../shared/addresses.ts'

const SCHEME = /^https?:\/\//

interface Host {
  label: string
  edit: string
  create?: string
}

const GITHUB: Host = {
  label: 'GitHub',
  edit: ':repo/edit/:branch/:path',
  create: ':repo/new/:branch/:folder?filename=:name',
}
const GITLAB: Host = {
  label: 'GitLab',
  edit: ':repo/-/edit/:branch/:path',
  create: ':repo/-/new/:branch/:folder?file_name=:name',
}
const FORGEJO = {
  edit: ':repo/_edit/:branch/:path',
  create: ':repo/_new/:branch/:folder?filename=:name',
}
/** Hosts, which have these names, in lower case, as parts of theirs: also those that run the software of one. */
const HOSTS: readonly Host[] = [
  GITHUB,
  GITLAB,
  { label: 'Bitbucket', edit: ':repo/src/:branch/:path?mode=edit&spa=0&at=:branch' },
  ...['Codeberg', 'Forgejo', 'Gitea'].map(label => ({ label, ...FORGEJO })),
  { label: 'Gitee', edit: GITHUB.edit },
]

function hostOf(repo: string): { name: string; known: Host | undefined } {
  if (!SCHEME.test(repo)) return { name: 'github.com', known: GITHUB }
  const { hostname: name } = new URL(repositoryUrl(repo))
  return { name, known: HOSTS.find(({ label }) => name.includes(label.toLowerCase())) }
}

/** Address of the repository: as given, or on GitHub for `owner/name`. */
export function repositoryUrl(repo: string): string {
  return SCHEME.test(repo) ? repo : `https://github.com/${repo}`
}

/** What to call the repository link: the host's name where it is known. */
export function repositoryLabel(repo: string): string {
  const { name, known } = hostOf(repo)
  return known?.label ?? name
}

/** Where the source of a page can be edited, by the conventions of its host or as the configuration says. */
export function editUrl(theme: SiteConfig['theme'], relativePath: string): string | undefined {
  const repo = theme.docsRepo ?? theme.repo
  const pattern = theme.editLinkPattern ?? (repo && (hostOf(repo).known ?? GITHUB).edit)
  if (!pattern || (!repo && pattern.includes(':repo'))) return undefined
  return fill(pattern, theme, relativePath)
}

/** Where a new file can be written; undefined where the host has no such address or edit links have a pattern of their own. */
export function translateUrl(theme: SiteConfig['theme'], relativePath: string): string | undefined {
  const repo = theme.docsRepo ?? theme.repo
  const pattern = repo && !theme.editLinkPattern ? hostOf(repo).known?.create : undefined
  return pattern && fill(pattern, theme, relativePath)
}

/** The same with `:folder` and `:name` left open: for all files below a folder, which ends in a slash. */
export function translatePattern(theme: SiteConfig['theme'], folder: string): string | undefined {
  const MARK = 'docsgen-folder/docsgen-name'
  return translateUrl(theme, folder + MARK)
    ?.replace('docsgen-folder/', ':folder')
    .replace('docsgen-name', ':name')
}

/** Puts repository, branch, and path of the file in it into an address. */
function fill(
  pattern: string,
  { docsRepo, repo, docsBranch, docsDir = '' }: SiteConfig['theme'],
  relativePath: string,
): string {
  const trim = (text: string) => text.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')
  const folder = trim(docsDir)
  const file = (folder ? `${folder}/` : '') + relativePath
  const start = file.lastIndexOf('/') + 1
  const values: Record<string, () => string> = {
    ':repo': () => trim(repositoryUrl(docsRepo ?? repo ?? '')),
    ':branch': () => encodePath(docsBranch),
    ':path': () => encodePath(file),
    ':folder': () => encodePath(file.slice(0, start)),
    ':name': () => encodeURIComponent(file.slice(start)),
  }
  return pattern.replace(/:(?:repo|branch|path|folder|name)\b/g, name => values[name]?.() ?? name)
}

/** Reports edit links that are wanted where nothing says where the sources are, or where that can only be guessed. */
export function reportEditLinks(
  { theme }: SiteConfig,
  pages: readonly PageSummary[],
  locate: LocateKey,
): Finding[] {
  const repo = theme.docsRepo ?? theme.repo
  const asking = pages.find(({ record }) => record.frontmatter.editLink === true)
  if (!theme.editLinks && !asking) return []
  const href = editUrl(theme, '')
  if (href !== undefined && (theme.editLinkPattern || !repo || hostOf(repo).known)) return []
  const place = theme.editLinks ? locate(['theme', 'editLinks']) : asking?.keyPlaces['editLink']
  const isUnknown = href === undefined || !repo
  const message = isUnknown
    ? 'No page has an edit link: nothing says where the sources are.'
    : `How \`${hostOf(repo).name}\` names the address to edit a page is not known: edit links are written as for GitHub.`
  const hint = isUnknown
    ? "Set `theme.repo`: `'owner/name'` on GitHub, or the address of the repository."
    : "Set `theme.editLinkPattern`, for GitLab `':repo/-/edit/:branch/:path'`, for Forgejo and Gitea `':repo/_edit/:branch/:path'`."
  return [{ rule: 'config/edit-links', severity: 'warning', place, message, hint }]
}

/** The configuration with the folder of the pages in their repository: what it says, else where the content folder is. */
export function withDocsDir(config: SiteConfig, root: string): SiteConfig {
  if (config.theme.docsDir !== undefined) return config
  const site = realpathSync(root)
  const folder = path.relative(repositoryOf(site), path.resolve(site, config.contentDir))
  const docsDir = posixPath(folder)
  // Pages of another repository: only their own folder is known.
  const known = /^\.\.(?:\/|$)/.test(docsDir) ? path.basename(config.contentDir) : docsDir
  return { ...config, theme: { ...config.theme, docsDir: known } }
}
