import type { Heading as HeadingNode, Literal } from 'mdast'
import { hashContent } from '../lib/hash.ts'
import type { Section } from '../schema/page.ts'
import { NO_PROSE } from '../shared/translations.ts'
import { readableCode } from './code/markers.ts'
import { isPageOf } from './list-pages.ts'
import { childrenOf, eachNode, type MarkdownNode } from './nodes.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { componentTexts, htmlText, inlineText, textOfOther } from './text.ts'

/** The text of a page from one heading to the next. */
interface OpenSection {
  heading: HeadingNode | undefined
  /** All text, by block. */
  blocks: string[]
  /** That of Markdown, and that of raw HTML. */
  prose: string[]
  html: string[]
  code: string[]
  /** A component in it says more than is written. */
  says: boolean
  /** In the body, 1-based. */
  line: number
  column: number
}

interface Reading {
  page: PageContext
  sections: OpenSection[]
  open: OpenSection
  firstParagraph: string
}

/** Hash of a section without raw HTML. */
const NO_HTML = hashContent(JSON.stringify([]), 8)

/** Reads the text of a rendered page by section, in order, for search and stamps; and the excerpt. */
export function readSections(page: PageContext): { sections: Section[]; excerpt: string } {
  const { source, options, headingOf, said, tree } = page
  // What comes before the first heading is a section of its own.
  const open = { ...openSection(tree.children[0]), heading: undefined }
  const reading: Reading = { page, sections: [], open, firstParagraph: '' }
  readBlock(tree, reading)
  closeSection(reading)
  const above: { depth: number; title: string }[] = []
  const sections = reading.sections.map((section, index): Section => {
    const { heading: node, line, column, blocks, code } = section
    const heading = node && headingOf.get(node)
    const depth = node?.depth ?? 0
    while ((above.at(-1)?.depth ?? 0) >= Math.max(depth, 1)) above.pop()
    const ancestors = above.map(({ title }) => title)
    if (heading) above.push({ depth, title: heading.title })
    const place = placeAt(source, line, column)
    // What components say is in the section that began last; in the first, what comes before all.
    const from = index === 0 ? 0 : line
    const end = reading.sections[index + 1]?.line ?? Infinity
    const spoken = said.filter(each => each.line >= from && each.line < end).map(({ text }) => text)
    return {
      id: heading?.id ?? '',
      title: heading?.title ?? '',
      depth,
      ancestors,
      text: [...blocks, ...spoken].join('\n'),
      code,
      own: place.file === source.file,
      ...(isPageOf(options, place.file) ? {} : { part: true as const }),
      hash: hashMeaning(section),
      place,
    }
  })
  return { sections, excerpt: shorten(reading.firstParagraph) }
}

/** A section that begins with a node. */
function openSection(node: MarkdownNode | undefined): OpenSection {
  const { line, column } = node?.position?.start ?? { line: 1, column: 1 }
  const heading = node?.type === 'heading' ? node : undefined
  return { heading, blocks: [], prose: [], html: [], code: [], says: false, line, column }
}

function closeSection({ sections, open }: Reading): void {
  if (open.heading || open.blocks.length > 0 || open.code.length > 0 || open.says) sections.push(open)
}

/**
 * White space of the text, link targets and marks are no part of the meaning: editing them does not make a translation stale.
 * In code, white space may have a meaning.
 */
function hashMeaning({ heading, prose, html, code }: OpenSection): string {
  const text = fold(prose.join('\n'))
  const meaning = [heading?.depth ?? 0, fold(heading?.data?.slugText ?? ''), text, code]
  const hasProse = heading !== undefined || text !== '' || code.length > 0
  const first = hasProse ? hashContent(JSON.stringify(meaning), NO_PROSE.length) : NO_PROSE
  return first + (html.length === 0 ? NO_HTML : hashContent(JSON.stringify(html), NO_HTML.length))
}

/** The first paragraph, at most 160 characters, cut between words where the language has them. */
function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= 160) return text
  const cut = characters.slice(0, 159).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > 80 ? cut.slice(0, space) : cut).trimEnd()}…`
}

function readBlock(node: MarkdownNode, reading: Reading): void {
  const { components } = reading.page
  switch (node.type) {
    case 'heading':
      closeSection(reading)
      reading.open = openSection(node)
      readLine(node, reading)
      // What components say in a heading is no part of its title.
      eachNode(node, child => {
        if (child.type !== 'component' || components.get(child.name)?.isText) return undefined
        push(readLine(child, reading), reading)
        return false
      })
      return
    case 'code':
      reading.open.code.push(readableCode(node.value, node.lang ?? ''))
      return
    case 'html': {
      const text = fold(htmlText(node.value))
      if (text === '') return
      reading.open.blocks.push(text)
      reading.open.html.push(text)
      return
    }
    case 'paragraph': {
      const text = readLine(node, reading)
      reading.firstParagraph ||= fold(text)
      push(text, reading)
      return
    }
    case 'tableRow':
      push(
        childrenOf(node)
          .map(cell => readLine(cell, reading))
          .join(' '),
        reading,
      )
      return
    case 'container':
      push(node.title, reading)
      break
    case 'component':
      if (components.get(node.name)?.says) reading.open.says = true
      for (const text of componentTexts(node, components)) push(text, reading)
      break
    default:
      push(textOfOther(node as Partial<Literal>) ?? '', reading)
  }
  for (const child of childrenOf(node)) readBlock(child, reading)
}

/** Plain text of inline content; its code is noted, too. */
function readLine(
  node: MarkdownNode,
  { page: { components }, open: { code }, open: section }: Reading,
): string {
  eachNode(node, child => {
    if (child.type === 'inlineCode') code.push(child.value)
    if (child.type !== 'component') return undefined
    const component = components.get(child.name)
    if (component?.says) section.says = true
    // The label of a component stands for an attribute.
    return component?.label === undefined ? undefined : false
  })
  return inlineText(node, components)
}

function push(text: string, { open: { blocks, prose } }: Reading): void {
  const trimmed = text.trim()
  if (trimmed === '') return
  blocks.push(trimmed)
  prose.push(trimmed)
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
