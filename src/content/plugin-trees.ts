import type { ElementContent } from 'hast'
import { frozenCopy } from '../plugins/freeze.ts'
import type { HtmlTree } from '../schema/plugin.ts'

/** Nodes that are nothing without their text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'inlineCode', 'code', 'html', 'raw', 'comment'])

/** What is wrong with a tree that a plugin gave, so that nobody could go on with it; undefined for a whole one. */
export function treeProblem(node: unknown, around = new Set<unknown>()): string | undefined {
  const { type, value, tagName, children } = (node ?? {}) as Partial<Record<keyof HtmlTree, unknown>>
  if (typeof type !== 'string') return 'a node of the tree has no `type`'
  if (around.has(node)) return `a node \`${type}\` stands in itself`
  if (TEXTS.has(type) && typeof value !== 'string') return `\`value\` of a node \`${type}\` must be a text`
  if (type === 'element' && typeof tagName !== 'string') return 'an element has no `tagName`'
  if (children === undefined) return undefined
  if (!Array.isArray(children)) return `\`children\` of a node \`${type}\` must be a list`
  around.add(node)
  for (const child of children) {
    const problem = treeProblem(child, around)
    if (problem !== undefined) return problem
  }
  around.delete(node)
  return undefined
}

/** Content that a plugin may put into what it makes, and cannot change. */
export interface LentTrees {
  lent: readonly HtmlTree[]
  /** A tree of the plugin as one that others can go on with: lent nodes are the page's own again. */
  takeBack(tree: HtmlTree): ElementContent
}

export function lendTrees(content: readonly ElementContent[]): LentTrees {
  const owned = new Map<HtmlTree, ElementContent>()
  const lend = (node: ElementContent): HtmlTree => {
    const { properties, children, ...rest } = node as ElementContent & HtmlTree
    const inner = children && {
      children: Object.freeze(children.map(child => lend(child as ElementContent))),
    }
    const copy = { ...rest, ...inner, ...(properties && { properties: frozenCopy(properties) }) } as HtmlTree
    owned.set(Object.freeze(copy), node)
    return copy
  }
  return { lent: Object.freeze(content.map(lend)), takeBack: tree => wholeTree(tree, owned) }
}

/** A copy with what its type lets a plugin leave out; nodes of `owned` stand for what they are a copy of. */
export function wholeTree(tree: HtmlTree, owned?: ReadonlyMap<HtmlTree, ElementContent>): ElementContent {
  const own = owned?.get(tree)
  if (own || tree.type !== 'element') return own ?? ({ ...tree } as ElementContent)
  const { properties, children = [] } = tree
  const inner = children.map(child => wholeTree(child, owned))
  return { ...tree, properties: { ...properties }, children: inner } as ElementContent
}
