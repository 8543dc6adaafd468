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
}

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
  const store = createSourceStore(options.root)
  const reader: Reader = { ...options, contentDir, store, expansions: new Map() }
  return { files: files.map(file => options.unchanged?.get(file) ?? readPage(file, reader)), findings }
}

interface Reader extends ScanOptions {
  store: SourceStore
  expansions: ExpansionMemory
}

function readPage(file: string, reader: Reader): SourceFile {
  const relativePath = reader.contentDir === '.' ? file : file.slice(reader.contentDir.length + 1)
  const page: SourceFile = {
    relativePath,
    file,
    locale: localeOfPath(`/${relativePath}`, reader.locales),
    frontmatter: undefined,
    body: '',
    origins: [{ from: 1, file, line: 1 }],
    includes: [],
    findings: [],
  }
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
