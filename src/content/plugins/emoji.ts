import { nameToEmoji } from 'gemoji'
import type { ElementContent } from 'hast'
import type { PhrasingContent, Text } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { EmojiNode } from '../nodes.ts'

const SHORT_CODE = /:([\w+-]{1,64}):/g

/** The emoji for a short code without its colons, if there is one. */
export type EmojiTable = (name: string) => string | undefined

/** The table of all short codes. */
export function createEmojiTable(): EmojiTable {
  return name => (Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined)
}

/** Replaces short codes in plain text (titles). */
export function replaceEmoji(text: string, table: EmojiTable): string {
  return text.includes(':') ? text.replace(SHORT_CODE, (code, name: string) => table(name) ?? code) : text
}

/** Takes short codes out of a text: ids are made without them (B62). */
export function removeEmoji(text: string, table: EmojiTable): string {
  return text.includes(':')
    ? text.replace(SHORT_CODE, (code, name: string) => (table(name) === undefined ? code : ''))
    : text
}

/** Splits a text node at its short codes (B78); undefined when it has none. Code is not text. */
export function splitEmoji(node: Text, table: EmojiTable): PhrasingContent[] | undefined {
  if (!node.value.includes(':')) return undefined
  const parts: PhrasingContent[] = []
  let at = 0
  for (const match of node.value.matchAll(SHORT_CODE)) {
    const value = table(match[1] ?? '')
    if (value === undefined) continue
    if (match.index > at) parts.push({ ...node, value: node.value.slice(at, match.index) })
    parts.push({ type: 'emoji', value })
    at = match.index + match[0].length
  }
  if (parts.length === 0) return undefined
  if (at < node.value.length) parts.push({ ...node, value: node.value.slice(at) })
  return parts
}

export function emojiHandler(_: State, node: EmojiNode): ElementContent {
  return { type: 'text', value: node.value }
}
