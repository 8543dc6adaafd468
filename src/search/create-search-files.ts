import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { buildIndex, type CountedPage, type SearchIndex, wholeManifest } from './build-index.ts'
import { cutIndex } from './cut-index.ts'
import { nameFiles, searchPath } from './file-tree.ts'
import { languageFile } from './language-of.ts'

export interface SearchFilesInput {
  locale: Pick<LocaleView, 'code' | 'lang'>
  pages: readonly CountedPage[]
  /** Only tests set them. */
  limits?: Partial<typeof LIMITS>
}

export interface SearchFiles {
  files: OutputFile[]
  /** Output path of the manifest: what `LocaleIndex.search` names. */
  manifest: string
}

/** `whole`: compressed bytes up to which an index is one file; the others: bytes, not compressed, of the files of a larger one. */
const LIMITS = { whole: 150_000, terms: 20_000, titles: 6000, sections: 12_000, dictionary: 16_000 }
/** A text this many times as long is larger however well it can be compressed: it is not even written. */
const COMPRESSIBLE = 20
/** The fastest compression does not make an index so many times as large as the usual one. */
const FASTEST = 2

/**
 * Makes the index of a locale: hashed files under `assets/search/`, the same bytes for the same pages on every machine
 * (S-DET). A small index is one file; a large one a manifest and many small files, of which a query needs a few.
 */
export function createSearchFiles({ locale, pages, limits }: SearchFilesInput): SearchFiles {
  const index = buildIndex(pages)
  const script = analyserOf(locale)
  const scripts = script ? [script] : []
  const analyser = script && { analyser: path.basename(script.path) }
  const sizes = { ...LIMITS, ...limits }
  const named = nameFiles(locale.code)
  const whole = writeWhole(index, analyser, sizes.whole)
  const parts = whole ?? { code: locale.code, ...cutIndex(index, named, sizes) }
  const manifest = named.add(whole ?? JSON.stringify({ version: 1, ...analyser, parts }))
  return { files: [...named.files, ...scripts], manifest: searchPath(locale.code, manifest) }
}

/** A small index as one file; undefined for a large one. */
function writeWhole(
  index: SearchIndex,
  analyser: { analyser: string } | undefined,
  limit: number,
): string | undefined {
  const length = index.sections.reduce((sum, { section }) => sum + section.text.length, 0)
  if (length > limit * COMPRESSIBLE) return undefined
  const { whole, ...head } = wholeManifest(index)
  const text = JSON.stringify({ ...head, ...analyser, whole })
  return compressedEnough(text, limit) <= limit ? text : undefined
}

/** The module of the language for the browser, as it comes with the package. */
function analyserOf({ code, lang }: SearchFilesInput['locale']): OutputFile | undefined {
  const file = languageFile(lang)
  if (file === undefined) return undefined
  const content = readFileSync(file, 'utf8')
  return { path: `assets/search/${code}.${hashContent(content)}.js`, content, immutable: true }
}

/** Compressed bytes. The fastest compression is asked first: where it is far from `limit`, so is the usual one. */
function compressedEnough(text: string, limit: number): number {
  const size = compressedSize(text, 1)
  return size <= limit || size > limit * FASTEST ? size : compressedSize(text)
}

/** At the level at which servers compress. */
function compressedSize(text: string, level = 6): number {
  return gzipSync(text, { level }).length
}
