import type { Code, Heading as HeadingNode, Literal, Node, Root } from 'mdast'
import type { Components } from './components/registry.ts'
import { hashContent } from '../lib/hash.ts'
import { NO_PROSE } from '../shared/translations.ts'
import { withoutEscapes } from './ansi.ts'
import { withoutMarkers } from './code-markers.ts'
import { htmlText } from './html-text.ts'
import { childrenOf, type ComponentNode, labelOf, type MarkdownNode, textOfOther } from './nodes.ts'
import type { RawHeading } from './read-heading.ts'

/** A piece's text from one heading to the next, places relative to the piece. */
export interface RawSection {
  heading: RawHeading | undefined
  text: string
  code: string[]
  hash: string
  line: number
  column: number
}

/** What can be said of a tree without knowing the page it is part of. */
export interface PieceSummary {
  sections: RawSection[]
  /** Plain text of the first paragraph, empty when there is none. */
  firstParagraph: string
  /** Link definitions or footnotes. */
  hasDefinitions: boolean
}

/** Hash of a section without raw HTML. */
const NO_HTML = hashContent(JSON.stringify([]), 8)

interface Reading {
  headings: ReadonlyMap<Node, RawHeading>
  components: Components
  summary: PieceSummary
  open: OpenSection
}

interface OpenSection {
  heading: RawHeading | undefined
  /** All text, by block. */
  blocks: string[]
  /** That of Markdown, and that of raw HTML. */
  prose: string[]
  html: string[]
  code: string[]
  /** A component in it says more than is written. */
  says?: true
  line: number
  column: number
}

/** Reads the text of a transformed tree by section, for search, staleness and the excerpt. */
export function readPiece(
  tree: Root,
  headings: ReadonlyMap<HeadingNode, RawHeading>,
  components: Components = new Map(),
): PieceSummary {
  const summary: PieceSummary = { sections: [], firstParagraph: '', hasDefinitions: false }
  const start = tree.children[0]?.position?.start ?? { line: 1, column: 1 }
  const open = {
    heading: undefined,
    blocks: [],
    prose: [],
    html: [],
    code: [],
    line: start.line,
    column: start.column,
  }
  const reading: Reading = { headings, components, summary, open }
  readBlock(tree, reading)
  closeSection(reading)
  return summary
}

function closeSection({ summary, open }: Reading): void {
  const text = open.blocks.join('\n')
  if (!open.heading && text === '' && open.code.length === 0 && !open.says) return
  const { heading, code, line, column } = open
  summary.sections.push({ heading, text, code, hash: hashMeaning(open), line, column })
}

/**
 * White space of the text, link targets and marks are no part of the meaning: editing them does not make a translation stale.
 * In code, white space may have a meaning.
 */
function hashMeaning({ heading, prose, html, code }: OpenSection): string {
  const text = fold(prose.join('\n'))
  const meaning = [heading?.depth ?? 0, fold(heading?.slugText ?? ''), text, code]
  const hasProse = heading !== undefined || text !== '' || code.length > 0
  const first = hasProse ? hashContent(JSON.stringify(meaning), NO_PROSE.length) : NO_PROSE
  return first + (html.length === 0 ? NO_HTML : hashContent(JSON.stringify(html), NO_HTML.length))
}

function readBlock(node: MarkdownNode, reading: Reading): void {
  switch (node.type) {
    case 'heading':
      return openSection(node, reading)
    case 'code':
      reading.open.code.push(codeText(node))
      return undefined
    case 'html':
      return readHtml(node.value, reading)
    case 'definition':
    case 'footnoteDefinition':
      reading.summary.hasDefinitions = true
      break
    case 'paragraph':
      return readParagraph(node, reading)
    case 'tableRow':
      pushText(
        childrenOf(node)
          .map(cell => inlineText(cell, reading))
          .join(' '),
        reading,
      )
      return undefined
    case 'container':
      pushText(node.title, reading)
      break
    case 'component':
      for (const text of ownTexts(node, reading)) pushText(text, reading)
      break
    default:
      pushText(textOfOther(node as Partial<Literal>) ?? '', reading)
  }
  for (const child of childrenOf(node)) readBlock(child, reading)
}

/** Code as readers see it: what marks a line is no part of what the code says. */
function codeText({ lang, value }: Code): string {
  const text = withoutMarkers(value)
  return lang?.toLowerCase() === 'ansi' ? withoutEscapes(text) : text
}

function openSection(node: HeadingNode, reading: Reading): void {
  closeSection(reading)
  const heading = reading.headings.get(node)
  const { line, column } = node.position?.start ?? { line: 1, column: 1 }
  reading.open = { heading, blocks: [], prose: [], html: [], code: [], line, column }
  inlineText(node, reading)
  readBesides(node, reading)
}

/** What components say in a heading without being part of its title. */
function readBesides(node: MarkdownNode, reading: Reading): void {
  if (node.type === 'component' && !reading.components.get(node.name)?.isText)
    pushText(inlineText(node, reading), reading)
  else for (const child of childrenOf(node)) readBesides(child, reading)
}

/** What readers see of a component besides its content. */
function ownTexts(node: ComponentNode, { components, open }: Reading): string[] {
  const { name, attributes } = node
  const { texts = [], label: as = '', says } = components.get(name) ?? {}
  if (says) open.says = true
  const label = texts.includes(as) ? labelOf(node) : undefined
  const seen = attributes.flatMap(({ name: attribute, value }) =>
    texts.includes(attribute) && value !== true ? [value] : [],
  )
  return label === undefined ? seen : [label, ...seen]
}

function readParagraph(node: MarkdownNode, reading: Reading): void {
  const text = inlineText(node, reading)
  if (reading.summary.firstParagraph === '') reading.summary.firstParagraph = fold(text)
  pushText(text, reading)
}

function readHtml(html: string, reading: Reading): void {
  const text = fold(htmlText(html))
  if (text === '') return
  reading.open.blocks.push(text)
  reading.open.html.push(text)
}

function pushText(text: string, reading: Reading): void {
  const trimmed = text.trim()
  if (trimmed === '') return
  reading.open.blocks.push(trimmed)
  reading.open.prose.push(trimmed)
}

/** Plain text of inline content; its code is noted beside. */
function inlineText(node: MarkdownNode, reading: Reading): string {
  switch (node.type) {
    case 'text':
    case 'emoji':
    case 'tagText':
      return node.value
    case 'inlineCode':
      reading.open.code.push(node.value)
      return node.value
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return ''
    case 'component': {
      const { label } = reading.components.get(node.name) ?? {}
      const own = label === undefined ? node.children.map(child => inlineText(child, reading)).join('') : ''
      const texts = ownTexts(node, reading)
      return own === '' ? texts.join(' ') : own
    }
    default: {
      const children = childrenOf(node).map(child => inlineText(child, reading))
      return textOfOther(node as Partial<Literal>) ?? children.join('')
    }
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
