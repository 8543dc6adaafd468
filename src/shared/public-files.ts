import type { SiteConfig } from '../schema/config.ts'
import type { PrivateReason } from '../schema/site.ts'

/** Files that the build writes for whoever serves the site, none for its readers; `render/host-files.ts` has their texts. */
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

/** The configuration with an icon: without one browsers ask for `/favicon.ico`, whatever the base, and report it missing. */
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

/** Which files may be published though their names or Git say otherwise. Paths are relative to the site, POSIX. */
export interface FileAccess {
  /** Folders whose own names do not count, such as that of the content. */
  folders: readonly string[]
  allowed: readonly string[]
  /** Names that begin with a dot and hide nothing. */
  names?: ReadonlySet<string>
}

export function fileAccess({
  contentDir,
  publicDir,
  markdown,
}: Pick<SiteConfig, 'contentDir' | 'publicDir' | 'markdown'>): FileAccess {
  return { folders: [contentDir, publicDir].map(tidy), allowed: markdown.allowFiles.map(tidy) }
}

const REASONS: Record<PrivateReason, string> = {
  hidden: 'its name, or that of a folder it lies in, begins with a dot',
  package: 'it lies in `node_modules`',
  ignored: 'Git ignores it',
  outside: 'it is a symbolic link that leads out of the repository',
}

/** Why a file must not be published; undefined when it may. `ignored` has the files that Git ignores. */
export function privateReason(
  file: string,
  { folders, allowed, names = new Set() }: FileAccess,
  ignored: ReadonlySet<string> = new Set(),
): PrivateReason | undefined {
  if (isAllowed(file, { allowed })) return undefined
  const folder = folders.filter(entry => isBelow(file, entry)).reduce(longest, '')
  const parts = file.slice(folder.length).split('/')
  const reasons = parts.filter(name => !names.has(name)).map(privateName)
  return reasons.find(reason => reason !== undefined) ?? (ignored.has(file) ? 'ignored' : undefined)
}

export function isAllowed(file: string, { allowed }: Pick<FileAccess, 'allowed'>): boolean {
  return allowed.some(entry => isBelow(file, entry))
}

/** True when files that the site allows lie in a folder. */
export function holdsAllowed(folder: string, { allowed }: FileAccess): boolean {
  return allowed.some(entry => entry.startsWith(`${folder}/`))
}

/** Why what has this name is not for readers: settings, secrets, history, and packages. */
export function privateName(name: string): 'hidden' | 'package' | undefined {
  if (name.toLowerCase() === 'node_modules') return 'package'
  return name.startsWith('.') && name !== '.' && name !== '..' ? 'hidden' : undefined
}

export function describePrivate(file: string, reason: PrivateReason): { message: string; hint: string } {
  const hint =
    reason === 'outside'
      ? 'Put the file itself in its place.'
      : 'If readers may see it, name it in `markdown.allowFiles` of the configuration.'
  return { message: `\`${file}\` is not published: ${REASONS[reason]}.`, hint }
}

/** Without what paths may begin and end with. */
function tidy(entry: string): string {
  return entry.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, '')
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`)
}

function longest(a: string, b: string): string {
  return b.length > a.length ? b : a
}
