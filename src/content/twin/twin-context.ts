import type { Definition, Node, RootContent } from 'mdast'
import { type LinkKind, linkPlaceholder } from '../../schema/page.ts'
import { childrenOf } from '../nodes.ts'
import { type PageContext, placeOf } from '../page-context.ts'
import type { PlacedPiece } from '../sections.ts'

/** What the nodes of a page need to become plain ones. */
export interface TwinContext {
  page: PageContext
  /** By identifier in upper case; the first counts. */
  definitions: ReadonlyMap<string, Definition>
  /** What stands for an address, as it is written at a node: a placeholder; undefined for one that must not be rendered. */
  address(url: string, kind: LinkKind, node: Node): string | undefined
  /** `plainNodes`, for what stands in a component. */
  plain(nodes: readonly Node[]): RootContent[]
}

/** Addresses were resolved when the page was rendered: the same ones, written in the same file, are looked up. */
export function createTwinContext(
  page: PageContext,
  pieces: readonly PlacedPiece[],
  plainNodes: (nodes: readonly Node[], context: TwinContext) => RootContent[],
): TwinContext {
  const known = new Map<string, number>()
  for (const [index, { kind, url, place }] of page.links.entries()) {
    const key = keyOf(kind, place.file, url)
    if (!known.has(key)) known.set(key, index)
  }
  const definitions = new Map<string, Definition>()
  for (const { piece } of pieces)
    if (piece.summary.hasDefinitions) collectDefinitions(piece.tree, definitions)
  const context: TwinContext = {
    page,
    definitions,
    address(url, kind, node) {
      const index = known.get(keyOf(kind, placeOf(page, node).file, url))
      return index === undefined ? undefined : linkPlaceholder(index)
    },
    plain: nodes => plainNodes(nodes, context),
  }
  return context
}

function keyOf(kind: LinkKind, file: string, url: string): string {
  return `${kind}\n${file}\n${url}`
}

function collectDefinitions(node: Node, into: Map<string, Definition>): void {
  for (const child of childrenOf(node)) {
    if (child.type === 'definition') {
      const name = child.identifier.toUpperCase()
      if (!into.has(name)) into.set(name, child)
    } else collectDefinitions(child, into)
  }
}
