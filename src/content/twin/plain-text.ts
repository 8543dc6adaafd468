import type { RootContent } from 'mdast'

export function text(value: string): RootContent {
  return { type: 'text', value }
}

/** A line that is a title without being a heading. */
export function boldLine(value: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] }
}
