import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { encodePath } from '../addresses/encode-path.ts'
import type { LocateKey } from './named-addresses.ts'

const SCHEME = /^https?:\/\//

/** Hosts by a part of their name: also of those that run the software of one. */
const HOSTS = [
  { part: 'github', label: 'GitHub', edit: ':repo/edit/:branch/:path' },
  { part: 'gitlab', label: 'GitLab', edit: ':repo/-/edit/:branch/:path' },
  {
    part: 'bitbucket',
    label: 'Bitbucket',
    edit: ':repo/src/:branch/:path?mode=edit&spa=0&at=:branch',
  },
  { part: 'codeberg', label: 'Codeberg', edit: ':repo/_edit/:branch/:path' },
  { part: 'forgejo', label: 'Forgejo', edit: ':repo/_edit/:branch/:path' },
  { part: 'gitea', label: 'Gitea', edit: ':repo/_edit/:branch/:path' },
  { part: 'gitee', label: 'Gitee', edit: ':repo/edit/:branch/:path' },
] as const

function hostOf(repo: string): { name: string; known: (typeof HOSTS)[number] | undefined } {
  const { hostname: name } = new URL(repositoryUrl(repo))
  return { name, known: HOSTS.find(({ part }) => name.includes(part)) }
}

/** Address of the repository: as given, or on GitHub for `owner/name` (B158). */
export function repositoryUrl(repo: string): string {
  return SCHEME.test(repo) ? repo : `https://github.com/${repo}`
}

/** What to call the repository link: the host's name where it is known (B158). */
export function repositoryLabel(repo: string): string {
  const { name, known } = hostOf(repo)
  return known?.label ?? name
}

/** Where the source of a page can be edited, by the conventions of its host (B175, B176) or as the configuration says. */
export function editUrl(theme: SiteConfig['theme'], relativePath: string): string | undefined {
  const repo = theme.docsRepo ?? theme.repo
  const pattern = theme.editLinkPattern ?? (repo && (hostOf(repo).known ?? HOSTS[0]).edit)
  if (!pattern || (!repo && pattern.includes(':repo'))) return undefined
  const folder = trimSlashes(theme.docsDir ?? '')
  const parts: Record<string, string> = {
    ':repo': trimSlashes(repositoryUrl(repo ?? '')),
    ':branch': encodePath(theme.docsBranch),
    ':path': encodePath((folder ? `${folder}/` : '') + relativePath),
  }
  return pattern.replace(/:(?:repo|branch|path)\b/g, name => parts[name] ?? name)
}

/** Without slashes at either end. */
function trimSlashes(text: string): string {
  return text.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')
}

/** Edit links that are asked for where nobody said where to, or where to can only be guessed. */
export function reportEditLinks(
  { theme }: SiteConfig,
  pages: readonly PageSummary[],
  locate: LocateKey,
): Finding[] {
  const repo = theme.docsRepo ?? theme.repo
  const asking = pages.filter(({ record }) => record.frontmatter.editLink === true)
  if (!theme.editLinks && asking.length === 0) return []
  const place = theme.editLinks ? locate(['theme', 'editLinks']) : asking[0]?.keyPlaces['editLink']
  const found = { rule: 'config/edit-links', severity: 'warning' as const, ...(place ? { place } : {}) }
  if (editUrl(theme, '') === undefined) {
    const message = 'No page has an edit link: nothing says where the sources are.'
    const hint = "Set `theme.repo`: `'owner/name'` on GitHub, or the address of the repository."
    return [{ ...found, message, hint }]
  }
  if (theme.editLinkPattern || !repo || hostOf(repo).known) return []
  const message = `How \`${hostOf(repo).name}\` names the address to edit a page is not known: edit links are written as for GitHub.`
  const hint =
    "Set `theme.editLinkPattern`, for GitLab `':repo/-/edit/:branch/:path'`, for Forgejo and Gitea `':repo/_edit/:branch/:path'`."
  return [{ ...found, message, hint }]
}
