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
import { createSourceStore, type GeneratedText, type SourceStore } from './source-store.ts'
import { type Rewrites, rewritePath } from '../lib/paths.ts'

export interface ScanOptions {
  /** Absolute folder of the site. */
  root: string
  /** Folders relative to the root. */
  contentDir: string
  publicDir: string
  outDir: string
  /** Where `!!!include(path)!!!` of a page starts, relative to the root. */
  includeRoot: string
  /** Patterns of files below the content folder that are no pages. */
  exclude?: readonly string[] | undefined
  /** Folders of old versions, whose pages are theirs. */
  versions?: readonly { from?: string | undefined }[] | undefined
  /** Where files stand for readers, if not where they lie. */
  rewrites?: Rewrites | undefined
  /** Locale paths, `/` and `/zh/`, in the order of the configuration. */
  locales: string[]
  /** Which files pages may include. */
  access?: FileAccess | undefined
  /** Tells which of these files Git ignores; all that is ignored in folders that it ignores as a whole is not meant. */
  ignoredFiles?:
    | ((root: string, files: readonly string[], folders: readonly string[]) => Promise<IgnoredFiles>)
    | undefined
  /** Pages by file that are known to be as they were when they were read. */
  unchanged?: ReadonlyMap<string, SourceFile> | undefined
  /** Pages that plugins make, by file. */
  generated?: ReadonlyMap<string, GeneratedText> | undefined
  /** Told how many pages there are, before they are read. */
  listed?: ((pages: number) => void) | undefined
  /** Reads the pages of these files, in order; by default one after the other, without a limit of time. */
  readPages?: (options: PageReaderOptions, files: string[]) => Promise<SourceFile[]>
}

/** What reading pages needs to know: plain data. */
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
  const contentDir = path.normalize(options.contentDir).replace(/\/$/, '')
  const { outDir, publicDir, versions = [] } = options
  const others = [outDir, publicDir, ...versions.flatMap(({ from }) => from ?? [])]
  const skip = others.map(folder => path.normalize(folder).replace(/\/$/, ''))
  const listed = listPages({
    root: options.root,
    contentDir,
    exclude: options.exclude,
    skip: skip.filter(folder => folder !== contentDir),
  })
  const { generated } = options
  const files = [...new Set([...listed.files, ...(generated?.keys() ?? [])])].toSorted()
  const findings = [...listed.findings, ...reportHidden(listed.files, generated)]
  options.listed?.(files.length)
  const { root, includeRoot, locales, rewrites, unchanged, readPages = readInTurn } = options
  const access = options.access ?? { folders: [contentDir, publicDir], allowed: [] }
  const setup = { root, contentDir, includeRoot, locales, rewrites, access, ignored: [], generated }
  const changed = files.filter(file => !unchanged?.has(file))
  const pages = new Map(unchanged)
  for (const page of await readPages(setup, changed)) pages.set(page.file, page)
  const { ignored, gitProblem } = await findIgnored(pages, options, access)
  // What is included is known only now: pages that include what Git ignores are read again, without it.
  const affected = files.filter(file => pages.get(file)?.includes.some(name => ignored.has(name)))
  for (const file of affected) pages.delete(file)
  if (affected.length > 0) {
    const strict = { ...setup, ignored: [...ignored] }
    for (const page of await readPages(strict, affected)) pages.set(page.file, page)
  }
  return { files: files.flatMap(file => pages.get(file) ?? []), findings, gitProblem }
}

/** A page that a plugin makes must not stand in place of one that somebody wrote. */
function reportHidden(files: readonly string[], generated: ScanOptions['generated']): Finding[] {
  return files.flatMap(file => {
    const made = generated?.get(file)
    if (!made) return []
    const place = { file, line: 1, column: 1 }
    const message = `The plugin \`${made.plugin}\` makes this page, too.`
    const hint = 'Remove the file, or have the plugin make the page under another path.'
    return { rule: 'plugins/duplicate-page', severity: 'error', place, message, hint }
  })
}

