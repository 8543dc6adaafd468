import type { Heading as HeadingNode, Node, Root } from 'mdast'
import { hashContent } from '../lib/hash.ts'
import { childrenOf, type MarkdownNode } from './nodes.ts'
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

interface Reading {
  headings: ReadonlyMap<Node, RawHeading>
  summary: PieceSummary
  open: { heading: RawHeading | undefined; blocks: string[]; code: string[]; line: number; column: number }
}

/** Reads the text of a transformed tree by section, for search, staleness and the excerpt. */
export function readPiece(tree: Root, headings: ReadonlyMap<HeadingNode, RawHeading>): PieceSummary {
  const summary: PieceSummary = { sections: [], firstParagraph: '', hasDefinitions: false }
  const start = tree.children[0]?.position?.start ?? { line: 1, column: 1 }
  const open = { heading: undefined, blocks: [], code: [], line: start.line, column: start.column }
  const reading: Reading = { headings, summary, open }
  readBlock(tree, reading)
  closeSection(reading)
  return summary
}

function closeSection({ summary, open }: Reading): void {
  const text = open.blocks.join('\n')
  if (!open.heading && text === '' && open.code.length === 0) return
  const { heading, code, line, column } = open
  // White space, link targets and marks are no part of the meaning: editing them does not make a translation stale.
  const meaning = [heading?.depth ?? 0, fold(heading?.slugText ?? ''), fold(text), code]
  summary.sections.push({ heading, text, code, hash: hashContent(JSON.stringify(meaning), 16), line, column })
}

function readBlock(node: MarkdownNode, reading: Reading): void {
  switch (node.type) {
    case 'heading':
      return openSection(node, reading)
    case 'code':
      reading.open.code.push(node.value)
      return undefined
    case 'html':
      return undefined
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
  }
  for (const child of childrenOf(node)) readBlock(child, reading)
}

function openSection(node: HeadingNode, reading: Reading): void {
  closeSection(reading)
  const heading = reading.headings.get(node)
  const { line, column } = node.position?.start ?? { line: 1, column: 1 }
  reading.open = { heading, blocks: [], code: [], line, column }
  inlineText(node, reading)
}

function readParagraph(node: MarkdownNode, reading: Reading): void {
  const text = inlineText(node, reading)
  if (reading.summary.firstParagraph === '') reading.summary.firstParagraph = fold(text)
  pushText(text, reading)
}

function pushText(text: string, reading: Reading): void {
  const trimmed = text.trim()
  if (trimmed !== '') reading.open.blocks.push(trimmed)
}

/** Plain text of inline content; its code is noted beside. */
function inlineText(node: MarkdownNode, reading: Reading): string {
  switch (node.type) {
    case 'text':
    case 'emoji':
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
    default:
      return childrenOf(node)
        .map(child => inlineText(child, reading))
        .join('')
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
