import type { Heading as HeadingNode, Root } from 'mdast'
import type { ParseOptions } from '../schema/page.ts'
import { foldFences } from './fold-fences.ts'
import { createHighlighter, type Highlighter } from './highlight.ts'
import { createEmojiTable, type EmojiTable } from './plugins/emoji.ts'
import { containerNames } from './plugins/containers.ts'
import { createProcessor, type MarkdownProcessor } from './processor.ts'
import { type ChunkSummary, readChunk } from './read-chunk.ts'
import type { RawHeading } from './read-heading.ts'
import { transformTree } from './transform-tree.ts'

/** A parsed chunk, its tree transformed. Never changed afterwards, so pages can share it. */
export interface ParsedChunk {
  tree: Root
  headings: Map<HeadingNode, RawHeading>
  summary: ChunkSummary
}

/** What parsing keeps between pages: the processor, highlighted code, and the trees of recent chunks. */
export interface Parser {
  processor: MarkdownProcessor
  highlighter: Highlighter
  emoji: EmojiTable
  containers: ReadonlySet<string>
  /** `fresh` asks for a tree of its own: a page that shows a chunk twice must not hold the same nodes twice. */
  parseChunk(text: string, fresh: boolean): ParsedChunk
}

/** Characters of source whose trees are kept; the oldest are forgotten above it. Trees are many times larger. */
const MEMORY = 300_000

/** Making a parser costs more than a page, so those of the last options are kept: by object, and by content for copies. */
const byObject = new WeakMap<ParseOptions, Parser>()
const byContent = new Map<string, Parser>()
const MAX_PARSERS = 4

/** The parser for these options, the same for equal ones. */
export function parserFor(options: ParseOptions): Parser {
  const known = byObject.get(options)
  if (known) return known
  const key = JSON.stringify(options)
  const parser = byContent.get(key) ?? createParser(options)
  byObject.set(options, parser)
  byContent.set(key, parser)
  for (const oldest of byContent.keys()) if (byContent.size > MAX_PARSERS) byContent.delete(oldest)
  return parser
}

/** A parser for one set of options. */
function createParser(options: ParseOptions): Parser {
  const processor = createProcessor(options)
  const emoji = createEmojiTable()
  const kept = new Map<string, ParsedChunk>()
  let size = 0

  function parse(text: string): ParsedChunk {
    const folded = foldFences(text)
    const tree = processor.parse(folded.text)
    const headings = new Map<HeadingNode, RawHeading>()
    transformTree(tree, { options, emoji, folded, headings })
    return { tree, headings, summary: readChunk(tree, headings) }
  }

  function keep(text: string, chunk: ParsedChunk): void {
    kept.set(text, chunk)
    size += text.length
    for (const oldest of kept.keys()) {
      if (size <= MEMORY) break
      kept.delete(oldest)
      size -= oldest.length
    }
  }

  return {
    processor,
    emoji,
    highlighter: createHighlighter(),
    containers: containerNames(options),
    parseChunk(text, fresh) {
      const known = fresh ? undefined : kept.get(text)
      if (known) return known
      const chunk = parse(text)
      if (!fresh) keep(text, chunk)
      return chunk
    },
  }
}
