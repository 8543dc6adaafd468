/** Headings: titles, ids and rendered levels, the title of the page, `[[toc]]`. */
import path from 'node:path/posix'
import { remove as removeDiacritics } from 'diacritics'
import type { Element, ElementContent, Root as HtmlRoot, RootContent } from 'hast'
import type { Heading as HeadingNode, Nodes, Paragraph, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { element, text } from '../lib/html.ts'
import type { Place } from '../schema/finding.ts'
import { knowsCustomIds, type Slugs } from '../schema/values.ts'
import type { Heading } from '../schema/page.ts'
import { MARKDOWN_FILE } from '../shared/addresses.ts'
import { escapeHtml } from '../shared/escape.ts'
import { htmlText } from './html-text.ts'
import { contextOf, type FinalForm, type PageContext } from './page-context.ts'
import { replaceEmoji, withoutEmoji } from './remark/github.ts'
import {
  childrenOf,
  type ComponentNode,
  eachNode,
  INLINE_PARENTS,
  inlineText,
  type MarkdownNode,
  readInlineLine,
  textOfOther,
} from './tree.ts'

type PageHeading = Heading

declare module 'mdast' {
  interface HeadingData {
    heading?: PageHeading
    /** Text that VuePress and VitePress make ids of. */
    slugText?: string
    classes?: string[]
    customId?: string | undefined
  }
}

/** Runs of these become one hyphen; for VitePress, dashes are letters. */
const SEPARATORS = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019\u2013\u2014<>,.?/]+/g
const SEPARATORS_BUT_DASHES = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019<>,.?/]+/g
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f]/g
const COMBINING = /[\u0300-\u036f]/g

