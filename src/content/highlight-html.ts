import type { Root, RootContent } from 'hast'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const SPECIAL = /[&<>"]/

/** HTML of what refractor makes of code: text, and elements with classes. */
export function treeHtml(node: Root | RootContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type === 'root') return node.children.map(treeHtml).join('')
  if (node.type !== 'element') return ''
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : ''
  return `<span class="${escapeText(classes)}">${node.children.map(treeHtml).join('')}</span>`
}

/** Escapes text of code, most of which needs no escaping. */
export function escapeText(text: string): string {
  return !SPECIAL.test(text) ? text : text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
}
