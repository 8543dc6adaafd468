import type { Heading, RootContent } from 'mdast'
import { hashContent } from '../lib/hash.ts'
import type { Section } from '../schema/page.ts'
import { NO_PROSE } from '../shared/translations.ts'
import { readableCode } from './code/fence.ts'
import { isPageOf } from './scan.ts'
import { childrenOf, eachNode, type MarkdownNode } from './nodes.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { componentTexts, htmlText, inlineText, textOfOther } from './text.ts'

/** The text of a page from one heading to the next. */
interface OpenSection {
  heading: Heading | undefined
  /** All text, by block; that of Markdown, and that of raw HTML. */
  blocks: string[]
  prose: string[]
  html: string[]
  code: string[]
  /** A component in it says more than is written. */
  says: boolean
  /** In the body, 1-based. */
  line: number
  column: number
}

const NO_HTML = hashContent(JSON.stringify([]), 8)

/** Reads the text of a rendered page by section, in order, for search and stamps; and the excerpt. */
export function readSections(page: PageContext): { sections: Section[]; excerpt: string } {
  const { source, options, headingOf, said, tree, components } = page
  // What comes before the first heading is a section of its own.
  let open = createSection(tree.children[0])
  const found = [open]
  let excerpt = ''
  readBlock(tree)
  const filled = found.filter(
    ({ heading, blocks, code, says }) => heading || blocks.length > 0 || code.length > 0 || says,
  )
  const above: { depth: number; title: string }[] = []
  const sections = filled.map((section, index): Section => {
    const { heading: node, line, column, blocks, code } = section
    const heading = node && headingOf.get(node)
    const depth = node?.depth ?? 0
    while ((above.at(-1)?.depth ?? 0) >= Math.max(depth, 1)) above.pop()
    const ancestors = above.map(({ title }) => title)
    if (heading) above.push({ depth, title: heading.title })
    const place = placeAt(source, line, column)
    // What components say is in the section that began last; in the first, what comes before all.
    const end = filled[index + 1]?.line ?? Infinity
    const spoken = said.filter(each => (index === 0 || each.line >= line) && each.line < end)
    return {
      id: heading?.id ?? '',
      title: heading?.title ?? '',
      depth,
      ancestors,
      text: [...blocks, ...spoken.map(({ text }) => text)].join('\n'),
      code,
      own: place.file === source.file,
      ...(!isPageOf(options, place.file) && { part: true as const }),
      hash: hashMeaning(section),
      place,
    }
  })
  return { sections, excerpt: shorten(excerpt) }

  function push(text: string, kind: 'prose' | 'html' = 'prose'): void {
    const trimmed = text.trim()
    if (trimmed === '') return
    open.blocks.push(trimmed)
    open[kind].push(trimmed)
  }

  function readBlock(node: MarkdownNode): void {
    switch (node.type) {
      case 'heading':
        open = createSection(node, node)
        found.push(open)
        readLine(node)
        // What components say in a heading is no part of its title.
        eachNode(node, child => {
          if (child.type !== 'component' || components.get(child.name)?.isText) return undefined
          push(readLine(child))
          return false
        })
        return
      case 'code':
        open.code.push(readableCode(node.value, node.lang ?? ''))
        return
      case 'html':
        push(fold(htmlText(node.value)), 'html')
        return
      case 'paragraph': {
        const text = readLine(node)
        excerpt ||= fold(text)
        push(text)
        return
      }
      case 'tableRow':
        push(childrenOf(node).map(readLine).join(' '))
        return
      case 'container':
        push(node.title)
        break
      case 'component':
        if (components.get(node.name)?.says) open.says = true
        for (const text of componentTexts(node, components)) push(text)
        break
      default:
        push(textOfOther(node) ?? '')
    }
    childrenOf(node).forEach(readBlock)
  }

  /** Plain text of inline content; its code is noted, too. */
  function readLine(node: MarkdownNode): string {
    eachNode(node, child => {
      if (child.type === 'inlineCode') open.code.push(child.value)
      if (child.type !== 'component') return undefined
      const component = components.get(child.name)
      if (component?.says) open.says = true
      // The label of a component stands for an attribute.
      return component?.label === undefined ? undefined : false
    })
    return inlineText(node, components)
  }
}

function createSection(node: RootContent | undefined, heading?: Heading): OpenSection {
  const { line, column } = node?.position?.start ?? { line: 1, column: 1 }
  return { heading, blocks: [], prose: [], html: [], code: [], says: false, line, column }
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

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
