import { refractor } from 'refractor/core'
import type { LineOrigin, ParseOptions } from '../../schema/page.ts'
import { treeHtml } from '../highlight-html.ts'
import type { ScannedText } from '../scan-lines.ts'
import { type FoldedText, foldFences } from './fold-fences.ts'
import { needsGfm } from './needs-gfm.ts'
import { type Piece, splitPieces } from './split-pieces.ts'
import { tokenHtml } from './token-html.ts'

/** Steps of parsing that can be cut short. What comes out is the same, byte for byte. */
export interface Ways {
  /** The pieces of a body that are parsed each by itself. */
  splitPieces(body: ScannedText, origins: readonly LineOrigin[], containers: ReadonlySet<string>): Piece[]
  /** Takes code out of a text that is to be parsed. */
  foldFences(text: ScannedText): FoldedText
  /** True for a text that must be read with the additions of GitHub. */
  needsGfm(text: string): boolean
  /** True if blocks without definitions may be kept from whoever looks for definitions. */
  hidesBlocks: boolean
  /** Characters of source whose trees are remembered. Trees are many times larger. */
  keptTrees: number
  /** HTML of code in a language that is loaded, see `highlight.ts`. */
  tokenHtml(code: string, language: string): string
  /** Characters of code and of its HTML that are remembered. */
  keptCode: number
}

/** The short ways; README.md says what each saves. */
const SHORT_WAYS: Ways = {
  splitPieces,
  foldFences,
  needsGfm,
  hidesBlocks: true,
  tokenHtml,
  keptTrees: 300_000,
  keptCode: 8_000_000,
}

/** None of them. */
const LONG_WAYS: Ways = {
  splitPieces: body => [{ text: body, offset: 0 }],
  foldFences: ({ text }) => ({ text, fences: [] }),
  needsGfm: () => true,
  hidesBlocks: false,
  tokenHtml: (code, language) => treeHtml(refractor.highlight(code, language)),
  keptTrees: 0,
  keptCode: 0,
}

/** The ways that a parser for these options takes. Trees that plugins change are those of whole pages, and of one page. */
export function waysFor({ shortWays }: Pick<ParseOptions, 'shortWays'>, changesTrees = false): Ways {
  if (!shortWays) return LONG_WAYS
  const { splitPieces, foldFences, hidesBlocks, keptTrees } = LONG_WAYS
  return changesTrees ? { ...SHORT_WAYS, splitPieces, foldFences, hidesBlocks, keptTrees } : SHORT_WAYS
}
