import type { Element } from 'hast'
import type { Heading as HeadingNode, Literal, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { element } from '../../lib/html.ts'
import { type Heading, knowsCustomIds } from '../../schema/page.ts'
import { childrenOf, eachNode } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf } from '../page-context.ts'
import { slugify, uniqueSlug } from '../slugs.ts'
import { inlineText, readInlineLine, textOfOther } from '../text.ts'
import { replaceEmoji } from './emoji.ts'

declare module 'mdast' {
  interface HeadingData {
    /** Its text for lists of headings. */
    title?: string
    /** The text that VuePress and VitePress make ids of. */
    slugText?: string
    /** `{#id}`, where the id style allows it. */
    customId?: string
  }
}

/** `{#id}` at the end of a heading, and `%{#id}%` as sites of VitePress write it whose `{{ … }}` it would disturb. */
const CUSTOM_ID = /(?<![ \t])[ \t]*(?:\{#([^\s{}"'<>&]+)\}|%\{#([^\s{}"'<>&]+)\}%)[ \t]*$/

/** Notes the texts of each heading and takes `{#id}` out of it. VuePress 1 had no such ids and kept them in the text. */
export function remarkHeadings() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    const hasIds = knowsCustomIds(page.options.slugs)
    eachNode(tree, node => {
      if (node.type !== 'heading') return
      const customId = hasIds ? takeCustomId(node) : undefined
      node.data = {
        ...node.data,
        title: titleOf(node, page),
        slugText: slugText(node, page),
        ...(customId === undefined ? {} : { customId }),
      }
    })
  }
}

function takeCustomId(node: HeadingNode): string | undefined {
  const last = node.children.at(-1)
  const match = last?.type === 'text' ? CUSTOM_ID.exec(last.value) : null
  if (last?.type !== 'text' || !match) return undefined
  last.value = last.value.slice(0, match.index)
  return match[1] ?? match[2]
}

/** Text of a heading without what components show beside it, such as a badge. */
function titleOf(node: HeadingNode, { components }: PageContext): string {
  const text = inlineText(node, components, component => components.get(component.name)?.isText === true)
  // Spaces that do not break are part of the text.
  return text.replace(/[ \t\n]+/g, ' ').trim()
}

/**
 * Text and code only: no raw HTML, no badge, no emoji, no line break, and no image. For VitePress the text of an image
 * counts. What stands in an element counts for both.
 */
function slugText(node: Nodes, page: PageContext): string {
  if (node.type === 'component' && !page.components.get(node.name)?.isText && !node.html) return ''
  if (node.type === 'image' || node.type === 'imageReference')
    return page.options.slugs === 'vitepress' ? (node.alt ?? '') : ''
  if (node.type === 'inlineCode') return node.value
  if (node.type === 'text') return node.value.replaceAll('\n', '')
  const children = childrenOf(node).map(child => slugText(child, page))
  return textOfOther(node as Partial<Literal>) ?? children.join('')
}

/** Finds the title of the page, and keeps the tree for what is read from it. */
export function remarkTitle() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    page.tree = tree
    // Frontmatter may contain a NUL, of which placeholders are made.
    page.title ||= pageTitle(tree, page).replaceAll('\0', '\ufffd')
  }
}

/** Begins with scripts and styles, as pages of VitePress do. */
const UNSEEN = /^(?:\s*<(script|style)(?=[\s>])[^]*?<\/\1>)+\s*$/i

/**
 * Title of a page: from frontmatter, else `Home`, else the heading that its own text starts with, else none. VitePress
 * takes the first heading of level 1 wherever it is. A title of the frontmatter is data, which only VuePress took for
 * Markdown.
 */
function pageTitle(tree: Root, page: PageContext): string {
  const { frontmatter, options, source } = page
  if (frontmatter.title) {
    if (knowsCustomIds(options.slugs)) return frontmatter.title.trim()
    const runs = readInlineLine(frontmatter.title.slice(0, 2000))
    const text = runs.map(run => run.text).join('')
    return (options.emoji ? replaceEmoji(text) : text).trim()
  }
  if (frontmatter.home) return 'Home'
  const first = tree.children.find(node => !(node.type === 'html' && UNSEEN.test(node.value)))
  if (first?.type === 'heading' && placeOf(page, first).file === source.file) return first.data?.title ?? ''
  if (options.slugs !== 'vitepress') return ''
  const top = tree.children.find(node => node.type === 'heading' && node.depth === 1)
  return top?.type === 'heading' ? (top.data?.title ?? '') : ''
}

/** Notes a heading of the page, and gives it its id where `rehype-slug` doesn't: `{#id}`, or as VuePress and VitePress do. */
export function headingHandler(state: State, node: HeadingNode): Element {
  const page = contextOf(state.options.file ?? undefined)
  const place = placeOf(page, node)
  const own = place.file === page.source.file
  const heading: Heading = { depth: node.depth, title: node.data?.title ?? '', id: '', place, own }
  page.headings.push(heading)
  page.headingOf.set(node, heading)
  const id = givenId(node, heading, page)
  const hasHtml = node.children.some(child => child.type === 'html' || child.type === 'component')
  const final = { kind: 'heading' as const, heading, hasId: id !== undefined, hasHtml }
  const result = element(`h${node.depth}`, mark(page, final), state.all(node))
  if (id !== undefined) result.properties.id = id
  return result
}

function givenId({ data }: HeadingNode, heading: Heading, page: PageContext): string | undefined {
  const { slugs } = page.options
  if (data?.customId !== undefined) return customId(data.customId, heading, page)
  if (slugs === 'github') return undefined
  return uniqueSlug(slugify(data?.slugText ?? '', slugs), page.ids, slugs === 'vitepress' ? 1 : 2)
}

/**
 * Pages that a page includes may give the same id, each for itself: only headings of the page's own file are reported.
 * Numbers begin with 1, as those of GitHub and VitePress do, so that the ids of a translated index are those of its source.
 */
function customId(id: string, heading: Heading, page: PageContext): string {
  if (heading.own && page.ids.has(id))
    page.findings.push({
      rule: 'markdown/duplicate-id',
      severity: 'warning',
      place: heading.place,
      message: `The id \`${id}\` is given to more than one heading of this page.`,
    })
  return uniqueSlug(id, page.ids, 1)
}
