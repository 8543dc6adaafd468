import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isFolder } from '../lib/files.ts'
import { repositoryOf } from '../lib/paths.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import {
  type FileAccess,
  describePrivate,
  holdsAllowed,
  privateName,
  privateReason,
} from '../shared/private-file.ts'
import { HOST_FILES } from '../shared/public-files.ts'

/** Output path of the document that holds all pages of a language. */
export function printFile(locale: string): string {
  return `${locale.slice(1)}print.html`
}

/** Those of the site; pages may link to them as to public files. */
export function printFiles({ print, locales }: Pick<SiteConfig, 'print' | 'locales'>): string[] {
  return print ? Object.keys(locales).map(printFile) : []
}

interface PublicFiles {
  /** POSIX paths below the folder, sorted by code unit. */
  files: string[]
  findings: Finding[]
}

/** What begins with a dot and is for whoever serves or visits a site. */
const FOR_HOSTS = new Set<string>([
  ...HOST_FILES.filter(name => name.startsWith('.')),
  '.well-known',
  '.domains',
  '.assetsignore',
])

/** What systems and tools leave in folders: nobody expects to find it published. */
const LEFTOVER = /^(?:\.DS_Store|\._.*|\.git.*|\.keep)$/i

interface Walk {
  root: string
  publicDir: string
  access: FileAccess
  /** Real path of the repository, which links may not leave. */
  repository: string
  result: PublicFiles
}

interface Folder {
  /** Below the public folder; empty for itself. */
  name: string
  /** Real paths of the folders that are open, this one last, so that a link back to one of them is seen. */
  chain: string[]
  /** A link led here: what a repository keeps for itself is not meant. */
  linked: boolean
}

/**
 * Files of the public folder. Names that begin with a dot are left out but for those that hosts read. Symbolic links are followed as long as they stay inside the repository, and outside of what it
 * keeps for itself: names that begin with a dot, and packages. Others are findings.
 */
export async function listPublicFiles(
  root: string,
  publicDir: string,
  access: FileAccess = { folders: [publicDir], allowed: [] },
): Promise<PublicFiles> {
  const folder = path.join(root, publicDir)
  const result: PublicFiles = { files: [], findings: [] }
  if (!(await isFolder(folder))) return result
  const repository = await realpath(repositoryOf(root))
  const start = { name: '', chain: [await realpath(folder)], linked: false }
  const walk = { root, publicDir, access: { ...access, names: FOR_HOSTS }, repository, result }
  await visitFolder(start, walk)
  return { ...result, files: result.files.toSorted() }
}

async function visitFolder(folder: Folder, walk: Walk): Promise<void> {
  const entries = await readdir(path.join(walk.root, walk.publicDir, folder.name), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (folder.linked && privateName(entry.name)) continue
    await visitEntry(entry, folder, walk)
  }
}

async function visitEntry(entry: Dirent, folder: Folder, walk: Walk): Promise<void> {
  const name = folder.name === '' ? entry.name : `${folder.name}/${entry.name}`
  const { chain, linked } = folder
  if (isHidden(entry, name, walk)) return
  if (entry.isFile()) walk.result.files.push(name)
  if (entry.isSymbolicLink()) await visitLink(name, chain, walk)
  if (!entry.isDirectory()) return
  const real = path.join(chain.at(-1) ?? '', entry.name)
  if (!chain.includes(real)) await visitFolder({ name, chain: [...chain, real], linked }, walk)
}

/** Says so of what somebody may have meant to publish. */
function isHidden(entry: Dirent, name: string, { publicDir, access, result }: Walk): boolean {
  const file = path.posix.join(publicDir, name)
  if (privateReason(file, access) !== 'hidden') return false
  if (entry.isDirectory() && holdsAllowed(file, access)) return false
  if (!LEFTOVER.test(entry.name)) {
    const place = { file, line: 1, column: 1 }
    result.findings.push({
      rule: 'files/hidden',
      severity: 'warning',
      place,
      ...describePrivate(file, 'hidden'),
    })
  }
  return true
}

async function visitLink(name: string, chain: readonly string[], walk: Walk): Promise<void> {
  const { root, publicDir, result } = walk
  const file = path.posix.join(publicDir, name)
  const report = (rule: string, message: string): void => {
    result.findings.push({ rule, severity: 'warning', place: { file, line: 1, column: 1 }, message })
  }
  const { real, problem } = await findTarget(path.join(root, file), { ...walk, folder: chain[0] ?? '' })
  if (problem) return report(problem.rule, problem.message)
  if ((await stat(real)).isFile()) result.files.push(name)
  else if (chain.includes(real))
    report('files/link-loop', 'This link leads back to a folder that it lies in; it is not followed.')
  else if (await isFolder(real)) await visitFolder({ name, chain: [...chain, real], linked: true }, walk)
}

type Target =
  { real: string; problem?: undefined } | { real?: undefined; problem: { rule: string; message: string } }

/** Where a link of the public folder leads. `repository` and `folder` (the public one) are real paths. */
async function findTarget(
  link: string,
  { repository, folder }: { repository: string; folder: string },
): Promise<Target> {
  const real = await realpath(link).catch(() => undefined)
  if (real === undefined)
    return { problem: { rule: 'files/dangling-link', message: 'This link leads nowhere; it is left out.' } }
  const rule = 'files/outside'
  if (!real.startsWith(repository + path.sep))
    return { problem: { rule, message: 'This link leads out of the repository; it is left out.' } }
  const way = path.relative(folder, real).split(path.sep)
  if (way.some(privateName))
    return {
      problem: { rule, message: 'This link leads to what the repository keeps for itself; it is left out.' },
    }
  return { real }
}

/**
 * The real file behind one that is served; undefined when it may not be: links of a folder may have changed since it was listed.
 * All are absolute.
 */
export async function servedTarget(root: string, folder: string, file: string): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => '')
  const repository = await realpath(repositoryOf(root))
  return (await findTarget(file, { repository, folder: real })).real
}
