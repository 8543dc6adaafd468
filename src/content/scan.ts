import path from 'node:path/posix'
import { localeOfPath } from '../shared/addresses.ts'
import type { IgnoredFiles } from '../lib/git.ts'
import type { Finding } from '../schema/finding.ts'
import type { SourceFile } from '../schema/page.ts'
import type { PrivateReason } from '../schema/site.ts'
import { describePrivate, type FileAccess, isAllowed, privateReason } from '../shared/public-files.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { expandIncludes, type IncludeContext } from './includes.ts'
import { listPages } from './list-pages.ts'
import { createSourceStore, type GeneratedText } from './source-store.ts'
import { type Rewrites, rewritePath } from '../lib/paths.ts'

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
  const tidy = (folder: string) => path.normalize(folder).replace(/\/$/, '')
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
    includeRoot: path.normalize(options.includeRoot),
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
