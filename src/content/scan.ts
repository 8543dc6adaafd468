import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import path, { posix } from 'node:path'
import type { IgnoredFiles } from '../lib/git.ts'
import { matchesAny, repositoryOf, type Rewrites, rewritePath } from '../lib/files.ts'
import type { Finding } from '../schema/finding.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'
import type { PrivateReason } from '../schema/site.ts'
import { localeOfPath, MARKDOWN_FILE } from '../shared/addresses.ts'
import { describePrivate, type FileAccess, isAllowed, privateReason } from '../site/assets.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { expandIncludes, type IncludeContext } from './includes.ts'
import { createSourceStore, type GeneratedText, isInside } from './source-store.ts'

export interface ScanOptions {
  /** Absolute folder of the site. */
  root: string
  contentDir: string
  publicDir: string
  outDir: string
  /** Where `!!!include(path)!!!` of a page starts, relative to the root. */
  includeRoot: string
  exclude?: readonly string[] | undefined
  /** Folders of old versions, whose pages are theirs. */
  versions?: readonly { from?: string | undefined }[] | undefined
  /** Where files stand for readers, if not where they lie. */
  rewrites?: Rewrites | undefined
  locales: string[]
  access?: FileAccess | undefined
  /** Tells which of these files Git ignores; all that is ignored in folders that it ignores as a whole is not meant. */
  ignoredFiles?:
    | ((root: string, files: readonly string[], folders: readonly string[]) => Promise<IgnoredFiles>)
    | undefined
  /** Pages by file that are known to be as they were when they were read. */
  unchanged?: ReadonlyMap<string, SourceFile> | undefined
  /** Pages that plugins make, by file. */
  generated?: ReadonlyMap<string, GeneratedText> | undefined
  listed?: ((pages: number) => void) | undefined
  /** Reads the pages of these files, in order; by default one after the other, without a limit of time. */
  readPages?: (options: PageReaderOptions, files: string[]) => Promise<SourceFile[]>
}

export interface PageReaderOptions extends Pick<
  ScanOptions,
  'root' | 'contentDir' | 'includeRoot' | 'locales' | 'rewrites'
> {
  access: FileAccess
  /** Files that Git ignores: none until it has been asked. */
  ignored: readonly string[]
  /** Pages that plugins make, by file. */
  generated?: ReadonlyMap<string, GeneratedText> | undefined
}

export interface Scan {
  /** Sorted by relative path, by code unit. */
  files: SourceFile[]
  /** Problems that belong to no page. Those of a page are in its `findings`. */
  findings: Finding[]
  /** Why Git did not tell what it ignores, if it did not. */
  gitProblem?: string | undefined
}

/** Reads every Markdown file of the content folder and expands its includes. */
export async function scanContent(options: ScanOptions): Promise<Scan> {
  const { root, includeRoot, locales, rewrites, unchanged, generated, exclude = [], versions = [] } = options
  const tidy = (folder: string) => posix.normalize(folder).replace(/\/$/, '')
  const contentDir = tidy(options.contentDir)
  const others = [options.outDir, options.publicDir, ...versions.flatMap(({ from }) => from ?? [])]
  const skip = others.map(tidy).filter(folder => folder !== contentDir)
  const listed = listPages(root, contentDir, exclude, skip)
  const { findings } = listed
  for (const file of listed.files) {
    const made = generated?.get(file)
    if (!made) continue
    const place = { file, line: 1, column: 1 }
    findings.push({
      rule: 'plugins/duplicate-page',
      severity: 'error',
      place,
      message: `The plugin \`${made.plugin}\` makes this page, too.`,
      hint: 'Remove the file, or have the plugin make the page under another path.',
    })
  }
  const files = [...new Set([...listed.files, ...(generated?.keys() ?? [])])].toSorted()
  options.listed?.(files.length)
  const access = options.access ?? { folders: [contentDir, options.publicDir], allowed: [] }
  const setup = { root, contentDir, includeRoot, locales, rewrites, access, ignored: [], generated }
  const pages = new Map(unchanged)
  const read = async (reading: PageReaderOptions, names: string[]): Promise<void> => {
    const made = options.readPages?.(reading, names) ?? names.map(createPageReader(reading))
    for (const page of await made) pages.set(page.file, page)
  }
  await read(
    setup,
    files.filter(file => !pages.has(file)),
  )
  // A page of the site is published anyway.
  const included = new Set([...pages.values()].flatMap(page => page.includes))
  const parts = [...included].filter(file => !pages.has(file))
  const answer = await options.ignoredFiles?.(root, parts, access.folders)
  const ignored = answer?.files ?? new Set<string>()
  // What is included is known only now: pages that include what Git ignores are read again, without it.
  const affected = files.filter(file => pages.get(file)?.includes.some(name => ignored.has(name)))
  for (const file of affected) pages.delete(file)
  if (affected.length > 0) await read({ ...setup, ignored: [...ignored] }, affected)
  return { files: files.flatMap(file => pages.get(file) ?? []), findings, gitProblem: answer?.problem }
}

