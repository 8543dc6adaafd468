/** Files beside pages: those of the public folder, and those that pages refer to. */
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  isFile,
  isFolder,
  isReachable,
  isRegularFileInside,
  isWithin,
  sitePath,
  type SourceFolders,
  spelledOnDisk,
} from '../lib/files.ts'
import { hashFile } from '../lib/hash.ts'
import type { IgnoredFiles } from '../lib/git.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import type { PrivateFile, PrivateReason } from '../schema/site.ts'
import { assetAddress, encodePath, isFilePath, safeDecode } from '../shared/addresses.ts'

/** Files for hosts, not for readers; `render/host-files.ts` makes their texts. */
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

/** Files that docsgen merges with its own if they are in the public folder. */
export const OWN_HOST_FILES = ['_redirects', '_headers', 'vercel.json', '.htaccess', 'robots.txt']

export const LICENSES = 'assets/licenses.txt'

export function printFile(locale: string) {
  return `${locale.slice(1)}print.html`
}

export const DASHBOARD_FILE = 'translations.html'

/** Output path → description. Pages can link to them. */
export function generatedDocuments({ print, locales, check }: SiteConfig) {
  const documents = new Map<string, string>()
  if (check.dashboard) documents.set(DASHBOARD_FILE, 'the translation dashboard (`check.dashboard`)')
  for (const locale of print ? Object.keys(locales) : [])
    documents.set(printFile(locale), 'a print version (`print: true`)')
  return documents
}

export interface AssetAddress {
  path: string
  width?: number | undefined
  height?: number | undefined
}

/** By site-relative file, or name in the public folder with a leading slash. */
export type AssetMap = ReadonlyMap<string, AssetAddress>

export interface Assets {
  map: AssetMap
  refused: ReadonlyMap<string, PrivateFile>
  gitProblem?: string | undefined
}

export interface FileLookup {
  find(target: string): AssetAddress | undefined
  /** True for an address without a file that a plugin may make. */
  isAwaited(address: string): boolean
  /** Address of a target that may not exist: files beside pages as if they were served there. */
  addressOf(target: string): string
}

