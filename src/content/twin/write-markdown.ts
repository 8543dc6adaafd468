import type { Heading, RootContent, Text } from 'mdast'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { PageContext } from '../page-context.ts'
import type { PlacedPiece } from '../sections.ts'
import { GFM_HANDLERS, GFM_UNSAFE } from './gfm-handlers.ts'
import { plainNodes } from './plain-nodes.ts'
import { createTwinContext } from './twin-context.ts'

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  resourceLink: true,
  unsafe: GFM_UNSAFE,
  handlers: { ...GFM_HANDLERS, text: textHandler },
}

/**
 * The body of a page as Markdown that any reader of Markdown knows: includes expanded, containers and components in plain
 * words. Addresses stand as placeholders (`linkPlaceholder`) of the page's links, so that the result depends on the file alone.
 */
export function writeMarkdown(pieces: readonly PlacedPiece[], page: PageContext): string {
  const context = createTwinContext(page, pieces, plainNodes)
  const children = pieces.flatMap(({ piece, offset }): RootContent[] => {
    page.offset = offset
    return plainNodes(piece.tree.children, context)
  })
  if (children.length === 0) return ''
  return toMarkdown({ type: 'root', children: withTitleFirst(children) }, OPTIONS)
}

/** The title of a page stands above what an author wrote before it. */
function withTitleFirst(children: RootContent[]): RootContent[] {
  const title = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  if (!title || title === children[0]) return children
  return [title, ...children.filter(node => node !== title)]
}

/**
 * Text with no more escapes than it needs: an underscore within a word means nothing, and neither do brackets of which no
 * link is made, there being no definitions.
 */
function textHandler(...[node, , state, info]: Parameters<Handle>): string {
  return state
    .safe((node as Text).value, info)
    .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<=[^!\\])\\\[([^\s^\][\\][^\][\\\n]{0,80})\](?![([:])/g, '[$1]')
}