/** Included files that Git ignores. A page of the site is published anyway. */
async function findIgnored(
  pages: ReadonlyMap<string, SourceFile>,
  { root, ignoredFiles }: ScanOptions,
  { folders }: FileAccess,
): Promise<{ ignored: ReadonlySet<string>; gitProblem?: string | undefined }> {
  const included = new Set([...pages.values()].flatMap(page => page.includes))
  const files = [...included].filter(file => !pages.has(file))
  const answer = await ignoredFiles?.(root, files, folders)
  return { ignored: answer?.files ?? new Set(), gitProblem: answer?.problem }
}

async function readInTurn(options: PageReaderOptions, files: string[]): Promise<SourceFile[]> {
  return files.map(createPageReader(options))
}

type Reader = PageReaderOptions & IncludeContext

/** A function that reads a page and expands its includes. Pages that it reads share what they include. */
export function createPageReader(options: PageReaderOptions): (file: string) => SourceFile {
  const { access, ignored } = options
  const store = createSourceStore(options.root, options.generated, access.allowed)
  // The content folder may be a link.
  const real = { ...access, folders: [...access.folders, store.realName(options.contentDir)] }
  const all = new Set(ignored)
  /** Many pages include the same files. */
  const reasons = new Map<string, PrivateReason | undefined>()
  const reader: Reader = {
    ...options,
    store,
    isAllowed: file => isAllowed(file, access),
    privateReason(file) {
      if (!reasons.has(file)) reasons.set(file, privateReason(file, real, all))
      return reasons.get(file)
    },
  }
  return file => readPage(file, reader)
}

/** A page of which nothing is known but its file. */
function emptySource(file: string, options: PageReaderOptions): SourceFile {
  const { contentDir, locales, rewrites, generated } = options
  const plugin = generated?.get(file)?.plugin
  const relativePath = rewritePath(contentDir === '.' ? file : file.slice(contentDir.length + 1), rewrites)
  return {
    relativePath,
    file,
    locale: localeOfPath(`/${relativePath}`, locales),
    frontmatter: undefined,
    body: '',
    origins: [{ from: 1, file, line: 1 }],
    includes: [],
    findings: [],
    ...(plugin === undefined ? {} : { plugin }),
  }
}

function readPage(file: string, reader: Reader): SourceFile {
  const page = emptySource(file, reader)
  const stored = reader.store.read(file)
  if (stored.kind !== 'text') return { ...page, findings: [unreadable(file, stored)] }
  const hidden = reader.privateReason(stored.real)
  if (hidden) return { ...page, findings: [privatePage(page, stored.real, hidden)] }
  const { frontmatter, problem, ...input } = splitFrontmatter(stored.text)
  if (problem) return { ...page, findings: [{ ...problem, place: { file, line: 1, column: 1 } }] }
  const includeRoot = path.normalize(reader.includeRoot)
  return { ...page, frontmatter, ...expandIncludes({ file, ...input }, { ...reader, includeRoot }) }
}

/** A link may lead to what is not for readers. */
function privatePage({ file }: SourceFile, real: string, reason: PrivateReason): Finding {
  const place = { file, line: 1, column: 1 }
  return { rule: 'files/outside', severity: 'error', place, ...describePrivate(real, reason) }
}

type Unreadable = Exclude<ReturnType<SourceStore['read']>, { kind: 'text' }>

function unreadable(file: string, stored: Unreadable): Finding {
  if (stored.kind !== 'invalid') {
    const message =
      stored.kind === 'outside' ? 'This link leads out of the repository.' : 'The file is not there.'
    return { rule: 'files/unreadable', severity: 'error', place: { file, line: 1, column: 1 }, message }
  }
  const { message, line, column } = stored
  return { rule: 'files/unreadable', severity: 'error', place: { file, line, column }, message }
}
