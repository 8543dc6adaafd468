import path from 'node:path/posix'
import { localeOfPath } from '../addresses/locale-path.ts'
import type { Finding } from '../schema/finding.ts'
import type { SourceFile } from '../schema/page.ts'
import { type ExpansionMemory, expandIncludes } from './expand-includes.ts'
import { listPages } from './list-pages.ts'
import { createSourceStore, type SourceStore } from './source-store.ts'
import { splitFrontmatter } from './split-frontmatter.ts'

export interface ScanOptions {
  /** Absolute folder of the site. */
  root: string
  /** Folders relative to the root. */
  contentDir: string
  publicDir: string
  outDir: string
  /** Where `!!!include(path)!!!` of a page starts, relative to the root. */
  includeRoot: string
  /** Locale paths, `/` and `/zh/`, in the order of the configuration. */
  locales: string[]
  /** Pages by file that are known to be as they were when they were read. */
  unchanged?: ReadonlyMap<string, SourceFile> | undefined
  /** Told how many pages there are, before they are read. */
  listed?: ((pages: number) => void) | undefined
  /** Reads the pages of these files, in order; by default one after the other, without a limit of time. */
  readPages?: (options: PageReaderOptions, files: string[]) => Promise<SourceFile[]>
}

/** What reading pages needs to know: plain data. */
export type PageReaderOptions = Pick<ScanOptions, 'root' | 'contentDir' | 'includeRoot' | 'locales'>

export interface Scan {
  /** Sorted by relative path, by code unit. */
  files: SourceFile[]
  /** Problems that belong to no page. Those of a page are in its `findings`. */
  findings: Finding[]
}

/** Reads every Markdown file of the content folder and expands its includes. */
export async function scanContent(options: ScanOptions): Promise<Scan> {
  const contentDir = path.normalize(options.contentDir).replace(/\/$/, '')
  const skip = [options.outDir, options.publicDir].map(folder => path.normalize(folder).replace(/\/$/, ''))
  const { files, findings } = listPages({
    root: options.root,
    contentDir,
    skip: skip.filter(folder => folder !== contentDir),
  })
  options.listed?.(files.length)
  const { root, includeRoot, locales, unchanged, readPages = readInTurn } = options
  const changed = files.filter(file => !unchanged?.has(file))
  const read = await readPages({ root, contentDir, includeRoot, locales }, changed)
  const pages = new Map([...(unchanged ?? []), ...read.map(page => [page.file, page] as const)])
  return { files: files.flatMap(file => pages.get(file) ?? []), findings }
}

async function readInTurn(options: PageReaderOptions, files: string[]): Promise<SourceFile[]> {
  return files.map(createPageReader(options))
}

interface Reader extends PageReaderOptions {
  store: SourceStore
  expansions: ExpansionMemory
}

/** A function that reads a page and expands its includes. Pages that it reads share what they include. */
export function createPageReader(options: PageReaderOptions): (file: string) => SourceFile {
  const reader: Reader = { ...options, store: createSourceStore(options.root), expansions: new Map() }
  return file => readPage(file, reader)
}

/** A page of which nothing is known but its file. */
export function emptySource(file: string, { contentDir, locales }: PageReaderOptions): SourceFile {
  const relativePath = contentDir === '.' ? file : file.slice(contentDir.length + 1)
  return {
    relativePath,
    file,
    locale: localeOfPath(`/${relativePath}`, locales),
    frontmatter: undefined,
    body: '',
    origins: [{ from: 1, file, line: 1 }],
    includes: [],
    findings: [],
  }
}

function readPage(file: string, reader: Reader): SourceFile {
  const page = emptySource(file, reader)
  const stored = reader.store.read(file)
  if (stored.kind !== 'text') return { ...page, findings: [unreadable(file, stored)] }
  const { frontmatter, problem, ...input } = splitFrontmatter(stored.text)
  if (problem) return { ...page, findings: [{ ...problem, place: { file, line: 1, column: 1 } }] }
  const includeRoot = path.normalize(reader.includeRoot)
  const context = { store: reader.store, includeRoot, page: file }
  const expanded = expandIncludes({ file, ...input }, context, reader.expansions)
  return {
    ...page,
    frontmatter,
    body: expanded.lines.join('\n'),
    origins: expanded.origins,
    includes: [...expanded.includes].toSorted(),
    findings: expanded.findings,
  }
}

type Unreadable = Exclude<ReturnType<SourceStore['read']>, { kind: 'text' }>

function unreadable(file: string, stored: Unreadable): Finding {
  if (stored.kind !== 'invalid') {
    const message = stored.kind === 'outside' ? 'This link leads out of the site.' : 'The file is not there.'
    return { rule: 'files/unreadable', severity: 'error', place: { file, line: 1, column: 1 }, message }
  }
  const { message, line, column } = stored
  return { rule: 'files/unreadable', severity: 'error', place: { file, line, column }, message }
}
