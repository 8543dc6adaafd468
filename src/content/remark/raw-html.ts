/** Raw HTML in the Markdown tree: elements that are components here, tags that are text, and those that nobody knows. */
import type { ElementContent, Text } from 'hast'
import type { Html, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { element, scanAllTags, type Tag } from '../../lib/html.ts'
import { nearest } from '../../lib/text.ts'
import { CODE_GROUP } from '../../schema/containers.ts'
import type { Finding, Place, Severity } from '../../schema/finding.ts'
import {
  type ElementMeaning,
  type ElementTable,
  HTML_NAMES,
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
import { contextOf, createPlacer, type PageContext, placeOf, report } from '../page-context.ts'
import { markTag } from '../rehype/raw-addresses.ts'
import { emptyComponent, emptyContainer } from './syntax.ts'

function writtenName({ name, nameEnd }: Tag, html: string): string {
  return html.slice(nameEnd - name.length, nameEnd)
}

/** A tag of a component, or of an element that other generators have. */
interface PlacedTag {
  tag: Tag
  meaning: ElementMeaning
  html: Html
}

/** Makes text of tags that are none, and components of elements with their names. A tag without its other one stays what it is. */
export function remarkElements() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    eachParent(tree, (siblings, parent) => {
      if (!siblings.some(({ type }) => type === 'html')) return
      const isInline = INLINE_PARENTS.has(parent.type)
      if (isInline) findTagTexts(siblings, page)
      const parts = siblings.flatMap((node): (MarkdownNode | PlacedTag)[] =>
        node.type === 'html' ? splitHtml(node, page.meaningOf) : [node],
      )
      if (parts.some(part => 'tag' in part))
        Object.assign(parent, { children: joinElements(parts, isInline) })
    })
  }
}

/**
 * CommonMark reads the type in `Array<string>` and the placeholder in `cp <file>` as tags, and browsers show nothing for them.
 * What is left open and unknown stays what was written, and so does a bare tag that is known but makes no sense where it is.
 */
function findTagTexts(siblings: readonly MarkdownNode[], { options }: PageContext): void {
  const tags = siblings.map(node => (node.type === 'html' ? scanAllTags(node.value)[0] : undefined))
  const pairs = pairTags(tags)
  for (const [index, tag] of tags.entries()) {
    if (!tag || tag.isWhole || pairs.has(index)) continue
    const { name, attributes, closes } = tag
    const before = siblings[index - 1]
    // A type follows its name without a space: `Promise<object>`.
    const isGlued =
      before?.type === 'inlineCode' || (before?.type === 'text' && /[\p{L}\p{N}_$]$/u.test(before.value))
    const isBare = !closes && attributes.length === 0
    const isOdd = isBare && (isOddWhenBare(name) || (needsEnd(name) && isGlued))
    if (!options.elements.includes(name) && (!isKnownName(name) || isOdd))
      Object.assign(siblings[index] ?? {}, { type: 'tagText' } satisfies Partial<TagTextNode>)
  }
}

/** Index of a start tag → itself, of an end tag → its start tag: of those alone that have each other. */
function pairTags(tags: readonly (Tag | undefined)[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  /** Number of open tags by name: an end tag without a start is not looked for, which would take quadratic time. */
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  for (const [index, tag] of tags.entries()) {
    if (!tag || tag.isWhole) continue
    if (!tag.closes) {
      open.push(index)
      count(tag.name, 1)
    }
    if (!tag.closes || !counts.get(tag.name)) continue
    let start: number
    do {
      start = open.pop() ?? 0
      count(tags[start]?.name ?? '', -1)
    } while (tags[start]?.name !== tag.name)
    pairs.set(start, start).set(index, start)
  }
  return pairs
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
    const meaning = meaningOf(writtenName(tag, html.value))
    if (!meaning) continue
    pushUpTo(tag.start)
    parts.push({ tag, meaning, html })
    at = tag.end
  }
  pushUpTo(html.value.length)
  return parts
}

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
  const pairs = pairTags(parts.map(part => ('tag' in part ? part.tag : undefined)))
  const open: { tag: PlacedTag; children: MarkdownNode[] }[] = []
  const top: MarkdownNode[] = []
  for (const [index, part] of parts.entries()) {
    const last = open.at(-1)
    const into = last?.children ?? top
    if (!('tag' in part)) into.push(part)
    else if (part.tag.isWhole) into.push(...nodesOf(part, [], isInline))
    else if (!pairs.has(index))
      into.push({ ...part.html, value: part.html.value.slice(part.tag.start, part.tag.end) })
    else if (!part.tag.closes || !last) open.push({ tag: part, children: [] })
    else {
      open.pop()
      ;(open.at(-1)?.children ?? top).push(...nodesOf(last.tag, last.children, isInline))
    }
  }
  return top
}