/** A function that reads a page and expands its includes. Pages that it reads share what they include. */
export function createPageReader(options: PageReaderOptions): (file: string) => SourceFile {
  const { access, contentDir, generated, rewrites, locales } = options
  const store = createSourceStore(options.root, generated, access.allowed)
  // The content folder may be a link.
  const real = { ...access, folders: [...access.folders, store.realName(contentDir)] }
  const ignored = new Set(options.ignored)
  /** Many pages include the same files. */
  const reasons = new Map<string, PrivateReason | undefined>()
  const context: IncludeContext = {
    store,
    includeRoot: posix.normalize(options.includeRoot),
    isAllowed: file => isAllowed(file, access),
    privateReason(file) {
      if (!reasons.has(file)) reasons.set(file, privateReason(file, real, ignored))
      return reasons.get(file)
    },
  }
  return file => {
    const plugin = generated?.get(file)?.plugin
    const relativePath = rewritePath(contentDir === '.' ? file : file.slice(contentDir.length + 1), rewrites)
    const page: SourceFile = {
      relativePath,
      file,
      locale: localeOfPath(`/${relativePath}`, locales),
      frontmatter: undefined,
      body: '',
      origins: [{ from: 1, file, line: 1 }],
      includes: [],
      findings: [],
      ...(plugin !== undefined && { plugin }),
    }
    const stored = store.read(file)
    const { line, column } = stored.kind === 'invalid' ? stored : { line: 1, column: 1 }
    const failed = (finding: Omit<Finding, 'severity'>): SourceFile => ({
      ...page,
      findings: [{ severity: 'error', place: { file, line, column }, ...finding }],
    })
    const unreadable = {
      invalid: stored.kind === 'invalid' ? stored.message : '',
      outside: 'This link leads out of the repository.',
      missing: 'The file is not there.',
    }
    if (stored.kind !== 'text') return failed({ rule: 'files/unreadable', message: unreadable[stored.kind] })
    // A link may lead to what is not for readers.
    const hidden = context.privateReason(stored.real)
    if (hidden) return failed({ rule: 'files/outside', ...describePrivate(stored.real, hidden) })
    const { frontmatter, problem, ...body } = splitFrontmatter(stored.text)
    return problem ? failed(problem) : { ...page, frontmatter, ...expandIncludes({ file, ...body }, context) }
  }
}

/** True for a file or folder of the content folder that holds no pages: hidden, a partial (`_name`), or packages. */
function isLeftOut(name: string): boolean {
  return /^[._]/.test(name) || name === 'node_modules'
}

/** Path of a site-relative file below the content folder; undefined when it lies elsewhere. */
export function contentPath(file: string, contentDir: string): string | undefined {
  if (contentDir === '.' || contentDir === '') return file
  return file.startsWith(`${contentDir}/`) ? file.slice(contentDir.length + 1) : undefined
}

/** True for a site-relative file that is a page of its own: others may only be parts of pages. */
export function isPageOf(
  { contentDir, exclude }: Pick<ParseOptions, 'contentDir' | 'exclude'>,
  file: string,
): boolean {
  const below = contentPath(file, contentDir)
  const isPage = below !== undefined && MARKDOWN_FILE.test(below) && !below.split('/').some(isLeftOut)
  return isPage && !matchesAny(below, exclude)
}

/**
 * Site-relative POSIX paths of all Markdown files below the content folder, sorted by code unit. Links are followed inside the
 * repository only; a loop of links is reported once. `skip`: site-relative folders that hold no pages.
 */
