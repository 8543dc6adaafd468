/** Raw HTML in the Markdown tree: elements that are components here, tags that are text, and those that nobody knows. */
import type { ElementContent, Text } from 'hast'
import type { Code, Html, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { element, scanAllTags, type Tag } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { CODE_GROUP } from '../../schema/containers.ts'
import type { Finding, Place } from '../../schema/finding.ts'
import {
  type ElementMeaning,
  type ElementTable,
  HTML_NAMES,
  isCustomName,
  isKnownName,
  isOddWhenBare,
  needsEnd,
  VOID,
} from '../elements.ts'
import {
  type ComponentNode,
  type ContainerNode,
  eachParent,
  INLINE_PARENTS,
  type MarkdownNode,
  replaceNodes,
  type TagTextNode,
} from '../nodes.ts'
import { markTags } from '../rehype/raw-addresses.ts'
import { contextOf, createPlacer, type PageContext, placeOf } from '../page-context.ts'
import { emptyComponent, emptyContainer } from './syntax.ts'

declare module 'mdast' {
  interface CodeData {
    /** The tab of a code group that is open first. */
    isActive?: boolean
  }
}

/** Name of a tag as the author wrote it. */
function writtenName({ name, nameEnd }: Tag, html: string): string {
  return html.slice(nameEnd - name.length, nameEnd)
}

/** A tag of a component, or of an element that other generators have. */
interface PlacedTag {
  tag: Tag
  written: string
  meaning: ElementMeaning
  html: Html
}

/** Makes components of elements with their names. A tag without its other one stays what it is. */
export function remarkComponentElements() {
  return (tree: Root, file: VFile): void => {
    const { meaningOf } = contextOf(file)
    eachParent(tree, (siblings, parent) => {
      const parts = siblings.flatMap((node): (MarkdownNode | PlacedTag)[] =>
        node.type === 'html' ? splitHtml(node, meaningOf) : [node],
      )
      if (parts.some(part => 'tag' in part))
        Object.assign(parent, { children: joinElements(parts, INLINE_PARENTS.has(parent.type)) })
    })
  }
}

/** HTML as its tags of components and what is between them. */
function splitHtml(html: Html, meaningOf: ElementTable): (Html | PlacedTag)[] {
  const parts: (Html | PlacedTag)[] = []
  let at = 0
  const pushUpTo = (end: number): void => {
    const value = html.value.slice(at, end)
    if (value.trim() !== '') parts.push(value.length === html.value.length ? html : cutHtml(html, at, value))
  }
  for (const tag of scanAllTags(html.value)) {
    const written = writtenName(tag, html.value)
    const meaning = meaningOf(written)
    if (!meaning) continue
    pushUpTo(tag.start)
    parts.push({ tag, written, meaning, html })
    at = tag.end
  }
  pushUpTo(html.value.length)
  return parts
}

/** A part of HTML, with its position. */
function cutHtml({ value: html, position }: Html, at: number, value: string): Html {
  if (!position) return { type: 'html', value }
  const before = html.slice(0, at).split('\n')
  const { line, column } = position.start
  const start = {
    line: line + before.length - 1,
    column: (before.length === 1 ? column : 1) + (before.at(-1)?.length ?? 0),
  }
  return { type: 'html', value, position: { ...position, start } }
}

function joinElements(parts: readonly (MarkdownNode | PlacedTag)[], isInline: boolean): MarkdownNode[] {
  const pairs = pairTags(parts)
  const open: { tag: PlacedTag; children: MarkdownNode[] }[] = []
  const top: MarkdownNode[] = []
  for (const [index, part] of parts.entries()) {
    const last = open.at(-1)
    const into = last?.children ?? top
    if (!('tag' in part)) into.push(part)
    else if (part.tag.isWhole) into.push(...nodesOf(part, [], isInline))
    else if (part.tag.closes && last && last.tag === pairs.get(index)) {
      open.pop()
      ;(open.at(-1)?.children ?? top).push(...nodesOf(last.tag, last.children, isInline))
    } else if (!part.tag.closes && pairs.has(index)) open.push({ tag: part, children: [] })
    else into.push({ ...part.html, value: part.html.value.slice(part.tag.start, part.tag.end) })
  }
  return top
}

/** Index of a start tag → itself, of an end tag → its start tag: of those alone that have each other. */
function pairTags(parts: readonly (MarkdownNode | PlacedTag)[]): Map<number, PlacedTag> {
  const pairs = new Map<number, PlacedTag>()
  const waiting: { index: number; part: PlacedTag }[] = []
  for (const [index, part] of parts.entries()) {
    if (!('tag' in part) || part.tag.isWhole) continue
    if (!part.tag.closes) {
      waiting.push({ index, part })
      continue
    }
    const start = waiting.findLastIndex(({ part: other }) => other.tag.name === part.tag.name)
    const found = waiting[start]
    if (!found) continue
    pairs.set(found.index, found.part).set(index, found.part)
    waiting.length = start
  }
  return pairs
}

function nodesOf(placed: PlacedTag, children: MarkdownNode[], isInline: boolean): MarkdownNode[] {
  const { meaning, html, tag, written } = placed
  const position = html.position ? { position: html.position } : {}
  if ('becomes' in meaning) {
    if (meaning.becomes === 'nothing') return []
    if (meaning.becomes === 'code') return children.map(child => titledCode(child, tag))
    if (meaning.becomes === 'content') return children
    const content = children as ContainerNode['children']
    return [{ ...emptyContainer, name: CODE_GROUP, children: content, ...position }]
  }
  const { name, props, kinds } = meaning.component
  // HTML knows no capital letters: `<Meter maxValue>` and `<Meter max-value>` give `maxValue`.
  const known = new Map(Object.keys(props.shape).map(key => [key.toLowerCase(), key]))
  const node: ComponentNode = {
    ...emptyComponent,
    name,
    written: `<${written}>`,
    attributes: tag.attributes.map(({ name: attribute, value, start }) => ({
      name: known.get(attribute.replaceAll('-', '')) ?? attribute,
      value: html.value[start + attribute.length] === '=' ? value : true,
      at: start,
    })),
    html: { node: html, index: tag.start },
    children: children as ComponentNode['children'],
    ...position,
  }
  if (isInline) return [node]
  if (kinds.every(kind => kind === 'inline')) return [{ type: 'paragraph', children: [node] }]
  return [{ ...node, kind: children.length === 0 && kinds.includes('block') ? 'block' : 'container' }]
}

/** Code with the title that an element around it gives it. */
function titledCode(node: MarkdownNode, { attributes }: Tag): MarkdownNode {
  if (node.type !== 'code') return node
  const title = attributes.find(({ name }) => name === 'title')?.value
  const isActive = attributes.some(({ name }) => name === 'active')
  const code: Code = { ...node, ...(isActive ? { data: { ...node.data, isActive: true } } : {}) }
  if (title !== undefined) code.meta = `${node.meta ?? ''} title="${title.replaceAll('"', '”')}"`.trim()
  return code
}

/**
 * Makes text of the tags that are none: CommonMark reads the type in `Array<string>` and the placeholder in `cp <file>` as
 * tags, and browsers show nothing for them. What is left open and unknown stays what was written, and so does a bare tag that
 * is known but makes no sense where it is.
 */
export function remarkTagText() {
  return (tree: Root, file: VFile): void => {
    const { elements } = contextOf(file).options
    eachParent(tree, (children, parent) => {
      if (!INLINE_PARENTS.has(parent.type)) return
      for (const [index, { name, attributes, closes }] of unpairedTags(children)) {
        const before = children[index - 1]
        // A type follows its name without a space: `Promise<object>`.
        const isGlued =
          before?.type === 'inlineCode' || (before?.type === 'text' && /[\p{L}\p{N}_$]$/u.test(before.value))
        const isBare = !closes && attributes.length === 0
        const isOdd = isBare && (isOddWhenBare(name) || (needsEnd(name) && isGlued))
        if (!elements.includes(name) && (!isKnownName(name) || isOdd))
          Object.assign(children[index] ?? {}, { type: 'tagText' } satisfies Partial<TagTextNode>)
      }
    })
  }
}

/** Tags of a line of text by the index of their node, each a node of its own: those without the other tag of their pair. */
function unpairedTags(children: readonly MarkdownNode[]): Map<number, Tag> {
  const unpaired = new Map<number, Tag>()
  const open = new Map<string, number[]>()
  for (const [index, node] of children.entries()) {
    const [tag] = node.type === 'html' ? scanAllTags(node.value) : []
    if (!tag || tag.isWhole) continue
    const waiting = open.get(tag.name) ?? []
    open.set(tag.name, waiting)
    const start = tag.closes ? waiting.pop() : undefined
    if (start !== undefined) unpaired.delete(start)
    else unpaired.set(index, tag)
    if (!tag.closes) waiting.push(index)
  }
  return unpaired
}

/** The tag as text, and a finding that says so. */
export function tagTextHandler(state: State, node: TagTextNode): Text {
  const context = contextOf(state.options.file ?? undefined)
  const [tag] = scanAllTags(node.value)
  if (tag) reportTag(tag, { html: node.value, place: placeOf(context, node), shown: true }, context)
  return { type: 'text', value: node.value }
}

/** Takes comments out: they say nothing to readers, and a page with no other HTML needs no HTML parser. */
export function remarkComments() {
  return (tree: Root): void =>
    replaceNodes(tree, node => (node.type === 'html' && COMMENTS.test(node.value) ? [] : undefined))
}

const COMMENTS = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/

/** Raw HTML as the site wants it: as it is, or as visible text. */
export function htmlHandler(state: State, node: Html, parent: Nodes | undefined): ElementContent {
  const context = contextOf(state.options.file ?? undefined)
  if (context.options.html === 'escape' || isLoneTag(node, context)) {
    const text = { type: 'text' as const, value: node.value }
    return parent && INLINE_PARENTS.has(parent.type) ? text : element('p', {}, [text])
  }
  return { type: 'raw', value: closeElements(markTags(checkElements(node, context), node, context)) }
}

/** `<Badge />` is a whole element to its author; HTML would take it for an opening tag. */
function closeElements(html: string): string {
  let closed = ''
  let at = 0
  for (const tag of scanAllTags(html)) {
    if (!tag.isWhole || VOID.test(tag.name)) continue
    closed += `${html.slice(at, tag.end - 2)}></${writtenName(tag, html)}>`
    at = tag.end
  }
  return closed + html.slice(at)
}

/** True for a block that is an unknown tag and nothing else, and never closed: a placeholder, which stays text. */
function isLoneTag(node: Html, context: PageContext): boolean {
  const [tag, ...more] = scanAllTags(node.value)
  if (!tag || more.length > 0 || tag.closes || tag.isWhole || isKnown(tag.name, context)) return false
  if (node.value.trim().length !== tag.end - tag.start) return false
  context.elements.ends ??= new Set(
    Array.from(context.source.body.matchAll(/<\/([a-z][a-z0-9-]*)/gi), ([, name = '']) => name.toLowerCase()),
  )
  if (context.elements.ends.has(tag.name)) return false
  reportTag(tag, { html: node.value, place: createPlacer(node, context)(tag.start), shown: true }, context)
  return true
}

/**
 * Reports what raw HTML has of unknown elements, and of end tags without a start. Gives the HTML without these, which would
 * end whatever is around them; they become comments of the same length, so that all places stay.
 */
function checkElements(node: Html, context: PageContext): string {
  const { open } = context.elements
  const toPlace = createPlacer(node, context)
  const kept: string[] = []
  let at = 0
  for (const tag of scanAllTags(node.value)) {
    const { name } = tag
    const known = isKnown(name, context)
    if (!known) reportTag(tag, { html: node.value, place: toPlace(tag.start), shown: false }, context)
    const count = open.get(name) ?? 0
    if (!tag.closes) {
      if (!tag.isWhole) open.set(name, count + 1)
    } else if (count > 0) {
      open.set(name, count - 1)
    } else if (!VOID.test(name)) {
      if (known)
        reportOnce(`/${name}`, toPlace(tag.start), context, {
          rule: 'markdown/stray-end-tag',
          message: `\`</${name}>\` ends nothing; it is left out.`,
          hint: 'Remove it, or write the start tag that is missing before it.',
        })
      kept.push(node.value.slice(at, tag.start), '<!')
      at = tag.start + 2
    }
  }
  return kept.join('') + node.value.slice(at)
}

function isKnown(name: string, { options }: PageContext): boolean {
  return isKnownName(name) || options.elements.includes(name)
}

/** Once for each file and name. */
function reportOnce(
  name: string,
  place: Place,
  { elements, findings }: PageContext,
  finding: Omit<Finding, 'severity' | 'place'> & Partial<Finding>,
): void {
  const key = `${place.file}\0${name}`
  if (!elements.reported.has(key)) findings.push({ severity: 'warning', place, ...finding })
  elements.reported.add(key)
}

interface FoundTag {
  /** The HTML that the tag is part of. */
  html: string
  place: Place
  /** Readers see the tag as text. */
  shown: boolean
}

/** Reports a tag that isn't an element of HTML, SVG or MathML, and none of the site's. */
function reportTag(tag: Tag, { html, place, shown }: FoundTag, context: PageContext): void {
  const name = writtenName(tag, html)
  const finding = context.meaningOf(name)
    ? describeUnpaired(name, tag.closes, shown)
    : shown
      ? {
          message: `\`<${name}>\` is not an element${isKnownName(tag.name) ? ' here' : ''}; it is shown as text.`,
          hint: `Write it as code, or with a backslash in front: \`\\<${name}>\`.`,
        }
      : describeUnknown(name, tag.isWhole, context)
  reportOnce(tag.name, place, context, { rule: 'markdown/unknown-component', ...finding })
}

/** A tag of a component, which would have been taken for one with its other tag. */
function describeUnpaired(name: string, closes: boolean, shown: boolean): Pick<Finding, 'message' | 'hint'> {
  if (closes)
    return {
      message: `\`</${name}>\` ends nothing where it stands; it is ${shown ? 'shown as text' : 'left out'}.`,
      hint: 'Remove it, or write its start tag in the same block.',
    }
  return {
    message: `\`<${name}>\` is not closed where it stands; ${shown ? 'it is shown as text' : 'readers see its content only'}.`,
    hint: `Write \`</${name}>\` after its content in the same block, or \`<${name} />\`.`,
  }
}

function describeUnknown(
  name: string,
  isEmpty: boolean,
  { components }: PageContext,
): Pick<Finding, 'message' | 'hint'> & Partial<Finding> {
  const isRouterLink = name.toLowerCase().replaceAll('-', '') === 'routerlink'
  if (!isRouterLink && isCustomName(name))
    return {
      severity: 'info',
      message: `\`<${name}>\` is an element that a script has to define; without one, readers see its content only.`,
      hint: 'Name it in `markdown.elements` if the site has such a script.',
    }
  const elementName = (component: string) =>
    component.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const near = /^[A-Z]/.test(name)
    ? nearest(name, Array.from(components.keys(), elementName))
    : /^[a-z]{4}/.test(name) && nearest(name, HTML_NAMES)
  const hint = near ? `Did you mean \`<${near}>\`?` : 'Write what it shows as Markdown or HTML.'
  return {
    message: `\`<${name}>\` is not a known element; readers see ${isEmpty ? 'nothing of it' : 'its content only'}.`,
    hint: isRouterLink ? 'Write a link of Markdown: `[text](./page.md)`.' : hint,
  }
}
