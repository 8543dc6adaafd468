import type { SiteConfig } from '../schema/config.ts'

/** Files that the build writes for whoever serves the site, none for its readers; `output/host-files.ts` has their texts. */
export const HOST_FILES = [
  '_redirects',
  '_headers',
  'vercel.json',
  'nginx-redirects.conf',
  'nginx-headers.conf',
  '.htaccess',
  '.nojekyll',
] as const

export type HostFile = (typeof HOST_FILES)[number]

/** Files for hosts that a site may have in its public folder: ours say what theirs say, too. */
export const MERGED_FILES = ['_redirects', '_headers', 'vercel.json', '.htaccess', 'robots.txt']

type HeadEntry = SiteConfig['head'][number]

/** Names of icons in the public folder, the one to choose first. */
const ICON_FILES = ['favicon.svg', 'favicon.png', 'favicon.ico']

/** The address of an icon that is empty; every policy of ours allows it. */
export const NO_ICON = 'data:,'

/**
 * The configuration with an icon for every document: the one of `head`, else the one in the public folder, else an empty
 * one. Where a document names none, browsers ask for `/favicon.ico`, whatever the base, and report it missing.
 */
export function withIcon(config: SiteConfig, publicFiles: readonly string[]): SiteConfig {
  if (config.head.some(isIcon)) return config
  const file = ICON_FILES.find(name => publicFiles.includes(name))
  const href = file ? `/${file}` : NO_ICON
  return { ...config, head: [...config.head, { tag: 'link', attributes: { rel: 'icon', href } }] }
}

/** True for the tag that gives a document its icon, in all spellings that browsers understand. */
export function isIcon({ tag, attributes }: HeadEntry): boolean {
  const names = String(attributes['rel'] ?? '').toLowerCase()
  return tag === 'link' && names.split(/\s+/).includes('icon')
}
