import type { Text } from 'hast'
import type { Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { scanAllTags, type Tag } from '../../lib/html-tags.ts'
import { eachParent, INLINE_PARENTS, type MarkdownNode, type TagTextNode } from '../nodes.ts'
import { contextOf, placeOf } from '../page-context.ts'
import { isKnownName, isOddWhenBare, needsEnd } from '../elements.ts'
import { reportElement } from './unknown-elements.ts'

/** A tag of a line of text; each is a node of its own. */
interface InlineTag {
  index: number
  tag: Tag
  /** It ends in itself, or the other tag of its pair is there, too. */
  whole: boolean
}

/**
 * Makes text of the tags that are none: CommonMark reads the type in `Array<string>` and the
 * placeholder in `cp <file>` as tags, and browsers show nothing for them. What is left open and unknown stays what was
 * written, and so does a bare tag that is known but makes no sense where it stands.
 */
export function remarkTagText() {
  return (tree: Root, file: VFile): void => {
    const { elements } = contextOf(file).options
    eachParent(tree, (children, parent) => {
      if (!INLINE_PARENTS.has(parent.type)) return
      for (const found of findTags(children)) {
        const node = children[found.index]
        if (node?.type !== 'html' || !isText(found, children, elements)) continue
        Object.assign(node, { type: 'tagText' } satisfies Partial<TagTextNode>)
      }
    })
  }
}

function findTags(children: readonly MarkdownNode[]): InlineTag[] {
  const tags: InlineTag[] = []
  const open = new Map<string, InlineTag[]>()
  children.forEach((node, index) => {
    const [tag] = node.type === 'html' ? scanAllTags(node.value) : []
    if (node.type !== 'html' || !tag) return
    const found = { index, tag, whole: tag.isWhole }
    tags.push(found)
    const waiting = open.get(tag.name) ?? []
    open.set(tag.name, waiting)
    if (!tag.closes) {
      if (!found.whole) waiting.push(found)
      return
    }
    const start = waiting.pop()
    if (start) start.whole = found.whole = true
  })
  return tags
}

function isText(
  { index, tag, whole }: InlineTag,
  children: readonly MarkdownNode[],
  elements: readonly string[],
): boolean {
  const { name, attributes, closes } = tag
  if (whole || elements.includes(name)) return false
  if (!isKnownName(name)) return true
  if (closes || attributes.length > 0) return false
  return isOddWhenBare(name) || (needsEnd(name) && isGlued(children[index - 1]))
}

/** True for what a type stands behind without a space: `Promise<object>`. */
function isGlued(before: MarkdownNode | undefined): boolean {
  return before?.type === 'inlineCode' || (before?.type === 'text' && /[\p{L}\p{N}_$]$/u.test(before.value))
}

/** The tag as text, and a finding that says so. */
export function tagTextHandler(state: State, node: TagTextNode): Text {
  const context = contextOf(state.options.file ?? undefined)
  const [tag] = scanAllTags(node.value)
  if (tag) reportElement({ tag, html: node.value, place: placeOf(context, node), shown: true }, context)
  return { type: 'text', value: node.value }
}
