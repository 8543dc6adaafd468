import type { Element, Properties } from 'hast'
import type { Html } from 'mdast'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type PageContext, createPlacer } from '../page-context.ts'
import { noteLink } from '../remark/links.ts'
import { element, scanTags } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import { type LinkKind, linkPlaceholder } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/escape.ts'

/** One picture of a `srcset`: its address, and what is said of it (`2x`, `640w`), which may be nothing. */
interface Candidate {
  url: string
  descriptor: string
}

/** Reads a `srcset` as browsers do: an address may hold commas, but not end in one; a descriptor may in parentheses. */
export function parseSrcset(text: string): Candidate[] {
  const pattern = /([^\s,]\S*)(?:(?<!,)\s+((?:\([^)]*\)?|[^,(])*))?/g
  return Array.from(text.matchAll(pattern), ([, word = '', descriptor = '']) => {
    let end = word.length
    while (word[end - 1] === ',') end -= 1
    return { url: word.slice(0, end), descriptor: descriptor.trim() }
  })
}

export function formatSrcset(candidates: readonly Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ')
}

/** Attributes that hold addresses: as they are written, and as the tree names them. */
const ATTRIBUTES: [element: string, attribute: string, property: string, kind: LinkKind][] = [
  ['a', 'href', 'href', 'link'],
  ['area', 'href', 'href', 'link'],
  ['img', 'src', 'src', 'image'],
  ['img', 'srcset', 'srcSet', 'image'],
  ['source', 'src', 'src', 'media'],
  ['source', 'srcset', 'srcSet', 'image'],
  ['video', 'src', 'src', 'media'],
  ['video', 'poster', 'poster', 'image'],
  ['audio', 'src', 'src', 'media'],
  ['track', 'src', 'src', 'media'],
  ['input', 'src', 'src', 'image'],
  ['image', 'href', 'href', 'image'],
  ['image', 'xlink:href', 'xLinkHref', 'image'],
  ['iframe', 'src', 'src', 'frame'],
  ['embed', 'src', 'src', 'object'],
  ['object', 'data', 'data', 'object'],
  ['form', 'action', 'action', 'form'],
]

/** The same by element. */
export const ADDRESSES: Record<string, [attribute: string, property: string, kind: LinkKind][]> = {}
for (const [name, ...rest] of ATTRIBUTES) (ADDRESSES[name] ??= []).push(rest)

/** Tells which tag of the source an element was. */
const MARK = 'data-docsgen-tag'
const MARK_PROPERTY = 'dataDocsgenTag'

interface MarkedTag {
  name: string
  place: Place
  /** Places of attributes that hold addresses. */
  attributes: Map<string, Place>
  /** True once an element of it was met. */
  isMet: boolean
}

/** The tags of a page, in the order of their marks. */
const markedTags = new WeakMap<PageContext, MarkedTag[]>()

/** Marks the tags of raw HTML, so that each element and each address has its place once the HTML is parsed. */
export function markTags(html: string, node: Html, context: PageContext): string {
  const toPlace = createPlacer(node, context)
  const known = markedTags.get(context) ?? []
  markedTags.set(context, known)
  let marked = ''
  let at = 0
  for (const { name, nameEnd, attributes } of scanTags(html)) {
    const place = toPlace(nameEnd - name.length - 1)
    const names = ADDRESSES[name]?.map(([attribute]) => attribute) ?? []
    const found = attributes.filter(attribute => names.includes(attribute.name))
    marked += `${html.slice(at, nameEnd)} ${MARK}="${known.length}"`
    at = nameEnd
    const places = new Map(found.map(attribute => [attribute.name, toPlace(attribute.start)]))
    known.push({ name, place, attributes: places, isMet: false })
  }
  return marked + html.slice(at)
}

/** Where an element that an author wrote as HTML begins. Its tag counts as met. */
export function meetTag(node: Element, context: PageContext): Place | undefined {
  const tag = tagOf(node, context)
  if (tag) tag.isMet = true
  return tag?.place
}

/** Tags that became no element: the HTML parser leaves out what may not stand where it was written. */
export function unmetTags(context: PageContext): { name: string; place: Place }[] {
  return (markedTags.get(context) ?? []).filter(({ isMet }) => !isMet)
}

function tagOf({ properties }: Element, context: PageContext): MarkedTag | undefined {
  return markedTags.get(context)?.[Number(properties[MARK_PROPERTY] ?? -1)]
}