function configTargets({ theme: { nav, sidebar }, locales, redirects }: SiteConfig) {
  const targets = new Set<string>()
  const menus = Object.values(locales).map(locale => [locale.nav, locale.sidebar])
  JSON.stringify([nav, sidebar, menus, redirects], (_key, value: unknown) => {
    const target =
      typeof value === 'string' && value.startsWith('/') ? safeDecode(value.replace(/[?#].*/s, '')) : ''
    if (isFilePath(target)) targets.add(target)
    return value
  })
  return [...targets]
}

/** All files get a name with their hash, images their size. */
export async function loadAssets(input: {
  root: string
  config: SiteConfig
  publicFiles: readonly string[]
  parsed: readonly PageSummary[]
  access: FileAccess
  sources: SourceFolders
  ignoredFiles(root: string, files: readonly string[], folders: readonly string[]): Promise<IgnoredFiles>
}): Promise<Assets> {
  const { root, config, publicFiles, access, sources } = input
  const wanted = new Map(configTargets(config).map(target => [target, false]))
  for (const { type, target, size } of input.parsed.flatMap(page => page.links))
    if (type === 'asset') wanted.set(target, size !== undefined || wanted.get(target) === true)
  const names = publicFiles.map(name => `/${name}`)
  const map = new Map(names.map((name): [string, AssetAddress] => [name, { path: encodePath(name) }]))
  const refused = new Map<string, PrivateFile>()
  const found: { target: string; file: string; isSized: boolean }[] = []
  for (const [target, isSized] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isPublic = map.has(target)
    const folder = target.startsWith('/') ? config.contentDir : '.'
    const named = path.posix.join(isPublic ? config.publicDir : folder, target)
    if (!isReachable(root, named, sources)) continue
    const file = spelledOnDisk(root, named)
    if (await isRegularFileInside(sources.all, path.join(root, file)))
      found.push({ target: isPublic ? target : file, file, isSized })
    else if (isFile(path.join(root, path.dirname(file)), path.basename(file)))
      refused.set(target, { file, reason: 'outside' })
  }
  // The public folder has been judged when it was listed.
  const published = new Set(publicFiles.map(name => path.posix.join(config.publicDir, name)))
  const judged = found.map(({ file }) => file).filter(file => !published.has(path.posix.normalize(file)))
  // Git answers while files are read, one at a time.
  const [{ files: ignored, problem: gitProblem }] = await Promise.all([
    input.ignoredFiles(root, judged, access.folders),
    addressFound(),
  ])
  const realRoot = await realpath(root)
  for (const target of judged) {
    const real = sitePath(realRoot, await realpath(path.join(root, target)))
    for (const file of [real, target]) {
      const reason = privateReason(file, access, ignored)
      if (!reason) continue
      refused.set(target, { file, reason })
      map.delete(target)
    }
  }
  return { map, refused, gitProblem }

  async function addressFound() {
    for (const { target, file, isSized } of found) {
      const { hash, ...size } = await describe(path.join(root, file), isSized)
      const address = target.startsWith('/') ? encodePath(target) : assetAddress(target, hash)
      map.set(target, { path: address, ...size })
    }
  }
}

/** By file: `dev` needs all of them with every save. */
const known = new Map<string, { state: string; description: ReturnType<typeof readDescription> }>()

async function describe(file: string, isSized: boolean) {
  const { mtimeMs, size, ino } = await stat(file)
  const state = [mtimeMs, size, ino, isSized].join(' ')
  const found = known.get(file)
  if (found?.state === state) return found.description
  const description = readDescription(file, isSized)
  known.set(file, { state, description })
  return description
}

async function readDescription(file: string, isSized: boolean) {
  const { hash } = await hashFile(file)
  if (!isSized) return { hash }
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(await readFile(file))
    return { hash, width, height }
  } catch {
    return { hash }
  }
}

const PUBLIC_NAMES = new Set<string>([...HOST_FILES, '.well-known', '.domains', '.assetsignore'])

const LEFTOVER = /^(?:\.DS_Store|\._.*|\.git.*|\.keep)$/i

/** Sorted. Symbolic links are followed inside the repository; names with a dot are for hosts only. */
export async function listPublicFiles(
  root: string,
  publicDir: string,
  sources: SourceFolders,
  access: FileAccess = { folders: [publicDir], allowed: [] },
) {
  const files: string[] = []
  const findings: Finding[] = []
  const top = path.join(root, publicDir)
  if (!(await isFolder(top))) return { files, findings }
  const realTop = await realpath(top)
  await visitFolder('', [realTop], false)
  return { files: files.toSorted(), findings }

  /** `chain`: real paths of the open folders, this one last; `isLinked`: a link led here, so private names aren't meant. */
  async function visitFolder(below: string, chain: readonly string[], isLinked: boolean) {
    const entries = await readdir(path.join(top, below), { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      const file = path.posix.join(publicDir, name)
      if (isLinked && privateName(entry.name)) continue
      const isHidden = privateReason(file, { ...access, names: PUBLIC_NAMES }) === 'hidden'
      if (isHidden && !(entry.isDirectory() && holdsAllowed(file, access))) {
        const { message, hint } = describePrivate(file, 'hidden')
        if (!LEFTOVER.test(entry.name)) report(file, 'files/hidden', message, hint)
        continue
      }
      if (entry.isFile()) files.push(name)
      if (entry.isSymbolicLink()) await visitLink(name, file, chain)
      const real = path.join(chain.at(-1) ?? '', entry.name)
      if (entry.isDirectory() && !chain.includes(real)) await visitFolder(name, [...chain, real], isLinked)
    }
  }

  async function visitLink(name: string, file: string, chain: readonly string[]) {
    const real = await findTarget(path.join(root, file), sources, realTop)
    const gone = "The target of this symbolic link doesn't exist, so the link is skipped."
    if (!existsSync(path.join(root, file))) return report(file, 'files/dangling-link', gone)
    const outside = 'This symbolic link points outside the repository or to a private file and is skipped.'
    if (real === undefined) return report(file, 'files/outside', outside)
    const loop = 'This symbolic link points to a folder that contains it and is skipped.'
    if ((await stat(real)).isFile()) files.push(name)
    else if (chain.includes(real)) report(file, 'files/link-loop', loop)
    else if (await isFolder(real)) await visitFolder(name, [...chain, real], true)
  }

  function report(file: string, rule: string, message: string, hint?: string) {
    findings.push({ rule, severity: 'warning', place: { file, line: 1, column: 1 }, message, hint })
  }
}

/** Undefined where the target is missing, private, or outside the repository. */
async function findTarget(link: string, { all }: SourceFolders, folder: string) {
  const real = await realpath(link).catch(() => undefined)
  if (real === undefined || !all.some(repository => isWithin(real, repository))) return undefined
  return path.relative(folder, real).split(path.sep).some(privateName) ? undefined : real
}

/** Real path, absolute; undefined if links have changed, so that the file may not be served. */
export async function servedTarget(sources: SourceFolders, folder: string, file: string) {
  return findTarget(file, sources, await realpath(folder).catch(() => ''))
}

/** Paths are relative to the site, POSIX. */
interface FileAccess {
  /** Folders whose own names don't count. */
  folders: readonly string[]
  allowed: readonly string[]
  names?: ReadonlySet<string>
}

export function fileAccess({ contentDir, publicDir, markdown }: SiteConfig): FileAccess {
  return { folders: [contentDir, publicDir].map(tidy), allowed: markdown.allowFiles.map(tidy) }
}

const REASONS: Record<PrivateReason, string> = {
  hidden: 'its path contains a name that starts with a dot',
  package: 'it is in `node_modules`',
  ignored: 'Git ignores it',
  outside: 'it is a symbolic link that points outside the repository',
}

/** Undefined when it may be published. */
export function privateReason(
  file: string,
  { folders, allowed, names = new Set() }: FileAccess,
  ignored: ReadonlySet<string> = new Set(),
): PrivateReason | undefined {
  if (isAllowed(file, { allowed })) return undefined
  const above = folders.filter(entry => isBelow(file, entry)).map(({ length }) => length)
  const parts = file.slice(Math.max(0, ...above)).split('/')
  const reasons = parts.filter(name => !names.has(name)).map(privateName)
  return reasons.find(reason => reason !== undefined) ?? (ignored.has(file) ? 'ignored' : undefined)
}

export function isAllowed(file: string, { allowed }: Pick<FileAccess, 'allowed'>) {
  return allowed.some(entry => isBelow(file, entry))
}

export function holdsAllowed(folder: string, { allowed }: FileAccess) {
  return allowed.some(entry => entry.startsWith(`${folder}/`))
}

export function privateName(name: string): 'hidden' | 'package' | undefined {
  if (name.toLowerCase() === 'node_modules') return 'package'
  return name.startsWith('.') && name !== '.' && name !== '..' ? 'hidden' : undefined
}

export function describePrivate(file: string, reason: PrivateReason): { message: string; hint: string } {
  const hint =
    reason === 'outside'
      ? 'Replace the link with the file itself.'
      : 'To publish it, add it to `markdown.allowFiles`.'
  return { message: `\`${file}\` isn't published: ${REASONS[reason]}.`, hint }
}

function tidy(entry: string) {
  return entry.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, '')
}

function isBelow(file: string, folder: string) {
  return file === folder || file.startsWith(`${folder}/`)
}
