import type { SiteConfig } from '../schema/config.ts'

const SCHEME = /^https?:\/\//

/** Address of the repository: as given, or on GitHub for `owner/name` (B158). */
export function repositoryUrl(repo: string): string {
  return SCHEME.test(repo) ? repo : `https://github.com/${repo}`
}

/** What to call the repository link: the host's name where it is known (B158). */
export function repositoryLabel(repo: string): string {
  const host = new URL(repositoryUrl(repo)).hostname
  return ['GitHub', 'GitLab', 'Bitbucket'].find(name => host.includes(name.toLowerCase())) ?? host
}

/** Where the source of a page can be edited, by the conventions of its host (B175, B176). */
export function editUrl(theme: SiteConfig['theme'], relativePath: string): string | undefined {
  const repo = theme.docsRepo ?? theme.repo
  if (!repo) return undefined
  const home = trimSlashes(repositoryUrl(repo))
  const folder = trimSlashes(theme.docsDir)
  const file = (folder ? `${folder}/` : '') + encodeURI(relativePath)
  const { hostname } = new URL(home)
  if (hostname.includes('bitbucket')) {
    return `${home}/src/${theme.docsBranch}/${file}?mode=edit&spa=0&at=${theme.docsBranch}`
  }
  const prefix = hostname.includes('gitlab') ? '/-/edit' : '/edit'
  return `${home}${prefix}/${theme.docsBranch}/${file}`
}

/** Without slashes at either end. */
function trimSlashes(text: string): string {
  return text.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '')
}
