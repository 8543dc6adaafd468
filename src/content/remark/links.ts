/** Addresses are noted and replaced by placeholders. */
import path from 'node:path/posix'
import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Link as LinkNode, LinkReference, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { element, scanTags, type Tag, text } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import type { Link, LinkKind, ParseOptions } from '../../schema/page.ts'
import { ELEMENT_ADDRESSES, linkPlaceholder } from '../../schema/page.ts'
import type { Slugs } from '../../schema/values.ts'
import {
  isOutside,
  isSafeAddress,
  MARKDOWN_FILE,
  pageAddress,
  SAFE_SCHEMES,
  safeDecode,
} from '../../shared/addresses.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { contentPath, rewritePath } from '../../lib/files.ts'
import { slugify } from '../headings.ts'
import { childrenOf, eachNode } from '../tree.ts'
import { contextOf, type PageContext } from '../page-context.ts'

function targetOf(state: State, node: LinkNode | LinkReference | Image | ImageReference) {
  return 'url' in node ? node : state.definitionById.get(node.identifier.toUpperCase())
}

export function linkHandler(state: State, node: LinkNode | LinkReference) {
  const target = targetOf(state, node)
  if (!target) return state.all(node)
  const { url, title } = target
  const page = contextOf(state)
  const index = noteLink({ page, url, kind: 'link', place: page.placeOf(node) })
  const children = state.all(node)
  if (index === undefined) return children
  const properties: Properties = { href: linkPlaceholder(index), ...(title && { title }) }
  // `mailto:` and `tel:` open no window.
  if (/^(?:https?|ftp):/i.test(page.links[index]?.target ?? '')) {
    const span = (own: Properties, content: ElementContent[] = []) =>
      element('span', page.mark({ kind: 'properties', properties: own, beside: true }), content)
    properties.target = '_blank'
    properties.rel = ['noopener', 'noreferrer']
    children.push(
      span({ className: ['external-mark'], ariaHidden: 'true' }),
      span({ className: ['visually-hidden'] }, [text(` ${page.locale.labels.external}`)]),
    )
  }
  return element('a', page.mark({ kind: 'properties', properties }), children)
}

type LinkInput = Pick<Link, 'url' | 'kind' | 'raw' | 'size' | 'key' | 'place'> & { page: PageContext }

export function noteLink({ page, ...given }: LinkInput) {
  const { url, kind, place } = given
  const { source, options } = page
  const address = resolveAddress({ ...options, url, kind, file: place.file, page: source.file })
  if (!address) {
    const message = `The URL \`${url}\` is removed: its scheme must be one of ${SAFE_SCHEMES.join(', ')}.`
    const hint = 'Write the full URL, or a path that starts with `./` or `/`.'
    page.report(place, { rule: 'markdown/unsafe-link', severity: 'error', message, hint })
    return
  }
  const { type, hash } = address
  // In VitePress, `#Getting Started` leads to `getting-started`.
  const hasSlug = options.slugs === 'vitepress' && !given.raw && kind === 'link' && type !== 'external'
  const slugHash =
    hasSlug && hash !== '' ? `#${encodeURIComponent(slugify(safeDecode(hash.slice(1)), 'vitepress'))}` : hash
  return page.links.push({ ...given, ...address, ...(slugHash !== hash && { slugHash }) }) - 1
}

export function noteFrontmatter(page: PageContext, keyPlaces: Readonly<Record<string, Place>>) {
  const { actionLink, actions = [], features = [], heroImage, image, prev, next } = page.frontmatter
  const note = (key: (string | number)[], url: string | undefined, kind: LinkKind = 'link') => {
    const place = keyPlaces[String(key[0])] ?? { file: page.source.file, line: 1, column: 1 }
    const isShown = key[0] !== 'prev' && key[0] !== 'next'
    // Layouts may have ids that the content lacks.
    if (url && !url.startsWith('#')) noteLink({ page, url, kind, place, ...(isShown && { key }) })
  }
  const notePicture = (key: (string | number)[], picture: string | Record<string, string | undefined>) => {
    if (typeof picture === 'string') return note(key, picture, 'image')
    for (const name of ['src', 'light', 'dark']) note([...key, name], picture[name], 'image')
  }
  note(['actionLink'], actionLink)
  for (const [index, { link }] of actions.entries()) note(['actions', index, 'link'], link)
  for (const [index, { link, icon }] of features.entries()) {
    note(['features', index, 'link'], link)
    if (typeof icon === 'object') notePicture(['features', index, 'icon'], icon)
  }
  if (heroImage) notePicture(['heroImage'], heroImage)
  // The page itself doesn't load the picture for other sites.
  const shared = typeof image === 'object' ? image.src : image
  if (image && shared !== undefined && !isOutside(shared)) notePicture(['image'], image)
  for (const [key, value] of Object.entries({ prev, next }))
    note([key], typeof value === 'object' ? value.link : value || undefined)
}

