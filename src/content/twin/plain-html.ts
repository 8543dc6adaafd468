import type { Html, RootContent } from 'mdast'
import { scanAllTags, type Tag } from '../../lib/html-tags.ts'
import { ADDRESSES } from '../plugins/raw-links.ts'
import type { TwinContext } from './twin-context.ts'

/** What no reader sees. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

interface Cut {
  start: number
  end: number
  by: string
}

/** HTML of an author: as text where the site wants that, else as it is, without what readers do not see. */
export function plainHtml(node: Html, context: TwinContext): RootContent[] {
  if (context.page.options.html === 'escape') return [{ type: 'text', value: node.value }]
  const tags = scanAllTags(node.value)
  const cuts = [...hiddenParts(node.value, tags), ...tags.flatMap(tag => placedAddresses(tag, node, context))]
  const value = withCuts(node.value, cuts)
  return value.trim() === '' ? [] : [{ type: 'html', value }]
}

/** Comments, and elements that show nothing. */
function hiddenParts(html: string, tags: readonly Tag[]): Cut[] {
  const elements = tags.flatMap((tag, index): Cut[] => {
    if (tag.closes || !UNSEEN.has(tag.name)) return []
    const end = tags.slice(index + 1).find(({ name, closes }) => closes && name === tag.name)
    return [{ start: tag.start, end: end?.end ?? html.length, by: '' }]
  })
  const comments: Cut[] = []
  for (let at = html.indexOf('<!--'); at !== -1;) {
    const found = html.indexOf('-->', at + 4)
    const end = found === -1 ? html.length : found + 3
    comments.push({ start: at, end, by: '' })
    at = html.indexOf('<!--', end)
  }
  return [...elements, ...comments]
}

/** Placeholders for the addresses of a tag; lists of pictures of several sizes are left out, one is enough. */
function placedAddresses(tag: Tag, node: Html, context: TwinContext): Cut[] {
  if (tag.closes) return []
  return (ADDRESSES[tag.name] ?? []).flatMap(([name, , kind]): Cut[] => {
    const attribute = tag.attributes.find(each => each.name === name)
    if (!attribute) return []
    const { start, value } = attribute
    const from = node.value.indexOf(value, start + name.length)
    const isQuoted = /["']/.test(node.value[from - 1] ?? '')
    const end = from + value.length
    if (name === 'srcset') return [{ start: start - 1, end: isQuoted ? end + 1 : end, by: '' }]
    const address = context.address(value.trim().replaceAll('&amp;', '&'), kind, node)
    if (address === undefined) return []
    return [{ start: from, end, by: isQuoted ? address : `"${address}"` }]
  })
}

function withCuts(html: string, cuts: readonly Cut[]): string {
  let result = ''
  let at = 0
  for (const { start, end, by } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    result += html.slice(at, start) + by
    at = end
  }
  return result + html.slice(at)
}