function nodesOf(
  { meaning, html, tag }: PlacedTag,
  content: MarkdownNode[],
  isInline: boolean,
): MarkdownNode[] {
  const position = html.position && { position: html.position }
  const children = content as ContainerNode['children']
  if ('becomes' in meaning) {
    if (meaning.becomes === 'nothing') return []
    if (meaning.becomes === 'code') return content.map(child => titledCode(child, tag))
    if (meaning.becomes === 'content') return content
    return [{ ...emptyContainer, name: CODE_GROUP, children, ...position }]
  }
  const { name, props, kinds } = meaning.component
  // HTML knows no capital letters: `<Meter maxValue>` and `<Meter max-value>` give `maxValue`.
  const known = new Map(Object.keys(props.shape).map(key => [key.toLowerCase(), key]))
  const node: ComponentNode = {
    ...emptyComponent,
    name,
    written: `<${writtenName(tag, html.value)}>`,
    attributes: tag.attributes.map(({ name: attribute, value, start }) => ({
      name: known.get(attribute.replaceAll('-', '')) ?? attribute,
      value: html.value[start + attribute.length] === '=' ? value : true,
      at: start,
    })),
    html: { node: html, index: tag.start },
    children,
    ...position,
  }
  if (isInline) return [node]
  if (kinds.every(kind => kind === 'inline')) return [{ type: 'paragraph', children: [node] }]
  return [{ ...node, kind: children.length === 0 && kinds.includes('block') ? 'block' : 'container' }]
}

/** Code with the title that an element around it gives it. */
function titledCode(node: MarkdownNode, { attributes }: Tag): MarkdownNode {
  if (node.type !== 'code') return node
  const title = attributes.find(({ name }) => name === 'title')?.value.replaceAll('"', '”')
  const isActive = attributes.some(({ name }) => name === 'active')
  return {
    ...node,
    ...(isActive && { data: { ...node.data, isActive } }),
    ...(title !== undefined && { meta: `${node.meta ?? ''} title="${title}"`.trim() }),
  }
}

/** The tag as text, and a finding that says so. */
export function tagTextHandler(state: State, node: TagTextNode): Text {
  const page = contextOf(state)
  const [tag] = scanAllTags(node.value)
  if (tag) reportTag({ tag, html: node.value, place: placeOf(page, node), shown: true }, page)
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
  const page = contextOf(state)
  const tags = scanAllTags(node.value)
  if (page.options.html !== 'escape' && !isLoneTag(node, tags, page))
    return { type: 'raw', value: markedHtml(node, tags, page) }
  const text = { type: 'text' as const, value: node.value }
  return parent && INLINE_PARENTS.has(parent.type) ? text : element('p', {}, [text])
}

/** True for a block that is an unknown tag and nothing else, and never closed: a placeholder, which stays text. */
function isLoneTag({ value, ...node }: Html, [tag, ...more]: readonly Tag[], page: PageContext): boolean {
  if (!tag || more.length > 0 || tag.closes || tag.isWhole || isKnown(tag.name, page)) return false
  if (value.trim().length !== tag.end - tag.start) return false
  const ends = page.source.body.matchAll(/<\/([a-z][a-z0-9-]*)/gi)
  page.endTags ??= new Set(Array.from(ends, ([, name = '']) => name.toLowerCase()))
  if (page.endTags.has(tag.name)) return false
  const place = createPlacer({ value, ...node }, page)(tag.start)
  reportTag({ tag, html: value, place, shown: true }, page)
  return true
}

/**
 * Reports unknown elements, and end tags without a start, which would end whatever is around them and become comments of the
 * same length. Marks all other tags, and closes elements such as `<Badge />`, which HTML would take for opening tags.
 */