/** The join adds width and height. */
export function imageHandler(state: State, node: Image | ImageReference): ElementContent {
  const alt = node.alt ?? ''
  const target = targetOf(state, node)
  if (!target) return text(alt)
  const { url, title } = target
  const page = contextOf(state)
  if (alt.trim() === '')
    page.report(node, {
      rule: 'markdown/image-alt',
      message: `The image \`${url}\` has no alternative text.`,
      hint: 'Describe the image between the square brackets.',
    })
  const index = noteLink({ page, url, kind: 'image', size: {}, place: page.placeOf(node) })
  if (index === undefined) return text(alt)
  const src = linkPlaceholder(index)
  const properties = { src, alt, loading: 'lazy', decoding: 'async', ...(title && { title }) }
  return element('img', page.mark({ kind: 'properties', properties }))
}

const LANGUAGE = /^\{lang=(["']?)([\w#+.-]{1,40})\1\}/
const BRACES = /^\{([^{}\n]{1,200})\}/
const ATTRIBUTE = /(?<!\S)(?:target|rel|download)(?:=(?:"[^"]*"|[\w-]+))?(?!\S)/g

/** Removes `{lang=ts}` after code; for VitePress, also `{target="_self"}` after links, where it means nothing. */
export function remarkAttributes(slugs: Slugs) {
  return (tree: Root): void =>
    eachNode(tree, parent =>
      childrenOf(parent).forEach((node, index, siblings) => {
        const before = siblings[index - 1]
        if (node.type !== 'text' || node.value[0] !== '{') return
        if (before?.type === 'inlineCode') {
          const [whole = '', , language] = LANGUAGE.exec(node.value) ?? []
          if (language !== undefined) before.data = { ...before.data, language }
          node.value = node.value.slice(whole.length)
        } else if (slugs === 'vitepress' && /^link(?:Reference)?$/.test(before?.type ?? '')) {
          const [whole = '', inside = ''] = BRACES.exec(node.value) ?? []
          if (inside.replace(ATTRIBUTE, '').trim() === '') node.value = node.value.slice(whole.length)
        }
      }),
    )
}

/** `file`: where the address is written, which `page` may include. */
type AddressInput = Pick<Link, 'url' | 'kind'> &
  Pick<ParseOptions, 'contentDir' | 'rewrites'> & { file: string; page: string }

export function resolveAddress(
  input: AddressInput,
): Pick<Link, 'type' | 'target' | 'query' | 'hash'> | undefined {
  const { contentDir, kind, page, rewrites } = input
  const url = input.url.trim()
  if (!isSafeAddress(input.url)) return
  if (isOutside(input.url)) return { type: 'external', target: attributeUrl(url), query: '', hash: '' }
  const [, written = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(url) ?? []
  const parts = { query: attributeUrl(query), hash: attributeUrl(hash) }
  if (written === '') return { type: 'hash', target: parts.query + parts.hash, ...parts }
  const file = safeDecode(written).replaceAll('\\', '/')
  const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(file)?.[1] ?? 'html'
  if (/^(?:image|media|object)$/.test(kind) || !(/^html?$/i.test(extension) || MARKDOWN_FILE.test(file))) {
    const target = file.startsWith('/') ? path.normalize(file) : path.join(path.dirname(input.file), file)
    return { type: 'asset', target, ...parts }
  }
  // Extra `..` stop at the content folder.
  const base = contentPath(input.file, contentDir) ?? contentPath(page, contentDir) ?? ''
  const folder = path.dirname(`/${rewritePath(base, rewrites)}`)
  const end = /(?:^|\/)\.{0,2}$|\/$/.test(file) ? '/' : ''
  return { type: 'page', target: pageAddress(path.resolve('/', folder, file) + end), ...parts }
}

/** Encodes what quoted attributes or addresses can't contain, except percent escapes. */
function attributeUrl(url: string) {
  return url.replace(/%(?![0-9a-f]{2})|[^\w!#$&'()*+,./:;=?@~%[\]-]/giu, character =>
    /[\ud800-\udfff]/.test(character) && character.length === 1 ? '%EF%BF%BD' : encodeURIComponent(character),
  )
}

/** Reads a `srcset` as browsers do: addresses may contain commas, but not end in one; descriptors may in parentheses. */
export function parseSrcset(text: string) {
  const pattern = /([^\s,]\S*)(?:(?<!,)\s+((?:\([^)]*\)?|[^,(])*))?/g
  return Array.from(text.matchAll(pattern), ([, word = '', descriptor = '']) => {
    let end = word.length
    while (word[end - 1] === ',') end -= 1
    return { url: word.slice(0, end), descriptor: descriptor.trim() }
  })
}

export function formatSrcset(candidates: ReturnType<typeof parseSrcset>) {
  return candidates.map(({ url, descriptor }) => (descriptor ? `${url} ${descriptor}` : url)).join(', ')
}

const propertyOf = (attribute: string) =>
  attribute === 'srcset' ? 'srcSet' : attribute.replace('xlink:h', 'xLinkH')

/** Notes a start tag before it's parsed; returns an attribute that marks its element. */
export function markTag(
  { name, attributes }: Tag,
  place: Place,
  placeOf: (index: number) => Place,
  { markedTags }: PageContext,
) {
  const known = ELEMENT_ADDRESSES.get(name) ?? {}
  const found = attributes.filter(attribute => Object.hasOwn(known, attribute.name))
  const places = new Map(found.map(attribute => [attribute.name, placeOf(attribute.start)]))
  return ` data-docsgen-tag="${markedTags.push({ name, place, attributes: places }) - 1}"`
}

export function tagOf({ properties }: Element, { markedTags }: PageContext) {
  return markedTags[Number(properties['dataDocsgenTag'] ?? -1)]
}

/** `made`: where the element is from, if no author wrote it. */
export function takeAddresses(node: Element, page: PageContext, made?: Place) {
  const tag = tagOf(node, page)
  const { properties } = node
  delete properties['dataDocsgenTag']
  const around = tag?.place ?? made ?? { file: page.source.file, line: 1, column: 1 }
  for (const [attribute, kind] of Object.entries(ELEMENT_ADDRESSES.get(node.tagName) ?? {})) {
    const property = propertyOf(attribute)
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

function takeAddress(value: string, given: Omit<LinkInput, 'url'>) {
  const { page, kind, place } = given
  const url = value.trim()
  const hasHost = /^[\\/]{2}/.test(url)
  // An address without scheme takes that of the site.
  const foreign = hasHost && kind !== 'link' ? `https:${url.replaceAll('\\', '/')}` : undefined
  const target = foreign ?? (kind === 'media' && /^data:/i.test(url) ? 'data:' : undefined)
  if (target !== undefined)
    page.links.push({ kind, url: target, type: 'external', target, query: '', hash: '', raw: true, place })
  // eslint-disable-next-line no-control-regex
  if (url === '' || hasHost || /[\u0000-\u001f]/.test(url)) return value
  // The sanitizer handles other schemes. Forms on the same site stay, as does a picture in another (`#a`).
  const isLocal = !/^[^/?#]*:/.test(url) && kind !== 'form' && (kind === 'link' || !url.startsWith('#'))
  if (!isLocal && !/^https?:/i.test(url)) return value
  const index = noteLink({ ...given, url, raw: true })
  return index === undefined || page.links[index]?.type === 'external' ? value : linkPlaceholder(index)
}

function sizeOf({ tagName, properties }: Element, property: string): Pick<Link, 'size'> {
  if (tagName !== 'img' || property !== 'src') return {}
  const given = (['width', 'height'] as const).filter(name => properties[name] !== undefined)
  const isInPixels = given.length < 2 && given.every(name => Number(properties[name]) > 0)
  return isInPixels ? { size: Object.fromEntries(given.map(name => [name, Number(properties[name])])) } : {}
}

/** `html`: made by a component or a plugin. */
export function takeMadeAddresses(html: string, page: PageContext, place: Place) {
  let made = ''
  let at = 0
  for (const { name: tagName, attributes } of scanTags(html)) {
    const known = ELEMENT_ADDRESSES.get(tagName) ?? {}
    const own = attributes.filter(({ name }) => Object.hasOwn(known, name))
    if (own.length === 0) continue
    const written: Properties = {}
    for (const { name, value } of attributes) written[propertyOf(name)] ??= decode(value)
    const node = element(tagName, { ...written })
    takeAddresses(node, page, place)
    for (const { name, start, end } of own) {
      const value = node.properties[propertyOf(name)]
      if (value === written[propertyOf(name)]) continue
      made += `${html.slice(at, start)}${name}="${escapeHtml(String(value))}"`
      at = end
    }
  }
  return made + html.slice(at)
}

function decode(written: string) {
  if (!written.includes('&')) return written
  const [node] = parseFragment(`<a href="${written.replaceAll('"', '&quot;')}">`).childNodes
  return (node as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? written
}