function listPages(
  siteRoot: string,
  contentDir: string,
  exclude: readonly string[],
  skip: readonly string[],
): { files: string[]; findings: Finding[] } {
  const root = realpathSync(siteRoot)
  const repository = repositoryOf(root)
  const files: string[] = []
  const findings: Finding[] = []
  const loops = new Set<string>()
  const start = posix.normalize(contentDir).replace(/^\.$|\/$/, '')
  const real = realTarget(path.join(root, start))
  if (!real?.isFolder) {
    const message = `There is no content folder \`${contentDir}\`.`
    return { files, findings: [{ rule: 'files/no-content', severity: 'error', message }] }
  }
  visitFolder(start, [real.path])
  const isPage = (file: string) => !matchesAny(file.slice(start === '' ? 0 : start.length + 1), exclude)
  return {
    files: files.filter(isPage).toSorted(),
    findings: findings.filter(({ place }) => !place || isPage(place.file)),
  }

  function report(file: string, rule: string, message: string, more: Partial<Finding> = {}): void {
    const place = { file, line: 1, column: 1 }
    findings.push({ rule: `files/${rule}`, severity: 'error', place, message, ...more })
  }

  /** `chain`: real paths of the folders that are open, so that a link back to one of them is seen. */
  function visitFolder(folder: string, chain: readonly string[]): void {
    try {
      for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = posix.join(folder, entry.name)
        if (!isLeftOut(entry.name) && !skip.includes(file)) visitEntry(entry, file, chain)
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      report(folder || '.', 'unreadable', `The folder can't be read: ${String(error.code)}.`)
    }
  }

  function visitEntry(entry: Dirent, file: string, chain: readonly string[]): void {
    if (entry.isFile()) return addFile(file)
    if (entry.isDirectory()) return visitFolder(file, [...chain, path.join(chain.at(-1) ?? root, entry.name)])
    if (!entry.isSymbolicLink()) return undefined
    const target = realTarget(path.join(root, file))
    const isMarkdown = MARKDOWN_FILE.test(file)
    if (!target) {
      // It may have been a folder of pages; of other files only those who use them can tell.
      if (isMarkdown || posix.extname(file) === '')
        report(file, 'dangling-link', 'This link leads nowhere.', {
          severity: isMarkdown ? 'error' : 'warning',
        })
    } else if (!isInside(repository, target.path)) {
      if (isMarkdown || target.isFolder)
        report(file, 'outside', 'This link leads out of the repository and is not followed.')
    } else if (!target.isFolder) addFile(file)
    else if (!chain.includes(target.path)) visitFolder(file, [...chain, target.path])
    else {
      const loop = chain.slice(chain.indexOf(target.path)).toSorted().join('\n')
      const message = 'This link leads back to a folder that it lies in; it is not followed.'
      if (!loops.has(loop)) report(file, 'link-loop', message, { severity: 'warning' })
      loops.add(loop)
    }
    return undefined
  }

  function addFile(file: string): void {
    const name = posix.basename(file)
    if (MARKDOWN_FILE.test(name)) {
      files.push(file)
      const problem = portabilityProblem(name.replace(MARKDOWN_FILE, ''))
      if (problem !== undefined) report(file, 'portable-name', problem, { severity: 'warning' })
      return
    }
    const [, stem, extension] = /^(.*)\.(mdx|markdown)$/i.exec(name) ?? []
    if (extension === undefined) return
    const differs =
      extension.toLowerCase() === 'mdx'
        ? ', and replace what it imports, exports and has in braces: Markdown is data here, code in it does not run'
        : ''
    report(
      file,
      'not-read',
      `Files that end in \`.${extension}\` are not read: this one is not a page of the site.`,
      {
        severity: 'warning',
        hint: `Rename it to \`${stem}.md\`${differs}. A part of other pages may stay as it is when its name starts with \`_\`.`,
      },
    )
  }
}

/** Names that some systems can't store or treat as devices. */
function portabilityProblem(stem: string): string | undefined {
  // eslint-disable-next-line no-control-regex
  if (/[<>:"|\\*\0-\u001f]/.test(stem)) return 'Windows cannot store a file of this name.'
  if (/[. ]$/.test(stem)) return 'A name that ends with a dot or a space is not portable.'
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i.test(stem)
  return isDevice ? 'Windows reserves this name for a device.' : undefined
}

/** Where a path really leads, links followed; undefined where nothing is. */
function realTarget(absolute: string): { path: string; isFolder: boolean } | undefined {
  try {
    const real = realpathSync(absolute)
    return { path: real, isFolder: statSync(real).isDirectory() }
  } catch {
    return undefined
  }
}

/** Moves files after those that include them, so that one thread gets both. */
export function sortByIncludes(files: readonly SourceFile[]): SourceFile[] {
  const byName = new Map(files.map(file => [file.file, file]))
  const sorted = files
    .toSorted((a, b) => b.includes.length - a.includes.length)
    .flatMap(file => [file, ...file.includes.flatMap(name => byName.get(name) ?? [])])
  return [...new Set(sorted)]
}
