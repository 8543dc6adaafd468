import type { Code, Html, Root } from 'mdast'
import type { VFile } from 'vfile'
import type { Component } from '../components/component.ts'
import {
  type ComponentNode,
  type ContainerNode,
  eachParent,
  INLINE_PARENTS,
  type MarkdownNode,
} from '../nodes.ts'
import { contextOf } from '../page-context.ts'
import type { ElementMeaning, ElementTable } from '../elements.ts'
import { scanAllTags, type Tag } from '../../lib/html.ts'
import { emptyContainer } from './syntax.ts'
import { CODE_GROUP } from '../../schema/containers.ts'

interface Open {
  tag: PlacedTag
  children: MarkdownNode[]
}

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
    eachParent(tree, (children, parent) => {
      const taken = takeElements(children, meaningOf, INLINE_PARENTS.has(parent.type))
      if (taken) Object.assign(parent, { children: taken })
    })
  }
}

/** Undefined where there are no such elements among the siblings. */
function takeElements(
  siblings: readonly MarkdownNode[],
  meaningOf: ElementTable,
  isInline: boolean,
): MarkdownNode[] | undefined {
  const split = siblings.map(node => (node.type === 'html' ? splitHtml(node, meaningOf) : [node]))
  if (!split.some(parts => parts.some(part => 'tag' in part))) return undefined
  const parts = split.flat()
  const ends = pairTags(parts)
  const open: Open[] = []
  const top: MarkdownNode[] = []
  parts.forEach((part, index) => {
    const into = open.at(-1)?.children ?? top
    if (!('tag' in part)) return void into.push(part)
    if (part.tag.isWhole) return void into.push(...nodesOf(part, [], isInline))
    const last = open.at(-1)
    if (part.tag.closes && last && last.tag === ends.get(index)) {
      open.pop()
      return void (open.at(-1)?.children ?? top).push(...nodesOf(last.tag, last.children, isInline))
    }
    if (!part.tag.closes && ends.has(index)) return void open.push({ tag: part, children: [] })
    into.push({ ...part.html, value: part.html.value.slice(part.tag.start, part.tag.end) })
  })
  return top
}

/** Index of a start tag → itself, of an end tag → its start tag: of those alone that have each other. */
function pairTags(parts: readonly (MarkdownNode | PlacedTag)[]): Map<number, PlacedTag> {
  const pairs = new Map<number, PlacedTag>()
  const waiting: { index: number; part: PlacedTag }[] = []
  parts.forEach((part, index) => {
    if (!('tag' in part) || part.tag.isWhole) return
    if (!part.tag.closes) return void waiting.push({ index, part })
    const start = waiting.findLastIndex(({ part: other }) => other.tag.name === part.tag.name)
    const found = waiting[start]
    if (!found) return
    pairs.set(found.index, found.part).set(index, found.part)
    waiting.length = start
  })
  return pairs
}

/** HTML as its tags of components and what stands between them. */
function splitHtml(html: Html, meaningOf: ElementTable): (Html | PlacedTag)[] {
  const parts: (Html | PlacedTag)[] = []
  let at = 0
  const pushUpTo = (end: number): void => {
    const value = html.value.slice(at, end)
    if (value.trim() !== '')
      parts.push(at === 0 && end === html.value.length ? html : cutHtml(html, at, value))
  }
  for (const tag of scanAllTags(html.value)) {
    const written = html.value.slice(tag.nameEnd - tag.name.length, tag.nameEnd)
    const meaning = meaningOf(written)
    if (!meaning) continue
    pushUpTo(tag.start)
    parts.push({ tag, written, meaning, html })
    at = tag.end
  }
  pushUpTo(html.value.length)
  return parts
}

/** A part of HTML, with its place. */
function cutHtml(html: Html, at: number, value: string): Html {
  const before = html.value.slice(0, at).split('\n')
  const { position } = html
  if (!position) return { type: 'html', value }
  const { line, column } = position.start
  const start = {
    line: line + before.length - 1,
    column: (before.length === 1 ? column : 1) + (before.at(-1)?.length ?? 0),
  }
  return { type: 'html', value, position: { ...position, start } }
}

function nodesOf(placed: PlacedTag, children: MarkdownNode[], isInline: boolean): MarkdownNode[] {
  const { meaning, html } = placed
  if ('component' in meaning) {
    const { kinds } = meaning.component
    const node = componentNode(placed, meaning.component, children)
    if (isInline) return [node]
    if (kinds.every(kind => kind === 'inline')) return [{ type: 'paragraph', children: [node] }]
    const isEmpty = children.length === 0 && kinds.includes('block')
    return [{ ...node, kind: isEmpty ? 'block' : 'container' }]
  }
  if (meaning.becomes === 'nothing') return []
  if (meaning.becomes === 'group') return [groupNode(html, children)]
  return meaning.becomes === 'code' ? children.map(child => titledCode(child, placed.tag)) : children
}

function componentNode(
  { tag, written, html }: PlacedTag,
  { name, props }: Component,
  children: MarkdownNode[],
): ComponentNode {
  // HTML knows no capital letters: `<Meter maxValue>` and `<Meter max-value>` give `maxValue`.
  const known = new Map(Object.keys(props.shape).map(key => [key.toLowerCase(), key]))
  const attributes = tag.attributes.map(({ name: attribute, value, start }) => ({
    name: known.get(attribute.replaceAll('-', '')) ?? attribute,
    value: html.value[start + attribute.length] === '=' ? value : (true as const),
    at: start,
  }))
  return {
    type: 'component',
    name,
    kind: 'inline',
    written: `<${written}>`,
    attributes,
    html: { node: html, index: tag.start },
    size: 0,
    closed: true,
    children: children as ComponentNode['children'],
    ...(html.position ? { position: html.position } : {}),
  }
}

function groupNode(html: Html, children: MarkdownNode[]): ContainerNode {
  return {
    ...emptyContainer,
    name: CODE_GROUP,
    children: children as ContainerNode['children'],
    ...(html.position ? { position: html.position } : {}),
  }
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

declare module 'mdast' {
  interface CodeData {
    /** The tab of a code group that is open first. */
    isActive?: boolean
  }
}
