import { nameToEmoji } from 'gemoji'
import type { ElementContent } from 'hast'
import type { PhrasingContent, Root, Text } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { type EmojiNode, replaceNodes } from '../nodes.ts'

const SHORT_CODE = /:([\w+-]{1,64}):/g

/** Puts emoji in place of their short codes. Code is not text. */
export function remarkEmoji() {
  return (tree: Root): void =>
    replaceNodes(tree, node => (node.type === 'text' ? splitEmoji(node) : undefined))
}

function splitEmoji(node: Text): PhrasingContent[] | undefined {
  if (!node.value.includes(':')) return undefined
  const parts: PhrasingContent[] = []
  let at = 0
  for (const match of node.value.matchAll(SHORT_CODE)) {
    const value = emojiOf(match[1] ?? '')
    if (value === undefined) continue
    if (match.index > at) parts.push({ ...node, value: node.value.slice(at, match.index) })
    parts.push({ type: 'emoji', value })
    at = match.index + match[0].length
  }
  if (parts.length === 0) return undefined
  if (at < node.value.length) parts.push({ ...node, value: node.value.slice(at) })
  return parts
}

/** Replaces short codes in plain text. */
export function replaceEmoji(text: string): string {
  return text.replace(SHORT_CODE, (code, name: string) => emojiOf(name) ?? code)
}

function emojiOf(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined
}

export function emojiHandler(_: State, node: EmojiNode): ElementContent {
  return { type: 'text', value: node.value }
}
