/** Components, also written as elements of HTML. */
import type { ElementContent } from 'hast'
import type { Html, Nodes, Root, Text } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import { element, scanAllTags, type Tag } from '../../lib/html.ts'
import { nearest, positionAt } from '../../lib/text.ts'
import { PluginFailure } from '../../plugins/run.ts'
import { CODE_GROUP } from '../../schema/containers.ts'
import { linkPlaceholder } from '../../schema/page.ts'
import { noteUses } from '../made-uses.ts'
import { type Component, readProps, type Tools } from '../components/component.ts'
import { embeddedIcon, ICON_NAMES } from '../components/icons.ts'
import { htmlText } from '../html-text.ts'
import { type ElementMeaning, isKnownName, isOddWhenBare, needsEnd } from '../elements.ts'
import type { ComponentNode, ContainerNode, MarkdownNode } from '../tree.ts'
import { childrenOf, eachNode, INLINE_PARENTS, labelOf } from '../tree.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { reportTag } from '../raw-html.ts'
import { noteContainer } from './containers.ts'
import { noteLink, takeAddresses, takeMadeAddresses } from './links.ts'
import { emptyComponent, emptyContainer } from './syntax.ts'

interface PlacedTag {
  tag: Tag
  meaning: ElementMeaning
  html: Html
}

type Part = MarkdownNode | PlacedTag

/** Turns elements into components, and tags that aren't meant as such into text. Keeps tags without a partner. */
export function remarkElements() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    eachNode(tree, parent => {
      const siblings = childrenOf(parent)
      if (!siblings.some(({ type }) => type === 'html')) return
      const isInline = INLINE_PARENTS.has(parent.type)
      if (isInline) findTagTexts(siblings, page)
      const parts = siblings.flatMap(node => splitHtml(node, page))
      if (parts.some(part => 'tag' in part))
        Object.assign(parent, { children: joinElements(parts, isInline) })
    })
  }
}

/** Unknown open tags (`Array<string>`, `cp <file>`) are text, as is a bare tag that makes no sense there. */
function findTagTexts(siblings: readonly MarkdownNode[], page: PageContext) {
  const tags = siblings.map(node => (node.type === 'html' ? scanAllTags(node.value)[0] : undefined))
  const pairs = pairTags(tags)
  for (const [index, tag] of tags.entries()) {
    if (!tag || tag.isWhole || pairs.has(index) || page.options.elements.includes(tag.name)) continue
    const { name, attributes, closes } = tag
    const before = siblings[index - 1]
    // A type follows its name without a space: `Promise<object>`.
    const isGlued =
      before?.type === 'inlineCode' || (before?.type === 'text' && /[\p{L}\p{N}_$]$/u.test(before.value))
    const isBare = !closes && attributes.length === 0
    const isMarkup = isKnownName(name) && !(isBare && (isOddWhenBare(name) || (needsEnd(name) && isGlued)))
    const node = siblings[index]
    if (isMarkup || !node) continue
    reportTag(tag, { place: page.placeOf(node), shown: true, page })
    Object.assign(node, { type: 'text', data: { isBesideId: true } } satisfies Partial<Text>)
  }
}

/** Pairs of tags: index of a start tag → that of its end tag, of an end tag → itself. */
function pairTags(tags: readonly (Tag | undefined)[]) {
  const pairs = new Map<number, number>()
  const open: number[] = []
  /** Open tags by name: a search for one that isn't there would take quadratic time. */
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  for (const [index, tag] of tags.entries()) {
    if (!tag || tag.isWhole) continue
    if (!tag.closes) {
      open.push(index)
      count(tag.name, 1)
    } else if (counts.get(tag.name)) {
      let start: number
      do {
        start = open.pop() ?? 0
        count(tags[start]?.name ?? '', -1)
      } while (tags[start]?.name !== tag.name)
      pairs.set(start, index).set(index, index)
    }
  }
  return pairs
}

function splitHtml(html: MarkdownNode, { meaningOf }: PageContext): Part[] {
  if (html.type !== 'html') return [html]
  const parts: (Html | PlacedTag)[] = []
  let at = 0
  const pushUpTo = (end?: number) => {
    const value = html.value.slice(at, end)
    if (value.trim() !== '') parts.push(value.length === html.value.length ? html : cutHtml(html, at, value))
  }
  for (const tag of scanAllTags(html.value)) {
    const meaning = meaningOf(tag.written)
    if (!meaning) continue
    pushUpTo(tag.start)
    parts.push({ tag, meaning, html })
    at = tag.end
  }
  pushUpTo()
  return parts
}

