import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { TextRun } from '../schema/view.ts'

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
export function readRuns(nodes: readonly (RootContent | PhrasingContent)[]): TextRun[] {
  const [first, ...others] = mergeRuns(nodes.flatMap(node => runsOf(node, {})))
  return first
    ? [{ ...first, text: first.text.trimStart() }, ...others].filter(({ text }) => text !== '')
    : []
}

function runsOf(node: RootContent | PhrasingContent, style: Style): TextRun[] {
  if (node.type === 'inlineCode') return [{ text: node.value, ...style, code: true }]
  if (node.type === 'break') return [{ text: ' ', ...style }]
  if ('value' in node) return [{ text: node.value.replaceAll('\n', ' '), ...style }]
  if (!('children' in node)) return []
  return node.children.flatMap(child => runsOf(child, { ...style, ...styleOf(node) }))
}

function styleOf(node: RootContent | PhrasingContent): Style {
  if (node.type === 'strong') return { strong: true }
  if (node.type === 'emphasis') return { emphasis: true }
  return node.type === 'link' ? { link: { text: '', href: node.url, external: false } } : {}
}

/** Neighbours of the same style are one run. */
function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  return runs.reduce<TextRun[]>((merged, run) => {
    const last = merged.at(-1)
    const isSame = last && JSON.stringify({ ...last, text: '' }) === JSON.stringify({ ...run, text: '' })
    if (isSame) return [...merged.slice(0, -1), { ...last, text: last.text + run.text }]
    return [...merged, run]
  }, [])
}
