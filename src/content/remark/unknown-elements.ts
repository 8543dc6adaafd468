import type { Text } from 'hast'
import type { Html, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import type { Components } from '../components/built-in.ts'
import { HTML_NAMES, isCustomName, isKnownName, isOddWhenBare, needsEnd, VOID } from '../elements.ts'
import { eachParent, INLINE_PARENTS, type MarkdownNode, type TagTextNode } from '../nodes.ts'
import { contextOf, type PageContext, placeOf, createPlacer } from '../page-context.ts'
import { scanAllTags, type Tag } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import type { Finding, Place } from '../../schema/finding.ts'

/** Components of other generators that are none here, by name without hyphens: what to write here. */
const INSTEAD: Record<string, string> = {
  routerlink: 'Write a link of Markdown: `[text](./page.md)`.',
}

interface FoundElement {
  tag: Tag
  /** The HTML that the tag is part of. */
  html: string
  place: Place
  /** Readers see the tag as text. */
  shown: boolean
}

/** Reports a tag that is no element of HTML, SVG or MathML, and none of the site's: once for each file and name. */
function reportElement({ tag, html, place, shown }: FoundElement, context: PageContext): void {
  const key = `${place.file}\0${tag.name}`
  if (context.elements.reported.has(key)) return
  context.elements.reported.add(key)
  const written = html.slice(tag.nameEnd - tag.name.length, tag.nameEnd)
  context.findings.push({
    rule: 'markdown/unknown-component',
    place,
    ...said({ written, shown, isEmpty: tag.isWhole, closes: tag.closes }, context),
  })
}

/** How the element of a component is written: `LinkCard`. */
function elementName(component: string): string {
  return component.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

type Said = Pick<Finding, 'severity' | 'message' | 'hint'>

interface Written {
  written: string
  shown: boolean
  isEmpty: boolean
  closes: boolean
}

function said({ written, shown, isEmpty, closes }: Written, { meaningOf, components }: PageContext): Said {
  if (meaningOf(written)) return closes ? leftOver(written, shown) : leftOpen(written, shown)
  return shown ? shownAsText(written) : withoutMeaning(written, isEmpty, components)
}

/** The end of a component that is not open where it stands. */
function leftOver(name: string, shown: boolean): Said {
  return {
    severity: 'warning',
    message: `\`</${name}>\` ends nothing where it stands; it is ${shown ? 'shown as text' : 'left out'}.`,
    hint: 'Remove it, or write its start tag in the same block.',
  }
}

/** A component, which would have been taken for one with its other tag. */
function leftOpen(name: string, shown: boolean): Said {
  return {
    severity: 'warning',
    message: `\`<${name}>\` is not closed where it stands; ${shown ? 'it is shown as text' : 'readers see its content only'}.`,
    hint: `Write \`</${name}>\` behind its content in the same block, or \`<${name} />\`.`,
  }
}

function shownAsText(name: string): Said {
  const what = isKnownName(name.toLowerCase()) ? 'is no element where it stands' : 'is no element'
  return {
    severity: 'warning',
    message: `\`<${name}>\` ${what}; it is shown as text.`,
    hint: `Write it as code, or with a backslash in front: \`\\<${name}>\`.`,
  }
}

function withoutMeaning(name: string, isEmpty: boolean, components: Components): Said {
  const instead = INSTEAD[name.toLowerCase().replaceAll('-', '')]
  if (instead === undefined && isCustomName(name))
    return {
      severity: 'info',
      message: `\`<${name}>\` is an element that a script has to define; without one, readers see its content only.`,
      hint: 'Name it in `markdown.elements` if the site has such a script.',
    }
  const near = /^[A-Z]/.test(name)
    ? nearest(name, Array.from(components.keys(), elementName))
    : /^[a-z]{4}/.test(name)
      ? nearest(name, HTML_NAMES)
      : undefined
  return {
    severity: 'warning',
    message: `\`<${name}>\` is no known element; readers see ${isEmpty ? 'nothing of it' : 'its content only'}.`,
    hint: instead ?? (near ? `Did you mean \`<${near}>\`?` : 'Write what it shows as Markdown or HTML.'),
  }
}

/** True for a block that is an unknown tag and nothing else, and never closed: a placeholder, which stays text. */
export function isLoneTag(node: Html, context: PageContext): boolean {
  const [tag, ...more] = scanAllTags(node.value)
  if (!tag || more.length > 0 || tag.closes || isKnown(tag.name, context)) return false
  const html = node.value.trim()
  if (html.length !== tag.end - tag.start || tag.isWhole) return false
  context.elements.ends ??= new Set(
    Array.from(context.source.body.matchAll(/<\/([a-z][a-z0-9-]*)/gi), ([, name = '']) => name.toLowerCase()),
  )
  if (context.elements.ends.has(tag.name)) return false
  reportElement(
    { tag, html: node.value, place: createPlacer(node, context)(tag.start), shown: true },
    context,
  )
  return true
}

/**
 * Reports what raw HTML has of unknown elements, and of end tags without a start. Gives the HTML without these, which would
 * end whatever stands around them; they become comments of the same length, so that all places stay.
 */
export function checkElements(node: Html, context: PageContext): string {
  const { open } = context.elements
  const toPlace = createPlacer(node, context)
  const kept: string[] = []
  let at = 0
  for (const tag of scanAllTags(node.value)) {
    const { name } = tag
    if (!isKnown(name, context))
      reportElement({ tag, html: node.value, place: toPlace(tag.start), shown: false }, context)
    const count = open.get(name) ?? 0
    if (!tag.closes) {
      if (!tag.isWhole) open.set(name, count + 1)
    } else if (count > 0) {
      open.set(name, count - 1)
    } else if (!VOID.test(name)) {
      if (isKnown(name, context)) reportStray(tag, toPlace(tag.start), context)
      kept.push(node.value.slice(at, tag.start), '<!')
      at = tag.start + 2
    }
  }
  return kept.join('') + node.value.slice(at)
}

function isKnown(name: string, { options }: PageContext): boolean {
  return isKnownName(name) || options.elements.includes(name)
}

function reportStray({ name }: Tag, place: Place, context: PageContext): void {
  const key = `${place.file}\0/${name}`
  if (context.elements.reported.has(key)) return
  context.elements.reported.add(key)
  context.findings.push({
    rule: 'markdown/stray-end-tag',
    severity: 'warning',
    place,
    message: `\`</${name}>\` ends nothing; it is left out.`,
    hint: 'Remove it, or write the start tag that is missing before it.',
  })
}

/** A tag of a line of text; each is a node of its own. */
interface InlineTag {
  index: number
  tag: Tag
  /** It ends in itself, or the other tag of its pair is there, too. */
  whole: boolean
}

/**
 * Makes text of the tags that are none: CommonMark reads the type in `Array<string>` and the
 * placeholder in `cp <file>` as tags, and browsers show nothing for them. What is left open and unknown stays what was
 * written, and so does a bare tag that is known but makes no sense where it stands.
 */
export function remarkTagText() {
  return (tree: Root, file: VFile): void => {
    const { elements } = contextOf(file).options
    eachParent(tree, (children, parent) => {
      if (!INLINE_PARENTS.has(parent.type)) return
      for (const found of findTags(children)) {
        const node = children[found.index]
        if (node?.type !== 'html' || !isText(found, children, elements)) continue
        Object.assign(node, { type: 'tagText' } satisfies Partial<TagTextNode>)
      }
    })
  }
}

function findTags(children: readonly MarkdownNode[]): InlineTag[] {
  const tags: InlineTag[] = []
  const open = new Map<string, InlineTag[]>()
  children.forEach((node, index) => {
    const [tag] = node.type === 'html' ? scanAllTags(node.value) : []
    if (node.type !== 'html' || !tag) return
    const found = { index, tag, whole: tag.isWhole }
    tags.push(found)
    const waiting = open.get(tag.name) ?? []
    open.set(tag.name, waiting)
    if (!tag.closes) {
      if (!found.whole) waiting.push(found)
      return
    }
    const start = waiting.pop()
    if (start) start.whole = found.whole = true
  })
  return tags
}

function isText(
  { index, tag, whole }: InlineTag,
  children: readonly MarkdownNode[],
  elements: readonly string[],
): boolean {
  const { name, attributes, closes } = tag
  if (whole || elements.includes(name)) return false
  if (!isKnownName(name)) return true
  if (closes || attributes.length > 0) return false
  return isOddWhenBare(name) || (needsEnd(name) && isGlued(children[index - 1]))
}

/** True for what a type stands behind without a space: `Promise<object>`. */
function isGlued(before: MarkdownNode | undefined): boolean {
  return before?.type === 'inlineCode' || (before?.type === 'text' && /[\p{L}\p{N}_$]$/u.test(before.value))
}

/** The tag as text, and a finding that says so. */
export function tagTextHandler(state: State, node: TagTextNode): Text {
  const context = contextOf(state.options.file ?? undefined)
  const [tag] = scanAllTags(node.value)
  if (tag) reportElement({ tag, html: node.value, place: placeOf(context, node), shown: true }, context)
  return { type: 'text', value: node.value }
}
