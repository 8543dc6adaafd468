import type { Element, Properties } from 'hast'
import type { Html } from 'mdast'
import type { Place } from '../../schema/finding.ts'
import { type LinkKind, linkPlaceholder, type SourceFile } from '../../schema/page.ts'
import { type PageContext, placeOf } from '../page-context.ts'
import { noteLink } from './links.ts'
import { scanTags } from '../../lib/html-tags.ts'
import { formatSrcset, parseSrcset } from './srcset.ts'

/** Attributes that hold addresses, by element: as they are written, and as the tree names them. */
const ADDRESSES: Record<string, readonly [attribute: string, property: string, kind: LinkKind][]> = {
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

/** Tells `takeAddresses` which tag of the source an element was. */
const MARK = 'data-docsgen-tag'
export const TAG_MARK = 'dataDocsgenTag'

/** Attribute → its place, by tag. */
const places = new WeakMap<PageContext, Map<string, Place>[]>()

/** Marks the tags of raw HTML that hold addresses, so that each address has its place once the HTML is parsed. */
export function markAddresses(html: string, node: Html, context: PageContext): string {
  const toPlace = createPlacer(node, context)
  const known = places.get(context) ?? []
  places.set(context, known)
  let marked = ''
  let at = 0
  for (const { name, nameEnd, attributes } of scanTags(html)) {
    const names = ADDRESSES[name]?.map(([attribute]) => attribute) ?? []
    const found = attributes.filter(attribute => names.includes(attribute.name))
    if (found.length === 0) continue
    marked += `${html.slice(at, nameEnd)} ${MARK}="${known.length}"`
    at = nameEnd
    known.push(new Map(found.map(attribute => [attribute.name, toPlace(attribute.start)])))
  }
  return marked + html.slice(at)
}

/**
 * Notes the addresses of an element that an author wrote as HTML like those written in Markdown; those that lead into the
 * site become placeholders. Others stay as they are.
 */
export function takeAddresses(node: Element, context: PageContext): void {
  const { [TAG_MARK]: mark, ...properties } = node.properties
  node.properties = properties
  const tag = places.get(context)?.[Number(mark ?? -1)]
  for (const [attribute, property, kind] of ADDRESSES[node.tagName] ?? []) {
    const value = properties[property]
    if (typeof value !== 'string') continue
    const place = tag?.get(attribute) ?? { file: context.source.file, line: 1, column: 1 }
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

/** Web pages and what has no scheme; other schemes, and what may become one, are the sanitiser's business (X-URL-1). */
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

/** Gives the place for the part of a node's text at an index: where that stands in the file. Indices only grow. */
export function createPlacer(node: Html, context: PageContext): (index: number) => Place {
  const state = { line: 0, lineStart: 0, lineEnd: node.value.indexOf('\n') }
  return index => {
    const { start } = node.position ?? {}
    if (!start) return placeOf(context, node)
    while (state.lineEnd !== -1 && state.lineEnd < index) {
      state.line += 1
      state.lineStart = state.lineEnd + 1
      state.lineEnd = node.value.indexOf('\n', state.lineStart)
    }
    const column = index - state.lineStart
    if (state.line === 0) return placeOf(context, startingAt(node, start.line, start.column + column))
    // Further lines of HTML in a list or a quotation have lost what stands in front of them.
    const line = start.line + state.line
    const text = /.*/y.exec(node.value.slice(state.lineStart, state.lineStart + 200))?.[0] ?? ''
    const margin = linesOf(context.source)[context.offset + line - 1]?.indexOf(text) ?? 0
    return placeOf(context, startingAt(node, line, Math.max(0, margin) + column + 1))
  }
}

function startingAt(node: Html, line: number, column: number): Html {
  return { ...node, position: { start: { line, column }, end: { line, column } } }
}

const lines = new WeakMap<SourceFile, string[]>()

/** The lines of a body. */
export function linesOf(source: SourceFile): string[] {
  const known = lines.get(source) ?? source.body.split('\n')
  lines.set(source, known)
  return known
}
