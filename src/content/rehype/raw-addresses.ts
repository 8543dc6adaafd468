import type { Element, Properties } from 'hast'
import type { Html } from 'mdast'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type PageContext, createPlacer } from '../page-context.ts'
import { noteLink } from '../remark/links.ts'
import { element, scanTags, type Tag, type TagAttribute } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import { type LinkKind, linkPlaceholder } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/escape.ts'

/** One picture of a `srcset`: its address, and what is said of it (`2x`, `640w`), which may be nothing. */
interface Candidate {
  url: string
  descriptor: string
}

/** Reads a `srcset` as browsers do: an address may hold commas, but not end in one. */
export function parseSrcset(text: string): Candidate[] {
  const candidates: Candidate[] = []
  const pattern = /[\s,]*(\S+)/y
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const word = found[1] ?? ''
    const url = withoutCommas(word)
    if (word !== url) {
      candidates.push({ url, descriptor: '' })
      continue
    }
    const end = endOfDescriptor(text, pattern.lastIndex)
    candidates.push({ url, descriptor: text.slice(pattern.lastIndex, end).trim() })
    pattern.lastIndex = end
  }
  return candidates.filter(({ url }) => url !== '')
}

function withoutCommas(word: string): string {
  let end = word.length
  while (word[end - 1] === ',') end -= 1
  return word.slice(0, end)
}

/** The next comma that stands in no parentheses. */
function endOfDescriptor(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (text[at] === ',' && depth <= 0) return at
  }
  return text.length
}

export function formatSrcset(candidates: readonly Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ')
}

/** Attributes that hold addresses, by element: as they are written, and as the tree names them. */
export const ADDRESSES: Record<string, readonly [attribute: string, property: string, kind: LinkKind][]> = {
  a: [['href', 'href', 'link']],
  area: [['href', 'href', 'link']],
  img: [
    ['src', 'src', 'image'],
    ['srcset', 'srcSet', 'image'],
  ],
  source: [
    ['src', 'src', 'media'],
    ['srcset', 'srcSet', 'image'],
  ],
  video: [
    ['src', 'src', 'media'],
    ['poster', 'poster', 'image'],
  ],
  audio: [['src', 'src', 'media']],
  track: [['src', 'src', 'media']],
  input: [['src', 'src', 'image']],
  image: [
    ['href', 'href', 'image'],
    ['xlink:href', 'xLinkHref', 'image'],
  ],
  iframe: [['src', 'src', 'frame']],
  embed: [['src', 'src', 'object']],
  object: [['data', 'data', 'object']],
  form: [['action', 'action', 'form']],
}

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
  if (noted.kind !== 'link' && /^[\\/]{2}/.test(url)) {
    noteForeign(`https:${url.replaceAll('\\', '/')}`, noted)
    return value
  }
  if (noted.kind === 'media' && /^data:/i.test(url)) noteForeign('data:', noted)
  if (!isNoted(url, noted.kind)) return value
  const { context } = noted
  const index = noteLink({ ...noted, url, raw: true })
  return index === undefined || context.links[index]?.type === 'external' ? value : linkPlaceholder(index)
}

/** An address without scheme takes that of the site. */
function noteForeign(url: string, { context, kind, place }: Noted): void {
  context.links.push({ kind, url, type: 'external', target: url, query: '', hash: '', raw: true, place })
}

function takeSrcset(value: string, noted: Noted): string {
  const candidates = parseSrcset(value)
  const taken = candidates.map(({ url, descriptor }) => ({ url: takeAddress(url, noted), descriptor }))
  return taken.some(({ url }, index) => url !== candidates[index]?.url) ? formatSrcset(taken) : value
}

/** Web pages and what has no scheme; other schemes, and what may become one, are the sanitiser's business. */
function isNoted(url: string, kind: LinkKind): boolean {
  // eslint-disable-next-line no-control-regex
  if (url === '' || /^[\\/]{2}/.test(url) || /[\u0000-\u001f]/.test(url)) return false
  if (/^https?:/i.test(url)) return true
  // A form without a page to take it stays what it is; so does a picture that is part of another.
  return !/^[^/?#]*:/.test(url) && kind !== 'form' && (kind === 'link' || !url.startsWith('#'))
}

/** What is known of the size of an `<img>`; one that says how to stretch has no size to compute. */
function sizeOf({ tagName, properties }: Element, property: string): Pick<Noted, 'size'> {
  if (tagName !== 'img' || property !== 'src') return {}
  const [width, height] = [properties.width, properties.height]
  if (width !== undefined && height !== undefined) return {}
  const given: Properties = {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  }
  const pixels = Object.entries(given).map(([name, value]): [string, number] => [name, Number(value)])
  return pixels.every(([, value]) => value > 0) ? { size: Object.fromEntries(pixels) } : {}
}

/**
 * Notes the addresses in HTML that a component of the site or of a plugin made, as those of an author's own HTML. Returns
 * the HTML with placeholders for those that lead into the site. `place`: of the component in the page.
 */
export function takeMadeAddresses(html: string, context: PageContext, place: Place): string {
  let made = ''
  let at = 0
  for (const tag of scanTags(html))
    for (const { name, value, start, end } of changedAttributes(tag, context, place)) {
      made += `${html.slice(at, start)}${name}="${value}"`
      at = end
    }
  return made + html.slice(at)
}

/** Attributes of a tag whose addresses became placeholders, with these. */
function changedAttributes(tag: Tag, context: PageContext, place: Place): TagAttribute[] {
  const names = new Map(ADDRESSES[tag.name]?.map(([attribute, property]) => [attribute, property]))
  const held = tag.attributes.filter(({ name }) => names.has(name))
  if (held.length === 0) return []
  const properties: Properties = {}
  for (const { name, value } of tag.attributes) properties[names.get(name) ?? name] ??= decode(value)
  const node = element(tag.name, { ...properties })
  takeAddresses(node, context, place)
  return held.flatMap(attribute => {
    const property = names.get(attribute.name) ?? ''
    const value = node.properties[property]
    return value === properties[property] ? [] : { ...attribute, value: escapeHtml(String(value)) }
  })
}

/** The value of an attribute as it is meant. */
function decode(written: string): string {
  if (!written.includes('&')) return written
  const [node] = parseFragment(`<a href="${written.replaceAll('"', '&quot;')}">`).childNodes
  return (node as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? written
}
