import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { matchesAny, repositoryOf } from '../lib/paths.ts'
import { contentPath } from './resolve-address.ts'
import { isInside } from './source-store.ts'
import type { Finding } from '../schema/finding.ts'
import type { ParseOptions } from '../schema/page.ts'

/** True for the name of a file or folder of the content folder that holds no pages: hidden, a part (`_name`), or packages. */
function isLeftOut(name: string): boolean {
  return /^[._]/.test(name) || name === 'node_modules'
}

/** True for a site-relative file that is a page of its own: others may only be parts of pages. */
export function isPageOf(
  { contentDir, exclude }: Pick<ParseOptions, 'contentDir' | 'exclude'>,
  file: string,
): boolean {
  const path = contentPath(file, contentDir)
  const isPage = path !== undefined && isMarkdown(path) && !path.split('/').some(isLeftOut)
  return isPage && !matchesAny(path, exclude)
}

/** True for the one ending that is read. */
function isMarkdown(file: string): boolean {
  return /\.md$/i.test(file)
}

/** What an author of a page with another ending is to do; undefined for files that nobody takes for pages. */
function describeOtherPage(name: string): { message: string; hint: string } | undefined {
  const [, stem, ending] = /^(.*)\.(mdx|markdown)$/i.exec(name) ?? []
  if (stem === undefined || ending === undefined) return undefined
  const code =
    'replace what it imports, exports and has in braces: Markdown is data here, code in it does not run'
  const differs = ending.toLowerCase() === 'mdx' ? `, and ${code}` : ''
  return {
    message: `Files that end in \`.${ending}\` are not read: this one is no page of the site.`,
    hint: `Rename it to \`${stem}.md\`${differs}. A part of other pages may stay as it is when its name starts with \`_\`.`,
  }
}

interface ListOptions {
  /** Absolute folder of the site. */
  root: string
  /** Site-relative folder of the content. */
  contentDir: string
  /** Patterns of files below the content folder that are no pages. */
  exclude?: readonly string[] | undefined
  /** Site-relative folders that hold no pages. */
  skip: string[]
}

interface Walk {
  root: string
  /** Where links may lead. */
  repository: string
  skip: Set<string>
  files: string[]
  findings: Finding[]
  /** Link loops already reported, by the folders they run through. */
  loops: Set<string>
}

/**
 * Site-relative POSIX paths of all Markdown files below the content folder, sorted by code unit. Names that start
 * with a dot or, as those of parts do, with `_` are skipped; links are followed
 * inside the repository only, and a loop of links is reported once.
 */
export function listPages(options: ListOptions): { files: string[]; findings: Finding[] } {
  const root = realpathSync(options.root)
  const walk: Walk = {
    root,
    repository: repositoryOf(root),
    skip: new Set(options.skip),
    files: [],
    findings: [],
    loops: new Set(),
  }
  const start = path.posix.normalize(options.contentDir).replace(/\/$/, '')
  const real = realFolder(path.join(root, start))
  if (real === undefined) {
    const message = `There is no content folder \`${options.contentDir}\`.`
    return { files: [], findings: [{ rule: 'files/no-content', severity: 'error', message }] }
  }
  visitFolder(start === '.' ? '' : start, [real], walk)
  const { exclude = [] } = options
  const below = start === '.' ? 0 : start.length + 1
  const isPage = (file: string) => !matchesAny(file.slice(below), exclude)
  const findings = walk.findings.filter(({ place }) => !place || isPage(place.file))
  return { files: walk.files.filter(isPage).toSorted(), findings }
}

/** `chain` holds the real paths of the folders that are open, so that a link back to one of them is seen. */
function visitFolder(folder: string, chain: string[], walk: Walk): void {
  for (const entry of readFolder(folder, walk)) {
    if (isLeftOut(entry.name)) continue
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (walk.skip.has(file)) continue
    visitEntry(entry, { file, chain }, walk)
  }
}

function readFolder(folder: string, { root, findings }: Walk): Dirent[] {
  try {
    return readdirSync(path.join(root, folder), { withFileTypes: true })
  } catch (error) {
    const message = `The folder can't be read: ${(error as NodeJS.ErrnoException).code}.`
    findings.push(finding(folder || '.', 'files/unreadable', message))
    return []
  }
}

function visitEntry(entry: Dirent, at: { file: string; chain: string[] }, walk: Walk): void {
  const { file, chain } = at
  if (entry.isSymbolicLink()) return visitLink(file, chain, walk)
  const last = chain.at(-1) ?? walk.root
  if (entry.isDirectory()) return visitFolder(file, [...chain, path.join(last, entry.name)], walk)
  if (entry.isFile()) addFile(file, walk)
}

function visitLink(file: string, chain: string[], walk: Walk): void {
  const real = realTarget(path.join(walk.root, file))
  if (real === undefined) {
    const dangling = finding(file, 'files/dangling-link', 'This link leads nowhere.')
    if (isMarkdown(file)) walk.findings.push(dangling)
    // It may have been a folder of pages; of other files only those who use them can tell.
    else if (path.posix.extname(file) === '') walk.findings.push({ ...dangling, severity: 'warning' })
    return
  }
  if (!isInside(walk.repository, real)) {
    if (isMarkdown(file) || realFolder(real) !== undefined)
      walk.findings.push(
        finding(file, 'files/outside', 'This link leads out of the repository and is not followed.'),
      )
    return
  }
  if (realFolder(real) === undefined) return addFile(file, walk)
  const opened = chain.indexOf(real)
  if (opened === -1) return visitFolder(file, [...chain, real], walk)
  const loop = chain.slice(opened).toSorted().join('\n')
  if (walk.loops.has(loop)) return
  walk.loops.add(loop)
  const message = 'This link leads back to a folder that it lies in; it is not followed.'
  walk.findings.push({ ...finding(file, 'files/link-loop', message), severity: 'warning' })
}

function addFile(file: string, walk: Walk): void {
  const name = path.posix.basename(file)
  if (!isMarkdown(file)) return reportOther(file, walk)
  walk.files.push(file)
  const problem = portabilityProblem(name)
  if (problem !== undefined)
    walk.findings.push({ ...finding(file, 'files/portable-name', problem), severity: 'warning' })
}

/** A page with another ending would be missed by readers only. */
function reportOther(file: string, walk: Walk): void {
  const other = describeOtherPage(path.posix.basename(file))
  if (!other) return
  const { message, hint } = other
  walk.findings.push({ ...finding(file, 'files/not-read', message), severity: 'warning', hint })
}

/** Names that some systems cannot store or treat as devices. */
function portabilityProblem(name: string): string | undefined {
  const stem = name.replace(/\.md$/i, '')
  // eslint-disable-next-line no-control-regex
  if (/[<>:"|\\*\0-\u001f]/.test(name)) return 'Windows cannot store a file of this name.'
  if (/[. ]$/.test(stem)) return 'A name that ends with a dot or a space is not portable.'
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i.test(stem))
    return 'Windows reserves this name for a device.'
  return undefined
}

function realTarget(absolute: string): string | undefined {
  try {
    return realpathSync(absolute)
  } catch {
    return undefined
  }
}

function realFolder(absolute: string): string | undefined {
  const real = realTarget(absolute)
  return real !== undefined && statSync(real).isDirectory() ? real : undefined
}

function finding(file: string, rule: string, message: string): Finding {
  return { rule, severity: 'error', place: { file, line: 1, column: 1 }, message }
}