/** Makes an id: of base letters as VuePress up to 1.5.3, else of characters taken apart (NFKD), as VitePress does. */
export function slugify(text: string, slugs: Exclude<Slugs, 'github'>) {
  const bare = slugs === 'vuepress' ? removeDiacritics(text) : text.normalize('NFKD').replace(COMBINING, '')
  return bare
    .replace(CONTROLS, '')
    .replace(slugs === 'vitepress' ? SEPARATORS_BUT_DASHES : SEPARATORS, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** Slug, with the smallest free number if it's taken. `ids`: id → number to try next. */
function uniqueSlug(slug: string, ids: Map<string, number>, first = 2): string {
  let number = ids.get(slug)
  ids.set(slug, first)
  if (number === undefined) return slug
  while (ids.has(`${slug}-${number}`)) number += 1
  ids.set(slug, number + 1)
  return uniqueSlug(`${slug}-${number}`, ids, first)
}

/** `{#id .class}`, and `%{#id}%` as sites of VitePress write it where their `{{ … }}` is in the way. */
const CUSTOM_ID = /(?<![ \t])[ \t]*(?:\{[ \t]*((?:[#.][^\s{}"'<>&]+[ \t]*)+)\}|%\{(#[^\s{}"'<>&]+)\}%)[ \t]*$/

/** Notes what ids are made of, and finds the title of the page. */
export function remarkHeadings() {
  return (tree: Root, file: VFile) => {
    const page = contextOf(file)
    page.tree = tree
    eachNode(tree, node => {
      if (node.type !== 'heading') return
      const last = node.children.at(-1)
      // VuePress 1 had no such ids and left them in the text.
      const match =
        knowsCustomIds(page.options.slugs) && last?.type === 'text' ? CUSTOM_ID.exec(last.value) : null
      const words = (match?.[1] ?? match?.[2] ?? '').split(/[ \t]+/)
      const customId = words.find(word => word.startsWith('#'))?.slice(1)
      const classes = words.filter(word => word.startsWith('.')).map(word => word.slice(1))
      if (last?.type === 'text' && match) last.value = last.value.slice(0, match.index)
      node.data = { ...node.data, slugText: slugText(commonHeading(node, page), page), customId, classes }
    })
    const title = page.title || pageTitle(tree, page)
    // Frontmatter may contain a NUL, of which placeholders are made.
    if (typeof title === 'string') page.title = title.replaceAll('\0', '\ufffd')
    else page.titleHeading = title
  }
}

/** Readings of characters, and elements around them, which don't separate words. */
const RUBY = /<(r[tp])\b[^>]*>[^<]*<\/\1>|<\/?(?:ruby|rb)\b[^>]*>/gi

/** Visible text without badges, once components are rendered. */
function titleOf(heading: HeadingNode, { components, options }: PageContext) {
  const isShown = ({ name }: ComponentNode) => components.get(name)?.isText === true
  const title = htmlText(markup(heading).replace(RUBY, ''))
  return title.replace(/[ \t\n]+/g, ' ').trim()

  function markup(node: MarkdownNode): string {
    if (node.type === 'html') return options.html === 'escape' ? escapeHtml(node.value) : node.value
    if (INLINE_PARENTS.has(node.type)) return childrenOf(node).map(markup).join('')
    const own = inlineText(node, components, isShown)
    const isSilent = own === '' && node.type === 'component' && isShown(node)
    return escapeHtml(isSilent ? (node.said ?? '') : own)
  }
}

/** Text for ids: no raw HTML, badge, emoji or line break; images for VitePress only. */
function slugText(node: Nodes, page: PageContext): string {
  if (node.type === 'component' && !page.components.get(node.name)?.isText && !node.html) return ''
  if (node.type === 'image' || node.type === 'imageReference')
    return page.options.slugs === 'vitepress' ? (node.alt ?? '') : ''
  if (node.type === 'inlineCode') return node.value
  if (node.type === 'text') {
    if (node.data?.isBesideId) return ''
    const text = node.value.replaceAll('\n', '')
    return page.options.emoji ? withoutEmoji(text) : text
  }
  const children = childrenOf(node).map(child => slugText(child, page))
  return textOfOther(node) ?? children.join('')
}

/** Marks between a letter and punctuation, in a text that `CJK_EMPHASIS` is for. */
const CJK_MARKS =
  /^(?=.*[\u1100-\uffff]).*(?:[^\s\p{P}\p{S}][*_~]+(?![*_~])[\p{P}\p{S}]|(?![*_~])[\p{P}\p{S}][*_~]+[^\s\p{P}\p{S}])/su

function commonHeading(heading: HeadingNode, page: PageContext) {
  if (!heading.position) return heading
  const lines = page.writtenLines(heading).join('\n')
  const written = lines.slice(heading.position.start.column - 1)
  return CJK_MARKS.test(written) ? (fromMarkdown(written).children[0] ?? heading) : heading
}

/** Pages of VitePress begin with scripts and styles; comments gave pages of VuePress no title. */
const UNSEEN = /^(?:\s*(?:<(script|style)(?=[\s>])(?:(?!<\/\1>)[^])*<\/\1>|(<!--)(?:(?!-->)[^])*-->))+\s*$/i

/** From frontmatter, else `Home`, else the heading that the page starts with; for VitePress, the first of level 1. */
function pageTitle(tree: Root, page: PageContext): string | HeadingNode {
  const { frontmatter, options, source } = page
  if (frontmatter.title) {
    if (knowsCustomIds(options.slugs)) return frontmatter.title.trim()
    const runs = readInlineLine(frontmatter.title.slice(0, 2000))
    const text = runs.map(run => run.text).join('')
    return (options.emoji ? replaceEmoji(text) : text).trim()
  }
  if (frontmatter.home) return 'Home'
  const first = tree.children.find(node => {
    const unseen = node.type === 'html' && UNSEEN.exec(node.value)
    return !unseen || (unseen[2] !== undefined && !knowsCustomIds(options.slugs))
  })
  if (first?.type === 'heading' && page.placeOf(first).file === source.file) return first
  const top = tree.children.find(node => node.type === 'heading' && node.depth === 1)
  return options.slugs === 'vitepress' && top?.type === 'heading' ? top : ''
}

/** Gives headings an id where `rehype-slug` doesn't: `{#id}`, or as VuePress and VitePress do. */
export function headingHandler(state: State, node: HeadingNode, parent: Nodes | undefined): Element {
  const page = contextOf(state)
  const place = page.placeOf(node)
  const own = place.file === page.source.file
  const { slugText = '', customId, classes } = node.data ?? {}
  const heading: Heading = { depth: node.depth, title: '', id: '', place, own }
  if (parent?.type === 'root') reviewLevel(heading, page)
  page.headings.push(heading)
  node.data = { ...node.data, heading }
  const { slugs } = page.options
  let id: string | undefined
  if (customId !== undefined) id = takeId(customId, place, page)
  // VuePress numbers from 2, all others from 1.
  else if (slugs !== 'github')
    id = uniqueSlug(slugify(slugText, slugs), page.ids, slugs === 'vitepress' ? 1 : 2)
  const children = state.all(node)
  heading.title = titleOf(node, page)
  if (node === page.titleHeading) page.title = heading.title
  // GitHub makes the id without what is beside the text, and the white space before that.
  let isMixed = node.children.some(child => child.type === 'html' || child.type === 'component')
  const bare = textIn(children).trim()
  const hasId = id !== undefined
  const mark = page.mark({ kind: 'heading', heading, hasId, text: isMixed && !hasId ? bare : undefined })
  const properties = { ...(hasId && { id }), ...(classes?.length && { className: classes }) }
  return element(`h${node.depth}`, { ...mark, ...properties }, children)

  function textIn(nodes: readonly ElementContent[]): string {
    const texts = nodes.map(each => {
      if (each.type !== 'element') return each.type === 'text' ? each.value : ''
      const own = page.finalFormOf(each.properties)
      const isBeside =
        (own?.kind === 'properties' && own.beside === true) || 'dataFootnoteRef' in each.properties
      isMixed ||= isBeside
      return isBeside ? '' : textIn(each.children)
    })
    return texts.join('')
  }
}

/** Reports a second level 1 and skipped levels in the page's own content. */
function reviewLevel({ depth, place, own }: Heading, page: PageContext) {
  const { all, own: before, top } = page.levels
  page.levels = { all: depth, own: own ? depth : before, top: top || (own && depth === 1) }
  const allowed = Math.max(all, before) + 1
  const isSkipped = all > 0 && depth > allowed
  if (!own || !((top && depth === 1) || isSkipped)) return
  page.report(place, {
    rule: 'markdown/heading-level',
    message: isSkipped
      ? `This level-${depth} heading follows a level-${allowed - 1} heading, so it's shown as level ${allowed}.`
      : "This is a second level-1 heading, so it's shown as level 2.",
    hint: isSkipped
      ? `Write \`${'#'.repeat(allowed)}\`.`
      : 'Use `##`, or move the section to a separate page.',
  })
}

/** Reserves an id; one that the page has already gets a number and a finding. */
export function takeId(id: string, place: Place, page: PageContext) {
  const message = `The id \`${id}\` is used more than once on this page.`
  // Pages that a page includes may give the same id, each for itself.
  if (place.file === page.source.file && page.ids.has(id))
    page.report(place, { rule: 'markdown/duplicate-id', message })
  return uniqueSlug(id, page.ids, 1)
}

const TOC = /^\[\[toc\]\][ \t]*(?:\n|$)/i
/** A longer list would be larger than the page. */
const MAX_ENTRIES = 500

export function splitToc(node: Paragraph): MarkdownNode[] | undefined {
  const [text, ...others] = node.children
  const match = text?.type === 'text' ? TOC.exec(text.value) : null
  if (text?.type !== 'text' || !match) return undefined
  const value = text.value.slice(match[0].length)
  const inline = value === '' ? others : [{ ...text, value }, ...others]
  return [{ type: 'toc' }, ...(inline.length === 0 ? [] : [{ ...node, children: inline }])]
}

export function tocHandler(state: State): Element {
  return element('div', contextOf(state).mark({ kind: 'toc' }))
}

function tocHtml(headings: readonly Heading[]) {
  const entries = headings.filter(({ depth }) => depth === 2 || depth === 3).slice(0, MAX_ENTRIES)
  const top = entries.findIndex(({ depth }) => depth === 2)
  const items = entries.map(({ depth, id, title }, index) => {
    const isInner = depth === 3 && top !== -1 && index > top
    const hasInner = depth === 2 && entries[index + 1]?.depth === 3
    const isLast = isInner && entries[index + 1]?.depth !== 3
    const link = `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a>`
    return link + (hasInner ? '<ul>' : isLast ? '</li></ul></li>' : '</li>')
  })
  return `<div class="table-of-contents"><ul>${items.join('')}</ul></div>`
}

/** Leaves `rehype-slug` the text for the id. `rehypeFinish` puts the content of the heading back. */
export function rehypeHeadingText() {
  return (tree: HtmlRoot, file: VFile) => {
    const page = contextOf(file)
    eachNode(tree, node => {
      const final = node.type === 'element' ? page.finalFormOf(node.properties) : undefined
      if (node.type !== 'element' || final?.kind !== 'heading' || final.text === undefined) return
      final.content = node.children
      node.children = [text(final.text)]
    })
  }
}

/** Once ids are known: gives marked elements their final form, headings their level and permalink. */
export function rehypeFinish() {
  return (tree: HtmlRoot, file: VFile) => {
    const page = contextOf(file)
    const nextLevel = createOutline()
    const tocs: Extract<RootContent, { type: 'raw' }>[] = []
    // The hero is the title of a home page, so its first section isn't.
    const isUntitled = page.hasHero && page.headings.every(({ depth }) => depth > 1)
    if (isUntitled) nextLevel(1)
    finishChildren(tree.children)
    for (const toc of tocs) toc.value = tocHtml(page.headings)
    if (isUntitled || nextLevel(1) === 1)
      tree.children.unshift(fallbackHeading(page), text('\n') as RootContent)

    function finishChildren(children: RootContent[] | ElementContent[]): void {
      children.forEach((node, index) => {
        if (node.type !== 'element') return
        const final = page.finalFormOf(node.properties)
        delete node.properties['dataMark']
        if (final?.kind === 'html' || final?.kind === 'toc') {
          const raw = { type: 'raw' as const, value: final.kind === 'html' ? final.html : '' }
          children[index] = raw
          if (final.kind === 'toc') tocs.push(raw)
          return
        }
        finishElement(node, final)
        finishChildren(node.children)
        // A root within a tree is written as its children.
        if (final?.kind === 'group') children[index] = { type: 'root', children: node.children } as never
      })
    }

    function finishElement(node: Element, final: FinalForm | undefined): void {
      if ('dataFootnotes' in node.properties) {
        // Notes have a role and need no hidden English heading, which would be one of the page's.
        node.children = node.children.filter(child => child.type !== 'element' || child.tagName !== 'h2')
        node.properties = { className: ['footnotes'], role: 'doc-endnotes' }
      }
      if ('dataFootnoteRef' in node.properties) delete node.properties.ariaDescribedBy
      if (final?.kind === 'properties') node.properties = final.properties
      if (!/^h[1-6]$/.test(node.tagName)) return
      node.tagName = `h${nextLevel(Number(node.tagName[1]))}`
      if (final?.kind !== 'heading') return
      const { heading, hasId, content } = final
      if (content) node.children = content
      const id = String(node.properties.id ?? '')
      // `rehype-slug` ignores ids of authors: a generated id that is the same gets a number.
      heading.id = hasId ? id : uniqueSlug(id || 'section', page.ids, 1)
      node.properties.id = heading.id || undefined
      if (heading.id === '') return
      const label = escapeHtml(page.locale.labels.permalink.replace('{title}', () => heading.title))
      // For the pointer only: the outline has the same links.
      const value = ` <a class="header-anchor" href="#${escapeHtml(heading.id)}" title="${label}" aria-hidden="true" tabindex="-1"></a>`
      node.children.push({ type: 'raw', value })
    }
  }
}

/** VuePress 1 gave the heading of a hero its id. */
function fallbackHeading({ source, title, hasHero, options }: PageContext) {
  const name = source.relativePath.replace(MARKDOWN_FILE, '').replace(/(?:^|\/)(?:readme|index)$/i, '')
  const words = path.basename(name).replace(/[-_]+/g, ' ').trim()
  const properties = hasHero && !knowsCustomIds(options.slugs) ? { id: 'main-title' } : {}
  return element('h1', properties, [text(title || words || source.relativePath)])
}

/** Source level → rendered one: the first is 1, all others at most one below their parent. */
export function createOutline(): (depth: number) => number {
  let open: { depth: number; level: number }[] = []
  let root = 0
  return depth => {
    open = open.filter(each => each.depth < depth)
    const level = Math.min((open.at(-1)?.level ?? root) + 1, 6)
    root = 1
    open.push({ depth, level })
    return level
  }
}