function cutHtml({ value: html, position }: Html, index: number, value: string): Html {
  if (!position) return { type: 'html', value }
  const at = positionAt(html, index)
  const { line, column } = position.start
  const start = { line: line + at.line - 1, column: at.column + (at.line === 1 ? column - 1 : 0) }
  return { type: 'html', value, position: { ...position, start } }
}

function joinElements(parts: readonly Part[], isInline: boolean) {
  const ends = pairTags(parts.map(part => ('tag' in part ? part.tag : undefined)))
  return join(0, parts.length)

  function join(from: number, to: number) {
    const joined: MarkdownNode[] = []
    for (let at = from; at < to; at += 1) {
      const part = parts[at] as Part
      const end = 'tag' in part && part.tag.isWhole ? at : ends.get(at)
      if (!('tag' in part)) joined.push(part)
      else if (end === undefined)
        joined.push({ ...part.html, value: part.html.value.slice(part.tag.start, part.tag.end) })
      else {
        joined.push(...nodesOf(part, join(at + 1, end), isInline))
        at = end
      }
    }
    return joined
  }
}

function nodesOf(placed: PlacedTag, content: MarkdownNode[], isInline: boolean): MarkdownNode[] {
  const { meaning, html, tag } = placed
  const position = html.position && { position: html.position }
  const children = content as ContainerNode['children']
  if ('becomes' in meaning) {
    if (meaning.becomes === 'nothing') return []
    if (meaning.becomes === 'code') return content.map(child => titledCode(child, tag))
    if (meaning.becomes === 'content') return content
    return [{ ...emptyContainer, name: CODE_GROUP, children, ...position }]
  }
  const { name, props, kinds } = meaning.component
  // HTML ignores case; `max-value` is `maxValue`, too.
  const known = new Map(Object.keys(props.shape).map(key => [key.toLowerCase(), key]))
  const node: ComponentNode = {
    ...emptyComponent,
    name,
    written: `<${tag.written}>`,
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

function titledCode(node: MarkdownNode, { attributes }: Tag) {
  if (node.type !== 'code') return node
  const title = attributes.find(({ name }) => name === 'title')?.value.replaceAll('"', '”')
  const isActive = attributes.some(({ name }) => name === 'active')
  const meta = title === undefined ? node.meta : `${node.meta ?? ''} title="${title}"`.trim()
  return { ...node, meta, ...(isActive && { data: { ...node.data, isActive } }) }
}

export function componentHandler(state: State, node: ComponentNode, parent?: Nodes) {
  const page = contextOf(state)
  const component = page.components.get(node.name)
  const place = placeOfComponent(node, page)
  if (node.kind === 'container') noteContainer(node, parent, page)
  const number = (page.used.get(node.name) ?? 0) + 1
  page.used.set(node.name, number)
  const known = page.findings.length
  const inner = state.all(node)
  const children = node.kind === 'inline' || inner.length === 0 ? inner : state.wrap(inner, true)
  if (!component) return children
  const around = parent?.type === 'component' ? page.components.get(parent.name) : undefined
  const misplaced = describeMisplaced(component, node, around)
  if (misplaced) {
    const message = `\`${node.written}\` ${misplaced.problem}; readers only see its content.`
    page.report(place, { rule: 'markdown/misplaced-component', message, hint: misplaced.hint })
    return children
  }
  if (holdsNothing(component, node, page, known)) {
    const message = `\`${node.written}\` doesn't contain ${listNames(component.holds, 'or')}; its content is shown unchanged.`
    const hint = `Wrap each part of the content in \`::: ${component.holds?.[0]}\` and \`:::\`.`
    page.report(place, { rule: 'markdown/empty', message, hint })
  }
  const { label, isForeign } = component
  const written = labelOf(node)
  const { props, problems } = readProps(component, {
    ...(label !== undefined && written !== undefined && { [label]: written }),
    ...Object.fromEntries(node.attributes.map(({ name, value }) => [name, value])),
  })
  const tools = createTools(node, number, page)
  problems.forEach(tools.report)
  if (!props) return children
  for (const part of component.parts ?? ['components']) page.parts.add(part)
  // A label that became an attribute isn't content.
  const isLabel = label !== undefined && node.kind === 'inline' && !node.html
  let made: ElementContent[]
  try {
    made = component.render(props, isLabel ? [] : children, tools)
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error
    page.findings.push({ ...error.finding, place: error.finding.place ?? place })
    return children
  }
  // The content of an element is part of the id of its heading.
  const beside = !component.isText && !(node.html && node.children.length > 0)
  const authors = new Set(children)
  markOwn(made)
  return made

  function markOwn(nodes: readonly ElementContent[]) {
    for (const own of nodes) {
      if (own.type !== 'element' || authors.has(own) || page.finalFormOf(own.properties)) continue
      markOwn(own.children)
      // Nobody noted the addresses of a plugin's elements.
      if (isForeign) takeAddresses(own, page, place)
      own.properties = page.mark({ kind: 'properties', properties: own.properties, beside })
    }
  }
}

function placeOfComponent(node: ComponentNode, page: PageContext, attribute?: string) {
  const found = attribute === undefined ? undefined : node.attributes.find(({ name }) => name === attribute)
  if (node.html) return page.createPlacer(node.html.node)(found?.at ?? node.html.index)
  if (!found) return page.placeOf(node)
  const start = node.position?.start ?? { line: 1, column: 1 }
  const { line, column } = node.attributesAt ?? { line: 0, column: start.column }
  return page.placeAt(start.line + line, column + found.at)
}

const listNames = (names: readonly string[] = [], word: string) =>
  names.map(name => `\`${name}\``).join(` ${word} `)

function describeMisplaced({ kinds, within }: Component, node: ComponentNode, around?: Component) {
  if (!kinds.includes(node.kind))
    return { problem: "can't be used inline", hint: 'Write it as a block, with a blank line before it.' }
  if (within && !within.includes(around?.name ?? ''))
    return {
      problem: `must be inside ${listNames(within, 'or')}`,
      hint: `Put \`::: ${within[0]}\` around it.`,
    }
  if (!around?.holds || around.holds.includes(node.name)) return
  const hint = `\`${around.name}\` may only contain ${listNames(around.holds, 'and')}.`
  return { problem: `can't be inside \`${around.name}\``, hint }
}

/** True for content without the parts of the component. `known`: number of findings before it. */
function holdsNothing({ holds }: Component, { children }: ComponentNode, page: PageContext, known: number) {
  if (!holds || children.length === 0) return false
  // Misspelled parts are reported where they are; HTML may be a part of its own kind.
  const isReported = page.findings.slice(known).some(({ rule }) => rule === 'markdown/unknown-container')
  return !isReported && !children.some(({ type }) => type === 'component' || type === 'html')
}

function createTools(node: ComponentNode, number: number, page: PageContext): Tools {
  const { lang, labels } = page.locale
  const placeOf = (attribute?: string) => placeOfComponent(node, page, attribute)
  const html: Tools['html'] = code => element('span', page.mark({ kind: 'html', html: code }))
  const report: Tools['report'] = ({ attribute, ...finding }) =>
    page.report(placeOf(attribute), { rule: 'markdown/attribute', ...finding })
  return {
    kind: node.kind,
    lang,
    file: page.source.file,
    texts: { external: labels.external, ...labels.components },
    number,
    html,
    address(attribute, kind, url) {
      const size = kind === 'image' && { size: {} }
      if (url === undefined) return
      const index = noteLink({ page, url, kind, place: placeOf(attribute), ...size })
      if (index === undefined) return
      return { address: linkPlaceholder(index), isForeign: page.links[index]?.type === 'external' }
    },
    report,
    say(html) {
      const line = (node.html?.node ?? node).position?.start.line ?? 1
      node.said = htmlText(html).replace(/\s+/g, ' ').trim()
      if (node.said !== '') page.extraTexts.push({ line, text: node.said })
    },
    takeAddresses(code, isKept) {
      const first = page.links.length
      const made = takeMadeAddresses(code, page, placeOf())
      if (isKept) for (const link of page.links.slice(first)) link.kept = true
      return made
    },
    noteUses: (maker, made) => noteUses(page, maker, made, placeOf()),
    group: nodes => element(node.kind === 'inline' ? 'span' : 'div', page.mark({ kind: 'group' }), nodes),
    icon(name, attribute) {
      const { icons = {} } = page.options
      const drawing = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? embeddedIcon(name)
      if (drawing !== undefined) return html(drawing)
      if (attribute === undefined) return
      const near = nearest(name, [...Object.keys(icons), ...ICON_NAMES])
      const hint = near ? `Did you mean \`${near}\`?` : `Add the icon as \`templates/icons/${name}.svg\`.`
      report({ attribute, message: `There is no icon \`${name}\`.`, hint })
    },
  }
}