/**
 * Notes the addresses of an element that an author wrote as HTML like those written in Markdown; those that lead into the
 * site become placeholders. Others stay as they are. `made`: where the element is from, if no author wrote it.
 */
export function takeAddresses(node: Element, context: PageContext, made?: Place): void {
  const tag = tagOf(node, context)
  const { properties } = node
  Reflect.deleteProperty(properties, MARK_PROPERTY)
  for (const [attribute, property, kind] of ADDRESSES[node.tagName] ?? []) {
    const value = properties[property]
    if (typeof value !== 'string') continue
    const place = tag?.attributes.get(attribute) ??
      tag?.place ??
      made ?? { file: context.source.file, line: 1, column: 1 }
    const noted: Noted = { context, kind, place, ...sizeOf(node, property) }
    properties[property] = attribute === 'srcset' ? takeSrcset(value, noted) : takeAddress(value, noted)
  }
}

interface Noted {
  context: PageContext
  kind: LinkKind
  place: Place
  size?: { width?: number; height?: number }
}

/** The placeholder of an address that leads into the site; the address itself otherwise. */
function takeAddress(value: string, noted: Noted): string {
  const url = value.trim()
  const { context, kind, place } = noted
  const hasHost = /^[\\/]{2}/.test(url)
  // An address without scheme takes that of the site.
  const foreign = hasHost && kind !== 'link' ? `https:${url.replaceAll('\\', '/')}` : undefined
  const inline = kind === 'media' && /^data:/i.test(url) ? 'data:' : undefined
  const target = foreign ?? inline
  if (target !== undefined)
    context.links.push({ kind, url: target, type: 'external', target, query: '', hash: '', raw: true, place })
  // eslint-disable-next-line no-control-regex
  if (url === '' || hasHost || /[\u0000-\u001f]/.test(url)) return value
  // Other schemes are the sanitizer's business. A form without a page to take it stays; so does a picture that is part of another.
  const isLocal = !/^[^/?#]*:/.test(url) && kind !== 'form' && (kind === 'link' || !url.startsWith('#'))
  if (!isLocal && !/^https?:/i.test(url)) return value
  const index = noteLink({ ...noted, url, raw: true })
  return index === undefined || context.links[index]?.type === 'external' ? value : linkPlaceholder(index)
}

function takeSrcset(value: string, noted: Noted): string {
  const candidates = parseSrcset(value)
  const taken = candidates.map(({ url, descriptor }) => ({ url: takeAddress(url, noted), descriptor }))
  return taken.some(({ url }, index) => url !== candidates[index]?.url) ? formatSrcset(taken) : value
}

/** What is known of the size of an `<img>`; one that says how to stretch has no size to compute. */
function sizeOf({ tagName, properties: { width, height } }: Element, property: string): Pick<Noted, 'size'> {
  if (tagName !== 'img' || property !== 'src' || (width !== undefined && height !== undefined)) return {}
  const given = Object.entries({ width, height }).filter(([, value]) => value !== undefined)
  const pixels = given.map(([name, value]): [string, number] => [name, Number(value)])
  return pixels.every(([, value]) => value > 0) ? { size: Object.fromEntries(pixels) } : {}
}

/**
 * Notes the addresses in HTML that a component of the site or of a plugin made, as those of an author's own HTML. Returns
 * the HTML with placeholders for those that lead into the site. `place`: of the component in the page.
 */
export function takeMadeAddresses(html: string, context: PageContext, place: Place): string {
  let made = ''
  let at = 0
  for (const { name: tagName, attributes } of scanTags(html)) {
    const names = new Map(ADDRESSES[tagName]?.map(([attribute, property]) => [attribute, property]))
    if (!attributes.some(({ name }) => names.has(name))) continue
    const written: Properties = {}
    for (const { name, value } of attributes) written[names.get(name) ?? name] ??= decode(value)
    const node = element(tagName, { ...written })
    takeAddresses(node, context, place)
    for (const { name, start, end } of attributes) {
      const property = names.get(name) ?? ''
      const value = node.properties[property]
      if (value === written[property]) continue
      made += `${html.slice(at, start)}${name}="${escapeHtml(String(value))}"`
      at = end
    }
  }
  return made + html.slice(at)
}

/** The value of an attribute as it is meant. */
function decode(written: string): string {
  if (!written.includes('&')) return written
  const [node] = parseFragment(`<a href="${written.replaceAll('"', '&quot;')}">`).childNodes
  return (node as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? written
}
