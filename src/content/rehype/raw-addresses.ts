/** Addresses in raw HTML: each tag is marked before the HTML is parsed, so that its addresses have their places after it. */
import type { Element, Properties } from 'hast'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { element, scanTags, type Tag } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import { type LinkKind, linkPlaceholder } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { MarkedTag, PageContext } from '../page-context.ts'
import { noteLink } from '../remark/links.ts'

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

const ATTRIBUTES: [kind: LinkKind, attributes: string][] = [
  ['link', 'a.href area.href'],
  ['media', 'source.src video.src audio.src track.src'],
  ['image', 'img.src img.srcset source.srcset video.poster input.src image.href image.xlink:href'],
  ['frame', 'iframe.src'],
  ['object', 'embed.src object.data'],
  ['form', 'form.action'],
]

/** Attributes that hold addresses, by element: as they are written, and as the tree names them. */
export const ADDRESSES: Record<string, [attribute: string, property: string, kind: LinkKind][]> = {}
for (const [kind, attributes] of ATTRIBUTES)
  for (const [, name = '', attribute = ''] of attributes.matchAll(/(\w+)\.(\S+)/g)) {
    const property = attribute === 'srcset' ? 'srcSet' : attribute.replace('xlink:h', 'xLinkH')
    ;(ADDRESSES[name] ??= []).push([attribute, property, kind])
  }

const MARK = 'data-docsgen-tag'
const MARK_PROPERTY = 'dataDocsgenTag'

/** Notes a start tag of raw HTML; returns the attribute that tells which element it became. */
export function markTag(
  { name, attributes }: Tag,
  place: Place,
  placeOf: (index: number) => Place,
  { markedTags }: PageContext,
): string {
  const names = ADDRESSES[name]?.map(([attribute]) => attribute) ?? []
  const found = attributes.filter(attribute => names.includes(attribute.name))
  const places = new Map(found.map(attribute => [attribute.name, placeOf(attribute.start)]))
  return ` ${MARK}="${markedTags.push({ name, place, attributes: places, isMet: false }) - 1}"`
}

/** Where an element that an author wrote as HTML begins. Its tag counts as met. */
export function meetTag(node: Element, page: PageContext): Place | undefined {
  const tag = tagOf(node, page)
  if (tag) tag.isMet = true
  return tag?.place
}

function tagOf({ properties }: Element, { markedTags }: PageContext): MarkedTag | undefined {
  return markedTags[Number(properties[MARK_PROPERTY] ?? -1)]
}

/**
 * Notes the addresses of an element that an author wrote as HTML like those written in Markdown; those that lead into the
 * site become placeholders. Others stay as they are. `made`: where the element is from, if no author wrote it.
 */
export function takeAddresses(node: Element, page: PageContext, made?: Place): void {
  const tag = tagOf(node, page)
  const { properties } = node
  Reflect.deleteProperty(properties, MARK_PROPERTY)
  const around = tag?.place ?? made ?? { file: page.source.file, line: 1, column: 1 }
  for (const [attribute, property, kind] of ADDRESSES[node.tagName] ?? []) {
    const value = properties[property]
    if (typeof value !== 'string') continue
    const place = tag?.attributes.get(attribute) ?? around
    const take = (url: string) => takeAddress(url, { page, kind, place, ...sizeOf(node, property) })
    if (attribute === 'srcset') {
      const candidates = parseSrcset(value)
      const resolved = candidates.map(({ url, descriptor }) => ({ url: take(url), descriptor }))
      const isNew = resolved.some(({ url }, index) => url !== candidates[index]?.url)
      properties[property] = isNew ? formatSrcset(resolved) : value
    } else properties[property] = take(value)
  }
}

/** The placeholder of an address that leads into the site; the address itself otherwise. */
function takeAddress(value: string, noted: Omit<Parameters<typeof noteLink>[0], 'url'>): string {
  const { page, kind, place } = noted
  const url = value.trim()
  const hasHost = /^[\\/]{2}/.test(url)
  // An address without scheme takes that of the site.
  const foreign = hasHost && kind !== 'link' ? `https:${url.replaceAll('\\', '/')}` : undefined
  const target = foreign ?? (kind === 'media' && /^data:/i.test(url) ? 'data:' : undefined)
  if (target !== undefined)
    page.links.push({ kind, url: target, type: 'external', target, query: '', hash: '', raw: true, place })
  // eslint-disable-next-line no-control-regex
  if (url === '' || hasHost || /[\u0000-\u001f]/.test(url)) return value
  // Other schemes are the sanitizer's business. A form without a page to take it stays; so does a picture that is part of another.
  const isLocal = !/^[^/?#]*:/.test(url) && kind !== 'form' && (kind === 'link' || !url.startsWith('#'))
  if (!isLocal && !/^https?:/i.test(url)) return value
  const index = noteLink({ ...noted, url, raw: true })
  return index === undefined || page.links[index]?.type === 'external' ? value : linkPlaceholder(index)
}

/** What is known of the size of an `<img>`; one that says how to stretch has no size to compute. */
function sizeOf(
  { tagName, properties: { width, height } }: Element,
  property: string,
): { size?: { width?: number; height?: number } } {
  if (tagName !== 'img' || property !== 'src' || (width !== undefined && height !== undefined)) return {}
  const given = Object.entries({ width, height }).filter(([, value]) => value !== undefined)
  const pixels = given.map(([name, value]): [string, number] => [name, Number(value)])
  return pixels.every(([, value]) => value > 0) ? { size: Object.fromEntries(pixels) } : {}
}

/**
 * Notes the addresses in HTML that a component of the site or of a plugin made, as those of an author's own HTML. Returns
 * the HTML with placeholders for those that lead into the site. `place`: of the component in the page.
 */
export function takeMadeAddresses(html: string, page: PageContext, place: Place): string {
  let made = ''
  let at = 0
  for (const { name: tagName, attributes } of scanTags(html)) {
    const names = new Map(ADDRESSES[tagName]?.map(([attribute, property]) => [attribute, property]))
    if (!attributes.some(({ name }) => names.has(name))) continue
    const written: Properties = {}
    for (const { name, value } of attributes) written[names.get(name) ?? name] ??= decode(value)
    const node = element(tagName, { ...written })
    takeAddresses(node, page, place)
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

function decode(written: string): string {
  if (!written.includes('&')) return written
  const [node] = parseFragment(`<a href="${written.replaceAll('"', '&quot;')}">`).childNodes
  return (node as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? written
}
