/** Text of raw HTML; apart from `tree.ts`, so that only the threads load an HTML parser. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

const HIDDEN = /^(?:script|style|template|noscript|title|textarea|select|iframe|object|svg|math)$/
/** Elements that may begin and end within a word. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var|wbr)$/
/** Most blocks of HTML in Markdown only open or close an element. */
const TAGS_ONLY = /^\s*(?:<[^<>]*>\s*)*$/

/** Visible text, with alternative texts of images. White space is kept. */
export function htmlText(html: string) {
  if (!/[<&]/.test(html)) return html
  if (TAGS_ONLY.test(html) && !/<img\b/i.test(html)) return ''
  let text = ''
  // Without recursion: authors may nest deeper than the stack is.
  const open: (DefaultTreeAdapterTypes.ChildNode | string)[] = parseFragment(html).childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') text += node
    else if ('value' in node) text += node.value
    else if (node.nodeName === 'img' && 'attrs' in node)
      text += ` ${node.attrs.find(({ name }) => name === 'alt')?.value ?? ''} `
    else if ('childNodes' in node && !HIDDEN.test(node.nodeName)) {
      const edge = INLINE.test(node.nodeName) ? '' : ' '
      text += edge
      open.push(edge)
      for (const child of node.childNodes.toReversed()) open.push(child)
    }
  }
  return text
}