function markedHtml(node: Html, tags: readonly Tag[], page: PageContext): string {
  const { openElements: open } = page
  const { value: html } = node
  const toPlace = createPlacer(node, page)
  const written: string[] = []
  let at = 0
  const insert = (text: string, start: number, end = start) => {
    written.push(html.slice(at, start), text)
    at = end
  }
  for (const tag of tags) {
    const { name, start, end, nameEnd, isWhole } = tag
    const known = isKnown(name, page)
    const place = toPlace(start)
    if (!known) reportTag({ tag, html, place, shown: false }, page)
    const count = open.get(name) ?? 0
    if (!tag.closes) {
      if (!isWhole) open.set(name, count + 1)
      insert(markTag(tag, place, toPlace, page), nameEnd)
      if (isWhole && !VOID.test(name)) insert(`></${writtenName(tag, html)}>`, end - 2, end)
    } else if (count > 0) open.set(name, count - 1)
    else if (!VOID.test(name)) {
      const message = `\`</${name}>\` ends nothing; it is left out.`
      const hint = 'Remove it, or write the start tag that is missing before it.'
      if (known) reportOnce(`/${name}`, place, { rule: 'markdown/stray-end-tag', message, hint }, page)
      insert('<!', start, start + 2)
    }
  }
  return written.join('') + html.slice(at)
}

function isKnown(name: string, { options }: PageContext): boolean {
  return isKnownName(name) || options.elements.includes(name)
}

type Problem = Pick<Finding, 'message' | 'hint'> & { severity?: Severity }

/** Once for each file and name. */
function reportOnce(
  name: string,
  place: Place,
  problem: Parameters<typeof report>[2],
  page: PageContext,
): void {
  const key = `${place.file}\0${name}`
  if (!page.reportedElements.has(key)) report(page, place, problem)
  page.reportedElements.add(key)
}

/** Reports a tag of `html` that isn't an element of HTML, SVG or MathML, and none of the site's. `shown`: as text. */
function reportTag(
  { tag, html, place, shown }: { tag: Tag; html: string; place: Place; shown: boolean },
  page: PageContext,
): void {
  const problem = describeTag(writtenName(tag, html), tag, shown, page)
  reportOnce(tag.name, place, { rule: 'markdown/unknown-component', ...problem }, page)
}

function describeTag(
  name: string,
  tag: Tag,
  shown: boolean,
  { meaningOf, components }: PageContext,
): Problem {
  // A tag of a component would have been taken for one with its other tag.
  if (meaningOf(name) && tag.closes)
    return {
      message: `\`</${name}>\` ends nothing where it stands; it is ${shown ? 'shown as text' : 'left out'}.`,
      hint: 'Remove it, or write its start tag in the same block.',
    }
  const rest = shown ? 'it is shown as text' : 'readers see its content only'
  if (meaningOf(name))
    return {
      message: `\`<${name}>\` is not closed where it stands; ${rest}.`,
      hint: `Write \`</${name}>\` after its content in the same block, or \`<${name} />\`.`,
    }
  if (shown)
    return {
      message: `\`<${name}>\` is not an element${isKnownName(tag.name) ? ' here' : ''}; ${rest}.`,
      hint: `Write it as code, or with a backslash in front: \`\\<${name}>\`.`,
    }
  const isRouterLink = name.toLowerCase().replaceAll('-', '') === 'routerlink'
  // Lower case and a hyphen: what HTML keeps for elements that scripts define.
  if (!isRouterLink && /^[a-z][^A-Z]*-/.test(name))
    return {
      severity: 'info',
      message: `\`<${name}>\` is an element that a script has to define; without one, ${rest}.`,
      hint: 'Name it in `markdown.elements` if the site has such a script.',
    }
  const elementName = (component: string) =>
    component.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const near = /^[A-Z]/.test(name)
    ? nearest(name, Array.from(components.keys(), elementName))
    : /^[a-z]{4}/.test(name) && nearest(name, HTML_NAMES)
  const hint = near ? `Did you mean \`<${near}>\`?` : 'Write what it shows as Markdown or HTML.'
  return {
    message: `\`<${name}>\` is not a known element; ${tag.isWhole ? 'readers see nothing of it' : rest}.`,
    hint: isRouterLink ? 'Write a link of Markdown: `[text](./page.md)`.' : hint,
  }
}
