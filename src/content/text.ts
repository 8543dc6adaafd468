import type { Node, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { TextRun } from '../schema/view.ts'
import type { Components } from './components/built-in.ts'
import { childrenOf, type ComponentNode, type MarkdownNode } from './nodes.ts'

type HtmlNode = DefaultTreeAdapterTypes.ChildNode

const HIDDEN = /^(?:script|style|template|noscript|title|textarea|select|iframe|object|svg|math)$/
/** Elements that may begin and end within a word. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var|wbr)$/
/** Tags and nothing between them: most blocks of HTML in Markdown only open or close an element. */
const TAGS_ONLY = /^\s*(?:<[^<>]*>\s*)*$/

/** What readers see of a piece of raw HTML: its text and the alternative texts of its images, white space as it is. */
export function htmlText(html: string): string {
  if (TAGS_ONLY.test(html) && !/<img\b/i.test(html)) return ''
  let text = ''
  // Not by calls of itself: authors may nest deeper than the stack is.
  const open: (HtmlNode | string)[] = parseFragment(html).childNodes.toReversed()
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

type Style = Pick<TextRun, 'strong' | 'emphasis' | 'code' | 'link'>

/**
 * Paragraphs of a short text in Markdown, such as a footer: runs of text with links, emphasis and code. What else Markdown
 * has comes as its text; addresses of links are as written.
 */
export function readInlineText(markdown: string): TextRun[][] {
  return fromMarkdown(markdown)
    .children.map(block => mergeRuns(runsOf(block, {})))
    .filter(runs => runs.length > 0)
}

/** What begins a block elsewhere: in a line of its own it is text. */
const BLOCKS = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
]

/** A line of Markdown, such as a title: as `readInlineText`, but nothing in it is a block. */
export function readInlineLine(markdown: string): TextRun[] {
  const { children } = fromMarkdown(markdown, { extensions: [{ disable: { null: BLOCKS } }] })
  return readRuns(children)
}

/** The same of Markdown that is read already; white space at its beginning is none of the text. */
export function readRuns(nodes: readonly RootContent[]): TextRun[] {
  const [first, ...others] = mergeRuns(nodes.flatMap(node => runsOf(node, {})))
  return first
    ? [{ ...first, text: first.text.trimStart() }, ...others].filter(({ text }) => text !== '')
    : []
}

function runsOf(node: RootContent, style: Style): TextRun[] {
  if (node.type === 'inlineCode') return [{ text: node.value, ...style, code: true }]
  if (node.type === 'break') return [{ text: ' ', ...style }]
  if ('value' in node) return [{ text: node.value.replaceAll('\n', ' '), ...style }]
  if (!('children' in node)) return []
  return node.children.flatMap(child => runsOf(child, { ...style, ...styleOf(node) }))
}

function styleOf(node: RootContent): Style {
  if (node.type === 'strong') return { strong: true }
  if (node.type === 'emphasis') return { emphasis: true }
  return node.type === 'link' ? { link: { text: '', href: node.url, external: false } } : {}
}

function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  const merged: TextRun[] = []
  for (const { text, ...style } of runs) {
    const last = merged.at(-1)
    if (last && JSON.stringify({ ...last, text: '' }) === JSON.stringify({ text: '', ...style }))
      last.text += text
    else merged.push({ text, ...style })
  }
  return merged
}

/** Text of a node that a plugin made: it says which element it becomes, and its value is what it says. */
export function textOfOther({ data, value }: Node & { value?: string }): string | undefined {
  return data?.hName === undefined ? undefined : value
}

/**
 * The text of a line as readers see it, raw HTML aside: alternative texts of images, labels and texts of components.
 * `shows`: whether a component counts.
 */
export function inlineText(
  node: MarkdownNode,
  components: Components,
  shows: (node: ComponentNode) => boolean = () => true,
): string {
  switch (node.type) {
    case 'text':
    case 'emoji':
    case 'tagText':
    case 'inlineCode':
      return node.value
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return ''
    case 'component': {
      if (!shows(node)) return ''
      const own = components.get(node.name)?.label === undefined ? within(node) : ''
      return own === '' ? componentTexts(node, components).join(' ') : own
    }
    default:
      return textOfOther(node) ?? within(node)
  }

  function within(parent: MarkdownNode): string {
    return childrenOf(parent)
      .map(child => inlineText(child, components, shows))
      .join('')
  }
}

/** What readers see of a component in addition to its content. */
export function componentTexts(node: ComponentNode, components: Components): string[] {
  const { texts = [], label: as = '' } = components.get(node.name) ?? {}
  const label = texts.includes(as) ? labelOf(node) : undefined
  const seen = node.attributes.flatMap(({ name, value }) =>
    texts.includes(name) && value !== true ? [value] : [],
  )
  return label === undefined ? seen : [label, ...seen]
}

/** The text in the square brackets of a component. */
export function labelOf(node: ComponentNode): string | undefined {
  if (node.kind !== 'inline' || node.children.length === 0) return node.label
  return node.children.map(child => toString(child, { includeImageAlt: false })).join('')
}
