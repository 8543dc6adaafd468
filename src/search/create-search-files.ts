import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { encodeTerms } from '../shared/search/format.ts'
import { isSpaced } from '../shared/search/read-index.ts'
import { buildIndex, type CountedPage, manifestHead, termBlock } from './build-index.ts'
import { languageFile } from './language-of.ts'

export interface SearchFilesInput {
  locale: Pick<LocaleView, 'code' | 'lang'>
  pages: readonly CountedPage[]
  /** Limits in compressed bytes; only tests set them. */
  limits?: Partial<typeof LIMITS>
}

export interface SearchFiles {
  files: OutputFile[]
  /** Output path of the manifest: what `LocaleIndex.search` names. */
  manifest: string
}

/** Compressed bytes: a smaller index is one file; a larger one is cut into files of at most these sizes. */
const LIMITS = { whole: 150_000, terms: 30_000, texts: 30_000 }

/**
 * Makes the index of a locale: hashed files under `assets/search/`, the same bytes for the same pages on every machine
 * (S-DET). A small index is one file; a large one a manifest that names files for ranges of terms and of sections.
 */
export function createSearchFiles({ locale, pages, limits }: SearchFilesInput): SearchFiles {
  const index = buildIndex(pages)
  const script = analyserOf(locale)
  const sizes = { ...LIMITS, ...limits }
  const texts = index.sections.map(({ section }) => section.text)
  const head = { ...manifestHead(index), ...(script && { analyser: path.basename(script.path) }) }
  const scripts = script ? [script] : []
  const whole = JSON.stringify({ ...head, whole: { ...termBlock(index, index.terms), texts } })
  const compressed = compressedEnough(whole, sizes.whole)
  if (compressed <= sizes.whole) {
    const file = hashedFile(locale.code, whole)
    return { files: [file, ...scripts], manifest: file.path }
  }
  const ratio = compressed / whole.length
  const termFiles = split(index.terms, terms => JSON.stringify(termBlock(index, terms)), {
    limit: sizes.terms,
    ratio,
  })
  const textFiles = split(texts, some => JSON.stringify(some), { limit: sizes.texts, ratio })
  const parts = {
    terms: encodeTerms(index.terms.filter(isSpaced)),
    termFiles: termFiles.map(part => [index.terms[part.first] ?? '', nameOf(locale.code, part.content)]),
    textFiles: textFiles.map(part => [part.first, nameOf(locale.code, part.content)]),
  }
  const manifest = hashedFile(locale.code, JSON.stringify({ ...head, parts }))
  const others = [...termFiles, ...textFiles].map(part => hashedFile(locale.code, part.content))
  return { files: [manifest, ...uniqueFiles(others), ...scripts], manifest: manifest.path }
}

/** The module of the language for the browser, as it comes with the package. */
function analyserOf({ code, lang }: SearchFilesInput['locale']): OutputFile | undefined {
  const file = languageFile(lang)
  if (file === undefined) return undefined
  const content = readFileSync(file, 'utf8')
  return { path: `assets/search/${code}.${hashContent(content)}.js`, content, immutable: true }
}

interface Part {
  /** Position of the first entry. */
  first: number
  content: string
}

/**
 * Cuts a list into stretches whose text is within `limit` compressed bytes, as far as single entries allow. `ratio` is
 * how far the whole can be compressed: what is too large by that is not even tried, which would take most of the time.
 */
function split<T>(
  entries: readonly T[],
  write: (entries: readonly T[]) => string,
  { limit, ratio }: { limit: number; ratio: number },
): Part[] {
  const fits = (content: string) => content.length * ratio <= limit && compressedSize(content) <= limit
  const cut = (first: number, end: number): Part[] => {
    const content = write(entries.slice(first, end))
    if (end - first <= 1 || fits(content)) return [{ first, content }]
    const middle = (first + end) >> 1
    return [...cut(first, middle), ...cut(middle, end)]
  }
  return cut(0, entries.length)
}

/** Compressed bytes. The fastest compression is asked first: what it brings to `limit` or less needs no better one. */
function compressedEnough(text: string, limit: number): number {
  const size = compressedSize(text, 1)
  return size <= limit ? size : compressedSize(text)
}

/** At the level at which servers compress. */
function compressedSize(text: string, level = 6): number {
  return gzipSync(text, { level }).length
}

function nameOf(code: string, content: string): string {
  return `${code}.${hashContent(content)}.json`
}

function hashedFile(code: string, content: string): OutputFile {
  return { path: `assets/search/${nameOf(code, content)}`, content, immutable: true }
}

/** Equal contents have equal names and are written once. */
function uniqueFiles(files: readonly OutputFile[]): OutputFile[] {
  return [...new Map(files.map(file => [file.path, file])).values()]
}
