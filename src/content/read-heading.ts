import type { Heading as HeadingNode, Literal, Nodes } from 'mdast'
import { CUSTOM_ID, cleanTitle } from './clean-title.ts'
import type { Components } from './components/registry.ts'
import { withoutComponents } from './component-title.ts'
import { knowsCustomIds, type Slugs } from '../schema/slugs.ts'
import { childrenOf, textOfOther } from './nodes.ts'
import { type EmojiTable, removeEmoji } from './plugins/emoji.ts'

/** What a heading's source says, before its text is transformed. */
export interface RawHeading {
  depth: number
  /** Cleaned as B55. */
  title: string
  /** Text that the id is made from (B62). */
  slugText: string
  /** `{#id}`, where the id style allows it. */
  customId: string | undefined
  /** Within the piece, 1-based. */
  line: number
  column: number
}

interface HeadingContext {
  text: string
  emoji: EmojiTable
  options: { slugs: Slugs; emoji: boolean }
  components: Components
}

/** Reads a heading and takes `{#id}` out of it. VuePress 1 knew no such ids and had them in the text (B71). */
export function readHeading(node: HeadingNode, context: HeadingContext): RawHeading {
  const { text, emoji, options, components } = context
  const first = node.children[0]?.position?.start.offset ?? 0
  const last = node.children.at(-1)?.position?.end.offset ?? first
  const customId = knowsCustomIds(options.slugs) ? takeCustomId(node) : undefined
  const written = text.slice(first, last)
  const source = customId === undefined ? written : written.replace(CUSTOM_ID, '')
  const start = node.position?.start
  return {
    depth: node.depth,
    title: cleanTitle(withoutComponents(source, components), options.emoji ? emoji : undefined),
    slugText: slugSource(node, {
      emoji: options.emoji ? emoji : undefined,
      components,
      slugs: options.slugs,
    }),
    customId,
    line: start?.line ?? 1,
    column: start?.column ?? 1,
  }
}

function takeCustomId(node: HeadingNode): string | undefined {
  const last = node.children.at(-1)
  const match = last?.type === 'text' ? CUSTOM_ID.exec(last.value) : null
  if (last?.type !== 'text' || !match) return undefined
  last.value = last.value.slice(0, match.index)
  return match[1] ?? match[2]
}

interface SlugContext {
  emoji: EmojiTable | undefined
  components: Components
  slugs: Slugs
}

/**
 * Plain text and code only: no raw HTML, no badge, no emoji short code, no line break, and no image. For VitePress the
 * text of an image counts, and what stands in an element.
 */
function slugSource(node: Nodes, context: SlugContext): string {
  const { emoji, components, slugs } = context
  const isVitePress = slugs === 'vitepress'
  if (node.type === 'component' && !components.get(node.name)?.isText && !(isVitePress && node.html))
    return ''
  if (isVitePress && (node.type === 'image' || node.type === 'imageReference')) return node.alt ?? ''
  if (node.type === 'inlineCode') return node.value
  if (node.type === 'text') {
    const value = node.value.replaceAll('\n', '')
    return emoji ? removeEmoji(value, emoji) : value
  }
  const children = childrenOf(node).map(child => slugSource(child, context))
  return textOfOther(node as Partial<Literal>) ?? children.join('')
}
