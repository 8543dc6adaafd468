import type { Link, PhrasingContent, Root, Text } from 'mdast'
import { replaceNodes } from '../nodes.ts'

const START = /https?:\/\/|www\.|@/gi
/** Where an address ends: whitespace, `<`, and the punctuation of Chinese and Japanese. */
const END = /[\s<\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff5e]/
const MAX_LENGTH = 2048

interface Found {
  start: number
  end: number
  url: string
}

/** Makes links of bare addresses, as GitHub does: `https://…`, `www.…` and e-mail addresses. */
export function remarkBareAddresses() {
  return (tree: Root): void =>
    replaceNodes(
      tree,
      node => (node.type === 'text' ? splitAddresses(node) : undefined),
      node => node.type === 'link' || node.type === 'linkReference',
    )
}

function splitAddresses(node: Text): PhrasingContent[] | undefined {
  const text = node.value
  const parts: PhrasingContent[] = []
  let at = 0
  for (const match of text.matchAll(START)) {
    if (match.index < at) continue
    const found = match[0] === '@' ? findEmail(text, match.index, at) : findUrl(text, match)
    if (!found) continue
    if (found.start > at) parts.push({ ...node, value: text.slice(at, found.start) })
    parts.push(createLink(node, text.slice(found.start, found.end), found))
    at = found.end
  }
  if (parts.length === 0) return undefined
  if (at < text.length) parts.push({ ...node, value: text.slice(at) })
  return parts
}

function createLink(node: Text, value: string, { start, url }: Found): Link {
  const link: Link = { type: 'link', url, title: null, children: [{ type: 'text', value }] }
  const from = node.position?.start
  if (!from || node.value.slice(0, start).includes('\n')) return { ...link, ...positionOf(node) }
  const point = { ...from, column: from.column + start }
  return { ...link, position: { start: point, end: point } }
}

function positionOf(node: Text): Pick<Text, 'position'> {
  return node.position ? { position: node.position } : {}
}

function findUrl(text: string, match: RegExpExecArray): Found | undefined {
  const start = match.index
  if (/[\w/@.:-]/.test(text[start - 1] ?? '')) return undefined
  const longest = text.slice(start, start + MAX_LENGTH)
  const stop = longest.search(END)
  const url = trimEnd(stop === -1 ? longest : longest.slice(0, stop))
  const domain = /^(?:https?:\/\/)?([\w.-]*)/i.exec(url)?.[1] ?? ''
  const isWeb = /^www\./i.test(url)
  const valid = isWeb ? /^www\.[\w-]+\.[\w-]/i.test(domain) : /^\w[\w-]*(?:\.[\w-]+)*/.test(domain)
  if (!valid) return undefined
  return { start, end: start + url.length, url: isWeb ? `http://${url}` : url }
}

/** Closing punctuation belongs to the sentence, and so does a bracket that the address did not open. */
function trimEnd(url: string): string {
  let end = url.length
  for (;;) {
    const last = url[end - 1] ?? ''
    const isExtra = /[?!.,:*_~'"\]}]/.test(last) || (last === ')' && !isBalanced(url.slice(0, end)))
    const reference = last === ';' ? /&[a-z0-9]{1,32};$/i.exec(url.slice(0, end))?.[0].length : undefined
    if (!isExtra && reference === undefined) return url.slice(0, end)
    end -= reference ?? 1
  }
}

function isBalanced(url: string): boolean {
  return url.split('(').length >= url.split(')').length
}

function findEmail(text: string, at: number, from: number): Found | undefined {
  let start = at
  while (start > from && at - start < 64 && /[\w.+-]/.test(text[start - 1] ?? '')) start -= 1
  const domain = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/.exec(text.slice(at + 1, at + 256))?.[0]
  const before = text[start - 1] ?? ''
  if (start === at || domain === undefined || /[-_\d]$/.test(domain) || /[/\w]/.test(before)) return undefined
  const end = at + 1 + domain.length
  return { start, end, url: `mailto:${text.slice(start, end)}` }
}
