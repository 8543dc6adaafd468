import type { Heading as HeadingNode, Root } from 'mdast'
import { BUILT_IN, type Components, createRegistry, namesOf } from './components/registry.ts'
import type { Plugin } from '../plugins/evaluate.ts'
import type { ParseOptions } from '../schema/page.ts'
import { createHighlighter, type Highlighter } from './highlight.ts'
import { pluginComponents } from './plugin-components.ts'
import { siteComponents } from './site-components.ts'
import { createElementTable, type ElementTable, takesLine } from './plugins/component-elements.ts'
import { isVueName } from './plugins/element-names.ts'
import { createEmojiTable, type EmojiTable } from './plugins/emoji.ts'
import { containerNames } from './plugins/containers.ts'
import { createProcessor, type MarkdownProcessor } from './processor.ts'
import type { PageContext } from './page-context.ts'
import { type PieceSummary, readPiece } from './read-piece.ts'
import type { RawHeading } from './read-heading.ts'
import type { ScannedText } from './scan-lines.ts'
import { Recent } from './short-ways/recent.ts'
import { type Ways, waysFor } from './short-ways/ways.ts'
import { transformTree } from './transform-tree.ts'
import { createTreePlugins } from './tree-plugins.ts'

/** A parsed piece, its tree transformed. Never changed afterwards, so pages can share it. */
export interface ParsedPiece {
  tree: Root
  headings: Map<HeadingNode, RawHeading>
  summary: PieceSummary
}

/** What parsing keeps between pages: the processor, highlighted code, and the trees of recent pieces. */
export interface Parser {
  ways: Ways
  processor: MarkdownProcessor
  highlighter: Highlighter
  emoji: EmojiTable
  containers: ReadonlySet<string>
  components: Components
  meaningOf: ElementTable
  /** In the order of the configuration. */
  plugins: readonly Plugin[]
  /**
   * `fresh` asks for a tree of its own: a page that shows a piece twice must not hold the same nodes twice. `context` is
   * what plugins are told of the page.
   */
  parsePiece(text: ScannedText, fresh: boolean, context?: PageContext): ParsedPiece
}

/** Making a parser costs more than a page, so those of the last options are kept: by object, and by content for copies. */
const byObject = new WeakMap<ParseOptions, Parser>()
const byContent = new Map<string, Parser>()
const MAX_PARSERS = 4

/** The parser for these options, the same for equal ones; they say which plugins these are. Throws `PluginFailure`. */
export function parserFor(options: ParseOptions, plugins: readonly Plugin[] = []): Parser {
  const known = byObject.get(options)
  if (known) return known
  const key = JSON.stringify(options)
  const parser = byContent.get(key) ?? createParser(options, plugins)
  byObject.set(options, parser)
  byContent.set(key, parser)
  for (const oldest of byContent.keys()) if (byContent.size > MAX_PARSERS) byContent.delete(oldest)
  return parser
}

/** A parser for one set of options. */
function createParser(options: ParseOptions, plugins: readonly Plugin[]): Parser {
  const remark = createTreePlugins(plugins, 'remark')
  const rehype = createTreePlugins(plugins, 'rehype')
  const ways = waysFor(options, remark !== undefined)
  const components = createRegistry([...BUILT_IN, ...pluginComponents(plugins), ...siteComponents(plugins)])
  const containers = containerNames(options, components)
  const elements = new Set(options.elements)
  const meaningOf = createElementTable(components, elements)
  const names = {
    containers,
    inline: namesOf(components, 'inline'),
    block: namesOf(components, 'block'),
    isElement: (name: string) =>
      takesLine(meaningOf(name)) || (options.slugs !== 'github' && isVueName(name)),
  }
  const processor = createProcessor(options, { names, ways, remark, rehype })
  const emoji = createEmojiTable()
  const trees = new Recent<ParsedPiece>(ways.keptTrees)

  function parse(text: ScannedText, context: PageContext | undefined): ParsedPiece {
    const folded = ways.foldFences(text)
    const parsed = processor.parse(folded.text)
    const tree = remark && context ? remark.run(parsed, context, folded.text) : parsed
    const headings = new Map<HeadingNode, RawHeading>()
    transformTree(tree, { options, emoji, elements, components, meaningOf, folded, headings })
    return { tree, headings, summary: readPiece(tree, headings, components) }
  }

  return {
    ways,
    processor,
    plugins,
    emoji,
    highlighter: createHighlighter(ways),
    containers,
    components,
    meaningOf,
    parsePiece(scanned, fresh, context) {
      if (fresh || remark) return parse(scanned, context)
      const { text } = scanned
      return trees.get(text) ?? trees.add(text, parse(scanned, context), text.length)
    },
  }
}
