import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { Heading as HeadingNode } from 'mdast'
import type { Raw, State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { escapeHtml } from '../../shared/escape.ts'
import { escapeText } from '../highlight-html.ts'
import type { Heading } from '../../schema/page.ts'
import { element } from '../../lib/hast.ts'
import { contextOf, finalOf, mark, type PageContext, placeAt } from '../page-context.ts'
import type { RawHeading } from '../read-heading.ts'
import { slugify, uniqueSlug } from '../slug.ts'

/** Notes a heading of the page and gives it its id where `slugHeadings` does not: as VuePress and VitePress do, or `{#id}`. */
export function headingHandler(state: State, node: HeadingNode): Element {
  const context = contextOf(state.options.file ?? undefined)
  const raw = context.rawHeadings.get(node)
  const line = context.offset + (node.position?.start.line ?? 1)
  const place = placeAt(context.source, line, node.position?.start.column ?? 1)
  const own = place.file === context.source.file
  const heading: Heading = { depth: node.depth, title: raw?.title ?? '', id: '', place, own }
  context.headings.push(heading)
  if (raw) context.headingOf.set(raw, heading)
  const id = givenId(raw, heading, context)
  const hasHtml = node.children.some(child => child.type === 'html' || child.type === 'component')
  const final = { kind: 'heading' as const, heading, hasId: id !== undefined, hasHtml }
  const result = element(`h${node.depth}`, mark(context, final), state.all(node))
  if (id !== undefined) result.properties.id = id
  return result
}

function givenId(raw: RawHeading | undefined, heading: Heading, context: PageContext): string | undefined {
  const { slugs } = context.options
  if (raw?.customId !== undefined) return customId(raw.customId, heading, context)
  if (slugs === 'github') return undefined
  return uniqueSlug(slugify(raw?.slugText ?? '', slugs), context.ids, slugs === 'vitepress' ? 1 : 2)
}

/**
 * Pages that a page includes may give the same id, each for itself: only headings of the page's own file are reported.
 * Numbers begin with 1, as those of GitHub and VitePress do, so that the ids of a translated index are those of its source.
 */
function customId(id: string, heading: Heading, context: PageContext): string {
  if (heading.own && context.ids.has(id)) {
    const message = `The id \`${id}\` is given to more than one heading of this page.`
    context.findings.push({
      rule: 'markdown/duplicate-id',
      severity: 'warning',
      place: heading.place,
      message,
    })
  }
  return uniqueSlug(id, context.ids, 1)
}

/**
 * Keeps white space beside what has no text, such as a badge, out of the ids that GitHub makes: as raw HTML it is not
 * looked at, and the document is the same.
 */
export function trimHeadings(tree: Root, file: VFile): void {
  const context = contextOf(file)
  const visit = (node: RootContent): void => {
    if (node.type !== 'element') return
    const final = finalOf(context, node.properties)
    if (final?.kind === 'heading') {
      if (final.hasHtml) node.children = trimEdges(hideBesides(node.children, context))
    } else node.children.forEach(visit)
  }
  if (context.finals.some(final => final.kind === 'heading' && final.hasHtml)) tree.children.forEach(visit)
}

/** Makes raw HTML of what components say beside a heading. */
function hideBesides(children: readonly ElementContent[], context: PageContext): ElementContent[] {
  return children.map(node => {
    if (node.type !== 'element') return node
    const final = finalOf(context, node.properties)
    const hide = final?.kind === 'properties' && final.beside === true
    return { ...node, children: hide ? node.children.map(hideText) : hideBesides(node.children, context) }
  })
}

function hideText(node: ElementContent): ElementContent {
  if (node.type === 'text') return { type: 'raw', value: escapeText(node.value) }
  return node.type === 'element' ? { ...node, children: node.children.map(hideText) } : node
}

function trimEdges(children: readonly ElementContent[]): ElementContent[] {
  const trimmed = trimLast(children, text => text.trimEnd())
  return trimLast(trimmed.toReversed(), text => text.trimStart()).toReversed()
}

/** Makes raw HTML of the white space that `trim` takes off the last text. */
function trimLast(children: readonly ElementContent[], trim: (text: string) => string): ElementContent[] {
  const result = [...children]
  for (let index = result.length - 1; index >= 0; index -= 1) {
    const node = result[index]
    if (node?.type === 'element' && hasText(node)) break
    if (node?.type !== 'text') continue
    const value = trim(node.value)
    const space: Raw = { type: 'raw', value: node.value.replace(value, '') }
    if (space.value !== '') result.splice(index, 1, { ...node, value }, space)
    if (value !== '') break
  }
  return result
}

/** Gives headings without an id the one that GitHub makes of their text. */
export function slugHeadings(tree: Root): void {
  const slugger = new GithubSlugger()
  const visit = (node: RootContent): void => {
    if (!('children' in node)) return
    if (node.type === 'element' && /^h[1-6]$/.test(node.tagName) && !node.properties.id)
      node.properties.id = slugger.slug(textIn(node))
    node.children.forEach(visit)
  }
  tree.children.forEach(visit)
}

function textIn(node: RootContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textIn).join('') : ''
}

function hasText(node: ElementContent): boolean {
  return node.type === 'text' ? node.value !== '' : 'children' in node && node.children.some(hasText)
}

/**
 * Link of a heading to itself. Its sign comes from the style sheet, so that the heading's text stays the author's; it
 * is for the pointer only, so that it is neither a part of the heading's name nor a stop (A-LINK-1): the outline has
 * the same links for everybody.
 */
export function permalinkHtml(heading: Heading, context: PageContext): string {
  const label = context.locale.labels.permalink.replace('{title}', () => heading.title)
  return ` <a class="header-anchor" href="#${escapeHtml(heading.id)}" title="${escapeHtml(label)}" aria-hidden="true" tabindex="-1"></a>`
}

/** Turns source levels into rendered ones, in document order. */
export interface Outline {
  /** Rendered level of the next heading, given its level in the source. */
  next(depth: number): number
}

/**
 * Exactly one h1 and no skipped level (specification 4): the first heading is the h1, every other one stands one level
 * below the nearest earlier heading that the source puts above it, and at least at level 2.
 */
export function createOutline(): Outline {
  const open: { depth: number; level: number }[] = []
  let started = false
  return {
    next(depth) {
      while ((open.at(-1)?.depth ?? 0) >= depth) open.pop()
      const parent = open.at(-1)?.level ?? (started ? 1 : 0)
      const level = Math.min(parent + 1, 6)
      started = true
      open.push({ depth, level })
      return level
    },
  }
}
