import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type HtmlNode = DefaultTreeAdapterTypes.ChildNode

/** Elements whose text no reader sees. */
const HIDDEN = /^(?:script|style|template|noscript|title|textarea|select|iframe|object|svg|math)$/
/** Elements that may begin and end within a word. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var|wbr)$/
/** Tags and nothing between them: most blocks of HTML in Markdown only open or close an element. */
const TAGS_ONLY = /^\s*(?:<[^<>]*>\s*)*$/

/** What readers see of a piece of raw HTML: its text and the alternative texts of its images, white space as it is. */
export function htmlText(html: string): string {
  if (TAGS_ONLY.test(html) && !/<img\b/i.test(html)) return ''
  const parts: string[] = []
  // Not by calls of itself: authors may nest deeper than the stack is.
  const open: (HtmlNode | string)[] = parseFragment(html).childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if ('value' in node) parts.push(node.value)
    else if (node.nodeName === 'img') parts.push(' ', altOf(node), ' ')
    else if ('childNodes' in node && !HIDDEN.test(node.nodeName)) {
      const edge = INLINE.test(node.nodeName) ? '' : ' '
      parts.push(edge)
      open.push(edge)
      for (const child of node.childNodes.toReversed()) open.push(child)
    }
  }
  return parts.join('')
}

function altOf(node: HtmlNode): string {
  return 'attrs' in node ? (node.attrs.find(({ name }) => name === 'alt')?.value ?? '') : ''
}
